import { describe, expect, it } from '@jest/globals';
import { pickByShare } from '../src/volume-split.ts';

const OPTIONS = [
  { name: 'a', percent: 30 },
  { name: 'b', percent: 20 },
];

describe('volume split', () => {
  it('divides keys by the shares, and leaves the rest', () => {
    const counts: Record<string, number> = {};
    for (let at = 0; at < 10_000; at++) {
      const name = pickByShare(OPTIONS, `order-${at}`)?.name ?? 'rest';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    // The keys are fixed, so the counts are too.
    expect(Math.abs((counts.a ?? 0) - 3_000)).toBeLessThan(200);
    expect(Math.abs((counts.b ?? 0) - 2_000)).toBeLessThan(200);
    expect(Math.abs((counts.rest ?? 0) - 5_000)).toBeLessThan(200);
  });

  it('gives a key the same option each time', () => {
    expect(pickByShare(OPTIONS, 'order-1')).toBe(pickByShare(OPTIONS, 'order-1'));
  });

  it('gives nothing by no shares', () => {
    expect(pickByShare([], 'order-1')).toBeUndefined();
  });
});
