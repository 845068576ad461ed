import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import type { IncomingMessage } from '@qafila/messaging/bus';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { IngestConsumer } from '../src/ingest/ingest.consumer.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { reported } from './entry-points.ts';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
/** A second consumer on the same database. The bus would turn the poison messages that it returns into dead letters. */
let consumer: IngestConsumer;
beforeAll(async () => {
  metering = await startMeteringForTest();
  consumer = new IngestConsumer(
    new IngestDependencies(metering.pool, new MeterDirectory(metering.pool), new RecentFacts(), 3_600_000, () => {}),
  );
});
afterAll(() => metering.stop());

let offset = 0;
const message = (value: string | Buffer): IncomingMessage => ({
  topic: 'meter.ingest.v1',
  partition: 0,
  offset: String(offset++),
  key: 'k',
  headers: {},
  value: Buffer.from(value),
});
const envelope = (id: string, event: unknown, more: Record<string, unknown> = {}): string =>
  reported(id, typeof event === 'string' ? event : JSON.stringify(event), more).value;
const rejections = async (id: string): Promise<Json[]> =>
  (await metering.published(id)).filter((event) => event.type === METER_EVENT.usageRejected);

test('an internal producer’s event is accepted with every digit', async () => {
  const id = await meterOf(metering);
  await metering.bus.publish([
    reported(id, `{"operation":"ADD","event_id":"a","timestamp":"${AT}","payload":{"tokens":9007199254740993.1}}`),
    reported(id, JSON.stringify(usage())),
  ]);
  expect((await total(metering, id)).value).toBe('9007199254741003.1');
  expect(await rejections(id)).toEqual([]);
});

test('a message that is not usage becomes a dead letter, and the rest of its batch is accepted', async () => {
  const id = await meterOf(metering);
  const bad = [
    'not json',
    '',
    '[]',
    '{}',
    '{"specversion":"1.0"}',
    envelope(id, usage(), { type: 'meter.usage.accepted' }),
    envelope(id, usage(), { accountid: '' }),
    envelope(id, 'null'),
    envelope(id, '{"a":1,"a":2}'),
    envelope(id, '{"a":"\\u0000"}'),
    envelope(id, '{"a":"\\ud800"}'),
    envelope(id, usage(), { specversion: '0.3' }),
  ].map(message);
  bad.push(
    message(
      Buffer.concat([Buffer.from(envelope(id, usage()).slice(0, -2)), Buffer.from([0xff, 0xfe]), Buffer.from('}}')]),
    ),
  );
  const poison = await consumer.consume([message(envelope(id, usage())), ...bad, message(envelope(id, usage()))]);
  expect(poison.map(({ message: { offset: at } }) => at)).toEqual(bad.map(({ offset: at }) => at));
  for (const { error } of poison) expect(error.message.length).toBeGreaterThan(5);
  expect((await total(metering, id)).value).toBe('20');
  expect(await rejections(id)).toEqual([]);
});

test('the refusal of usage is published once with its reason, however often the message is delivered', async () => {
  const id = await meterOf(metering);
  const known = usage({ event_id: 'known' });
  await send(metering, id, known);
  const cases: [unknown, Record<string, unknown>][] = [
    [
      usage({ timestamp: '2025-02-30T00:00:00Z', event_id: 'when' }),
      { event_id: 'when', code: 'validation_error', param: 'timestamp' },
    ],
    [usage({ payload: {}, event_id: 'field' }), { event_id: 'field', code: 'missing_field', param: 'payload.tokens' }],
    [
      { ...known, payload: { tokens: 11 } },
      { event_id: 'known', code: 'duplicate_event', param: 'event_id' },
    ],
    [usage({ event_id: 7 }), { event_id: null, code: 'validation_error', param: 'event_id' }],
    [
      usage({ operation: 'REMOVE', reverses: 'nothing', payload: undefined, event_id: 'back' }),
      { event_id: 'back', code: 'unknown_target', param: 'reverses' },
    ],
  ];
  const messages = cases.map(([event]) => message(envelope(id, event)));
  const identical = message(envelope(id, known));
  expect(await consumer.consume([...messages, identical, ...messages])).toEqual([]);
  expect(await consumer.consume([...messages].reverse())).toEqual([]);
  await metering.bus.publish(messages.map(({ topic, key, value }) => ({ topic, key, value })));
  const published = await rejections(id);
  expect(published.map((event) => event.data)).toEqual(
    cases.map(([, data]) => ({ meter_id: id, message: expect.stringMatching(/.{10,}/), ...data })),
  );
  expect(new Set(published.map((event) => event.id)).size).toBe(cases.length);
  expect((await total(metering, id)).value).toBe('10');
});

test('equal message ids of two producers do not hide each other’s refusals', async () => {
  const id = await meterOf(metering);
  const bad = usage({ timestamp: 'never' });
  await consumer.consume(['/a', '/b'].map((source) => message(envelope(id, bad, { id: '1', source }))));
  expect(await rejections(id)).toHaveLength(2);
});

test('an unknown meter and another account’s meter are refusals, not dead letters', async () => {
  const id = await meterOf(metering);
  const nowhere = `nowhere-${randomUUID()}`;
  expect(
    await consumer.consume([
      message(envelope(nowhere, usage())),
      message(envelope(id, usage(), { accountid: 'acc_2' })),
      message(envelope(id, usage(), { storeid: 'str_2' })),
    ]),
  ).toEqual([]);
  expect([...(await rejections(nowhere)), ...(await rejections(id))].map((event) => event.data.code)).toEqual([
    'not_found',
    'not_found',
    'not_found',
  ]);
});

test('a batch of messages can contain an event and its retraction', async () => {
  const id = await meterOf(metering, { aggregation_type: 'max' });
  const events = [
    usage({ event_id: 'a', payload: { tokens: 9 } }),
    usage({ event_id: 'b', payload: { tokens: 4 } }),
    usage({ operation: 'REMOVE', reverses: 'a', payload: undefined, event_id: 'c' }),
  ];
  const messages = events.map((event) => message(envelope(id, event)));
  for (let delivery = 0; delivery < 3; delivery++) expect(await consumer.consume(messages)).toEqual([]);
  expect((await total(metering, id)).value).toBe('4');
  expect(await rejections(id)).toEqual([]);
});
