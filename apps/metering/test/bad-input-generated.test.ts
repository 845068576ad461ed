import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { judgeEvent } from '../src/events/judge-event.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { compileFilter } from '../src/meter-definitions/filter.ts';
import type { MeterSnapshot } from '../src/meter-definitions/meter-directory.ts';
import { anyCase, bodyOf, largeCase, quote } from './generated-bodies.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send } from './usage-event.ts';

const METER = { aggregation_type: 'sum', aggregation_field: 'tokens', group_by: ['g'] };
const SNAPSHOT: MeterSnapshot = {
  accountNo: 1,
  accountId: 'acc_1',
  meterNo: 1,
  id: 'm',
  storeId: 'str_1',
  mode: 'stage',
  active: true,
  aggregationType: 'sum',
  aggregationField: 'tokens',
  groupBy: ['g'],
  revision: 1,
  createdAt: 0,
  versions: [{ version: 1, effectiveFrom: 0, filter: compileFilter({}) }],
};

jest.setTimeout(180_000);
let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

test('ten thousand generated bodies are accepted or refused as generated, with the field by name', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 200, arbitrary: anyCase }, { weight: 1, arbitrary: largeCase }),
      ({ body, param, status }) => {
        try {
          judgeEvent(parseEvent(parseStrict(body, { numbers: 'exact' })), SNAPSHOT);
        } catch (error) {
          const refusal = asRefusal(error);
          expect([refusal.status, refusal.more.param, refusal.message]).toEqual([
            status,
            param,
            expect.stringMatching(/.{10,}/),
          ]);
          return;
        }
        expect(param).toBeNull();
      },
    ),
    { numRuns: 10_000 },
  );
});

test('concurrent HTTP requests get the same answers, and the table contains exactly the good events', async () => {
  const id = await meterOf(metering, METER);
  const accepted: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(anyCase, { minLength: 30, maxLength: 30 }), async (cases) => {
      const answers = await Promise.all(
        cases.map(async (generated) => ({ ...generated, answer: await send(metering, id, generated.body) })),
      );
      for (const { body, param, status, answer } of answers) {
        expect([body, answer.status]).toEqual([body, status]);
        if (status === 200) accepted.push(answer.body.data.event_id as string);
        else {
          expect(answer.body).toMatchObject({
            success: false,
            responseStatus: 'BAD_REQUEST',
            message: answer.body.error.message,
            data: {},
            error: {
              param,
              type: 'invalid_request_error',
              retryable: false,
              code: expect.stringMatching(/^[a-z_]+$/),
              request_id: answer.headers.get('x-request-id'),
            },
          });
        }
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  const { rows } = await metering.pool.query<{ event_id: string }>(
    'SELECT event_id FROM usage_event e JOIN meter m USING (account_no, meter_no) WHERE m.id = $1',
    [id],
  );
  expect(rows.map((row) => row.event_id).sort()).toEqual(accepted.sort());
  expect(accepted.length).toBeGreaterThan(300);
});

test('an event of 64 KiB is accepted, a larger one gets 413 at every entry point', async () => {
  const id = await meterOf(metering, METER);
  const body = (bytes: number, event_id: string): string => {
    const [head, tail] = ['{"tokens":1,"text":"', '"}'];
    return bodyOf({
      operation: '"ADD"',
      event_id: quote(event_id),
      timestamp: '"2025-01-01T00:00:00Z"',
      payload: `${head}${'ا'.repeat((bytes - head.length - tail.length) / 2)}${tail}`,
    });
  };
  const most = 64 * 1024;
  expect((await send(metering, id, body(most, 'most'))).status).toBe(200);
  expect((await send(metering, id, body(most + 2, 'more'))).body).toMatchObject({
    responseStatus: 'PAYLOAD_TOO_LARGE',
    error: { code: 'body_too_large', param: 'payload' },
  });
  const batch = await metering.call(
    'POST',
    `/public/v1/meter/${id}/event/batch`,
    `{"events":[${body(most, 'b1')},${body(most + 2, 'b2')}]}`,
  );
  expect(batch.body.data.items).toMatchObject([{ status: 200 }, { status: 413, error: { param: 'payload' } }]);
  const bulk = await metering.call(
    'POST',
    `/public/v1/meter/${id}/event/bulk`,
    `{"events":[${body(1_000, 'c1')},${body(most + 2, 'c2')}]}`,
  );
  expect([bulk.status, bulk.body.error.param]).toEqual([413, 'events.1']);
  expect(
    (await metering.call('POST', `/public/v1/meter/${id}/event/bulk`, `{"events":["${'x'.repeat(5 * 1024 * 1024)}"]}`))
      .status,
  ).toBe(413);
});

test('a body that is not sent as JSON gets 415, and a caller without a seal gets 401', async () => {
  const keys = generateSealingKeys();
  const other = await startMeteringForTest({
    DATABASE_URL: metering.databaseUrl,
    PRINCIPAL_PUBLIC_KEY: keys.publicKey,
  });
  try {
    const seal = await new Sealer(keys.privateKey).seal(principalOf(), 'metering');
    const post = async (headers: Record<string, string>): Promise<{ status: number; body: Json }> => {
      const answer = await fetch(`${other.service.url}/public/v1/meter/m/event`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      return { status: answer.status, body: await answer.json() };
    };
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect(await post({ [PRINCIPAL_HEADER]: seal, 'content-type': type })).toMatchObject({
        status: 415,
        body: { success: false, error: { code: 'unsupported_media_type' } },
      });
    }
    expect((await post({ 'content-type': 'application/json' })).status).toBe(401);
    expect(
      (await post({ 'content-type': 'application/json', [PRINCIPAL_HEADER]: `${seal.slice(0, -8)}AAAAAAAA` })).status,
    ).toBe(401);
  } finally {
    await other.stop();
  }
});

test('an id in the path that no meter has gets 404, whatever its characters', async () => {
  for (const id of ['nowhere', 'x'.repeat(300), 'ا'.repeat(200), 'a b', '..', '%', "'--", '\u0001', '\u0000', 'a/b']) {
    const { status, body } = await metering.call(
      'POST',
      `/public/v1/meter/${encodeURIComponent(id)}/event`,
      '{"operation":"ADD","event_id":"x","timestamp":"2025-01-01T00:00:00Z","payload":{}}',
    );
    expect([id, status, body.success]).toEqual([id, 404, false]);
  }
});
