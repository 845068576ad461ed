/**
 * How fast an endpoint takes requests, and whether it takes any. Pure: (state, result, now) → state. The window bounds
 * the requests under way at once. It doubles while all attempts succeed, then grows by one per window. An overload
 * halves it. After several failures in a row the breaker opens: one request at a time probes, at growing intervals.
 */
export interface Pacing {
  window: number;
  slowStart: boolean;
  /** Failures since the last success. */
  failures: number;
  /** Nothing is sent before this time; 0 while the breaker is closed. */
  openUntilMs: number;
  probeDelayMs: number;
  /** When the window was last halved. One overload fails many requests and must halve the window once. */
  halvedAtMs: number;
}

export const PACING = {
  windowStart: 4,
  failuresToOpen: 5,
  probeDelayMsMin: 1_000,
  probeDelayMsMax: 60_000,
  halveEveryMs: 1_000,
  retryAfterMsMax: 3_600_000,
} as const;

export const NEW_PACING: Pacing = {
  window: PACING.windowStart,
  slowStart: true,
  failures: 0,
  openUntilMs: 0,
  probeDelayMs: PACING.probeDelayMsMin,
  halvedAtMs: 0,
};

export function afterSuccess(pacing: Pacing, windowMax: number): Pacing {
  const window = Math.min(windowMax, pacing.slowStart ? pacing.window + 1 : pacing.window + 1 / pacing.window);
  // Nearly every attempt: nothing to change, so nothing to copy. Any failure or pause sets one of these.
  if (window === pacing.window && pacing.failures === 0 && pacing.openUntilMs === 0) return pacing;
  return { ...pacing, window, failures: 0, openUntilMs: 0, probeDelayMs: PACING.probeDelayMsMin };
}

export interface Failure {
  /** The endpoint is too busy or does not answer: fewer requests help. */
  overload: boolean;
  /** From the endpoint's Retry-After. */
  retryAfterMs?: number;
}

export function afterFailure(pacing: Pacing, { overload, retryAfterMs = 0 }: Failure, nowMs: number): Pacing {
  const failures = pacing.failures + 1;
  const next = { ...pacing, failures };
  if (overload && nowMs - pacing.halvedAtMs >= PACING.halveEveryMs) {
    next.window = Math.max(1, pacing.window / 2);
    next.slowStart = false;
    next.halvedAtMs = nowMs;
  }
  const retryAtMs = nowMs + Math.min(retryAfterMs, PACING.retryAfterMsMax);
  if (failures < PACING.failuresToOpen)
    return { ...next, openUntilMs: retryAfterMs > 0 ? Math.max(retryAtMs, pacing.openUntilMs) : pacing.openUntilMs };
  // Requests that were under way when the breaker opened fail later. They are part of one failure, not probes.
  const isProbe = pacing.openUntilMs <= nowMs;
  const openUntilMs = isProbe ? nowMs + pacing.probeDelayMs : pacing.openUntilMs;
  return {
    ...next,
    window: 1,
    slowStart: true,
    openUntilMs: Math.max(openUntilMs, retryAfterMs > 0 ? retryAtMs : 0),
    probeDelayMs: isProbe ? Math.min(PACING.probeDelayMsMax, pacing.probeDelayMs * 2) : pacing.probeDelayMs,
  };
}

/** How many more requests may start now. */
export function roomOf(pacing: Pacing, underWay: number, nowMs: number): number {
  if (nowMs < pacing.openUntilMs) return 0;
  return Math.max(0, Math.floor(pacing.window) - underWay);
}

export function isBroken(pacing: Pacing): boolean {
  return pacing.failures >= PACING.failuresToOpen;
}
