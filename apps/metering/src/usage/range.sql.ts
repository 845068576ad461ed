import { minuteSql } from '../time/timestamp.ts';
import { GRAIN } from './cover.ts';

const MINUTE = minuteSql('occurred_at');
const KEPT = `SELECT start FROM usage_rollup WHERE account_no = $1 AND meter_no = $2 AND grain = ${GRAIN.quarter}
  AND start >= kept.since`;
const COUNTED = `SELECT date_bin('15 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') AS start FROM usage_event
  WHERE account_no = $1 AND meter_no = $2 AND verdict = 0`;

/**
 * The first quarter of an hour with usage of a meter, and the end of the last. Days are kept for ever; where their
 * quarters are deleted, one entry of the index of events answers.
 */
export const FIND_RANGE = `
  SELECT extract(epoch FROM quarter.first)::bigint * 1000000 AS first,
    extract(epoch FROM quarter.last + interval '15 minutes')::bigint * 1000000 AS last
  FROM kept_quarters AS kept CROSS JOIN LATERAL (
    SELECT min(start) AS first, max(start) AS last FROM usage_rollup
    WHERE account_no = $1 AND meter_no = $2 AND grain = ${GRAIN.day}
  ) AS day CROSS JOIN LATERAL (
    SELECT CASE WHEN day.first < kept.since THEN (${COUNTED} AND ${MINUTE} >= day.first ORDER BY ${MINUTE} LIMIT 1)
        ELSE (SELECT min(start) FROM (${KEPT}) AS own) END AS first,
      CASE WHEN day.last < kept.since
        THEN (${COUNTED} AND ${MINUTE} < day.last + interval '1 day' ORDER BY ${MINUTE} DESC LIMIT 1)
        ELSE (SELECT max(start) FROM (${KEPT}) AS own) END AS last
  ) AS quarter`;
