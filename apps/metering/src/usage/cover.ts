import { periodEnd, periodStart } from '../time/period.ts';
import type { Micros } from '../time/timestamp.ts';

/** The source of a segment: rollup rows of a grain, or the events themselves. */
export const GRAIN = { month: 0, day: 1, quarter: 2, raw: 3 } as const;
export type Grain = (typeof GRAIN)[keyof typeof GRAIN];

/** Half-open range [from, to), aligned to its grain. */
export interface Segment {
  grain: Grain;
  from: Micros;
  to: Micros;
}

const DAY_MICROS = 86_400_000_000;
const QUARTER_MICROS = 900_000_000;

/**
 * Covers [from, to) with segments of the coarsest grains allowed: whole months from month rows, the remaining days from
 * day rows, the remaining quarters of an hour from quarter rows, and both ends from the events. Exact for any bounds,
 * to the microsecond.
 */
export function cover(range: { from: Micros; to: Micros }, coarsest: Grain): Segment[] {
  const { from, to } = range;
  if (from >= to) return [];
  if (coarsest === GRAIN.raw) return [{ grain: GRAIN.raw, from, to }];
  const finer = (coarsest + 1) as Grain;
  const [start, end] = [ceil(from, coarsest), floor(to, coarsest)];
  if (start >= end) return cover(range, finer);
  return [
    ...cover({ from, to: start }, finer),
    { grain: coarsest, from: start, to: end },
    ...cover({ from: end, to }, finer),
  ];
}

function floor(at: Micros, grain: Grain): Micros {
  if (grain === GRAIN.month) return periodStart(at);
  return at - modulo(at, grain === GRAIN.day ? DAY_MICROS : QUARTER_MICROS);
}

function ceil(at: Micros, grain: Grain): Micros {
  const start = floor(at, grain);
  if (start === at) return at;
  if (grain === GRAIN.month) return periodEnd(at);
  return start + (grain === GRAIN.day ? DAY_MICROS : QUARTER_MICROS);
}

/** Never negative, also for times before 1970. */
function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}
