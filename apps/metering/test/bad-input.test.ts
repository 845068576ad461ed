import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { parseEvent } from '../src/events/parse-event.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send } from './usage-event.ts';

let metering: MeteringUnderTest;
let meterId: string;
beforeAll(async () => {
  metering = await startMeteringForTest();
  meterId = await meterOf(metering);
});
afterAll(() => metering.stop());

/** The body of an event, each field as JSON text. Each test replaces one field with a bad value. */
const GOOD = { operation: '"ADD"', event_id: '"id"', timestamp: `"${AT}"`, payload: '{"tokens":1}' };
type Field = keyof typeof GOOD;
const bodyOf = (fields: Record<string, string>): string =>
  `{${Object.entries(fields)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`;
const withField = (field: Field, text: string): string =>
  bodyOf({ ...GOOD, event_id: JSON.stringify(randomUUID()), [field]: text });
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** A field, a bad text for it, and the path that the refusal must name ('' where the text is not JSON). */
const BAD: [Field, string, string][] = [
  ...['"add"', '"DELETE"', '1', 'null', '[]', '"ADD "'].map((text): [Field, string, string] => [
    'operation',
    text,
    'operation',
  ]),
  ...['""', '7', 'null', '{}', `"${'x'.repeat(256)}"`, `"${'é'.repeat(128)}"`].map((text): [Field, string, string] => [
    'event_id',
    text,
    'event_id',
  ]),
  ...[
    '"2026-02-30T00:00:00Z"',
    '"2026-13-01T00:00:00Z"',
    '"2026-11-10T24:00:00Z"',
    '"2026-11-10T10:00:60Z"',
    '"2026-11-10T10:00:00+03:00"',
    '"2026-11-10T10:00:00"',
    '"2026-11-10"',
    '"300000-01-01T00:00:00Z"',
    '"1999-12-31T23:59:59Z"',
    '"2099-01-01T00:00:00Z"',
    '"now"',
    '""',
    '1762768800',
    'null',
    '"2026-11-10T10:00:00.1234567890Z"',
  ].map((text): [Field, string, string] => ['timestamp', text, 'timestamp']),
  ...['null', '[]', '"text"', '3'].map((text): [Field, string, string] => ['payload', text, 'payload']),
  ...[
    '{}',
    '{"tokens":null}',
    '{"tokens":true}',
    '{"tokens":"ten"}',
    '{"tokens":""}',
    '{"tokens":"NaN"}',
    '{"tokens":"0x1f"}',
    '{"tokens":1e400}',
    '{"tokens":{}}',
    '{"tokens":[1]}',
    `{"tokens":${'9'.repeat(60)}}`,
  ].map((text): [Field, string, string] => ['payload', text, 'payload.tokens']),
  ...[...'%?{}$^*@<>'].map((character): [Field, string, string] => [
    'payload',
    `{"tokens":1,"a":{"b":["ok",${JSON.stringify(`x${character}y`)}]}}`,
    'payload.a.b.1',
  ]),
  ['payload', `{"tokens":1,"a":${deep(40)}}`, 'payload'],
  ['payload', '{"tokens":1,"tokens":2}', 'payload.tokens'],
  ['payload', '{"__proto__":1}', 'payload.__proto__'],
  ['event_id', '"a\\u0000b"', 'event_id'],
  ['event_id', '"a\\ud800"', 'event_id'],
  ['payload', '{"tokens":1,"a":"\\udc00x"}', 'payload.a'],
  ['payload', '{"tokens":1,"a":"\\u0007"}', 'payload.a'],
];

async function expectRefused(body: string, path: string): Promise<void> {
  const { status, body: answer } = await send(metering, meterId, body);
  expect([body.slice(0, 200), status, answer]).toEqual([
    body.slice(0, 200),
    400,
    expect.objectContaining({ success: false, responseStatus: 'BAD_REQUEST', data: {} }),
  ]);
  expect([body.slice(0, 200), String(answer.error.param).startsWith(path)]).toEqual([body.slice(0, 200), true]);
}

test.each(BAD)('%s %s is refused, and the answer names the field', async (field, text, path) => {
  await expectRefused(withField(field, text), path);
});

