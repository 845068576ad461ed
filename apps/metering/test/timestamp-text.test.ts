import { expect, test } from '@jest/globals';
import { periodEnd, periodStart, periodWindow } from '../src/time/period.ts';
import { formatTimestamp, parseTimestamp } from '../src/time/timestamp.ts';

/** Neighbours of each second, minute, month and year, so that each differs from the one before it. */
const TEXTS = [
  '2000-01-01T00:00:00.000000Z',
  '2026-11-30T23:59:59.999999Z',
  '2026-12-01T00:00:00.000000Z',
  '2026-12-01T00:00:00.000001Z',
  '2026-11-30T23:59:59.000000Z',
  '2026-12-31T23:59:59.100000Z',
  '2027-01-01T00:00:00.000010Z',
  '2028-02-29T12:00:00.123456Z',
  '2028-02-29T12:00:01.123456Z',
];
const MONTHS = /^(\d{4}-\d{2})-/;

test('a timestamp is written as it was read, whichever was written before it', () => {
  for (const first of TEXTS)
    for (const second of TEXTS) {
      const written = [first, second, first].map((text) => formatTimestamp(parseTimestamp(text) as number));
      expect(written).toEqual([first, second, first]);
    }
});

test('a period starts and ends with its month, whichever period was asked for before it', () => {
  for (const first of TEXTS)
    for (const second of TEXTS) {
      periodStart(parseTimestamp(first) as number);
      const at = parseTimestamp(second) as number;
      const [start, end] = [periodStart(at), periodEnd(at)];
      expect(formatTimestamp(start)).toBe(`${MONTHS.exec(second)?.[1]}-01T00:00:00.000000Z`);
      expect([start <= at, at < end]).toEqual([true, true]);
      expect(formatTimestamp(end).slice(7)).toBe('-01T00:00:00.000000Z');
      expect(periodWindow(at)).toEqual({ start: formatTimestamp(start), end: formatTimestamp(end) });
      expect(formatTimestamp(end - 1).slice(0, 7)).toBe(MONTHS.exec(second)?.[1]);
    }
});
