import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { ENTRY_POINTS, sendThrough, startGateway } from './entry-points.ts';
import type { EntryPoint, Gateway } from './entry-points.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { DAY, HOUR, MINUTE, Model, ZONE_NAMES, decimal, micros } from './oracle.ts';
import type { Kind, Question } from './oracle.ts';
import { meterOf } from './usage-event.ts';

const RUNS = runLength(30, 6);
jest.setTimeout(300_000);

let metering: MeteringUnderTest;
let gateway: Gateway;
beforeAll(async () => {
  metering = await startMeteringForTest();
  gateway = await startGateway(metering.databaseUrl);
});
afterAll(async () => {
  await gateway.stop();
  await metering.stop();
});

const instant = (text: string): bigint => BigInt(Date.parse(text)) * 1000n;
/** Typical places of mistakes: the ends of months and days, and clock changes. */
const EDGES = [
  '2025-03-01T00:00Z',
  '2025-03-09T07:00Z',
  '2025-03-09T05:00Z',
  '2025-03-31T18:15Z',
  '2025-04-05T15:00Z',
  '2025-04-24T22:00Z',
  '2025-04-25T21:00Z',
  '2025-05-01T00:00Z',
  '2025-10-04T15:30Z',
  '2025-10-31T21:00Z',
  '2025-11-01T00:00Z',
  '2025-11-02T06:00Z',
  '2025-11-02T05:00Z',
].map(instant);

const near = fc
  .tuple(fc.constantFrom(...EDGES), fc.oneof(fc.bigInt(-3n, 3n), fc.bigInt(-4n * HOUR, 4n * HOUR)))
  .map(([edge, delta]) => edge + delta);
const anyTime = fc.oneof(near, fc.bigInt(instant('2025-02-27T00:00Z'), instant('2025-05-03T00:00Z')));
const numberText = fc.stringMatching(/^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?(e[+-]?[0-9])?$/);

