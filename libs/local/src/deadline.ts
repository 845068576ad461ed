import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the answer is true. Returns false when the time is over. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  deadlineMs: number,
  intervalMs = 20,
): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() >= end) return false;
    await delay(intervalMs);
  }
}

/** The value of the promise, or undefined when it takes longer than the deadline. */
export async function within<T>(promise: Promise<T>, deadlineMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  const late = delay(deadlineMs, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}
