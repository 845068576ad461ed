import { describe, expect, test } from '@jest/globals';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { TokenBuckets } from '../src/token-buckets.ts';
import { clientAddress, clientNetwork } from '../src/requests/client-address.ts';
import { API_KEY, callGateway, keyRecord, startHarness } from './gateway-harness.ts';

describe('rate limits', () => {
  test('a key gets a burst of twice its rate and then its rate, without any effect on other keys', async () => {
    let now = 0;
    const harness = await startHarness({}, { nowMs: () => now });
    harness.keys.set(API_KEY, keyRecord({ rate_limit_per_second: 5 }));
    harness.keys.set('k2', keyRecord({ key_id: 'key_2' }));
    const first = await callGateway(harness, '/public/v1/meter');
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '9',
      'ratelimit-reset': '1',
    });
    const event = (): Promise<HttpAnswer> =>
      callGateway(harness, '/public/v1/meter/m/event', { method: 'POST', body: '{}' });
    const refusedOf = async (count: number): Promise<HttpAnswer[]> =>
      (await Promise.all(Array.from({ length: count }, event))).filter(({ status }) => status === 429);
    const refused = await refusedOf(59);
    expect(refused).toHaveLength(50);
    expect(refused[0]!.body.error?.code).toBe('rate_limited');
    expect(Object.fromEntries(refused[0]!.headers)).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' });
    expect((await callGateway(harness, '/public/v1/meter', { headers: { 'x-api-key': 'k2' } })).status).toBe(200);
    now += 1_000;
    expect(await refusedOf(59)).toHaveLength(54);
    await harness.stop();
  });

  test('an operator can cap every rate', async () => {
    const harness = await startHarness({ RATE_LIMIT_PER_SECOND_MAX: '3' });
    expect((await callGateway(harness, '/public/v1/meter')).headers.get('ratelimit-limit')).toBe('6');
    await harness.stop();
  });

  test('a bucket refills at its rate and never beyond its burst', () => {
    let now = 0;
    const buckets = new TokenBuckets(() => now);
    for (let n = 0; n < 20; n++) expect(buckets.take('k', 10).allowed).toBe(true);
    expect(buckets.take('k', 10)).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 0.1,
    });
    now += 100;
    expect(buckets.take('k', 10).allowed).toBe(true);
    expect(buckets.take('k', 10).allowed).toBe(false);
    now += 60_000;
    expect(buckets.take('k', 10).remaining).toBe(19);
  });

  test('the client address is the one that the last trusted proxy saw', () => {
    const request = {
      socket: { remoteAddress: '10.0.0.1' },
      headers: { 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.9' },
    } as never;
    expect([0, 1, 2].map((trusted) => clientAddress(request, trusted))).toEqual(['10.0.0.1', '10.0.0.9', '1.2.3.4']);
    expect(['1.2.3.4', '2001:db8::1', '2001:db8:0:0:9::', '::1', '::ffff:1.2.3.4'].map(clientNetwork)).toEqual([
      '1.2.3.4',
      '2001:db8:0:0',
      '2001:db8:0:0',
      '0:0:0:0',
      '::ffff:1.2.3.4',
    ]);
  });
});
