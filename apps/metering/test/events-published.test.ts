import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { messageSchema } from '@qafila/contracts/asyncapi';
import { EVENT_TYPES } from '@qafila/contracts/catalogue';
import { eventually } from '@qafila/testing/wait';
import { parseStrict } from '@qafila/json/strict-json';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { acceptEvents } from '../src/events/accept-events.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { usageReader } from '../src/events/usage-reader.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { ENTRY_POINTS, sendThrough, startGateway } from './entry-points.ts';
import type { Gateway } from './entry-points.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, usage } from './usage-event.ts';

jest.setTimeout(120_000);
let metering: MeteringUnderTest;
let gateway: Gateway;
const published: { key: string; text: string; event: Json }[] = [];
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: '1' });
  gateway = await startGateway(metering.databaseUrl);
  // Either process can have the leases of the outbox shards and then publishes the events of both.
  for (const { bus } of [metering, gateway.metering]) {
    await bus.subscribe({
      group: 'collector',
      topics: ['meter.events.v1'],
      batchMessagesMax: 500,
      handler: async (batch) => {
        published.push(
          ...batch.map(({ key, value }) => ({
            key,
            text: value.toString(),
            event: JSON.parse(value.toString()) as Json,
          })),
        );
      },
    });
  }
});
afterAll(async () => {
  await gateway.stop();
  await metering.stop();
});

const usageOf = (meterId: string) =>
  published.filter(({ key, event }) => key === meterId && event.type === 'meter.usage.accepted');
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
});
const validators = new Map(EVENT_TYPES.map((type) => [type.name, ajv.compile(messageSchema(type))]));

function expectValid(event: Json): void {
  const validate = validators.get(event.type)!;
  expect([event, validate(event), validate.errors]).toEqual([event, true, null]);
}

test('every stored event is published with its own id, whichever entry point and process accepted it', async () => {
  const ids = [
    await meterOf(metering),
    await meterOf(metering, { filters: { model: 'large' } }),
    await meterOf(metering, { aggregation_type: 'count', aggregation_field: undefined }),
  ];
  for (const id of ids) {
    await Promise.all(
      ENTRY_POINTS.map((entryPoint) =>
        sendThrough(
          entryPoint,
          { metering, gateway, meterId: id },
          Array.from({ length: 40 }, (_, n) =>
            JSON.stringify(
              usage({
                event_id: `e${n % 2 === 0 ? n : `${entryPoint}${n}`}`,
                operation: n % 5 === 0 ? 'REMOVE' : 'ADD',
                payload: { model: n % 3 === 0 ? 'small' : 'large', tokens: `${n}.50` },
              }),
            ),
          ),
        ),
      ),
    );
    await send(metering, id, usage({ operation: 'REMOVE', reverses: 'e2', payload: undefined, event_id: 'back' }));
    await send(
      metering,
      id,
      usage({ operation: 'REMOVE', reverses: 'e0', event_id: 'back-0', payload: { why: 'mistake', n: 1.5 } }),
    );
  }
  for (const id of ids) {
    const { rows } = await metering.pool.query<{ digest: string; event_id: string }>(
      'SELECT digest, event_id FROM usage_event e JOIN meter m USING (account_no, meter_no) WHERE m.id = $1',
      [id],
    );
    expect(rows).toHaveLength(20 + 4 * 20 + 2);
    await eventually(
      () => {
        expect(usageOf(id).length).toBeGreaterThanOrEqual(rows.length);
      },
      { what: 'the relay' },
    );
    // At least once: the same id may come twice, the same event never under two.
    const byId = new Map(usageOf(id).map(({ event }) => [event.id as string, event]));
    expect(new Map([...byId].map(([eventId, event]) => [eventId, event.data.event_id]))).toEqual(
      new Map(rows.map((row) => [row.digest, row.event_id])),
    );
    for (const event of byId.values()) expectValid(event);
    const back = [...byId.values()]
      .filter((event) => event.data.reverses !== null)
      .map((event) => [event.data.event_id, event.data.reverses, event.data.operation, event.data.value]);
    expect(back.sort()).toEqual([
      ['back', 'e2', 'REMOVE', null],
      ['back-0', 'e0', 'REMOVE', null],
    ]);
  }
});

