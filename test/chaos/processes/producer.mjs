// A business that publishes what it commits: a row and its event in one transaction. It logs the id of each
// acknowledged COMMIT. Two modes contain bugs that the checks must detect: 'before-commit' sends to Kafka and may then
// fail to commit; 'after-commit' commits and may die before it sends.
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { publish } from '@qafila/messaging/outbox';
import { createLogger } from '@qafila/runtime/log';
import { seededRandom } from '@qafila/testing/seeded-random';
import { openPool, settings } from './settings.mjs';

const { mode, seed, ratePerSecond, types, keysPerWorker, workers } = settings;
const ROLLED_BACK_SHARE = 0.05;
const DIES_SHARE = 0.02;
const random = seededRandom(seed);
const pool = openPool(workers);
const committedLog = openSync(settings.log, 'a');
const bus =
  mode === 'outbox'
    ? undefined
    : new KafkaBus(
        {
          brokers: [settings.brokers],
          clientId: 'chaos-producer',
          prefix: settings.prefix,
          partitions: 2,
          replicationFactor: 1,
          createTopics: true,
        },
        createLogger('producer', 'silent'),
      );
let stopping = false;

/** Each worker has its own keys and commits sequentially, so the numbers of a key grow in the order of its commits. */
async function work(worker) {
  const pauseMs = (1_000 * workers) / ratePerSecond;
  while (!stopping) {
    const beganAt = performance.now();
    await commitOne(worker).catch(() => delay(100));
    await delay(Math.max(0, pauseMs * (0.5 + random()) - (performance.now() - beganAt)));
  }
}

async function commitOne(worker) {
  const { type, topic } = types[Math.floor(random() * types.length)];
  const [id, key, storeId] = [
    randomUUID(),
    `${topic.split('.')[0]}-${worker}-${Math.floor(random() * keysPerWorker)}`,
    random() < 0.1 ? 'other' : 'main',
  ];
  const rollsBack = random() < ROLLED_BACK_SHARE;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const {
      rows: [{ n }],
    } = await client.query('INSERT INTO business (id, type, key, store) VALUES ($1, $2, $3, $4) RETURNING n::int', [
      id,
      type,
      key,
      storeId,
    ]);
    const event = cloudEvent({
      id,
      source: '/chaos',
      type,
      subject: key,
      owner: { accountId: 'acc', storeId, mode: 'stage' },
      data: { id, n, text: 'x'.repeat(Math.floor(random() * 800)) },
    });
    const message = { topic, key, value: JSON.stringify(event) };
    if (mode === 'outbox') await publish(client, topic, event);
    if (mode === 'before-commit') await bus.publish([message]);
    if (rollsBack) return void (await client.query('ROLLBACK'));
    await client.query('COMMIT');
    writeSync(committedLog, `${id} ${Date.now()}\n`);
    if (mode === 'after-commit') {
      if (random() < DIES_SHARE) process.kill(process.pid, 'SIGKILL');
      await bus.publish([message]);
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
process.once('SIGTERM', () => {
  stopping = true;
  void working.then(() => process.exit(0));
});
console.log('producing');
