import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Health } from '@qafila/runtime/health';
import { Metrics } from '@qafila/runtime/metrics';
import { eventually } from '@qafila/testing/wait';
import type { Bus } from '../src/bus.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { publish } from '../src/outbox.ts';
import { RELAY_LIMITS, Relay } from '../src/relay.ts';
import { inTransaction, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const TOPIC = 'meter.events.v1';

let database: OutboxDatabase;
let release: () => void = () => {};
const relays: Relay[] = [];
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(async () => {
  release();
  for (const relay of relays.splice(0)) await relay.stop();
  await database.stop();
});

/** A relay whose publications are what `publishes` does. */
function start(publishes: Bus['publish'], roundMsMax?: number): { health: Health; metrics: Metrics } {
  const [health, metrics] = [new Health(), new Metrics('test', { processMetrics: false })];
  const bus = new EmbeddedBus(silent);
  bus.publish = publishes;
  const relay = new Relay({ pool: database.pool, bus, log: silent, metrics, health, roundMsMax });
  relays.push(relay);
  relay.start();
  return { health, metrics };
}
const commit = (n: number): Promise<void> =>
  inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n)));
const unpublished = async (): Promise<number> =>
  (await database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).rowCount ?? 0;
const idleSeconds = async (metrics: Metrics): Promise<number> =>
  Number(
    (await metrics.registry.getMetricsAsJSON()).find(({ name }) => name === 'relay_idle_seconds')?.values[0]?.value,
  );

test('a relay that hangs loses its leases to another process, and then its own process is not ready', async () => {
  const hangs = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { health, metrics } = start(() => hangs, 1_000);
  await commit(1);
  await eventually(async () => (await idleSeconds(metrics)) > 0.5, { what: 'the publish that hangs' });
  expect((await health.ready()).ready).toBe(true);
  const keys: string[] = [];
  const sound = start(async (messages) => {
    keys.push(...messages.map(({ key }) => key));
  });
  await eventually(async () => (await unpublished()) === 0, { timeoutMs: 40_000, what: 'the event, by the other' });
  expect(keys).toEqual([numbered(1).subject]);
  await eventually(async () => !(await health.ready()).ready, { timeoutMs: 60_000, what: 'a process not ready' });
  expect((await health.ready()).problems).toEqual({ relay: expect.stringMatching(/^no progress for \d+ s$/) });
  expect(await sound.health.ready()).toEqual({ ready: true, problems: {} });
}, 120_000);

test('brokers that are away leave every process ready, and the metric says since when', async () => {
  let failures = 0;
  const { health, metrics } = start(async () => {
    failures++;
    throw new Error('no broker answers');
  }, 0);
  await commit(1);
  await eventually(() => failures >= 4, { what: 'failures' });
  expect(await health.ready()).toEqual({ ready: true, problems: {} });
  expect(await idleSeconds(metrics)).toBeGreaterThan(RELAY_LIMITS.pollMs / 1000);
  expect(await unpublished()).toBe(1);
});
