const DAY_MINUTES = 1_440;

/** From and to as `HH:MM` in a zone; `to` is no longer quiet. They may span midnight. */
export interface QuietHours {
  from: string;
  to: string;
  timeZone: string;
}

/** Pure. The time itself, or the end of the quiet hours in which it lies. */
export function afterQuietHours(atMs: number, quiet: QuietHours | undefined): number {
  if (quiet === undefined) return atMs;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const now = localMinutes(atMs, quiet.timeZone);
  const isQuiet = from <= to ? now >= from && now < to : now >= from || now < to;
  if (!isQuiet) return atMs;
  const wholeMinuteMs = atMs - (atMs % 60_000);
  const endMs = wholeMinuteMs + ((to - now + DAY_MINUTES) % DAY_MINUTES) * 60_000;
  // The clock may have been changed in between.
  const half = DAY_MINUTES / 2;
  const missing = ((to - localMinutes(endMs, quiet.timeZone) + half + DAY_MINUTES) % DAY_MINUTES) - half;
  return endMs + missing * 60_000;
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function localMinutes(atMs: number, timeZone: string): number {
  return minutesOf(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs),
  );
}