/** Payload fields as JSON text; undefined is a missing field. */
const plainField = fc.constantFrom(undefined, 'null', '"a"', '"b"', '"نموذج"', '1.50', '1.5', 'true', '"a,\\"b\\""');
const drawnEvent = fc.record({
  at: anyTime,
  number: numberText,
  quoted: fc.boolean(),
  removal: fc.boolean(),
  model: plainField,
  zone: plainField,
  region: fc.constantFrom('"eu"', '"us"', '"sa"'),
  copies: fc.constantFrom(1, 1, 1, 2, 3),
  reversed: fc.constantFrom(false, false, false, false, true),
  place: fc.nat(1_000_000),
  entryPoint: fc.constantFrom(...ENTRY_POINTS),
});
type Drawn = typeof drawnEvent extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  kind: fc.constantFrom<Kind>('count', 'sum', 'max', 'latest'),
  filtered: fc.boolean(),
  grouped: fc.boolean(),
  events: fc.array(drawnEvent, { minLength: 20, maxLength: 80, size: 'max' }),
  bounds: fc.array(fc.tuple(anyTime, anyTime), { minLength: 2, maxLength: 2 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function textOf(field: string | undefined): string | null {
  if (field === undefined || field === 'null') return null;
  return field.startsWith('"') ? (JSON.parse(field) as string) : field;
}

function payloadOf({ number, quoted, model, zone, region }: Drawn): string {
  const meta = zone === undefined ? '{}' : `{"zone":${zone}}`;
  const modelField = model === undefined ? '' : `,"model":${model}`;
  return `{"n":${quoted ? `"${number}"` : number},"region":${region},"meta":${meta}${modelField}}`;
}

interface Sent {
  text: string;
  place: number;
  entryPoint: EntryPoint;
}

/** Writes the history into the model. Returns the events to send: first the usage, then the retractions. */
function plan({ kind, filtered, events }: History, model: Model): [Sent[], Sent[]] {
  const additive = kind === 'count' || kind === 'sum';
  const [first, second]: [Sent[], Sent[]] = [[], []];
  const taken = new Set<bigint>();
  events.forEach((drawn, index) => {
    let { at } = drawn;
    // For equal timestamps the order of reception decides, which is random here: so every timestamp is unique.
    while (taken.has(at)) at += 1n;
    taken.add(at);
    const id = `e${index}`;
    const removal = drawn.removal && additive;
    const operation = removal ? 'REMOVE' : 'ADD';
    const head = `{"operation":"${operation}","event_id":"${id}","timestamp":"${micros(at)}"`;
    const text = `${head},"payload":${payloadOf(drawn)}}`;
    for (let copy = 0; copy < drawn.copies; copy++)
      first.push({
        text,
        place: (drawn.place * (copy + 7919)) % 1_000_003,
        entryPoint: ENTRY_POINTS[(ENTRY_POINTS.indexOf(drawn.entryPoint) + copy) % ENTRY_POINTS.length]!,
      });
    if (drawn.reversed) {
      const retraction =
        `{"operation":"REMOVE","event_id":"back-${id}","timestamp":"2025-11-05T00:00:00Z",` + `"reverses":"${id}"}`;
      for (let copy = 0; copy < drawn.copies; copy++)
        second.push({ text: retraction, place: drawn.place + copy, entryPoint: drawn.entryPoint });
    }
    if (filtered && drawn.region === '"sa"') return;
    const fields = Object.fromEntries(
      Object.entries({ model: drawn.model, 'meta.zone': drawn.zone, region: drawn.region }).flatMap(([name, field]) =>
        textOf(field) === null ? [] : [[name, textOf(field) as string]],
      ),
    );
    const value = decimal(kind === 'count' ? '1' : drawn.number);
    model.counted.set(id, {
      at,
      fields,
      reversed: drawn.reversed,
      value: removal ? { ...value, units: -value.units } : value,
    });
  });
  return [first, second];
}

/** Sends through all entry points at once: batch and topic in one call, the others in waves. */
async function deliver(meterId: string, events: Sent[]): Promise<void> {
  const shuffled = [...events].sort((a, b) => a.place - b.place);
  await Promise.all(
    ENTRY_POINTS.map(async (entryPoint) => {
      const own = shuffled.filter((event) => event.entryPoint === entryPoint).map((event) => event.text);
      const wave = entryPoint === 'batch' || entryPoint === 'topic' ? own.length : 10;
      for (let from = 0; from < own.length; from += wave) {
        const statuses = await sendThrough(entryPoint, { metering, gateway, meterId }, own.slice(from, from + wave));
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      }
    }),
  );
}

function questions({ bounds, grouped }: History): Question[] {
  const ranges = bounds.map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a + 1n }));
  const queries: Question[] = [{}, { windowSize: 'MONTH' }, { windowSize: 'DAY' }];
  for (const range of ranges) {
    const { from } = range;
    queries.push(
      range,
      { from },
      { to: range.to },
      { from, to: from + 3n * HOUR + 17n, windowSize: 'MINUTE', zone: 'Asia/Kathmandu' },
    );
    if (grouped)
      queries.push(
        { ...range, groupBy: ['model'] },
        { ...range, groupBy: ['region', 'meta.zone'] },
        { ...range, filterGroupBy: { model: ['a', '1.50'] } },
        { ...range, filterGroupBy: { 'meta.zone': ['true'], region: ['eu'] }, groupBy: ['model'] },
        { from, to: from + 3n * HOUR + 17n, windowSize: 'MINUTE', groupBy: ['meta.zone', 'model'] },
        { ...range, windowSize: 'DAY', groupBy: ['meta.zone'] },
        { ...range, windowSize: 'DAY', groupBy: ['region'] },
      );
    for (const zone of ZONE_NAMES) {
      queries.push(
        { ...range, windowSize: 'DAY', zone },
        { ...range, windowSize: 'MONTH', zone },
        { from, to: from + 30n * HOUR + MINUTE, windowSize: 'HOUR', zone },
      );
    }
  }
  // Whole days and months, whose totals come from coarse rollups only, and days and hours across clock changes.
  queries.push(
    { from: instant('2025-03-01'), to: instant('2025-05-01') },
    { from: instant('2025-03-02'), to: instant('2025-04-30') },
    { from: instant('2025-03-08'), to: instant('2025-03-10'), windowSize: 'HOUR', zone: 'America/New_York' },
    { from: instant('2025-11-01'), to: instant('2025-11-03'), windowSize: 'HOUR', zone: 'America/New_York' },
    ...ZONE_NAMES.flatMap((zone): Question[] => [
      { from: instant('2025-04-24T22:00Z'), to: instant('2025-04-24T22:00Z') + 3n * DAY, windowSize: 'DAY', zone },
    ]),
  );
  return queries;
}

