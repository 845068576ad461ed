import type { Pool } from 'pg';
import type { Micros } from '../time/timestamp.ts';
import { GRAIN } from './cover.ts';
import type { Segment } from './cover.ts';

/**
 * Retention deletes old quarters of an hour; what they would answer is read from their events. The rows go a minute
 * after this value has changed, which is longer than a query lasts.
 */
export async function withoutDeleted(pool: Pool, segments: Segment[]): Promise<Segment[]> {
  if (segments.every(({ grain }) => grain !== GRAIN.quarter)) return segments;
  const {
    rows: [row],
  } = await pool.query<{ since: string | null }>(
    "SELECT extract(epoch FROM nullif(since, '-infinity'))::bigint * 1000000 AS since FROM kept_quarters",
  );
  const since = Number(row?.since ?? -Infinity);
  return segments.flatMap((segment) => (segment.grain === GRAIN.quarter ? splitAt(segment, since) : [segment]));
}

function splitAt({ grain, from, to }: Segment, since: Micros): Segment[] {
  const middle = Math.min(to, Math.max(from, since));
  const parts: Segment[] = [
    { grain: GRAIN.raw, from, to: middle },
    { grain, from: middle, to },
  ];
  return parts.filter((part) => part.from < part.to);
}
