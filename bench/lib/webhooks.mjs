import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { createDatabase } from '@qafila/local/database';
import { startChild } from './child.mjs';
import { startBroker } from './kafka.mjs';
import { startDatabase, startService } from './stack.mjs';

const STORE = 'str_bench';

/**
 * Starts every part of the path: PostgreSQL, Kafka, identity, webhooks, a shop that commits events, a merchant's server
 * and the bare sender.
 */
export async function startWebhooksStack() {
  const database = await startDatabase(['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']);
  const shopUrl = await createDatabase(database.url, 'shop');
  const url = await createDatabase(database.url, 'platform');
  const kafka = await startBroker();
  const [gateway, webhooks] = [generateSealingKeys(), generateSealingKeys()];
  const common = {
    DATABASE_URL: url,
    KAFKA_BROKERS: kafka.brokers,
    PRINCIPAL_PUBLIC_KEY: gateway.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const identity = await startService('identity', {
    ...common,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    WEBHOOKS_PUBLIC_KEY: webhooks.publicKey,
  });
  const merchant = await startChild('./merchant-server.mjs');
  const shop = await startChild('./shop.mjs', { SHOP_DATABASE_URL: shopUrl, SHOP_BROKERS: kafka.brokers });
  const bare = await startChild('../baseline/bare-sender.mjs');
  const service = await startService('webhooks', {
    ...common,
    IDENTITY_URL: identity.url,
    WEBHOOKS_PRIVATE_KEY: webhooks.privateKey,
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  });
  const sealer = new Sealer(gateway.privateKey);
  const pool = new pg.Pool({ connectionString: url, options: '-c search_path=webhooks -c timezone=UTC', max: 2 });
  const shopPool = new pg.Pool({ connectionString: shopUrl, max: 1 });
  for (const each of [pool, shopPool]) each.on('error', () => {});
  return {
    url,
    pool,
    shopPool,
    service,
    shop,
    bare,
    merchant,
    origin: `http://127.0.0.1:${merchant.ready}`,
    endpoint: async (account, path) => {
      const principal = {
        accountId: account,
        storeId: STORE,
        mode: 'stage',
        keyId: 'bench',
        scopes: ['webhooks:write'],
      };
      const answer = await fetch(`${service.url}/public/v1/webhook/endpoints`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-internal-principal': await sealer.seal(principal, 'webhooks'),
        },
        body: JSON.stringify({ url: `http://127.0.0.1:${merchant.ready}${path}`, event_types: ['*'] }),
      });
      if (answer.status !== 201) throw new Error(`endpoint: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** CPU seconds of a process so far, in user and system mode. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * The number of transactions of this database. Nearly the number of statements, because each of ours is a transaction.
 */
export async function transactions(pool) {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    'SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0].n);
}

/** Waits until this number of deliveries has arrived at these paths. Returns the time of the last one. */
export async function arrived(merchant, prefix, expected, deadlineMs = 180_000) {
  for (const end = Date.now() + deadlineMs; Date.now() < end;) {
    const counts = (await merchant.ask({ ask: 'counts' })).filter(([path]) => path.startsWith(prefix));
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    if (total >= expected) return Math.max(...counts.map(([, , lastAt]) => lastAt));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not all of ${expected} deliveries arrived within ${deadlineMs} ms`);
}

export function quantile(sorted, q) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
