import { describe, expect, it, jest } from '@jest/globals';
import { BackgroundLoop } from '../src/background-loop.ts';
import type { BackgroundLoopOptions, Rest } from '../src/background-loop.ts';
import { createLogger } from '../src/log.ts';
import type { Logger } from '../src/log.ts';

const NEVER_MS = 600_000;
const log = createLogger('test', 'silent' as never);

/** A loop that counts its rounds; `reached(n)` resolves when round n starts. */
function counted(round: (nth: number) => Promise<Rest>, more: Partial<BackgroundLoopOptions> = {}) {
  let rounds = 0;
  let waiting: { nth: number; resolve: () => void }[] = [];
  const loop = new BackgroundLoop({
    name: 'test',
    log,
    backoff: { firstMs: NEVER_MS, maxMs: NEVER_MS },
    round: () => {
      rounds++;
      for (const { nth, resolve } of waiting) if (nth <= rounds) resolve();
      waiting = waiting.filter(({ nth }) => nth > rounds);
      return round(rounds);
    },
    ...more,
  });
  const reached = (nth: number): Promise<void> =>
    new Promise((resolve) => {
      if (rounds >= nth) resolve();
      else waiting.push({ nth, resolve });
    });
  return { loop, reached, rounds: () => rounds };
}

describe('a background loop', () => {
  it('starts the next round at once while there is work, and rests when the round says so', async () => {
    const { loop, reached, rounds } = counted(async (nth) => (nth < 5 ? 0 : NEVER_MS));
    loop.start();
    await reached(5);
    await loop.stop();
    expect(rounds()).toBe(5);
  });

  it('ends its rest on a wake, and runs once more when the wake came during a round', async () => {
    const { loop, reached, rounds } = counted(async (nth) => {
      if (nth === 2) loop.wake();
      return NEVER_MS;
    });
    loop.start();
    await reached(1);
    loop.wake();
    await reached(3);
    await loop.stop();
    expect(rounds()).toBe(3);
  });

  it('continues after a round that throws', async () => {
    const { loop, reached } = counted(
      async (nth) => {
        if (nth < 3) throw new Error('the database is away');
        return NEVER_MS;
      },
      { backoff: { firstMs: 1, maxMs: 1 } },
    );
    loop.start();
    await reached(3);
    await loop.stop();
  });

  it('stops when the round that runs has ended, and starts no other', async () => {
    let finish = (): void => {};
    const { loop, reached, rounds } = counted(
      () =>
        new Promise<number>((resolve) => {
          finish = () => resolve(0);
        }),
    );
    loop.start();
    await reached(1);
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(rounds()).toBe(1);
  });

  it('is not woken out of a rest that has a least length, nor out of the one after a failure', async () => {
    const { loop, reached, rounds } = counted(async (nth) => {
      if (nth === 1) return { atLeastMs: 50 };
      throw new Error('the database is away');
    });
    loop.start();
    await reached(1);
    const from = performance.now();
    loop.wake();
    await reached(2);
    expect(performance.now() - from).toBeGreaterThanOrEqual(45);
    for (let n = 0; n < 5; n++) {
      await new Promise((resolve) => setImmediate(resolve));
      loop.wake();
    }
    expect(rounds()).toBe(2);
    // Neither does such a rest delay the stop.
    await loop.stop();
    expect(rounds()).toBe(2);
  });

  it('waits longer after each failure in a row, and starts again after a round that succeeds', async () => {
    const startedAt: number[] = [];
    const { loop, reached } = counted(
      async (nth) => {
        startedAt.push(performance.now());
        if (nth === 4) return 0;
        if (nth === 6) return NEVER_MS;
        throw new Error('the database is away');
      },
      { backoff: { firstMs: 40, maxMs: 80 } },
    );
    loop.start();
    await reached(6);
    await loop.stop();
    const waits = startedAt.slice(1).map((at, index) => at - (startedAt[index] as number));
    expect(waits[0]).toBeGreaterThanOrEqual(35);
    expect(waits[1]).toBeGreaterThanOrEqual(75);
    expect(waits[2]).toBeGreaterThanOrEqual(75);
    expect(waits[4]).toBeGreaterThanOrEqual(35);
    expect(waits[4]).toBeLessThan((waits[1] as number) + (waits[2] as number));
  });

  it('logs the first failure in a row and then each twentieth', async () => {
    const warn = jest.fn();
    const { loop, reached } = counted(
      async (nth) => {
        if (nth === 42) return NEVER_MS;
        throw new Error('the database is away');
      },
      { backoff: { firstMs: 0, maxMs: 0 }, log: { warn } as unknown as Logger },
    );
    loop.start();
    await reached(42);
    await loop.stop();
    expect(warn.mock.calls).toEqual(
      [1, 21, 41].map((failures) => [{ error: 'the database is away', failures }, 'test.waiting']),
    );
  });

  it('logs failures in the way that the owner wants', async () => {
    const logFailure = jest.fn();
    const error = new RangeError('never');
    const { loop, reached } = counted(
      async (nth) => {
        if (nth === 3) return NEVER_MS;
        throw error;
      },
      { backoff: { firstMs: 0, maxMs: 0 }, logFailure, failuresPerLog: 1 },
    );
    loop.start();
    await reached(3);
    await loop.stop();
    expect(logFailure.mock.calls).toEqual([1, 2].map((failures) => [{ error: 'never', failures }, error]));
  });

  it('logs a round that exceeds its time, and no other', async () => {
    const warn = jest.fn();
    const { loop, reached } = counted(
      async (nth) => {
        if (nth === 2) await new Promise((resolve) => setTimeout(resolve, 60));
        return nth === 3 ? NEVER_MS : 0;
      },
      { roundMsMax: 20, log: { warn } as unknown as Logger },
    );
    loop.start();
    await reached(3);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await loop.stop();
    expect(warn.mock.calls).toEqual([[{ roundMsMax: 20 }, 'test.overdue']]);
  });

  it('does not wait for ever for a round that hangs when it stops', async () => {
    const warn = jest.fn();
    const { loop, reached } = counted(() => new Promise<number>(() => {}), {
      stopMs: 20,
      log: { warn } as unknown as Logger,
    });
    loop.start();
    await reached(1);
    await loop.stop();
    expect(warn.mock.calls).toEqual([[{ stopMs: 20 }, 'test.stop_overdue']]);
  });
});