function bodyOf({ from, to, windowSize, zone, groupBy, filterGroupBy }: Question): Record<string, unknown> {
  return {
    from: from === undefined ? undefined : micros(from),
    to: to === undefined ? undefined : micros(to),
    windowSize,
    windowTimeZone: zone,
    groupBy,
    filterGroupBy,
  };
}

/** Rows in a common form; grouped rows can be in any order. */
function comparable(rows: { window: string | null; value: string | null; groupBy: unknown }[]): string[] {
  return rows.map(({ window, value, groupBy }) => JSON.stringify([window, groupBy, value])).sort();
}

async function ask(meterId: string, question: Question): Promise<Json[]> {
  const { status, body } = await metering.call('POST', `/public/v1/meter/${meterId}/query`, bodyOf(question));
  expect([status, body.error]).toEqual([200, undefined]);
  for (const row of body.data) {
    expect(row.billable).toBe(row.value === null || row.value.startsWith('-') ? '0' : row.value);
    expect(row.adjustedValue).toBeUndefined();
  }
  if (question.windowSize !== undefined && (question.groupBy ?? []).length === 0) {
    const starts = body.data.map((row: Json) => Date.parse(row.windowStart));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  }
  return body.data;
}

async function compare(meterId: string, model: Model, question: Question): Promise<void> {
  const rows = await ask(meterId, question);
  const windowed = question.windowSize !== undefined;
  const actual = rows.map((row) => ({
    window: windowed ? `${row.windowStart}/${row.windowEnd}` : null,
    value: row.value as string | null,
    groupBy: row.groupBy as unknown,
  }));
  const iso = (at: bigint): string => new Date(Number(at / 1000n)).toISOString();
  const expected = model
    .answer(question)
    .map((row) => ({ ...row, window: windowed ? `${iso(row.window!)}/${iso(row.end!)}` : null }));
  expect({ question: bodyOf(question), rows: comparable(actual) }).toEqual({
    question: bodyOf(question),
    rows: comparable(expected),
  });
}

