/**
 * How fast an endpoint takes what we send, and whether it takes anything. Pure: (state, what happened, now) → state.
 * The window is the most requests under way at once. It doubles while all goes well, then grows by one per window; an overload
 * halves it. After a row of failures the breaker opens: one request at a time probes, at growing distances.
 */
export interface Pacing {
  window: number;
  slowStart: boolean;
  /** Failures since the last success. */
  failures: number;
  /** Nothing is sent before; 0 when closed. */
  openUntilMs: number;
  probeDelayMs: number;
  /** When the window was last halved: one overload hits many requests, and is one sign. */
  halvedAtMs: number;
}

export const PACING = { windowStart: 4, failuresToOpen: 5, probeDelayMsMin: 1_000, probeDelayMsMax: 60_000, halveEveryMs: 1_000, retryAfterMsMax: 3_600_000 } as const;

export const NEW_PACING: Pacing = { window: PACING.windowStart, slowStart: true, failures: 0, openUntilMs: 0, probeDelayMs: PACING.probeDelayMsMin, halvedAtMs: 0 };

export function afterSuccess(pacing: Pacing, windowMax: number): Pacing {
  const window = Math.min(windowMax, pacing.slowStart ? pacing.window + 1 : pacing.window + 1 / pacing.window);
  return { ...pacing, window, failures: 0, openUntilMs: 0, probeDelayMs: PACING.probeDelayMsMin };
}

export interface Failure {
  /** It is too busy or does not answer: sending less helps. */
  overload: boolean;
  /** What the endpoint asked for. */
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
  const asked = nowMs + Math.min(retryAfterMs, PACING.retryAfterMsMax);
  if (failures < PACING.failuresToOpen) return { ...next, openUntilMs: retryAfterMs > 0 ? Math.max(asked, pacing.openUntilMs) : pacing.openUntilMs };
  // Requests that were under way when the breaker opened fail after it; they are one failure, not many probes.
  const isProbe = pacing.openUntilMs <= nowMs;
  const openUntilMs = isProbe ? nowMs + pacing.probeDelayMs : pacing.openUntilMs;
  return {
    ...next, window: 1, slowStart: true, openUntilMs: Math.max(openUntilMs, retryAfterMs > 0 ? asked : 0),
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
