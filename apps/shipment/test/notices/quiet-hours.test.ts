import { expect, it } from '@jest/globals';
import { afterQuietHours } from '../../src/notices/quiet-hours.ts';

const RIYADH = { from: '21:00', to: '09:00', timeZone: 'Asia/Riyadh' };
const after = (at: string, quiet = RIYADH): string => new Date(afterQuietHours(Date.parse(at), quiet)).toISOString();

it.each([
  ['a minute before they begin', '2026-11-23T17:59:30.000Z', '2026-11-23T17:59:30.000Z'],
  ['when they begin', '2026-11-23T18:00:00.000Z', '2026-11-24T06:00:00.000Z'],
  ['after midnight', '2026-11-23T22:10:11.000Z', '2026-11-24T06:00:00.000Z'],
  ['in their last minute', '2026-11-24T05:59:59.999Z', '2026-11-24T06:00:00.000Z'],
  ['when they end', '2026-11-24T06:00:00.000Z', '2026-11-24T06:00:00.000Z'],
])('%s', (_, at, expected) => {
  expect(after(at)).toBe(expected);
});

it('keeps them on one day, and ends them by the clock on the wall where it changes', () => {
  const noon = { from: '12:00', to: '13:30', timeZone: 'UTC' };
  expect(after('2026-11-23T12:15:00.000Z', noon)).toBe('2026-11-23T13:30:00.000Z');
  const berlin = { from: '22:00', to: '08:00', timeZone: 'Europe/Berlin' };
  // Put back by an hour in this night, and forward in the other.
  expect(after('2026-10-24T21:00:00.000Z', berlin)).toBe('2026-10-25T07:00:00.000Z');
  expect(after('2026-03-28T22:00:00.000Z', berlin)).toBe('2026-03-29T06:00:00.000Z');
});
