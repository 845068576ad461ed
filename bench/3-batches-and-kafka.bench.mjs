// Figure 3: batches of 1,000 by HTTP, and the topic meter.ingest.v1, to committed rollups; durable, with exact
// deduplication.
import { randomUUID } from 'node:crypto';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import { meterCpu } from './lib/cpu.mjs';
import { startBroker } from './lib/kafka.mjs';
import { load } from './lib/load.mjs';
import {
  OWNER,
  atEnd,
  bench,
  createMeter,
  eventBody,
  query,
  seal,
  startDatabase,
  startService,
  verdict,
} from './lib/stack.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const TOPIC_EVENTS = Number(process.env.BENCH_TOPIC_EVENTS ?? 300_000);
const BATCH = 1_000;
const CONNECTIONS = 3;
/** All usage of a meter is in one partition. Deployments have many meters. */
const METERS = 6;

await bench('3. Batches of 1,000, and Kafka ingestion', async () => {
  const database = await startDatabase();
  const kafka = await startBroker();
  let metering = await startService('metering', { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers });
  const id = await createMeter(metering.url);
  const token = await seal();
  // The bodies are created before the measurement, so that it does not include the sender's work.
  const bodies = Array.from(
    { length: Math.ceil(SECONDS * 60) },
    () => `{"events":[${Array.from({ length: BATCH }, () => eventBody()).join(',')}]}`,
  );
  const next = () => ({
    path: `/public/v1/meter/${id}/event/batch`,
    headers: `x-internal-principal: ${token}\r\n`,
    body: bodies.pop() ?? '{"events":[]}',
  });
  await load({ port: metering.port, connections: CONNECTIONS, seconds: 2, next, expect: 207 });
  const before = await countedEvents(database.url);
  const cpu = meterCpu({ services: { metering }, database });
  const batches = await load({ port: metering.port, connections: CONNECTIONS, seconds: SECONDS, next, expect: 207 });
  const stored = (await countedEvents(database.url)) - before;
  const backlog = await query(
    database.url,
    'SELECT coalesce(sum(event_count), 0)::int AS n FROM outbox WHERE published_at IS NULL',
  );
  const rate = stored / batches.elapsed;
  cpu(stored);
  console.log(
    `   ${stored} events stored and counted in ${batches.elapsed.toFixed(1)} s, ` +
      `batch p50 ${batches.p50.toFixed(0)} ms; waiting for the relay at the end: ${backlog.rows[0].n}`,
  );
  verdict('batches of 1,000, exact', `${rate.toFixed(0)} events/s`, '≥ 30,000', rate >= 30_000);
  const published = Math.max(0, stored - backlog.rows[0].n) / batches.elapsed;
  verdict(
    'the relay beside them',
    `${published.toFixed(0)} events/s`,
    'keeps up: at most two seconds of events wait',
    backlog.rows[0].n <= 2 * rate,
  );
  const cpuOfRelay = meterCpu({ services: { metering }, database });
  const relayed = await drained(database.url, backlog.rows[0].n);
  console.log(`   then the relay publishes the rest at ${relayed.toFixed(0)} events/s`);
  cpuOfRelay(Math.max(1, backlog.rows[0].n));

  const ids = await Promise.all(Array.from({ length: METERS }, () => createMeter(metering.url)));
  await metering.stop();
  await produce(kafka.brokers, ids);
  const start = await countedEvents(database.url);
  metering = await startService('metering', { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers });
  const cpuOfTopic = meterCpu({ services: { metering }, database });
  const ingest = await ingestRate(database.url, start, TOPIC_EVENTS);
  verdict('Kafka to committed rollups', `${ingest.toFixed(0)} events/s`, '≥ 25,000', ingest >= 25_000);
  cpuOfTopic(TOPIC_EVENTS);
});

/** The number of events in the rollups, which queries read. */
async function countedEvents(url) {
  const { rows } = await query(url, 'SELECT coalesce(sum(events), 0)::bigint AS n FROM usage_rollup WHERE grain = 0');
  return Number(rows[0].n);
}

/** Waits until the outbox is empty and returns the rate. */
async function drained(url, events) {
  const began = performance.now();
  for (const deadline = Date.now() + 180_000; Date.now() < deadline;) {
    const { rows } = await query(url, 'SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT 1');
    if (rows.length === 0) return events / ((performance.now() - began) / 1000);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('the outbox was not drained in three minutes');
}

async function produce(brokers, meterIds) {
  const bus = new KafkaBus(
    { brokers: [brokers], clientId: 'bench', prefix: '', partitions: 6, replicationFactor: 1, createTopics: true },
    createLogger('bench', 'warn'),
  );
  atEnd(() => bus.stop());
  for (let sent = 0; sent < TOPIC_EVENTS; sent += 500) {
    await bus.publish(
      Array.from({ length: 500 }, (_, index) => {
        const subject = meterIds[index % meterIds.length];
        return {
          topic: 'meter.ingest.v1',
          key: subject,
          value: JSON.stringify(
            cloudEvent({
              source: '/bench',
              type: 'meter.usage.reported',
              subject,
              owner: OWNER,
              data: JSON.parse(eventBody(randomUUID())),
            }),
          ),
        };
      }),
    );
  }
}

/** The rate from the first commit to the last, without the start of the consumer group. */
async function ingestRate(url, before, events) {
  let first;
  for (const deadline = Date.now() + 180_000; Date.now() < deadline;) {
    const done = (await countedEvents(url)) - before;
    if (done > 0) first ??= { at: performance.now(), done };
    if (done >= events) return (done - first.done) / ((performance.now() - first.at) / 1000);
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error('the topic was not drained in three minutes');
}
