import { signRedirect } from '@qafila/signing/redirect-signature';
import type { SignedRedirect } from '@qafila/signing/redirect-signature';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import { profileOr } from './store-profile.ts';
import type { RedirectSecretAnswer } from './store.schema.ts';

type Secrets = Pick<PaymentDependencies, 'pool' | 'keys'>;

/** The secret that signs the addresses of this store's returning customers. It is derived, so no table contains it. */
export async function redirectSecret({ pool, keys }: Secrets, owner: Owner): Promise<RedirectSecretAnswer> {
  const {
    rows: [row],
  } = await pool.query<{ version: number }>({
    name: 'redirect-secret',
    text: `SELECT redirect_secret_version AS version FROM store_profile
      WHERE account_id = $1 AND store_id = $2 AND mode = $3`,
    values: [owner.accountId, owner.storeId, owner.mode],
  });
  const version = row?.version ?? 1;
  return { secret: keys.redirectSecret(owner, version), version };
}

/** The new secret signs at once. A store that never set its profile gets the plain one, which pages show anyway. */
export async function rotateRedirectSecret({ pool, keys }: Secrets, owner: Owner): Promise<RedirectSecretAnswer> {
  const { name, color, methods } = profileOr(undefined);
  const {
    rows: [row],
  } = await pool.query<{ version: number }>(
    `INSERT INTO store_profile (account_id, store_id, mode, name, color, methods, redirect_secret_version)
      VALUES ($1, $2, $3, $4, $5, $6, 2) ON CONFLICT (account_id, store_id, mode) DO UPDATE
      SET redirect_secret_version = store_profile.redirect_secret_version + 1, updated_at = now()
      RETURNING redirect_secret_version AS version`,
    [owner.accountId, owner.storeId, owner.mode, name, color, methods],
  );
  const { version } = row as { version: number };
  return { secret: keys.redirectSecret(owner, version), version };
}

/** The parameters that sign an address, after those that it has. */
export async function signatureOf(
  deps: Secrets & Pick<PaymentDependencies, 'clock'>,
  owner: Owner,
  redirect: Omit<SignedRedirect, 'timestampSeconds'>,
): Promise<{ timestamp: string; signature: string }> {
  const timestampSeconds = Math.floor(deps.clock() / 1_000);
  const { secret } = await redirectSecret(deps, owner);
  return { timestamp: String(timestampSeconds), signature: signRedirect(secret, { ...redirect, timestampSeconds }) };
}
