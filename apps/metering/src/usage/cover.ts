import type { Micros } from '../events/timestamp.ts';

/** Where a stretch of time is read from: a rollup grain, or the events themselves. */
export const GRAIN = { month: 0, day: 1, quarter: 2, raw: 3 } as const;
export type Grain = (typeof GRAIN)[keyof typeof GRAIN];

/** Half-open stretch [from, to), aligned to its grain. */
export interface Segment { grain: Grain; from: Micros; to: Micros }

const DAY = 86_400_000_000;
const QUARTER = 900_000_000;

/**
 * Tiles [from, to) with the coarsest grains allowed: whole months from month rows, the days left over from day rows, the
 * quarters of an hour left over from theirs, and the ragged ends from the events. Exact for any bounds, to the microsecond.
 */
export function cover(range: { from: Micros; to: Micros }, coarsest: Grain): Segment[] {
  const { from, to } = range;
  if (from >= to) return [];
  if (coarsest === GRAIN.raw) return [{ grain: GRAIN.raw, from, to }];
  const finer = (coarsest + 1) as Grain;
  const [start, end] = [ceil(from, coarsest), floor(to, coarsest)];
  if (start >= end) return cover(range, finer);
  return [...cover({ from, to: start }, finer), { grain: coarsest, from: start, to: end }, ...cover({ from: end, to }, finer)];
}

function floor(at: Micros, grain: Grain): Micros {
  if (grain !== GRAIN.month) return at - modulo(at, grain === GRAIN.day ? DAY : QUARTER);
  const date = new Date(Math.floor(at / 1000));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) * 1000;
}

function ceil(at: Micros, grain: Grain): Micros {
  const start = floor(at, grain);
  if (start === at) return at;
  if (grain !== GRAIN.month) return start + (grain === GRAIN.day ? DAY : QUARTER);
  const date = new Date(start / 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) * 1000;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
