import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  timeoutMs?: number;
  intervalMs?: number;
  /** What is waited for, in the words of the failure. */
  what?: string;
}

type Falsy = false | 0 | '' | null | undefined;
type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * A block of assertions answers nothing, and not throwing is its yes. So undefined must never mean "not yet" too: a function that
 * may answer it (array.find, rows[0]) does not compile, instead of passing whenever the machine is slow.
 */
type Checked<T> = IsAny<T> extends true ? 'give the answer a type: undefined would count as yes'
  : [undefined] extends [T] ? ([T] extends [void] ? unknown : 'answer null for "not yet": undefined counts as yes') : unknown;

/** Asks until the answer is yes: a truthy value, or an assertion block that does not throw. The last refusal is the failure's cause. */
export async function eventually<T>(ask: (() => T | Promise<T>) & Checked<T>, patience: Patience = {}): Promise<Exclude<T, Falsy>> {
  const { timeoutMs = 30_000, intervalMs = 20, what = 'the condition' } = patience;
  const end = performance.now() + timeoutMs;
  for (;;) {
    let refusal: unknown;
    try {
      const value: unknown = await (ask as () => unknown)();
      if (value || value === undefined) return value as Exclude<T, Falsy>;
      refusal = `it was ${String(value)}`;
    } catch (error) {
      refusal = error;
    }
    if (performance.now() >= end) throw tooLate(what, timeoutMs, refusal);
    await delay(intervalMs);
  }
}

function tooLate(what: string, timeoutMs: number, refusal: unknown): Error {
  const last = refusal instanceof Error ? refusal.message : String(refusal);
  return new Error(`waited ${timeoutMs} ms for ${what}; at last: ${last}`, { cause: refusal });
}
