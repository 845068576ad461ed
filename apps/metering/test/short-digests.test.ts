import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseStrict } from '@qafila/json/strict-json';
import { acceptEvents } from '../src/events/accept-events.ts';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { usageReader } from '../src/events/usage-reader.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, usage } from './usage-event.ts';

const EVENTS = 400;

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const shortSince = (since: string) => metering.pool.query('UPDATE short_digests SET since = $1', [since]);

/** Accepts a batch in a process that then forgets it. Returns its pointer row, and the ids of its events in order. */
async function accept(meterId: string, ids: string[]): Promise<{ body: string; ids: string[] }> {
  const { pool } = metering;
  const results = await acceptEvents(
    ids.map((id) => {
      const text = JSON.stringify(usage({ event_id: id }));
      return { owner: principalOf(), meterId, event: parseEvent(parseStrict(text, { numbers: 'exact' })) };
    }),
    new IngestDependencies(pool, new MeterDirectory(pool), new RecentFacts(), 3_600_000, () => {}),
  );
  expect(results.filter((result) => !('receipt' in result))).toEqual([]);
  const { rows } = await pool.query<{ body: string }>(
    "SELECT body FROM outbox WHERE source = 'usage' ORDER BY id DESC LIMIT 1",
  );
  return { body: rows[0]!.body, ids };
}

async function idsOf(bodies: string[]): Promise<string[][]> {
  const lists = await usageReader(metering.pool, new RecentFacts())(bodies);
  return lists.map((list) => list.map(({ value }) => (JSON.parse(value) as Json).data.event_id as string));
}

function named(prefix: string): string[] {
  return Array.from({ length: EVENTS }, (_, n) => `${prefix}-${n}`);
}

test('rows with short digests, whole ones and none are read together, each with its own events', async () => {
  const id = await meterOf(metering);
  const short = await accept(id, named('short'));
  await shortSince('infinity');
  const whole = await accept(id, named('whole'));
  await shortSince('-infinity');
  const none = await accept(id, named('none'));
  const bare = JSON.stringify((JSON.parse(none.body) as unknown[]).slice(0, 3));
  expect(await idsOf([short.body, whole.body, bare])).toEqual([short.ids, whole.ids, none.ids]);
});

test('until the version before has left, rows have the form that it reads', async () => {
  const id = await meterOf(metering);
  await shortSince('infinity');
  const { body } = await accept(id, named('before'));
  await shortSince('-infinity');
  const [first, last, shard, digests, ...more] = JSON.parse(body) as [number, number, number, Record<string, string>];
  expect([last - first + 1, shard, more]).toEqual([EVENTS, expect.any(Number), []]);
  const { rows } = await metering.pool.query<{ digest: string }>(
    "SELECT replace(digest::text, '-', '') AS digest FROM usage_event WHERE seq BETWEEN $1 AND $2",
    [first, last],
  );
  const written = Object.values(digests).map((text) => Buffer.from(text, 'base64').toString('hex'));
  expect(written.join('').match(/.{32}/g)?.sort()).toEqual(rows.map(({ digest }) => digest).sort());
});

test('a short digest costs the outbox at most nine bytes an event', async () => {
  const { body } = await accept(await meterOf(metering), named('cost'));
  expect(body.length).toBeLessThan(9 * EVENTS);
});

test('events whose digests begin with the same bytes are each published once, with their own batch', async () => {
  const id = await meterOf(metering);
  const [one, other] = [await accept(id, named('one')), await accept(id, named('other'))];
  // Two events of the first batch and one of the second get one beginning, that of the very first.
  const { rows } = await metering.pool.query<{ start: string }>(
    "SELECT left(replace(digest::text, '-', ''), 12) AS start FROM usage_event WHERE event_id = 'one-0'",
  );
  const { start } = rows[0]!;
  const alike = ['one-7', 'other-3'];
  for (const [n, eventId] of alike.entries())
    await metering.pool.query('UPDATE usage_event SET digest = $2::uuid WHERE event_id = $1', [
      eventId,
      start + String(n).padStart(20, '0'),
    ]);
  const bodies = await Promise.all(
    [one, other].map(async ({ body }) => {
      const [first, last, shard, , short] = JSON.parse(body) as [number, number, number, null, object];
      const { rows: stored } = await metering.pool.query<{ digests: string }>(
        `SELECT translate(encode(string_agg(substr(uuid_send(digest), 1, 6), ''::bytea), 'base64'), E'\\n', '')
          AS digests
        FROM usage_event WHERE seq BETWEEN $1 AND $2`,
        [first, last],
      );
      return JSON.stringify([first, last, shard, null, { [Object.keys(short)[0]!]: stored[0]!.digests }]);
    }),
  );
  expect(await idsOf(bodies)).toEqual([one.ids, other.ids]);
});
