import { invalid } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { betweenSql, formatTimestamp } from '../time/timestamp.ts';
import { GRAIN } from './cover.ts';
import type { Segment } from './cover.ts';
import type { UsageReaders } from './usage-readers.ts';

/**
 * The quarters contain how many events there are. Of very many groups the first are enough for an estimate. Where the
 * quarters are deleted, the events are counted, up to the limit.
 */
const COUNT_EVENTS = `
  WITH kept AS MATERIALIZED (SELECT since FROM kept_quarters),
  part AS (SELECT * FROM unnest($3::timestamptz[], $4::timestamptz[]) AS part (since, until))
  SELECT (
    SELECT coalesce(sum(abs(events)), 0) FROM (
      SELECT r.events FROM part
      JOIN usage_rollup r ON r.account_no = $1 AND r.meter_no = $2 AND r.grain = ${GRAIN.quarter}
        AND r.start >= date_bin('15 minutes', part.since, timestamptz '2000-01-01 00:00Z') AND r.start < part.until
      WHERE r.start >= (SELECT since FROM kept)
      LIMIT ${LIMITS.queryRowsMax}
    ) AS quarters
  ) + (
    SELECT count(*) FROM (
      SELECT 1 FROM part CROSS JOIN LATERAL (
        SELECT 1 FROM usage_event WHERE account_no = $1 AND meter_no = $2
          AND ${betweenSql('part.since', 'least(part.until, (SELECT since FROM kept))')}
      ) AS one
      WHERE part.since < (SELECT since FROM kept)
      LIMIT ${LIMITS.queryEventsMax + 1}
    ) AS deleted
  ) AS events`;

/** Refuses a query that would read too many events one by one, before it reads them. */
export async function checkCost({ pool }: UsageReaders, meter: MeterSnapshot, segments: Segment[]): Promise<void> {
  const raw = segments.filter(({ grain }) => grain === GRAIN.raw);
  if (raw.length === 0) return;
  const { rows } = await pool.query<{ events: string }>(COUNT_EVENTS, [
    meter.accountNo,
    meter.meterNo,
    raw.map(({ from }) => formatTimestamp(from)),
    raw.map(({ to }) => formatTimestamp(to)),
  ]);
  const events = Number(rows[0]?.events);
  if (events <= LIMITS.queryEventsMax) return;
  throw invalid(
    'windowSize',
    `This query would read ${events} events or more one by one; at most ${LIMITS.queryEventsMax} are possible. ` +
      'Narrow the range, use HOUR or a longer windowSize, or let from and to be full quarters of an hour.',
    'too_many_events',
  );
}
