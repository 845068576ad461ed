import type { Selection } from './replay.schema.ts';

/**
 * The rows that a replay reads, in order, and which of them match. Bounded, and by index lookups only: subqueries with
 * OFFSET or LIMIT run once for each row. $1 endpoint, $2 and $3 days, $4 and $5 times, $6 types, $7 rows to read.
 */
const OF_DELIVERIES = (table: 'delivery' | 'dead_letter'): string => `
  SELECT w.sequence, w.day::text, w.event_id, e.key, coalesce(e.at >= $4 AND e.at < $5
    AND ($6::text[] IS NULL OR e.type = ANY($6)), false) AS matches
  FROM (
    SELECT sequence, day, event_id FROM ${table}
    WHERE endpoint_no = $1 AND day BETWEEN $2 AND $3 AND sequence > $8 AND sequence <= $9 ORDER BY sequence LIMIT $7
  ) w LEFT JOIN LATERAL (SELECT type, at, key FROM event e WHERE e.day = w.day AND e.id = w.event_id OFFSET 0) e ON true
  ORDER BY w.sequence`;

/**
 * Without events about the endpoint itself, and without test events of other endpoints. $8 and $9: the position
 * reached.
 */
const OF_EVENTS = `
  SELECT e.day::text, e.id AS event_id, e.key, e.at::text, ($6::text[] IS NULL OR e.type = ANY($6)) AND
    CASE WHEN e.filters IS NULL THEN true ELSE passes_filters(e.body, e.filters) END AND (
      SELECT 1 FROM (SELECT d.endpoint_no FROM delivery d WHERE d.event_id = e.id AND d.day = e.day OFFSET 0) d
        WHERE d.endpoint_no = $1 LIMIT 1
    ) IS NULL AS matches
  FROM (
    SELECT f.day, f.id, f.key, f.at, f.type, p.filters, CASE WHEN p.filters IS NOT NULL THEN f.body END AS body
      FROM endpoint p JOIN event f ON f.account_id = p.account_id AND f.store_id = p.store_id AND f.mode = p.mode
    WHERE p.endpoint_no = $1 AND f.day BETWEEN $2 AND $3 AND f.at >= greatest($4::timestamptz, $8::timestamptz)
      AND f.at < $5 AND (f.at, f.id) > ($8::timestamptz, $9::text)
      AND f.only_for IS NULL AND f.key <> p.id
    ORDER BY f.at, f.id LIMIT $7
  ) e ORDER BY e.at, e.id`;

export const WALK: Record<Selection, string> = {
  all: OF_DELIVERIES('delivery'),
  failed: OF_DELIVERIES('dead_letter'),
  missing: OF_EVENTS,
};

export function countSql(selection: Selection): string {
  return `
    SELECT count(*)::int AS rows_read, (count(*) FILTER (WHERE matches))::int AS matching
    FROM (${WALK[selection]}) w`;
}

/** A row that was read, with the replay's position after it. */
export interface Walked {
  sequence: string;
  day: string;
  event_id: string;
  key: string;
  at: string;
  matches: boolean;
}