describe('a body that is not an event', () => {
  test.each([
    '',
    '{',
    'null',
    '[]',
    '3',
    '"x"',
    '{"operation":"ADD"}',
    '{"a":1}',
    `{"operation":"ADD","operation":"ADD"}`,
    '\ufeff{}',
    '{}{}',
    "{'a':1}",
    'NaN',
    '{"a":01}',
    '{"a":1,}',
  ])('%j', async (body) => {
    const { status, body: answer } = await send(metering, meterId, body);
    expect([status, answer.success, typeof answer.error.message]).toEqual([400, false, 'string']);
  });

  test('with an unknown field is refused', async () => {
    await expectRefused(`{"extra":1,${bodyOf(GOOD).slice(1)}`, 'extra');
  });

  test('larger than every entry point accepts gets 413', async () => {
    expect(
      (await send(metering, meterId, withField('payload', `{"tokens":1,"a":"${'x'.repeat(5 * 1024 * 1024)}"}`))).status,
    ).toBe(413);
  });
});

describe('unusual but valid input', () => {
  test.each([
    '{"tokens":1,"name":"محمد عبد الله"}',
    '{"tokens":1,"text":"[brackets] (are) allowed; so is \\\\ and \\" and /"}',
    '{"tokens":"-1.50e3"}',
    '{"tokens":9007199254740993}',
    '{"tokens":1,"emoji":"🐪\\u2028"}',
    '{"tokens":1,"constructor":"x","toString":"y"}',
    '{"tokens":0}',
    '{"tokens":1,"":"empty key"}',
    '{"tokens":1,"nfc":"é","nfd":"e\\u0301"}',
    '{"tokens":1,"%key?":"keys are free"}',
  ])('%s', async (payload) => {
    const { status, body } = await send(metering, meterId, withField('payload', payload));
    expect([status, body]).toEqual([200, expect.anything()]);
  });

  test.each([
    '"2026-11-10T10:00:00Z"',
    '"2026-11-10T10:00Z"',
    '"2026-11-10T10:00:00+00:00"',
    '"2026-11-10T10:00:00,5Z"',
    '"2024-02-29T23:59:59.123456789Z"',
  ])('the time %s', async (timestamp) => {
    expect((await send(metering, meterId, withField('timestamp', timestamp))).status).toBe(200);
  });
});

/** Any JSON, and small mutations of a good body. */
const anyBody = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...(Object.keys(GOOD) as Field[])), fc.json({ maxDepth: 4 }))
      .map(([field, text]) => withField(field, text)),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 5 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(200), fc.string({ unit: 'binary', maxLength: 3 })).map(([at, noise]) => {
      const good = withField('payload', '{"tokens":5}');
      return good.slice(0, at) + noise + good.slice(at);
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .map((text) => withField('payload', `{"tokens":1,"text":${JSON.stringify(text)}}`)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }))
      .map(([name, value]) => `{${JSON.stringify(name)}:${JSON.stringify(value)},${bodyOf(GOOD).slice(1)}`),
  },
);

describe('ten thousand generated bodies', () => {
  test('give an event or a refusal that names the field, never anything else', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        try {
          const event = parseEvent(parseStrict(body, { numbers: 'exact' }));
          return event.eventId !== '' && Buffer.byteLength(event.eventId) <= 255;
        } catch (error) {
          const refusal = error instanceof Refusal ? error : asRefusal(error);
          return refusal.status === 400 && refusal.message.length > 0;
        }
      }),
      { numRuns: 8_500 },
    );
  });

  test('get 200, 400 or 409 over HTTP, and the table contains exactly the events that got 200', async () => {
    const id = await meterOf(metering);
    const accepted = new Set<string>();
    const counts: Record<number, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(anyBody, { minLength: 25, maxLength: 25 }), async (bodies) => {
        const answers = await Promise.all(
          bodies.filter((body) => body !== '').map(async (body) => ({ body, answer: await send(metering, id, body) })),
        );
        for (const { body, answer } of answers) {
          counts[answer.status] = (counts[answer.status] ?? 0) + 1;
          expect([body, [200, 400, 409].includes(answer.status)]).toEqual([body, true]);
          if (answer.status === 200) accepted.add(answer.body.data.event_id as string);
          else
            expect(answer.body).toMatchObject({
              success: false,
              data: {},
              error: { message: expect.stringMatching(/.+/) },
            });
        }
      }),
      { numRuns: 60 },
    );
    const { rows } = await metering.pool.query<{ event_id: string }>(
      'SELECT event_id FROM usage_event e JOIN meter m USING (account_no, meter_no) WHERE m.id = $1',
      [id],
    );
    expect(new Set(rows.map((row) => row.event_id))).toEqual(accepted);
    expect(rows).toHaveLength(accepted.size);
    // The generator must produce both refusals and events, or the test proves nothing.
    expect(counts[200]).toBeGreaterThan(100);
    expect(counts[400]).toBeGreaterThan(100);
  });
});
