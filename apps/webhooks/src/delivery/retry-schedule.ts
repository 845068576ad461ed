/**
 * At once, then after 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h: three days in all. An operator may set
 * another.
 */
export const RETRY_SCHEDULE_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const OWN_FAULT_DELAY = { firstMs: 10_000, maxMs: 300_000, shareOfTime: 0.05 } as const;

/** Spreads the retries of endpoints that failed together. */
const JITTER = 0.1;

/** From the first attempt to the last one. */
export function scheduleTotalMs(scheduleSeconds: readonly number[]): number {
  return scheduleSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1_000 * (1 + JITTER);
}

/**
 * The delay after a fault of this process or its proxy, such as no free socket. It uses up no step of the schedule, and
 * grows with the time since the schedule began, so that a fault of days makes hundreds of attempts and not thousands.
 * Null when the schedule's time is over.
 */
export function ownFaultDelayMs(
  scheduleSeconds: readonly number[],
  sinceMs: number,
  { random = Math.random() } = {},
): number | null {
  if (sinceMs >= scheduleTotalMs(scheduleSeconds)) return null;
  const { firstMs, maxMs, shareOfTime } = OWN_FAULT_DELAY;
  return Math.min(maxMs, Math.max(firstMs, sinceMs * shareOfTime)) * (0.5 + random);
}

/**
 * The delay of the attempt at this index of the schedule, or null after the last one. The endpoint's Retry-After can
 * only lengthen it.
 */
export function retryDelayMs(
  scheduleSeconds: readonly number[],
  scheduleStep: number,
  { retryAfterMs = 0, random = Math.random() } = {},
): number | null {
  const seconds = scheduleSeconds[scheduleStep];
  if (seconds === undefined) return null;
  return Math.max(Math.round(seconds * 1_000 * (1 - JITTER + 2 * JITTER * random)), retryAfterMs);
}
