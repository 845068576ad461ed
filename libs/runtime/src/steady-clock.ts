/**
 * Milliseconds since 1970 by the clock that never steps: for waits and due times inside a process. It starts at the
 * time of the wall clock and drifts from it, so it is no timestamp for others.
 */
export function steadyNowMs(): number {
  return performance.timeOrigin + performance.now();
}
