import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { judgeEvent } from '../src/events/judge-event.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { compileFilter } from '../src/meters/filter.ts';
import type { MeterSnapshot } from '../src/meters/meter-directory.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send } from './usage-event.ts';

/** A body and what must become of it: `param` is the field that the refusal names, null for a body that is good. */
interface Case { body: string; param: string | null; status: 200 | 400 | 413 }

const METER = { aggregation_type: 'sum', aggregation_field: 'tokens', group_by: ['g'] };
const SNAPSHOT: MeterSnapshot = {
  accountNo: 1, accountId: 'acc_1', meterNo: 1, id: 'm', storeId: 'str_1', mode: 'stage', active: true, aggregationType: 'sum', aggregationField: 'tokens',
  groupBy: ['g'], revision: 1, createdAt: 0, versions: [{ version: 1, effectiveFrom: 0, filter: compileFilter({}) }],
};

jest.setTimeout(180_000);
let metering: MeteringUnderTest;
beforeAll(async () => { metering = await startMeteringForTest(); });
afterAll(() => metering.stop());

const FORBIDDEN = [...'%?{}$^*@<>'];
const isForbidden = (text: string): boolean => FORBIDDEN.some((character) => text.includes(character));
const quote = (text: string): string => JSON.stringify(text);

const NAUGHTY = [
  'محمد عبد الله', 'شركة قافلة (المحدودة)', '\u202eelif', '\u200f\u200eمختلط mixed', 'Z\u0351\u036b\u0343\u036a', '👩‍👩‍👧‍👦', '\u200b', '\ufeff', '\u2028', '𠜎𠜱', 'é', 'e\u0301',
  'null', 'undefined', 'NaN', 'true', '1e400', '-0', '', ' ', '\t\n\r', "'; DROP TABLE usage_event; --", "1' OR '1'='1", '\\', '\\u0000', '"', '/', '../../etc/passwd', '`id`', '#', '!', '&&', '|',
  '<script>alert(1)</script>', '${jndi:ldap://x}', '{{7*7}}', '100%', 'a@b', 'what?', 'x^2', '*', 'constructor', '__proto__', 'toString', '\u007f', '\u0085',
];
const anyText = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'grapheme-composite', maxLength: 8 }));
const goodText = anyText.map((text) => FORBIDDEN.reduce((cleaned, character) => cleaned.replaceAll(character, ''), text));
const goodNumber = fc.constantFrom('0', '-0', '1', '1.50', '9007199254740993', '-12345678901234567890.123456789', '1e3', '2.5E-7', '"3"', '"-1.5e2"');

/** Any JSON text without anything that is refused. */
const goodValue = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, goodText.map(quote), goodText.map(quote), fc.constantFrom('null', 'true', '1e400', '0.10', '-1'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `{${items.map((item, index) => `"k${index}":${item}`).join(',')}}`)),
})).value;

const goodTime = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2025-12-31T00:00:00Z'), noInvalidDate: true })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().replace('Z', '999Z'), date.toISOString().replace('Z', '+00:00'), `${date.toISOString().slice(0, 16)}Z`));

let unique = 0;
const good = fc.record({ id: goodText, time: goodTime, number: goodNumber, group: fc.oneof(fc.constantFrom('null', 'true', '1.0'), goodText.map(quote)), extra: goodValue, operation: fc.constantFrom('ADD', 'REMOVE') })
  .map(({ id, time, number, group, extra, operation }): Record<string, string> => ({
    operation: quote(operation), event_id: quote(`${unique++}-${id}`), timestamp: quote(time), payload: `{"tokens":${number},"g":${group},"extra":${extra}}`,
  }));

type Bend = (fields: Record<string, string>) => { fields: Record<string, string>; param: string };
const replaced = (field: string, text: string, param = field): Bend => (fields) => ({ fields: { ...fields, [field]: text }, param });
const wrongType = (field: string, fits: RegExp): fc.Arbitrary<Bend> => goodValue.filter((text) => !fits.test(text)).map((text) => replaced(field, text));
const two = (value: number): string => String(value).padStart(2, '0');

