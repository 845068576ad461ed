import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RateLimit } from '../src/delivery/rate-limit.ts';

const NOW = 1_700_000_000_000;

test('without a limit everything goes', () => {
  const rate = new RateLimit();
  for (let request = 0; request < 1_000; request++) expect(rate.take(null, NOW)).toBe(0);
});

test('one second\'s worth goes at once; then it says when the next may', () => {
  const rate = new RateLimit();
  expect(Array.from({ length: 5 }, () => rate.take(5, NOW))).toEqual([0, 0, 0, 0, 0]);
  expect(rate.take(5, NOW)).toBe(200);
  expect(rate.take(5, NOW + 199)).toBe(1);
  expect(rate.take(5, NOW + 200)).toBe(0);
  expect(rate.take(5, NOW + 200)).toBe(200);
});

test('an idle hour saves up one second\'s worth and no more', () => {
  const rate = new RateLimit();
  rate.take(3, NOW);
  const later = NOW + 3_600_000;
  expect(Array.from({ length: 4 }, () => rate.take(3, later) === 0)).toEqual([true, true, true, false]);
});

test('a limit that is lowered, raised or set anew holds from the next request', () => {
  const rate = new RateLimit();
  expect(rate.take(1_000, NOW)).toBe(0);
  expect(Array.from({ length: 3 }, () => rate.take(2, NOW) === 0)).toEqual([true, true, false]);
  expect(rate.take(1_000, NOW)).toBeGreaterThan(0);
  expect(rate.take(1_000, NOW + 1)).toBe(0);
  expect(rate.take(null, NOW + 1)).toBe(0);
});

test('what was taken and not used may be used', () => {
  const rate = new RateLimit();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
  rate.giveBack();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
});

test('a clock that is set back stops nothing for good', () => {
  const rate = new RateLimit();
  expect([rate.take(1, NOW), rate.take(1, NOW)]).toEqual([0, 1_000]);
  const waitMs = rate.take(1, NOW - 3_600_000);
  expect(waitMs).toBe(1_000);
  expect(rate.take(1, NOW - 3_600_000 + waitMs)).toBe(0);
});

test('for any arrivals: no second has more than twice its worth, and whoever waits as long as told goes', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), fc.array(fc.nat(400), { minLength: 1, maxLength: 300 }), (perSecond, gaps) => {
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
        expect(inside).toBeLessThanOrEqual(perSecond + Math.ceil(perSecond * lengthMs / 1_000));
      }
    }
  }));
});
