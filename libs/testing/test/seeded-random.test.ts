import { expect, test } from '@jest/globals';
import { seededRandom } from '../src/seeded-random.ts';

test('a seed gives the numbers of mulberry32, the same each time', () => {
  expect(seededRandom(0)()).toBe(0.26642920868471265);
  expect(seededRandom(1)()).toBe(0.6270739405881613);
  const [first, second] = [seededRandom(42), seededRandom(42)];
  const numbers = Array.from({ length: 1_000 }, first);
  expect(Array.from({ length: 1_000 }, second)).toEqual(numbers);
  expect(Array.from({ length: 1_000 }, seededRandom(43))).not.toEqual(numbers);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(numbers.filter((number) => number < 0.5).length / 1_000).toBeCloseTo(0.5, 1);
});