const badTime = fc.oneof(
  fc.tuple(fc.constantFrom('02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '13-01', '00-10', '01-00', '01-32'), fc.integer({ min: 2000, max: 2025 })).map(([day, year]) => `${year}-${day}T00:00:00Z`),
  fc.constantFrom('2023-02-29', '2100-02-29', '2001-02-29').map((day) => `${day}T00:00:00Z`),
  fc.tuple(fc.integer({ min: 24, max: 99 }), fc.integer({ min: 60, max: 99 })).chain(([hour, minute]) => fc.constantFrom(`2025-01-01T${hour}:00:00Z`, `2025-01-01T00:${minute}:00Z`, `2025-01-01T00:00:${minute}Z`)),
  fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 1, max: 14 }), fc.constantFrom('00', '30', '45')).map(([sign, hour, minute]) => `2025-01-01T00:00:00${sign}${two(hour)}:${minute}`),
  fc.integer({ min: 7, max: 10_000_000 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()),
  fc.constantFrom('2025-01-01', '2025-01-01T00:00:00', '2025-1-1T00:00:00Z', '20250101T000000Z', '2025-01-01 00:00:00Z', 'now', '', '1735689600', '+002025-01-01T00:00:00Z', '300000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '0000-00-00T00:00:00Z', '2025-01-01T00:00:00.Z', '٢٠٢٥-٠١-٠١T00:00:00Z'),
);
/** In an object in a list in an object, where the careless do not look. */
const nested = (text: string): string => `{"tokens":1,"deep":{"list":["ok",{"s":${text}}]}}`;

const bend: fc.Arbitrary<Bend> = fc.oneof(
  wrongType('operation', /^"(ADD|REMOVE)"$/), wrongType('payload', /^\{/), goodValue.filter((text) => text === '""' || !text.startsWith('"')).map((text) => replaced('event_id', text)),
  fc.integer({ min: 256, max: 400 }).map((length) => replaced('event_id', quote('ا'.repeat(length / 2) + 'x'.repeat(length % 2)))), fc.integer({ min: 256, max: 400 }).map((length) => replaced('event_id', quote('x'.repeat(length)))),
  badTime.map((time) => replaced('timestamp', quote(time))), wrongType('timestamp', /^"/),
  fc.constantFrom('operation', 'event_id', 'timestamp', 'payload').map((field): Bend => (fields) => ({ fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)), param: field })),
  fc.tuple(fc.constantFrom(...FORBIDDEN), goodText, goodText).map(([character, before, after]) => replaced('payload', nested(quote(before + character + after)), 'payload.deep.list.1.s')),
  fc.integer({ min: 0, max: 31 }).filter((code) => ![9, 10, 13].includes(code)).map((code) => replaced('payload', nested(`"x\\u${code.toString(16).padStart(4, '0')}"`), 'payload.deep.list[1].s')),
  fc.tuple(fc.integer({ min: 0xd800, max: 0xdfff }), goodText).map(([code, before]) => replaced('payload', nested(`${quote(before).slice(0, -1)}\\u${code.toString(16)}x"`), 'payload.deep.list[1].s')),
  fc.constantFrom('\\u0000', '\\ud800', '\\udfff', '\\u0007', 'a\\u0000').map((text) => replaced('event_id', `"${text}"`)),
  fc.constantFrom('{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"a":{},"a":null}').map((text) => replaced('payload', nested(text), 'payload.deep.list[1].s.a')),
  fc.constantFrom('{"__proto__":1}', '{"\\u005f_proto__":{}}').map((text) => replaced('payload', nested(text), 'payload.deep.list[1].s.__proto__')),
  fc.constantFrom('null', 'true', '{}', '[]', '[1]', '""', '"ten"', '"NaN"', '"Infinity"', '"0x10"', '" 1"', '"1,5"', '"١"', '1e400', '1e-400', '1'.repeat(39), `"${'1'.repeat(39)}"`, `0.${'1'.repeat(39)}`, '1e999999999')
    .map((text) => replaced('payload', `{"tokens":${text}}`, 'payload.tokens')),
  fc.constantFrom('{"tokens":1,"g":{}}', '{"tokens":1,"g":[]}', `{"tokens":1,"g":"${'x'.repeat(201)}"}`, `{"tokens":1,"g":"${'ا'.repeat(101)}"}`).map((text) => replaced('payload', text, 'payload.g')),
  fc.constantFrom('{}', '{"Tokens":1}', '{"tokens ":1}', '{"a":{"tokens":1}}').map((text) => replaced('payload', text, 'payload.tokens')),
  fc.constantFrom('extra', 'Operation', 'eventId', 'id', 'constructor', 'toString', 'hasOwnProperty', 'قيمة').chain((name) => goodValue.map((text): Bend => (fields) => ({ fields: { ...fields, [name]: text }, param: name }))),
  fc.constantFrom('""', '7', 'null', '[]').map((text): Bend => (fields) => ({ fields: { ...fields, operation: '"REMOVE"', reverses: text }, param: 'reverses' })),
  fc.constant<Bend>((fields) => ({ fields: { ...fields, operation: '"ADD"', reverses: '"x"' }, param: 'reverses' })),
);

const bodyOf = (fields: Record<string, string>): string => `{${Object.entries(fields).map(([name, text]) => `${quote(name)}:${text}`).join(',')}}`;

const goodCase = good.map((fields): Case => ({ body: bodyOf(fields), param: null, status: 200 }));
const bentCase = fc.tuple(good, bend).map(([fields, change]): Case => {
  const bent = change(fields);
  return { body: bodyOf(bent.fields), param: bent.param, status: 400 };
});
/** A text of the sender's in the payload: good or bad by the rule of §2.8 alone. */
const textCase = fc.tuple(good, anyText).map(([fields, text]): Case => {
  const bad = isForbidden(text);
  return { body: bodyOf({ ...fields, payload: `{"tokens":1,"text":${quote(text)}}` }), param: bad ? 'payload.text' : null, status: bad ? 400 : 200 };
});
const largeCase = fc.tuple(good, fc.integer({ min: 65_530, max: 70_000 })).map(([fields, length]): Case => ({ body: bodyOf({ ...fields, payload: `{"tokens":1,"text":"${'x'.repeat(length)}"}` }), param: 'payload', status: 413 }));
const anyCase = fc.oneof({ weight: 8, arbitrary: bentCase }, { weight: 3, arbitrary: goodCase }, { weight: 4, arbitrary: textCase });

test('ten thousand bodies are judged as they were made: good, or bad with the field by name', () => {
  fc.assert(fc.property(fc.oneof({ weight: 200, arbitrary: anyCase }, { weight: 1, arbitrary: largeCase }), ({ body, param, status }) => {
    try {
      judgeEvent(parseEvent(parseStrict(body, { numbers: 'exact' })), SNAPSHOT);
    } catch (error) {
      const refusal = asRefusal(error);
      expect([refusal.status, refusal.more.param, refusal.message]).toEqual([status, param, expect.stringMatching(/.{10,}/)]);
      return;
    }
    expect(param).toBeNull();
  }), { numRuns: 10_000 });
});

test('over HTTP too, many at once, and the table holds exactly the good ones', async () => {
  const id = await meterOf(metering, METER);
  const accepted: string[] = [];
  await fc.assert(fc.asyncProperty(fc.array(anyCase, { minLength: 30, maxLength: 30 }), async (cases) => {
    const answers = await Promise.all(cases.map(async (one) => ({ ...one, answer: await send(metering, id, one.body) })));
    for (const { body, param, status, answer } of answers) {
      expect([body, answer.status]).toEqual([body, status]);
      if (status === 200) accepted.push(answer.body.data.event_id as string);
      else {
        expect(answer.body).toMatchObject({
          success: false, responseStatus: 'BAD_REQUEST', message: answer.body.error.message, data: {},
          error: { param, type: 'invalid_request_error', retryable: false, code: expect.stringMatching(/^[a-z_]+$/), request_id: answer.headers.get('x-request-id') },
        });
      }
    }
  }), { numRuns: 60, endOnFailure: true });
  const { rows } = await metering.pool.query<{ event_id: string }>('SELECT event_id FROM usage_event e JOIN meter m USING (account_no, meter_no) WHERE m.id = $1', [id]);
  expect(rows.map((row) => row.event_id).sort()).toEqual(accepted.sort());
  expect(accepted.length).toBeGreaterThan(300);
});

test('an event of 64 KiB is taken, a larger one is a 413 at every door', async () => {
  const id = await meterOf(metering, METER);
  const body = (bytes: number, event_id: string): string => {
    const [head, tail] = ['{"tokens":1,"text":"', '"}'];
    return bodyOf({ operation: '"ADD"', event_id: quote(event_id), timestamp: '"2025-01-01T00:00:00Z"', payload: `${head}${'ا'.repeat((bytes - head.length - tail.length) / 2)}${tail}` });
  };
  const most = 64 * 1024;
  expect((await send(metering, id, body(most, 'most'))).status).toBe(200);
  expect((await send(metering, id, body(most + 2, 'more'))).body).toMatchObject({ responseStatus: 'PAYLOAD_TOO_LARGE', error: { code: 'body_too_large', param: 'payload' } });
  const batch = await metering.call('POST', `/public/v1/meter/${id}/event/batch`, `{"events":[${body(most, 'b1')},${body(most + 2, 'b2')}]}`);
  expect(batch.body.data.items).toMatchObject([{ status: 200 }, { status: 413, error: { param: 'payload' } }]);
  const bulk = await metering.call('POST', `/public/v1/meter/${id}/event/bulk`, `{"events":[${body(1_000, 'c1')},${body(most + 2, 'c2')}]}`);
  expect([bulk.status, bulk.body.error.param]).toEqual([413, 'events.1']);
  expect((await metering.call('POST', `/public/v1/meter/${id}/event/bulk`, `{"events":["${'x'.repeat(5 * 1024 * 1024)}"]}`)).status).toBe(413);
});

test('what is not sent as JSON is a 415, and a caller without a seal a 401', async () => {
  const keys = generateSealingKeys();
  const other = await startMeteringForTest({ DATABASE_URL: metering.databaseUrl, PRINCIPAL_PUBLIC_KEY: keys.publicKey });
  try {
    const seal = await new Sealer(keys.privateKey).seal(principalOf(), 'metering');
    const post = async (headers: Record<string, string>): Promise<{ status: number; body: Json }> => {
      const answer = await fetch(`${other.service.url}/public/v1/meter/m/event`, { method: 'POST', headers, body: '{}' });
      return { status: answer.status, body: await answer.json() };
    };
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(await post({ [PRINCIPAL_HEADER]: seal, 'content-type': type })).toMatchObject({ status: 415, body: { success: false, error: { code: 'unsupported_media_type' } } });
    }
    expect((await post({ 'content-type': 'application/json' })).status).toBe(401);
    expect((await post({ 'content-type': 'application/json', [PRINCIPAL_HEADER]: `${seal.slice(0, -8)}AAAAAAAA` })).status).toBe(401);
  } finally {
    await other.stop();
  }
});

test('ids in the path that no meter has are a 404, whatever they are made of', async () => {
  for (const id of ['nowhere', 'x'.repeat(300), 'ا'.repeat(200), 'a b', '..', '%', "'--", '\u0001', '\u0000', 'a/b']) {
    const { status, body } = await metering.call('POST', `/public/v1/meter/${encodeURIComponent(id)}/event`, '{"operation":"ADD","event_id":"x","timestamp":"2025-01-01T00:00:00Z","payload":{}}');
    expect([id, status, body.success]).toEqual([id, 404, false]);
  }
});
