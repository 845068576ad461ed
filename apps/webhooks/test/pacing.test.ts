import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NEW_PACING, PACING, afterFailure, afterSuccess, isBroken, roomOf } from '../src/delivery/pacing.ts';
import type { Failure, Pacing } from '../src/delivery/pacing.ts';

const NOW = 1_700_000_000_000;
const times = (count: number, pacing: Pacing, step: (pacing: Pacing, index: number) => Pacing): Pacing => {
  let next = pacing;
  for (let index = 0; index < count; index++) next = step(next, index);
  return next;
};
const failing = (count: number, failure: Failure = { overload: false }, nowMs = NOW): Pacing =>
  times(count, NEW_PACING, (pacing) => afterFailure(pacing, failure, nowMs));

describe('the window', () => {
  test('grows by one with each success until it is full', () => {
    expect(times(60, NEW_PACING, (pacing) => afterSuccess(pacing, 64)).window).toBe(64);
    expect(times(500, NEW_PACING, (pacing) => afterSuccess(pacing, 64)).window).toBe(64);
  });

  test('is never wider than the endpoint allows, also where that is less than it begins with', () => {
    expect(afterSuccess(NEW_PACING, 2).window).toBe(2);
    expect(afterSuccess({ ...NEW_PACING, window: 30 }, 3).window).toBe(3);
  });

  test('is halved by an overload, and by one overload once', () => {
    const wide = { ...NEW_PACING, window: 32 };
    const once = afterFailure(wide, { overload: true }, NOW);
    expect(once).toMatchObject({ window: 16, slowStart: false });
    expect(afterFailure(once, { overload: true }, NOW + PACING.halveEveryMs - 1).window).toBe(16);
    expect(afterFailure(once, { overload: true }, NOW + PACING.halveEveryMs).window).toBe(8);
  });

  test('grows by one a window after an overload, not by one an answer', () => {
    const halved = afterFailure({ ...NEW_PACING, window: 20 }, { overload: true }, NOW);
    const later = times(10, halved, (pacing) => afterSuccess(pacing, 64));
    expect(later.window).toBeGreaterThan(10.9);
    expect(later.window).toBeLessThan(11.1);
  });

  test('stays as it is when a failure says nothing of overload', () => {
    expect(failing(4).window).toBe(NEW_PACING.window);
  });

  test('is one at least', () => {
    expect(
      times(3, { ...NEW_PACING, window: 1 }, (pacing, index) =>
        afterFailure(pacing, { overload: true }, NOW + index * 10_000),
      ).window,
    ).toBe(1);
  });
});

describe('the breaker', () => {
  test('opens with the fifth failure in a row, for a second', () => {
    expect(isBroken(failing(4))).toBe(false);
    expect(roomOf(failing(4), 0, NOW)).toBe(4);
    const open = failing(5);
    expect(isBroken(open)).toBe(true);
    expect(open).toMatchObject({ openUntilMs: NOW + 1_000, window: 1 });
    expect(roomOf(open, 0, NOW)).toBe(0);
    expect(roomOf(open, 0, NOW + 999)).toBe(0);
  });

  test('four failures and a success count from zero', () => {
    const mended = afterSuccess(failing(4), 64);
    expect(isBroken(times(4, mended, (pacing) => afterFailure(pacing, { overload: false }, NOW)))).toBe(false);
  });

  test('lets one probe out at a time', () => {
    expect(roomOf(failing(5), 0, NOW + 1_000)).toBe(1);
    expect(roomOf(failing(5), 1, NOW + 1_000)).toBe(0);
  });

  test('each probe that fails doubles the distance, up to a minute', () => {
    const distances: number[] = [];
    let pacing = failing(5);
    for (let probe = 0; probe < 9; probe++) {
      const nowMs = pacing.openUntilMs;
      pacing = afterFailure(pacing, { overload: false }, nowMs);
      distances.push(pacing.openUntilMs - nowMs);
    }
    expect(distances).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  });

  test('requests that were under way when it opened are no probes', () => {
    const open = failing(5);
    const late = times(40, open, (pacing) => afterFailure(pacing, { overload: true }, NOW + 500));
    expect(late).toMatchObject({ openUntilMs: open.openUntilMs, probeDelayMs: open.probeDelayMs, window: 1 });
  });

  test('one success closes it and resets it', () => {
    const closed = afterSuccess(failing(12), 64);
    expect(closed).toMatchObject({ failures: 0, openUntilMs: 0, probeDelayMs: 1_000, slowStart: true });
    expect(roomOf(closed, 0, NOW)).toBe(2);
  });
});

