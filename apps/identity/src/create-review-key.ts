import { parseArgs } from 'node:util';
import { BadSetting } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runMain } from '@qafila/runtime/main';
import { Store } from './accounts/account.entity.ts';
import { withLockedAccount } from './accounts/lock-account.ts';
import type { CreatedKeyAnswer } from './keys/key.schema.ts';
import { addReviewKey } from './keys/review-key.ts';
import { withIdentity } from './with-identity.ts';

/**
 * `node apps/identity/dist/create-review-key.js --account ID --store ID` creates a key with `payments:resolve` for one
 * person, and prints it once. It is the only way to such a key (decision 0018). It reads the service's environment.
 */
export function createReviewKey(
  environment: Environment,
  { account: accountId, store: storeId }: { account: string; store: string },
): Promise<CreatedKeyAnswer> {
  return withIdentity(environment, async (dependencies, { mode, rateLimitPerSecond }) => {
    if ((await dependencies.source.getRepository(Store).findOneBy({ accountId, storeId })) === null)
      throw new BadSetting(`The account ${accountId} has no store ${storeId}`);
    return withLockedAccount(dependencies, accountId, (tx) =>
      addReviewKey(tx, dependencies.ring, { accountId, storeId, mode, keyId: 'operator' }, rateLimitPerSecond),
    );
  });
}

function readArguments(): { account: string; store: string } {
  const usage = 'create-review-key needs --account ID and --store ID, as the demo merchant or the audit log shows them';
  try {
    const { account, store } = parseArgs({
      options: { account: { type: 'string' }, store: { type: 'string' } },
    }).values;
    if (account !== undefined && store !== undefined) return { account, store };
  } catch {
    throw new BadSetting(usage);
  }
  throw new BadSetting(usage);
}

async function main(environment: Environment): Promise<{ stop(): Promise<void> }> {
  const { key_id: id, api_key: key } = await createReviewKey(environment, readArguments());
  process.stdout.write(`${id} ${key}\n`);
  process.exit(0);
}

if (import.meta.filename === process.argv[1]) runMain(main);
