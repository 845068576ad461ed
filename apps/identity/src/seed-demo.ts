import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CLIENT_SCOPES, MERCHANT_KEY_SCOPES } from '@qafila/auth/principal';
import type { Environment } from '@qafila/runtime/env';
import { createAccount } from './accounts/create-account.ts';
import { recordChange } from './audit/record-change.ts';
import { addSecret } from './hmac/rotate-secret.ts';
import { addKey } from './keys/create-key.ts';
import { addMembership, addPerson } from './people/add-person.ts';
import { hashPassword } from './people/password-hash.ts';
import { addReviewKey } from './keys/review-key.ts';
import { addServiceAccount } from './service-accounts/create-service-account.ts';
import type { KeyRing } from './vault/key-ring.ts';
import { withIdentity } from './with-identity.ts';
import type { KeySettings } from './with-identity.ts';

/** The credentials for a developer's first call. They cannot be read again. */
export interface DemoMerchant {
  accountId: string;
  companyCode: string;
  storeId: string;
  apiKey: string;
  hmacSecret: string;
  webhookSecret: string;
  clientId: string;
  clientSecret: string;
  /** In stage the owner, who signs in to the portal; in live the operator invites the first one. */
  portal?: { email: string; password: string };
  /** In stage two keys of two persons who decide about money; in live the operator creates them. */
  reviewKeys?: string[];
}

/**
 * Creates a demo merchant in a database without accounts; undefined where accounts exist. It takes the service's
 * environment and opens its own connections, so it works in the service's process and in another one.
 */
export function seedDemo(environment: Environment): Promise<DemoMerchant | undefined> {
  return withIdentity(environment, async ({ source, ring }, key) => {
    const hasAccounts = async (from: Pick<typeof source, 'query'>): Promise<boolean> =>
      (await from.query<unknown[]>('SELECT 1 FROM account LIMIT 1')).length > 0;
    // Every later start returns here, without a lock that would slow a busy service.
    if (await hasAccounts(source)) return undefined;
    return source.transaction(async (tx) => {
      // One of several concurrent first starts continues. The others wait here and then see its account.
      await tx.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
      return (await hasAccounts(tx))
        ? undefined
        : createMerchant(tx, ring, { ...key, ownerEmail: 'owner@demo.example' });
    });
  });
}

/** Creates one more demo merchant: journeys that share a platform have one each. */
export function addDemoMerchant(environment: Environment): Promise<DemoMerchant> {
  return withIdentity(environment, ({ source, ring }, key) =>
    source.transaction((tx) =>
      createMerchant(tx, ring, { ...key, ownerEmail: `owner@${randomBytes(4).toString('hex')}.example` }),
    ),
  );
}

async function createMerchant(
  tx: EntityManager,
  ring: KeyRing,
  { mode, rateLimitPerSecond, ownerEmail }: KeySettings & { ownerEmail: string },
): Promise<DemoMerchant> {
  const companyCode = `demo-${randomBytes(4).toString('hex')}`;
  const { accountId, storeId } = await createAccount(tx, ring, {
    companyCode,
    name: 'Demo merchant',
    storeName: 'Demo store',
  });
  const actor = { accountId, storeId, mode, keyId: 'system' };
  await recordChange(tx, ring, actor, {
    action: 'account.created',
    subject: accountId,
    details: { company_code: companyCode },
  });
  const key = await addKey(tx, ring, actor, { scopes: MERCHANT_KEY_SCOPES, rateLimitPerSecond });
  const { secret: hmacSecret } = await addSecret(tx, ring, actor, 'api');
  const { secret: webhookSecret } = await addSecret(tx, ring, actor, 'webhook');
  const client = await addServiceAccount(tx, ring, actor, {
    name: 'Demo client',
    scopes: [...CLIENT_SCOPES],
    rateLimitPerSecond,
  });
  const portal = mode === 'stage' ? await addOwner(tx, accountId, ownerEmail) : undefined;
  const reviewKeys: string[] = [];
  for (let person = 1; mode === 'stage' && person <= 2; person++)
    reviewKeys.push((await addReviewKey(tx, ring, actor, rateLimitPerSecond)).api_key);
  return {
    accountId,
    companyCode,
    storeId,
    apiKey: key.api_key,
    hmacSecret,
    webhookSecret,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    ...(portal !== undefined && { portal }),
    ...(reviewKeys.length === 0 ? {} : { reviewKeys }),
  };
}

async function addOwner(
  tx: EntityManager,
  accountId: string,
  email: string,
): Promise<NonNullable<DemoMerchant['portal']>> {
  const password = randomBytes(12).toString('base64url');
  const person = { email, name: 'Demo owner', language: 'en', passwordHash: await hashPassword(password) } as const;
  await addMembership(tx, { accountId, personId: await addPerson(tx, person), role: 'owner' });
  return { email, password };
}
