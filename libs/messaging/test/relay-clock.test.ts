import { afterEach, beforeEach, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { publish } from '../src/outbox.ts';
import { Relay } from '../src/relay.ts';
import { inTransaction, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const HOUR_MS = 3_600_000;
const TOPIC = 'meter.events.v1';

let database: OutboxDatabase;
let relay: Relay;
const wallClock = Date.now;
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(async () => {
  Date.now = wallClock;
  await relay.stop();
  await database.stop();
});

test.each([-HOUR_MS, HOUR_MS])('a wall clock that steps by %d ms stops neither claims nor publishes', async (ms) => {
  await database.pool.query(
    "UPDATE outbox_lease SET owner = 'other', expires_at = now() + interval '1 hour' WHERE shard < 2",
  );
  const bus = new EmbeddedBus(silent);
  const keys: string[] = [];
  await bus.subscribe({
    group: 'seen',
    topics: [TOPIC],
    batchMessagesMax: 100,
    handler: async (messages) => {
      keys.push(...messages.map(({ key }) => key));
    },
  });
  relay = new Relay({ pool: database.pool, bus, log: silent });
  relay.start();
  const owned = "SELECT 1 FROM outbox_lease WHERE owner <> 'other'";
  await eventually(async () => (await database.pool.query(owned)).rowCount === 2, { what: 'the free shards' });
  Date.now = () => wallClock() + ms;
  await database.pool.query("UPDATE outbox_lease SET expires_at = '-infinity' WHERE owner = 'other'");
  for (let n = 0; n < 20; n++)
    await inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n, `key-${n}`)));
  await eventually(() => new Set(keys).size === 20, { timeoutMs: 20_000, what: 'the events of all shards' });
});
