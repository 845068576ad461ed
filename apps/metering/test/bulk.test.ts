import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IncomingMessage } from '@qafila/messaging/bus';
import { eventually } from '@qafila/testing/wait';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { IngestConsumer } from '../src/ingest/ingest.consumer.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
const seen: { topic: string; key: string; value: string }[] = [];
beforeAll(async () => {
  metering = await startMeteringForTest();
  await metering.bus.subscribe({
    group: 'copy',
    topics: ['meter.ingest.v1'],
    batchMessagesMax: 1_000,
    handler: async (batch) => {
      seen.push(...batch.map(({ topic, key, value }) => ({ topic, key, value: value.toString() })));
    },
  });
});
afterAll(() => metering.stop());

const path = (id: string, bulkId = ''): string =>
  `/public/v1/meter/${id}/event/bulk${bulkId === '' ? '' : `/${bulkId}`}`;

async function bulk(id: string, events: unknown[] | string): Promise<string> {
  const { status, body } = await metering.call('POST', path(id), typeof events === 'string' ? events : { events });
  expect([status, body.error]).toEqual([202, undefined]);
  return body.data.bulk_id as string;
}

async function done(id: string, bulkId: string): Promise<Json> {
  const read = async (): Promise<Json> => (await metering.call('GET', path(id, bulkId))).body.data;
  await eventually(async () => (await read()).done === true, { what: 'the bulk', timeoutMs: 40_000 });
  return read();
}

test('numbers keep every digit through the outbox and the topic', async () => {
  const id = await meterOf(metering);
  const payload =
    '{"tokens":9007199254740993.0000000000000000001,"other":1e400,"text":"line\\nbreak \\u2028 \\"q\\" قيمة"}';
  await done(
    id,
    await bulk(id, `{"events":[{"operation":"ADD","event_id":"n","timestamp":"${AT}","payload":${payload}}]}`),
  );
  expect((await total(metering, id)).value).toBe('9007199254740993.0000000000000000001');
  const { text } = await metering.call('GET', `/public/v1/meter/${id}/events/n`);
  expect(text).toContain('"payload":{"tokens":9007199254740993.0000000000000000001,"other":1e400,');
});

test('every item has a result, even an item that is not an event', async () => {
  const id = await meterOf(metering);
  const known = usage();
  await send(metering, id, known);
  const odd = [7, null, [], 'text', true, {}];
  const result = await done(id, await bulk(id, [usage(), known, ...odd, usage({ payload: {} }), usage()]));
  expect(result).toMatchObject({ events: 10, accepted: 2, duplicates: 1, rejected: 7, pending: 0 });
  expect(result.problems.items.map((item: Json) => [item.index, item.status])).toEqual([
    [1, 409],
    ...odd.map((_, index) => [index + 2, 400]),
    [8, 400],
  ]);
  expect((await total(metering, id)).value).toBe('30');
});