test('the published event contains the same facts as the receipt', async () => {
  const id = await meterOf(metering, { filters: { model: 'large' } });
  const receipts = [];
  for (const event of [
    usage(),
    usage({ payload: { model: 'small', tokens: 1 } }),
    usage({ operation: 'REMOVE', payload: { model: 'large', tokens: '2.50' } }),
  ])
    receipts.push((await send(metering, id, event)).body.data);
  await eventually(
    () => {
      expect(usageOf(id)).toHaveLength(3);
    },
    { what: 'the relay' },
  );
  for (const receipt of receipts) {
    const { event } = usageOf(id).find(({ event: candidate }) => candidate.data.event_id === receipt.event_id)!;
    expect(event).toMatchObject({
      source: '/qafila/metering',
      subject: id,
      time: receipt.received_at,
      accountid: 'acc_1',
      storeid: 'str_1',
      mode: 'stage',
      data: {
        meter_id: id,
        counted: receipt.counted,
        reason: receipt.reason,
        meter_version: receipt.meter_version,
        late: receipt.late,
        received_at: receipt.received_at,
        timestamp: AT,
        reverses: null,
      },
    });
  }
  expect(
    usageOf(id)
      .map(({ event }) => event.data.value)
      .sort(),
  ).toEqual(['-2.5', '10', null]);
});

test('payloads keep their numbers and their text', async () => {
  const id = await meterOf(metering);
  const payload =
    '{"tokens":9007199254740993.10,"big":1e400,"zero":-0.0,' +
    '"text":"قيمة \\u2028 \\"q\\" \\\\ \\n","nested":[{"a":[]},null,true]}';
  await send(metering, id, `{"operation":"ADD","event_id":"p","timestamp":"${AT}","payload": ${payload}}`);
  await eventually(
    () => {
      expect(usageOf(id)).toHaveLength(1);
    },
    { what: 'the relay' },
  );
  expect(usageOf(id)[0]?.text).toContain(`"payload":{"tokens":9007199254740993.10,"big":1e400,"zero":-0.0,`);
  expect(usageOf(id)[0]?.event.data).toMatchObject({
    value: '9007199254740993.1',
    payload: { text: 'قيمة \u2028 "q" \\ \n', nested: [{ a: [] }, null, true] },
  });
});

test('the lifecycle events of meters match their schema', async () => {
  const id = await meterOf(metering);
  await metering.call('PATCH', `/public/v1/meter/${id}`, { name: 'Other' });
  await metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, {
    subscription: { next_action: 'keep' },
    plan: { active: true },
  });
  await metering.bus.publish([]);
  await eventually(
    () => {
      expect(published.filter(({ key, event }) => key === id && event.type === 'meter.deactivated')).toHaveLength(1);
    },
    { what: 'the relay' },
  );
  for (const { key, event } of published) if (key === id) expectValid(event);
});

test('an event read from the table is byte for byte equal to the event from memory', async () => {
  const old = await meterOf(metering, { filters: { model: 'large' }, group_by: ['model'] });
  await metering.pool.query("UPDATE meter SET created_at = '2025-01-01Z', revision = revision + 1 WHERE id = $1", [
    old,
  ]);
  const recent = new RecentFacts();
  const dependencies = new IngestDependencies(
    metering.pool,
    new MeterDirectory(metering.pool),
    recent,
    3_600_000,
    () => {},
  );
  const numbers = [
    '0',
    '-0',
    '-0.0',
    '1.500',
    '1e3',
    '2.5E-7',
    '9007199254740993.00000000001',
    '-12345678901234567890123.4567890',
    '"0010.50"',
    '"1e-38"',
    '9'.repeat(38),
  ];
  const texts = numbers.flatMap((number, index) =>
    ['ADD', 'REMOVE'].map((operation) => {
      const timestamp = index % 2 === 0 ? AT : '2025-03-01T00:00:00.000001Z';
      const model = index % 3 === 0 ? 'small' : 'large';
      const payload = `{"model":"${model}","tokens":${number},"x":[1.0,"\\n\\u007f🐪"]}`;
      const id = `${operation}-${index}-قيمة\\"\\\\`;
      return `{"operation":"${operation}","event_id":"${id}","timestamp":"${timestamp}","payload":${payload}}`;
    }),
  );
  const before = await pointers();
  for (const owner of [principalOf(), principalOf({ accountId: 'acc_2' })]) {
    if (owner.accountId === 'acc_2')
      await metering.call(
        'POST',
        '/public/v1/meter',
        { id: old, name: 'x', aggregation_type: 'max', aggregation_field: 'tokens' },
        owner,
      );
    const results = await acceptEvents(
      texts.map((text) => ({ owner, meterId: old, event: parseEvent(parseStrict(text, { numbers: 'exact' })) })),
      dependencies,
    );
    expect(results.filter((result) => 'refusal' in result)).toHaveLength(
      owner.accountId === 'acc_2' ? numbers.length : 0,
    );
  }
  const bodies = (await pointers()).slice(before.length);
  expect(bodies).toHaveLength(2);
  const fromMemory = await usageReader(metering.pool, recent)(bodies);
  expect(fromMemory.map((list) => list.length)).toEqual([texts.length, numbers.length]);
  expect(await usageReader(metering.pool, new RecentFacts())(bodies)).toEqual(fromMemory);
  // The facts are returned once. A repeated publication reads the table.
  expect(await usageReader(metering.pool, recent)(bodies)).toEqual(fromMemory);
  expect(fromMemory.flat().some(({ value }) => value.includes('"late":true'))).toBe(true);
  for (const { value } of fromMemory.flat()) expectValid(JSON.parse(value));
  // Pointer rows of the version before have no digests.
  const older = bodies.map((body) => JSON.stringify((JSON.parse(body) as unknown[]).slice(0, 3)));
  expect(await usageReader(metering.pool, new RecentFacts())(older)).toEqual(fromMemory);
});

