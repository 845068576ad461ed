import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';

const MINUTES = 60_000;
const METER = '/public/v1/meter/tokens';

const event = (event_id: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  ({ operation: 'ADD', event_id, timestamp: '2026-11-20T10:00:00.123456Z', payload: { model: 'large', tokens: 10.5 }, ...more });

/** One merchant's usage from the first meter to the revoked key; the same on one process and on several. */
function journey(start: () => Promise<Platform>): void {
  let platform: Platform;
  beforeAll(async () => { platform = await start(); }, 4 * MINUTES);
  afterAll(() => platform?.stop(), 2 * MINUTES);
  const total = async (): Promise<string> => (await platform.call('GET', `${METER}/query`)).body.data[0].value as string;

  test('a meter is defined, and answered as the contract has it', async () => {
    const { status, body } = await platform.call('POST', '/public/v1/meter', {
      id: 'tokens', name: 'Tokens', active: true, aggregation_type: 'sum', aggregation_field: 'tokens', filters: {}, group_by: ['model'],
    });
    expect(status).toBe(201);
    expect(Object.keys(body).slice(0, 11)).toEqual(['id', 'name', 'active', 'aggregation_type', 'aggregation_field', 'filters', 'account_id', 'store_id', 'mode', 'createdAt', 'updatedAt']);
    expect((await platform.call('GET', METER)).body).toEqual(body);
  });

  test('an event is counted once and is in the next query', async () => {
    const first = await platform.call('POST', `${METER}/event`, event('e1'));
    expect([first.status, first.body.data.counted, first.body.data.value]).toEqual([200, true, '10.5']);
    expect(await total()).toBe('10.5');
    const again = await platform.call('POST', `${METER}/event`, event('e1'));
    expect([again.status, again.body.error.code, again.body.error.identical]).toEqual([409, 'duplicate_event', true]);
    expect(await total()).toBe('10.5');
  });

  test('many at once through the gateway keep their own answers', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => platform.call('POST', `${METER}/event`, event(`m${index % 150}`, { payload: { model: 'small', tokens: 1 } }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
    expect(answers.filter(({ status, body }) => status === 409 && body.error.identical)).toHaveLength(50);
    expect(answers.every(({ status, body }, index) => (status === 200 ? body.data : body.error).event_id === `m${index % 150}`)).toBe(true);
    expect(await total()).toBe('160.5');
  });

  test('a batch answers for each event', async () => {
    const { status, body } = await platform.call('POST', `${METER}/event/batch`, { events: [event('b1'), event('e1'), { operation: 'ADD' }] });
    expect([status, body.data.items.map((item: { status: number }) => item.status)]).toEqual([207, [200, 409, 400]]);
  });

  test('a bulk is taken for later, and its outcome is readable', async () => {
    const { status, body } = await platform.call('POST', `${METER}/event/bulk`, { events: [event('k1'), event('k2'), event('e1'), event('k3', { timestamp: 'yesterday' })] });
    expect(status).toBe(202);
    const outcome = await eventually(async () => {
      const { body: { data } } = await platform.call('GET', `${METER}/event/bulk/${body.data.bulk_id}`);
      return data.done === true ? data as Record<string, unknown> : null;
    }, { timeoutMs: 60_000, what: 'the bulk to be done' });
    expect(outcome).toMatchObject({ events: 4, accepted: 2, duplicates: 1, rejected: 1, pending: 0 });
    expect(await total()).toBe('192');
  });

  test('a request signed wrongly is refused, one not signed at all is let in', async () => {
    expect((await platform.call('POST', `${METER}/event`, event('s1'), { 'x-signature': '0'.repeat(64) })).body.error.code).toBe('signature_mismatch');
    const { gatewayUrl, apiKey, accountId } = platform.merchant;
    const unsigned = await fetch(`${gatewayUrl}${METER}/event`, { method: 'POST', body: JSON.stringify(event('s2')), headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-account-id': accountId } });
    expect(unsigned.status).toBe(200);
  });

  test('a deactivated meter takes nothing in until it is reactivated', async () => {
    const off = await platform.call('PATCH', `${METER}/deactivate`, { subscription: { next_action: 'keep' }, plan: { active: true } });
    expect([off.status, off.body.data.meter.active]).toEqual([200, false]);
    expect((await platform.call('POST', `${METER}/event`, event('d1'))).body.error.code).toBe('meter_inactive');
    expect((await platform.call('POST', `${METER}/reactivate`, {})).status).toBe(200);
    expect((await platform.call('POST', `${METER}/event`, event('d1'))).status).toBe(200);
  });

  test('a second key works, and a revoked one is refused within five seconds', async () => {
    const made = await platform.call('POST', '/public/v1/key', {});
    expect(made.status).toBe(201);
    const { api_key: second, key_id: secondId } = made.body.data;
    expect((await platform.call('GET', METER, undefined, { 'x-api-key': second })).status).toBe(200);
    expect((await platform.call('DELETE', `/public/v1/key/${secondId}`)).status).toBe(200);
    await eventually(async () => (await platform.call('GET', METER, undefined, { 'x-api-key': second })).status === 401, { timeoutMs: 5_000, what: 'the revocation' });
  });
}

describe('usage on one process', () => journey(() => startPlatform()));

describeWithKafka('usage on separate processes over Kafka', (kafka) => {
  journey(() => startPlatform({ flags: ['--kafka'], environment: { KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: kafka.topicPrefix } }));
});
