// A service in a separate process that publishes events as every service does: publish() in its transaction, and a
// relay that its commits wake.
import pg from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { OUTBOX_SCHEMA } from '@qafila/messaging/outbox.sql';
import { publishAll, shardOf } from '@qafila/messaging/outbox';
import { Relay } from '@qafila/messaging/relay';
import { createLogger } from '@qafila/runtime/log';

const { SHOP_DATABASE_URL: url, SHOP_BROKERS: brokers } = process.env;
const log = createLogger('shop', 'warn');
const pool = new pg.Pool({ connectionString: url, max: 8 });
await pool.query(OUTBOX_SCHEMA);
const bus = new KafkaBus(
  { brokers: [brokers], clientId: 'shop', prefix: '', partitions: 6, replicationFactor: 1, createTopics: true },
  log,
);
const relay = new Relay({ pool, bus, log });
relay.start();

/** Makes a body of about 1 KB, as webhooks have. */
const FILLER = 'x'.repeat(900);
let made = 0;

function eventOf(account, key = made % 60) {
  made++;
  return cloudEvent({
    source: '/shop',
    type: 'meter.updated',
    subject: `meter-${key}`,
    owner: { accountId: account, storeId: 'str_bench', mode: 'stage' },
    data: { id: `meter-${key}`, number: made, name: 'قياس', filler: FILLER },
  });
}

async function commit(events) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const shard of groupByShard(events)) await publishAll(client, 'meter.events.v1', shard);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  relay.wake();
}

function groupByShard(events) {
  const shards = new Map();
  for (const event of events) {
    const shard = shardOf(event.subject);
    shards.set(shard, [...(shards.get(shard) ?? []), event]);
  }
  return shards.values();
}

let commits = 0;

/** Commits `total` events as fast as possible, `width` transactions at a time. Returns the time of the start. */
async function burst({ account, total, perCommit, width }) {
  const startedAt = performance.timeOrigin + performance.now();
  let left = total;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left > 0) {
        const size = Math.min(perCommit, left);
        left -= size;
        const key = commits++ % 60;
        await commit(Array.from({ length: size }, () => eventOf(account, key)));
      }
    }),
  );
  return { startedAt };
}

/**
 * Open loop: commits each account's events at its rate, independent of earlier ones. Returns the time of each commit by
 * id.
 */
async function steady({ rates, seconds }) {
  const committed = [];
  const pending = new Set();
  const began = performance.now();
  const due = rates.map(([account, perSecond]) => ({
    account,
    everyMs: 1000 / perSecond,
    nextMs: Math.random() * (1000 / perSecond),
  }));
  while (performance.now() - began < seconds * 1000) {
    const now = performance.now() - began;
    for (const timer of due) {
      while (timer.nextMs <= now) {
        timer.nextMs += timer.everyMs;
        const event = eventOf(timer.account);
        const work = commit([event])
          .then(() => {
            committed.push([event.id, timer.account, performance.timeOrigin + performance.now()]);
          })
          .finally(() => pending.delete(work));
        pending.add(work);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
  return { committed };
}

const WORK = { burst, steady };
process.on('message', ({ id, ask, ...options }) => {
  WORK[ask](options).then(
    (answer) => process.send({ id, answer }),
    (error) => process.send({ id, error: String(error.stack) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