describe('what the endpoint asks for', () => {
  test('holds back everything, though the breaker is closed', () => {
    const delayed = afterFailure(NEW_PACING, { overload: true, retryAfterMs: 7_000 }, NOW);
    expect(isBroken(delayed)).toBe(false);
    expect(roomOf(delayed, 0, NOW + 6_999)).toBe(0);
    expect(roomOf(delayed, 0, NOW + 7_000)).toBe(2);
  });

  test('a shorter wish, or none, does not shorten a longer one', () => {
    const delayed = afterFailure(NEW_PACING, { overload: true, retryAfterMs: 60_000 }, NOW);
    for (const failure of [{ overload: true, retryAfterMs: 1_000 }, { overload: false }])
      expect(afterFailure(delayed, failure, NOW + 10).openUntilMs).toBe(NOW + 60_000);
  });

  test('an hour is the most', () => {
    expect(afterFailure(NEW_PACING, { overload: true, retryAfterMs: 1e15 }, NOW).openUntilMs).toBe(NOW + 3_600_000);
    expect(afterFailure(failing(9), { overload: true, retryAfterMs: 1e15 }, NOW).openUntilMs).toBe(NOW + 3_600_000);
  });

  test('lengthens an open breaker', () => {
    expect(afterFailure(failing(5), { overload: true, retryAfterMs: 30_000 }, NOW + 10).openUntilMs).toBe(NOW + 30_010);
  });
});

/** Any history, with the endpoint's limit: what must hold after every step of it. */
test('whatever happens: bounded window, no way back in time, and open only after failures or a wish', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('success' as const), waitMs: fc.nat(5_000) }),
    fc.record({
      kind: fc.constant('failure' as const),
      waitMs: fc.nat(70_000),
      overload: fc.boolean(),
      retryAfterMs: fc.option(fc.nat(10_000_000), { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(step, { maxLength: 80 }), (windowMax, steps) => {
      let [pacing, nowMs, row, hasAsked] = [NEW_PACING, NOW, 0, false];
      for (const one of steps) {
        nowMs += one.waitMs;
        const before = structuredClone(pacing);
        const next = one.kind === 'success' ? afterSuccess(pacing, windowMax) : afterFailure(pacing, one, nowMs);
        expect(pacing).toEqual(before);
        row = one.kind === 'success' ? 0 : row + 1;
        hasAsked = one.kind === 'failure' && (hasAsked || (one.retryAfterMs ?? 0) > 0);
        expect(next.window).toBeGreaterThanOrEqual(1);
        expect(next.window).toBeLessThanOrEqual(Math.max(windowMax, NEW_PACING.window));
        expect(next.probeDelayMs).toBeGreaterThanOrEqual(PACING.probeDelayMsMin);
        expect(next.probeDelayMs).toBeLessThanOrEqual(PACING.probeDelayMsMax);
        expect(next.failures).toBe(row);
        expect(isBroken(next)).toBe(row >= PACING.failuresToOpen);
        expect(next.openUntilMs).toBeLessThanOrEqual(Math.max(pacing.openUntilMs, nowMs + PACING.retryAfterMsMax));
        if (one.kind === 'failure') expect(next.openUntilMs).toBeGreaterThanOrEqual(pacing.openUntilMs);
        else expect(roomOf(next, 0, nowMs)).toBeGreaterThanOrEqual(1);
        if (next.openUntilMs > nowMs) expect(isBroken(next) || hasAsked).toBe(true);
        if (isBroken(next)) expect(roomOf(next, 0, Number.MAX_SAFE_INTEGER)).toBe(1);
        pacing = next;
      }
      // However bad it was, it is probed in the end, and one success is enough.
      expect(roomOf(pacing, 0, nowMs + PACING.retryAfterMsMax)).toBeGreaterThanOrEqual(1);
      expect(roomOf(afterSuccess(pacing, windowMax), 0, nowMs)).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});
