import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TokenBucket } from '@qafila/runtime/token-bucket';
import { BodyMemory } from '../src/delivery/body-memory.ts';
import { EndpointQueue } from '../src/delivery/endpoint-queue.ts';
import type { EndpointConfig } from '../src/endpoints/load-endpoints.ts';

const NOW = 1_700_000_000_000;

/**
 * The limit of an endpoint: a bucket of one second's worth. Takes a token and returns 0, or returns in how many ms
 * there is one.
 */
class RateLimit {
  readonly #bucket = new TokenBucket();

  take(perSecond: number, nowMs: number): number {
    return this.#bucket.take(perSecond, perSecond, nowMs)
      ? 0
      : Math.ceil(this.#bucket.secondsUntil(1, perSecond) * 1_000);
  }

  putBack(): void {
    this.#bucket.putBack();
  }
}

const limitedTo = (queue: EndpointQueue, rateLimitPerSecond: number | null): EndpointQueue => {
  const config: Partial<EndpointConfig> = { concurrencyMax: 1, blockedKeys: [], healthRevision: 0, rateLimitPerSecond };
  queue.configLoaded(config as EndpointConfig);
  return queue;
};

test('without a limit every request may start', () => {
  const queue = limitedTo(
    new EndpointQueue({ endpointNo: 1, partition: 1, epoch: 1, memory: new BodyMemory(Infinity) }),
    null,
  );
  for (let request = 0; request < 1_000; request++) expect(queue.mayStart(NOW)).toBe(true);
});

test("one second's worth may start at once; then the wait for the next is known", () => {
  const rate = new RateLimit();
  expect(Array.from({ length: 5 }, () => rate.take(5, NOW))).toEqual([0, 0, 0, 0, 0]);
  expect(rate.take(5, NOW)).toBe(200);
  expect(rate.take(5, NOW + 199)).toBe(1);
  expect(rate.take(5, NOW + 200)).toBe(0);
  expect(rate.take(5, NOW + 200)).toBe(200);
});

test("an idle hour saves one second's worth and no more", () => {
  const rate = new RateLimit();
  rate.take(3, NOW);
  const later = NOW + 3_600_000;
  expect(Array.from({ length: 4 }, () => rate.take(3, later) === 0)).toEqual([true, true, true, false]);
});

test('a limit that is lowered, raised, removed or set again applies from the next request', () => {
  const queue = limitedTo(
    new EndpointQueue({ endpointNo: 1, partition: 1, epoch: 1, memory: new BodyMemory(Infinity) }),
    1_000,
  );
  expect(queue.mayStart(NOW)).toBe(true);
  limitedTo(queue, 2);
  expect(Array.from({ length: 3 }, () => queue.mayStart(NOW))).toEqual([true, true, false]);
  limitedTo(queue, 1_000);
  expect(queue.mayStart(NOW)).toBe(false);
  expect(queue.mayStart(NOW + 1)).toBe(true);
  limitedTo(queue, null);
  expect(queue.mayStart(NOW + 1)).toBe(true);
});

test('a token that is put back may be used', () => {
  const rate = new RateLimit();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
  rate.putBack();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
});

test('a clock that is set back stops requests only for a moment', () => {
  const rate = new RateLimit();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
  const waitMs = rate.take(1, NOW - 3_600_000);
  expect(waitMs).toBe(1_000);
  expect(rate.take(1, NOW - 3_600_000 + waitMs)).toBe(0);
});

test('for any arrivals no second has more than twice its worth, and a request that waits its time may start', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.nat(400), { minLength: 1, maxLength: 300 }),
      (perSecond, gaps) => {
        const rate = new RateLimit();
        const taken: number[] = [];
        let nowMs = NOW;
        for (const gap of gaps) {
          nowMs += gap;
          const waitMs = rate.take(perSecond, nowMs);
          if (waitMs > 0) {
            nowMs += waitMs;
            expect(rate.take(perSecond, nowMs)).toBe(0);
          }
          taken.push(nowMs);
        }
        for (const [index, fromMs] of taken.entries()) {
          for (const lengthMs of [1_000, 5_000]) {
            const inside = taken.slice(index).filter((at) => at < fromMs + lengthMs).length;
            expect(inside).toBeLessThanOrEqual(perSecond + Math.ceil((perSecond * lengthMs) / 1_000));
          }
        }
      },
    ),
    { examples: [[4, [0, 89, 2, 14, 4, 0]]] },
  );
});
