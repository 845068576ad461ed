import { TokenBuckets } from '../src/token-buckets.ts';
import { clientAddress, clientNetwork } from '../src/client-address.ts';
import { API_KEY, ask, keyRecord, startStand, type Got } from './stand.ts';

describe('rate limits', () => {
  test('a key gets twice its rate in a burst and then its rate, else 429 with Retry-After; other keys are not touched', async () => {
    const stand = await startStand();
    stand.keys.set(API_KEY, keyRecord({ rate_limit_per_second: 5 }));
    stand.keys.set('k2', keyRecord({ key_id: 'key_2' }));
    const start = performance.now();
    const first = await ask(stand, '/public/v1/meter');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '9', 'ratelimit-reset': '1' });
    const event = (): Promise<Got> => ask(stand, '/public/v1/meter/m/event', { method: 'POST', body: '{}' });
    const rest = await Promise.all(Array.from({ length: 59 }, event));
    const seconds = (performance.now() - start) / 1000;
    const refused = rest.filter(({ status }) => status === 429);
    const granted = 60 - refused.length;
    // The bucket fills while the answers come, and on a busy machine they come slowly: the law is judged by the clock, not by a count.
    expect(granted).toBeGreaterThanOrEqual(10);
    expect(granted).toBeLessThanOrEqual(10 + 5 * seconds);
    expect(refused[0]!.json.error?.code).toBe('rate_limited');
    expect(refused[0]!.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' });
    expect((await ask(stand, '/public/v1/meter', { headers: { 'x-api-key': 'k2' } })).status).toBe(200);
    await stand.stop();
  });

  test('the operator may cap every rate', async () => {
    const stand = await startStand({ RATE_LIMIT_PER_SECOND_MAX: '3' });
    expect((await ask(stand, '/public/v1/meter')).headers['ratelimit-limit']).toBe('6');
    await stand.stop();
  });

  test('a bucket fills at its rate and never beyond its burst', () => {
    let now = 0;
    const buckets = new TokenBuckets(() => now);
    for (let n = 0; n < 20; n++) expect(buckets.take('k', 10).allowed).toBe(true);
    expect(buckets.take('k', 10)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 0.1 });
    now += 100;
    expect(buckets.take('k', 10).allowed).toBe(true);
    expect(buckets.take('k', 10).allowed).toBe(false);
    now += 60_000;
    expect(buckets.take('k', 10).remaining).toBe(19);
  });

  test('the client is the address that the last trusted proxy saw', () => {
    const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.9' } } as never;
    expect([0, 1, 2].map((trusted) => clientAddress(request, trusted))).toEqual(['10.0.0.1', '10.0.0.9', '1.2.3.4']);
    expect(['1.2.3.4', '2001:db8::1', '2001:db8:0:0:9::', '::1', '::ffff:1.2.3.4'].map(clientNetwork))
      .toEqual(['1.2.3.4', '2001:db8:0:0', '2001:db8:0:0', '0:0:0:0', '::ffff:1.2.3.4']);
  });
});
