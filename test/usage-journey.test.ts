import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { describeOnPlatforms } from './harness/platform.ts';
import type { SharedPlatform } from './harness/platform.ts';

const MINUTES = 60_000;
const METER = '/public/v1/meter/tokens';

const event = (event_id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  operation: 'ADD',
  event_id,
  timestamp: '2026-11-20T10:00:00.123456Z',
  payload: { model: 'large', tokens: 10.5 },
  ...more,
});

/** A merchant's usage from the first meter to a revoked key. Runs on one process and on several. */
function journey(open: () => Promise<SharedPlatform>): void {
  let platform: SharedPlatform;
  beforeAll(async () => {
    platform = await open();
  }, 4 * MINUTES);
  const total = async (): Promise<string> =>
    (await platform.call('GET', `${METER}/query`)).body.data[0].value as string;

  test('a meter is created and answered as the contract defines it', async () => {
    const { status, body } = await platform.call('POST', '/public/v1/meter', {
      id: 'tokens',
      name: 'Tokens',
      active: true,
      aggregation_type: 'sum',
      aggregation_field: 'tokens',
      filters: {},
      group_by: ['model'],
    });
    expect(status).toBe(201);
    expect(Object.keys(body).slice(0, 11)).toEqual([
      'id',
      'name',
      'active',
      'aggregation_type',
      'aggregation_field',
      'filters',
      'account_id',
      'store_id',
      'mode',
      'createdAt',
      'updatedAt',
    ]);
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

  test('concurrent events through the gateway get their own answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        platform.call('POST', `${METER}/event`, event(`m${index % 150}`, { payload: { model: 'small', tokens: 1 } })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
    expect(answers.filter(({ status, body }) => status === 409 && body.error.identical)).toHaveLength(50);
    expect(
      answers.every(
        ({ status, body }, index) => (status === 200 ? body.data : body.error).event_id === `m${index % 150}`,
      ),
    ).toBe(true);
    expect(await total()).toBe('160.5');
  });

  test('a batch answers for each event', async () => {
    const { status, body } = await platform.call('POST', `${METER}/event/batch`, {
      events: [event('b1'), event('e1'), { operation: 'ADD' }],
    });
    expect([status, body.data.items.map((item: { status: number }) => item.status)]).toEqual([207, [200, 409, 400]]);
  });

  test('a bulk is accepted for later processing, and its result can be read', async () => {
    const { status, body } = await platform.call('POST', `${METER}/event/bulk`, {
      events: [event('k1'), event('k2'), event('e1'), event('k3', { timestamp: 'yesterday' })],
    });
    expect(status).toBe(202);
    const result = await eventually(
      async () => {
        const {
          body: { data },
        } = await platform.call('GET', `${METER}/event/bulk/${body.data.bulk_id}`);
        return data.done === true ? (data as Record<string, unknown>) : null;
      },
      { timeoutMs: 60_000, what: 'the bulk to be done' },
    );
    expect(result).toMatchObject({ events: 4, accepted: 2, duplicates: 1, rejected: 1, pending: 0 });
    expect(await total()).toBe('192');
  });

  test('a wrong signature is refused, and a missing one is accepted', async () => {
    expect(
      (await platform.call('POST', `${METER}/event`, event('s1'), { 'x-signature': '0'.repeat(64) })).body.error.code,
    ).toBe('signature_mismatch');
    const { apiKey, accountId } = platform.merchant;
    const unsigned = await platform.send(`${METER}/event`, {
      body: event('s2'),
      headers: { 'x-api-key': apiKey, 'x-account-id': accountId },
    });
    expect(unsigned.status).toBe(200);
  });

  test('a deactivated meter refuses events until it is reactivated', async () => {
    const off = await platform.call('PATCH', `${METER}/deactivate`, {
      subscription: { next_action: 'keep' },
      plan: { active: true },
    });
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
    await eventually(
      async () => (await platform.call('GET', METER, undefined, { 'x-api-key': second })).status === 401,
      { timeoutMs: 5_000, what: 'the revocation' },
    );
  });
}

describeOnPlatforms('usage', journey);