test('any history, through any entry points in any order, gives exact totals for every query', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const meterId = await meterOf(metering, {
        aggregation_type: drawn.kind,
        aggregation_field: 'n',
        group_by: drawn.grouped ? ['model', 'meta.zone', 'region'] : [],
        filters: drawn.filtered ? { region: ['eu', 'us'] } : {},
      });
      const model = new Model(drawn.kind);
      const [first, second] = plan(drawn, model);
      await deliver(meterId, first);
      await deliver(meterId, second);
      for (const question of questions(drawn)) await compare(meterId, model, question);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('CSV contains the same values as JSON, with one column for each group', async () => {
  const id = await meterOf(metering, { aggregation_field: 'n', group_by: ['model'] });
  const events = [
    ['"a,\\"b\\""', '1.10'],
    ['"=1+1"', '2'],
    ['null', '-12345678901234567890.5'],
    ['"نموذج"', '3'],
  ].map(
    ([model, n], index) =>
      `{"operation":"ADD","event_id":"${index}","timestamp":"2025-03-01T00:00:00Z",` +
      `"payload":{"model":${model},"n":${n}}}`,
  );
  await sendThrough('batch', { metering, gateway, meterId: id }, events);
  const answer = await fetchCsv(id, 'groupBy=model&windowSize=DAY&windowTimeZone=Asia/Riyadh');
  expect(answer.type).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = answer.text.split('\r\n');
  expect(head).toBe('window_start,window_end,model,value,billable,adjusted_value');
  const day = '2025-02-28T21:00:00.000Z,2025-03-01T21:00:00.000Z';
  expect(lines.sort()).toEqual(
    [
      '',
      `${day},"a,""b""",1.1,1.1,1.1`,
      `${day},'=1+1,2,2,2`,
      `${day},,-12345678901234567890.5,0,-12345678901234567890.5`,
      `${day},نموذج,3,3,3`,
    ].sort(),
  );
});

async function fetchCsv(id: string, query: string): Promise<{ type: string | null; text: string }> {
  const response = await fetch(`${gateway.metering.service.url}/public/v1/meter/${id}/query?${query}`, {
    headers: { accept: 'text/csv', [PRINCIPAL_HEADER]: await gateway.seal(principalOf()) },
  });
  return { type: response.headers.get('content-type'), text: await response.text() };
}

test.each([
  ['from', { from: 'yesterday' }],
  ['to', { from: '2025-03-01T00:00:00Z', to: '2025-03-01T00:00:00Z' }],
  ['windowSize', { windowSize: 'WEEK' }],
  ['windowTimeZone', { windowTimeZone: 'UTC+3' }],
  ['windowTimeZone', { windowTimeZone: 'Mars/Olympus' }],
  ['groupBy', { groupBy: ['a', 'b', 'c', 'd', 'e'] }],
  ['groupBy', { groupBy: ['a', 'a'] }],
  ['filterGroupBy.a', { filterGroupBy: { a: 7 } }],
  ['filterGroupBy', { filterGroupBy: [] }],
  ['limit', { limit: 1 }],
  ['windowSize', { windowSize: 'MINUTE', from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z' }],
  ['from', { from: 7 }],
])('an invalid query is refused, and the answer names the parameter: %s %j', async (param, question) => {
  const { status, body } = await metering.call('POST', `/public/v1/meter/${await meterOf(metering)}/query`, question);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('a nested field has the same values in the rollups and in the events', async () => {
  const payloads = [
    '{"a.b":"own","a":{"b":"inner"},"n":1}',
    '{"a.b":null,"a":{"b":"inner"},"n":2}',
    '{"a":{"b":"inner"},"n":4}',
    '{"a":["x"],"n":8}',
    '{"a":{"b":null},"n":16}',
    '{"a":"b","n":32}',
  ];
  const id = await meterOf(metering, { aggregation_field: 'n', group_by: ['a.b', 'a.0'] });
  await sendThrough(
    'batch',
    { metering, gateway, meterId: id },
    payloads.map(
      (payload, index) =>
        `{"operation":"ADD","event_id":"${index}","timestamp":"2025-03-01T00:00:00Z","payload":${payload}}`,
    ),
  );
  const groupBy = ['a.b', 'a.0'];
  const from = instant('2025-03-01T00:00:00Z');
  const fromRollups = await ask(id, { groupBy, from, to: from + DAY });
  // No rollup is as short as a microsecond.
  const fromEvents = await ask(id, { groupBy, from, to: from + 1n });
  const values = (rows: Json[]): unknown => rows.map((row) => [row.groupBy, row.value]);
  expect(values(fromRollups)).toEqual(values(fromEvents));
  expect(fromEvents.map((row) => [row.groupBy['a.b'], row.value])).toEqual([
    ['inner', '4'],
    ['own', '1'],
    [null, '58'],
  ]);
});

test("a meter without usage answers empty totals, and an unknown meter or another owner's gets 404", async () => {
  const [sum, max] = [await meterOf(metering), await meterOf(metering, { aggregation_type: 'max' })];
  expect((await ask(sum, {}))[0]).toMatchObject({ value: '0', billable: '0' });
  expect((await ask(max, {}))[0]).toMatchObject({ value: null, billable: '0' });
  expect(await ask(sum, { windowSize: 'HOUR' })).toEqual([]);
  expect((await metering.call('GET', `/public/v1/meter/${randomUUID()}/query`)).status).toBe(404);
});