test('events that are not in memory are found while a VACUUM holds the table, without its lock', async () => {
  const id = await meterOf(metering);
  const before = await pointers();
  const count = 300;
  await sendThrough(
    'batch',
    { metering, gateway, meterId: id },
    Array.from({ length: count }, (_, n) => JSON.stringify(usage({ event_id: `vacuumed-${n}` }))),
  );
  const bodies = (await pointers()).slice(before.length);
  const [vacuum, reader] = [await metering.pool.connect(), await metering.pool.connect()];
  try {
    await vacuum.query('BEGIN; LOCK TABLE usage_event IN SHARE UPDATE EXCLUSIVE MODE');
    await reader.query('BEGIN');
    const lists = await usageReader(reader as never, new RecentFacts())(bodies);
    expect(lists.flat()).toHaveLength(count);
    // Until the transaction ends, PostgreSQL lists every lock that the reads took.
    const { rows } = await reader.query<{ mode: string }>(
      'SELECT DISTINCT mode FROM pg_locks WHERE pid = pg_backend_pid()',
    );
    expect(rows.map(({ mode }) => mode).sort()).toEqual(['AccessShareLock', 'ExclusiveLock']);
    await reader.query('COMMIT');
    // The service's own relay is not stopped either.
    const unpublished = "SELECT 1 FROM outbox WHERE published_at IS NULL AND source = 'usage'";
    await eventually(async () => (await metering.pool.query(unpublished)).rowCount === 0, { what: 'the relay' });
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)';
    expect((await metering.pool.query(waiting, ['usage_event'])).rowCount).toBe(0);
  } finally {
    await vacuum.query('ROLLBACK');
    vacuum.release();
    reader.release();
  }
});

test('the outbox knows how many bytes a pointer row stands for', async () => {
  const id = await meterOf(metering);
  const payload = { tokens: 1, text: 'x'.repeat(20_000) };
  await sendThrough(
    'batch',
    { metering, gateway, meterId: id },
    Array.from({ length: 20 }, (_, n) => JSON.stringify(usage({ event_id: `large-${n}`, payload }))),
  );
  await send(metering, id, usage({ operation: 'REMOVE', reverses: 'large-1', event_id: 'back', payload }));
  const { rows } = await metering.pool.query<{ event_count: number; bytes: string }>(
    "SELECT event_count, bytes FROM outbox WHERE source = 'usage' ORDER BY id DESC LIMIT 2",
  );
  for (const { event_count: events, bytes } of rows) {
    expect(Number(bytes)).toBeGreaterThan(events * 20_000);
    expect(Number(bytes)).toBeLessThan(events * 25_000);
  }
});

async function pointers(): Promise<string[]> {
  const { rows } = await metering.pool.query<{ body: string }>(
    "SELECT body FROM outbox WHERE source = 'usage' ORDER BY id",
  );
  return rows.map((row) => row.body);
}
