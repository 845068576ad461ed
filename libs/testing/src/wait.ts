import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  timeoutMs?: number;
  intervalMs?: number;
  /** What is awaited, for the error message. */
  what?: string;
}

type Falsy = false | 0 | '' | null | undefined;
type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * A block of assertions returns undefined, and it succeeds by not throwing. So undefined must never mean "not yet": a
 * function that may return it (array.find, rows[0]) does not compile, instead of passing too early.
 */
type Checked<T> =
  IsAny<T> extends true
    ? 'give the result a type: undefined would count as success'
    : [undefined] extends [T]
      ? [T] extends [void]
        ? unknown
        : 'return null for "not yet": undefined counts as success'
      : unknown;

/**
 * Polls until `ask` returns a truthy value, or does not throw if it is a block of assertions. The last error becomes
 * the cause.
 */
export async function eventually<T>(
  ask: (() => T | Promise<T>) & Checked<T>,
  options: WaitOptions = {},
): Promise<Exclude<T, Falsy>> {
  const { timeoutMs = 60_000, intervalMs = 20, what = 'the condition' } = options;
  const end = performance.now() + timeoutMs;
  for (;;) {
    let failure: unknown;
    try {
      const value: unknown = await (ask as () => unknown)();
      if (value || value === undefined) return value as Exclude<T, Falsy>;
      failure = `it was ${String(value)}`;
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= end) throw tooLate(what, timeoutMs, failure);
    await delay(intervalMs);
  }
}

function tooLate(what: string, timeoutMs: number, failure: unknown): Error {
  const last = failure instanceof Error ? failure.message : String(failure);
  return new Error(`waited ${timeoutMs} ms for ${what}; at last: ${last}`, { cause: failure });
}