test('a bulk contains at most ten thousand events', async () => {
  const id = await meterOf(metering);
  const events = Array.from({ length: 10_001 }, (_, n) => ({
    operation: 'ADD',
    event_id: `${n % 9_990}`,
    timestamp: AT,
    payload: { tokens: 1 },
  }));
  const { status, body } = await metering.call('POST', path(id), { events });
  expect([status, body.error.param]).toEqual([400, 'events']);
  const bulkId = await bulk(id, events.slice(0, 10_000));
  expect(await done(id, bulkId)).toMatchObject({ events: 10_000, accepted: 9_990, duplicates: 10, rejected: 0 });
  expect((await total(metering, id)).value).toBe('9990');
  const indexes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Json = (
      await metering.call('GET', `${path(id, bulkId)}?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).body.data.problems;
    indexes.push(...page.items.map((item: Json) => item.index as number));
    cursor = page.next_cursor as string | null;
  }
  expect(indexes).toEqual(Array.from({ length: 10 }, (_, n) => 9_990 + n));
});

test('repeated messages, in any order, change no totals, no results and no published events', async () => {
  const id = await meterOf(metering);
  const events = Array.from({ length: 40 }, (_, n) => usage(n % 4 === 0 ? { payload: { tokens: 'x' } } : {}));
  const bulkId = await bulk(id, events);
  const result = await done(id, bulkId);
  expect(result).toMatchObject({ accepted: 30, rejected: 10, duplicates: 0 });
  const published = await metering.published(id);
  const again = seen.filter((message) => message.key === id);
  expect(again).toHaveLength(40);
  await metering.bus.publish([...again].reverse());
  await metering.bus.publish(again.slice(7));
  expect(await done(id, bulkId)).toEqual(result);
  expect(await metering.published(id)).toEqual(published);
  expect((await total(metering, id)).value).toBe('300');
});

test("only the bulk's store can read it, and only under its meter", async () => {
  const [id, other] = [await meterOf(metering), await meterOf(metering)];
  const bulkId = await bulk(id, [usage()]);
  const strangers = [principalOf({ accountId: 'acc_2' }), principalOf({ storeId: 'str_2' })];
  for (const stranger of strangers)
    expect((await metering.call('GET', path(id, bulkId), undefined, stranger)).status).toBe(404);
  expect((await metering.call('GET', path(other, bulkId))).status).toBe(404);
  expect((await metering.call('GET', path(id, 'blk_x'))).status).toBe(404);
  expect((await metering.call('POST', path(id), { events: [usage()] }, strangers[0])).status).toBe(404);
  for (const query of ['limit=0', 'limit=501', 'cursor=x', `cursor=${Buffer.from('["x"]').toString('base64url')}`])
    expect([query, (await metering.call('GET', `${path(id, bulkId)}?${query}`)).status]).toEqual([query, 400]);
});

test('a repeated bulk with the same event ids counts nothing twice', async () => {
  const id = await meterOf(metering);
  const events = Array.from({ length: 100 }, () => usage());
  const results = await Promise.all(
    [events, [...events].reverse()].map(async (list) => done(id, await bulk(id, list))),
  );
  expect(results.reduce((sum, result) => sum + (result.accepted as number), 0)).toBe(100);
  expect(results.reduce((sum, result) => sum + (result.duplicates as number), 0)).toBe(100);
  expect((await total(metering, id)).value).toBe('1000');
});

test('results of a bulk commit with its events: an item that is counted is never a duplicate', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage({ event_id: 'known' }));
  const messages: IncomingMessage[] = [];
  const submitted = await bulk(id, [
    usage({ event_id: 'a' }),
    usage({ event_id: 'known', payload: { tokens: 99 } }),
    usage({ operation: 'REMOVE', reverses: 'a', payload: undefined }),
  ]);
  await done(id, submitted);
  for (const { key, value } of seen.filter((message) => message.value.includes(submitted)))
    messages.push({ topic: 'meter.ingest.v1', partition: 0, offset: '0', key, headers: {}, value: Buffer.from(value) });
  expect(messages).toHaveLength(3);
  // As if nothing of it had happened yet.
  await metering.pool.query(
    `DELETE FROM usage_event e USING meter m
    WHERE e.event_id <> 'known' AND e.meter_no = m.meter_no AND m.id = $1`,
    [id],
  );
  await metering.pool.query('DELETE FROM bulk_outcome WHERE bulk_id = $1', [submitted]);
  const consumer = new IngestConsumer(
    new IngestDependencies(metering.pool, new MeterDirectory(metering.pool), new RecentFacts(), 3_600_000, () => {}),
  );
  await metering.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost' USING ERRCODE = '08006'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON bulk_outcome FOR EACH ROW EXECUTE FUNCTION fail()`);
  await expect(consumer.consume(messages)).rejects.toThrow();
  await metering.pool.query('DROP TRIGGER fail ON bulk_outcome');
  await consumer.consume(messages);
  await consumer.consume(messages);
  expect(await done(id, submitted)).toMatchObject({ accepted: 2, duplicates: 1, rejected: 0 });
});
