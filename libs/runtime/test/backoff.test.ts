import { expect, test } from '@jest/globals';
import { backoffMs } from '../src/backoff.ts';

test('the wait doubles with each failure in a row, up to its maximum', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 1_000 }));
  expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('the maximum limits the first wait too, and any number of failures', () => {
  expect(backoffMs(1, { firstMs: 100, maxMs: 50 })).toBe(50);
  expect(backoffMs(100_000, { firstMs: 100, maxMs: 5_000 })).toBe(5_000);
});
