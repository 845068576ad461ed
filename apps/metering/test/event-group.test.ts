import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { gatewayPrincipal, startGateway } from './entry-points.ts';
import type { Gateway } from './entry-points.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

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

const body = (more: Record<string, unknown> = {}): string => JSON.stringify(usage(more));

test('each item of many callers gets the answer of a single request', async () => {
  const id = await meterOf(metering);
  const foreigner = principalOf({ accountId: 'acc_2' });
  const known = usage();
  await send(metering, id, known);
  const items = [
    { meterId: id, body: body({ event_id: 'fine' }) },
    { meterId: id, body: JSON.stringify(known) },
    { meterId: id, body: body(), caller: foreigner },
    { meterId: id, body: body(), caller: principalOf({ scopes: ['meters:read'] }) },
    { meterId: id, body: body(), seal: 'forged' },
    { meterId: id, body: '{"operation":"ADD","operation":"ADD"}' },
    { meterId: id, body: body({ timestamp: 'never' }) },
    { meterId: 'nowhere', body: body() },
    { meterId: id, body: body({ payload: { tokens: 1, text: 'ا'.repeat(33_000) } }) },
    { meterId: id, body: '' },
  ];
  const answers = await gateway.group(items);
  expect(answers.map((answer) => [answer.status, answer.body.error?.code])).toEqual([
    [200, undefined],
    [409, 'duplicate_event'],
    [404, 'not_found'],
    [403, 'missing_scope'],
    [401, 'unauthorized'],
    [400, 'malformed_json'],
    [400, 'validation_error'],
    [404, 'not_found'],
    [413, 'body_too_large'],
    [400, 'malformed_json'],
  ]);
  expect(answers.slice(1).map((answer) => answer.body.error.request_id)).toEqual(
    items.slice(1).map((_, index) => `req-${index + 1}`),
  );
  expect((await total(metering, id)).value).toBe('20');
});

test("an item's answer is equal to the answer of the single endpoint", async () => {
  const id = await meterOf(metering);
  for (const event of [
    usage({ event_id: 'a' }),
    usage({ event_id: 'a' }),
    usage({ operation: 'X' }),
    usage({ payload: {} }),
  ]) {
    const [grouped] = await gateway.group([{ meterId: id, body: JSON.stringify(event) }]);
    const other = event.event_id === 'a' ? { ...event, event_id: 'b' } : event;
    const single = await send(metering, id, other);
    const neutral = (text: string): unknown =>
      JSON.parse(
        text
          .replaceAll('"b"', '"a"')
          .replaceAll('event_id b', 'event_id a')
          .replaceAll(/"(received_at|first_received_at|request_id|value)":"[^"]*"/g, '"$1":"-"'),
      );
    expect([grouped?.status, neutral(JSON.stringify(grouped?.body))]).toEqual([single.status, neutral(single.text)]);
  }
});

test('an id that is repeated in a group is counted once', async () => {
  const id = await meterOf(metering);
  const event = body();
  const answers = await gateway.group(Array.from({ length: 20 }, () => ({ meterId: id, body: event })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
  expect((await total(metering, id)).value).toBe('10');
});

test('numbers of an item keep every digit', async () => {
  const id = await meterOf(metering);
  await gateway.group([
    {
      meterId: id,
      body:
        '{"operation":"ADD","event_id":"n","timestamp":"2025-01-01T00:00:00Z",' +
        '"payload":{"tokens":9007199254740993.00000000000000001}}',
    },
  ]);
  expect((await total(metering, id)).value).toBe('9007199254740993.00000000000000001');
});

test('only the gateway may call the group endpoint', async () => {
  const id = await meterOf(metering);
  const group = { principals: [await gateway.seal(principalOf())], items: [{ p: 0, m: id, r: 'r', b: body() }] };
  expect(await gateway.raw(group, principalOf())).toMatchObject({
    status: 403,
    body: { error: { code: 'forbidden' } },
  });
  expect((await gateway.raw(group, gatewayPrincipal)).status).toBe(200);
  const stranger = new Sealer(generateSealingKeys().privateKey);
  const [answer] = await gateway.group([
    { meterId: id, body: body(), seal: await stranger.seal(principalOf(), 'metering') },
  ]);
  expect(answer?.status).toBe(401);
  const [wrongAudience] = await gateway.group([{ meterId: id, body: body(), seal: 'eyJhbGciOiJub25lIn0.e30.' }]);
  expect(wrongAudience?.status).toBe(401);
});

test('an item that refers to a missing principal is unauthorized', async () => {
  const { body: answer } = await gateway.raw({ principals: [], items: [{ p: 0, m: 'm', r: 'r', b: '{}' }] });
  expect(answer.items).toMatchObject([{ s: 401 }]);
});
