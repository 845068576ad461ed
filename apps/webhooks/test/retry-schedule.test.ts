import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ownFaultDelayMs,
  RETRY_SCHEDULE_SECONDS,
  retryDelayMs,
  scheduleTotalMs,
} from '../src/delivery/retry-schedule.ts';

test('at once, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours: ten attempts in three days and some', () => {
  const [minute, hour] = [60, 3_600];
  expect([...RETRY_SCHEDULE_SECONDS]).toEqual([
    0,
    5,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]);
  expect(RETRY_SCHEDULE_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0) / hour / 24).toBeGreaterThan(3);
});

test.each(RETRY_SCHEDULE_SECONDS.map((seconds, step) => [step, seconds] as const))(
  'step %i waits %i s, a tenth more or less',
  (step, seconds) => {
    expect(retryDelayMs(RETRY_SCHEDULE_SECONDS, step, { random: 0 })).toBe(Math.round(seconds * 900));
    expect(retryDelayMs(RETRY_SCHEDULE_SECONDS, step, { random: 0.5 })).toBe(seconds * 1_000);
    expect(retryDelayMs(RETRY_SCHEDULE_SECONDS, step, { random: 1 })).toBe(Math.round(seconds * 1_100));
  },
);

test('after the last step there is none', () => {
  expect(retryDelayMs(RETRY_SCHEDULE_SECONDS, RETRY_SCHEDULE_SECONDS.length)).toBeNull();
  expect(retryDelayMs(RETRY_SCHEDULE_SECONDS, 1_000, { retryAfterMs: 5 })).toBeNull();
  expect(retryDelayMs([0], 1)).toBeNull();
});

test("the endpoint's wish lengthens a delay and never shortens it", () => {
  expect(retryDelayMs([0, 5], 1, { retryAfterMs: 60_000 })).toBe(60_000);
  expect(retryDelayMs([0, 5], 1, { retryAfterMs: 1, random: 0.5 })).toBe(5_000);
  expect(retryDelayMs([0, 5], 0, { retryAfterMs: 250 })).toBe(250);
});

test('for any schedule: null past its end only, within the jitter, and no earlier than was scheduledSeconds', () => {
  const seconds = fc.oneof(fc.integer({ min: 0, max: 7 * 86_400 }), fc.double({ min: 0, max: 10, noNaN: true }));
  fc.assert(
    fc.property(
      fc.array(seconds, { minLength: 1, maxLength: 50 }),
      fc.nat(60),
      fc.nat(3_600_000),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (schedule, step, retryAfterMs, random) => {
        const delayMs = retryDelayMs(schedule, step, { retryAfterMs, random });
        const scheduledSeconds = schedule[step];
        if (scheduledSeconds === undefined) return expect(delayMs).toBeNull();
        expect(delayMs).toBeGreaterThanOrEqual(Math.max(Math.floor(scheduledSeconds * 900), retryAfterMs));
        expect(delayMs).toBeLessThanOrEqual(Math.max(Math.ceil(scheduledSeconds * 1_100), retryAfterMs));
      },
    ),
  );
});

test('endpoints that failed together come back apart', () => {
  const delays = new Set(Array.from({ length: 200 }, () => retryDelayMs(RETRY_SCHEDULE_SECONDS, 4)));
  expect(delays.size).toBeGreaterThan(150);
});

describe('after a fault of our own', () => {
  const minuteMs = 60_000;
  test('the delay is ten seconds, and grows with the time to five minutes, a half more or less', () => {
    const delay = (sinceMs: number, random: number): number | null =>
      ownFaultDelayMs(RETRY_SCHEDULE_SECONDS, sinceMs, { random });
    expect(delay(0, 0.5)).toBe(10_000);
    expect(delay(0, 0)).toBe(5_000);
    expect(delay(0, 1)).toBe(15_000);
    expect(delay(20 * minuteMs, 0.5)).toBe(minuteMs);
    expect(delay(48 * 60 * minuteMs, 0.5)).toBe(5 * minuteMs);
  });

  test('there is none when the time of the schedule is over, although no step is used', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 604_800 }), { minLength: 1, maxLength: 50 }), (seconds) => {
        const totalMs = scheduleTotalMs(seconds);
        expect(totalMs).toBeGreaterThanOrEqual(seconds.reduce((sum, delay) => sum + delay, 0) * 1_000);
        expect(ownFaultDelayMs(seconds, totalMs)).toBeNull();
        if (totalMs > 0) expect(ownFaultDelayMs(seconds, totalMs - 1)).toBeGreaterThan(0);
      }),
    );
  });
});
