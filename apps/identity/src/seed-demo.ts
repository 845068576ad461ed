import { randomBytes } from 'node:crypto';
import { CLIENT_SCOPES, KEY_SCOPES } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { openDatabase } from '@qafila/runtime/database';
import { MODES, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { LOG_LEVELS, createLogger } from '@qafila/runtime/log';
import { createAccount } from './accounts/create-account.ts';
import { recordChange } from './audit/record-change.ts';
import { IDENTITY_DATABASE } from './database.ts';
import { addSecret } from './hmac/rotate-secret.ts';
import { addKey } from './keys/create-key.ts';
import { readKeyRing, readRateLimit } from './settings.ts';
import { addServiceAccount } from './service-accounts/create-service-account.ts';
import type { Vault } from './vault/vault.ts';

/** Everything a developer needs for the first call. Nothing of it can be read again: keep it. */
export interface DemoMerchant {
  accountId: string;
  companyCode: string;
  storeId: string;
  apiKey: string;
  hmacSecret: string;
  webhookSecret: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Makes a demo merchant in a database without accounts; undefined where there are some. Takes the service's own
 * environment and connections of its own, so it works beside the service in one process and apart.
 */
export async function seedDemo(environment: Environment): Promise<DemoMerchant | undefined> {
  const settings = new Settings(environment);
  const mode = settings.oneOf('MODE', MODES, 'stage');
  const log = createLogger('identity', settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'));
  const url = settings.text('DATABASE_URL');
  const rateLimitPerSecond = readRateLimit(settings);
  const ring = readKeyRing(settings)();
  const { source, close } = await openDatabase({ ...IDENTITY_DATABASE, url, poolSize: 2 }, log);
  try {
    return await seedMerchant({ source, ring }, mode, rateLimitPerSecond);
  } finally {
    await close();
  }
}

async function seedMerchant({ source, ring }: Vault, mode: Principal['mode'], rateLimitPerSecond: number): Promise<DemoMerchant | undefined> {
  const taken = async (): Promise<boolean> => (await source.query<unknown[]>('SELECT 1 FROM account LIMIT 1')).length > 0;
  // Every start but the first leaves here, without a lock that a busy service would feel.
  if (await taken()) return undefined;
  return source.transaction(async (tx) => {
    // Of several first starts one goes on; the others wait here and then see its account.
    await tx.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
    if ((await tx.query<unknown[]>('SELECT 1 FROM account LIMIT 1')).length > 0) return undefined;
    const companyCode = `demo-${randomBytes(4).toString('hex')}`;
    const { accountId, storeId } = await createAccount(tx, ring, { companyCode, name: 'Demo merchant', storeName: 'Demo store' });
    const actor = { accountId, storeId, mode, keyId: 'system' };
    await recordChange(tx, ring, actor, { action: 'account.created', subject: accountId, details: { company_code: companyCode } });
    const key = await addKey(tx, ring, actor, { scopes: [...KEY_SCOPES], rateLimitPerSecond });
    const { secret: hmacSecret } = await addSecret(tx, ring, actor, 'api');
    const { secret: webhookSecret } = await addSecret(tx, ring, actor, 'webhook');
    const client = await addServiceAccount(tx, ring, actor, { name: 'Demo client', scopes: [...CLIENT_SCOPES], rateLimitPerSecond });
    return { accountId, companyCode, storeId, apiKey: key.api_key, hmacSecret, webhookSecret, clientId: client.client_id, clientSecret: client.client_secret };
  });
}
