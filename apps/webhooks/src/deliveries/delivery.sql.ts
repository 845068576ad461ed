import type { DeliveryStatus } from './delivery.schema.ts';

/**
 * Every statement here uses index lookups, whatever the planner estimates about the size of the log: a subquery with
 * LIMIT or OFFSET runs once for each row and never becomes a join that reads a whole table. $1 endpoint, $2 before
 * this sequence, $3 and $4 days, $5 rows to read.
 */
const FROM_LOG = `
  SELECT sequence, day, event_id FROM delivery
  WHERE endpoint_no = $1 AND sequence < $2 AND day BETWEEN $3 AND $4 ORDER BY sequence DESC LIMIT $5`;

/** In the retry table, or numbered and not attempted yet. */
const FROM_WAITING = `
  (SELECT sequence, day, event_id FROM retry
   WHERE endpoint_no = $1 AND sequence < $2 AND day BETWEEN $3 AND $4 ORDER BY sequence DESC LIMIT $5)
  UNION ALL
  (SELECT d.sequence, d.day, d.event_id FROM delivery d
   WHERE d.endpoint_no = $1 AND d.sequence < $2 AND d.day BETWEEN $3 AND $4
     AND d.sequence > (SELECT settled FROM endpoint_tail WHERE endpoint_no = $1)
     AND (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence LIMIT 1) IS NULL
     AND (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence LIMIT 1) IS NULL
     AND (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence
       AND a.day = d.day LIMIT 1) IS NULL
   ORDER BY d.sequence DESC LIMIT $5)
  ORDER BY sequence DESC LIMIT $5`;

const FROM_DEAD = `
  SELECT sequence, day, event_id FROM dead_letter
  WHERE endpoint_no = $1 AND sequence < $2 AND day BETWEEN $3 AND $4 ORDER BY sequence DESC LIMIT $5`;

/**
 * By the index of the event, then its few rows of this endpoint. The other order would read the endpoint's whole log.
 */
const OF_EVENT = `
  SELECT sequence, day, event_id FROM (SELECT * FROM delivery WHERE event_id = $9 AND day BETWEEN $3 AND $4 OFFSET 0) d
  WHERE endpoint_no = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $5`;

export type DeliverySource = DeliveryStatus | 'any' | 'of-event';
const SOURCES: Record<DeliverySource, string> = {
  any: FROM_LOG,
  delivered: FROM_LOG,
  pending: FROM_WAITING,
  dead: FROM_DEAD,
  'of-event': OF_EVENT,
};

/** The columns of a delivery and its state. Expects `w` (sequence, day, event_id) and `t`, the endpoint's tail. */
const FACTS = `
  w.sequence, w.day::text, w.event_id, e.type, e.at, d.created_at, x.reason, x.died_at,
  CASE WHEN r.due_at < 'infinity' THEN r.due_at END AS due_at,
  a.attempt, a.started_at, a.latency_ms, a.outcome, a.status, a.error,
  CASE WHEN x.sequence IS NOT NULL THEN 'dead' WHEN r.sequence IS NOT NULL OR (w.sequence > t.settled
    AND a.attempt IS NULL) THEN 'pending' ELSE 'delivered' END AS state`;

const LOOKUPS = `
  CROSS JOIN LATERAL (SELECT type, at, body FROM event e WHERE e.day = w.day AND e.id = w.event_id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT created_at FROM delivery d
    WHERE d.endpoint_no = $1 AND d.sequence = w.sequence AND d.day = w.day OFFSET 0) d
  LEFT JOIN LATERAL (SELECT sequence, reason, died_at FROM dead_letter x
    WHERE x.endpoint_no = $1 AND x.sequence = w.sequence LIMIT 1) x ON true
  LEFT JOIN LATERAL (SELECT sequence, due_at FROM retry r
    WHERE r.endpoint_no = $1 AND r.sequence = w.sequence LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT attempt, started_at, latency_ms, outcome, status, error FROM attempt a
    WHERE a.endpoint_no = $1 AND a.sequence = w.sequence AND a.day = w.day ORDER BY attempt DESC LIMIT 1
  ) a ON true`;

/** One page. $6 types, $7 and $8 times, $9 webhook id, $10 rows to answer, $11 status. */
export function pageSql(source: DeliverySource): string {
  return `
    SELECT p.* FROM (
      SELECT ${FACTS} FROM (${SOURCES[source]}) w JOIN endpoint_tail t ON t.endpoint_no = $1 ${LOOKUPS}
      WHERE ($6::text[] IS NULL OR e.type = ANY($6)) AND e.at >= $7 AND e.at < $8
        AND ($9::text IS NULL OR w.event_id = $9)
    ) p
    WHERE ($11::text IS NULL OR p.state = $11) ORDER BY p.sequence DESC LIMIT $10`;
}

/** How many rows a page read, and the last of them. */
export function rowsReadSql(source: Exclude<DeliverySource, 'of-event'>): string {
  return `SELECT min(sequence) AS last, count(*)::int AS rows FROM (${SOURCES[source]}) w`;
}

/** $2 the sequence. */
export const ONE_DELIVERY = `
  SELECT ${FACTS}, e.body FROM (SELECT sequence, day, event_id FROM delivery
    WHERE endpoint_no = $1 AND sequence = $2 LIMIT 1) w
    JOIN endpoint_tail t ON t.endpoint_no = $1 ${LOOKUPS}`;

/** Only the newest ones if there are very many. */
export const ATTEMPTS = `
  SELECT attempt, cause, started_at, latency_ms, outcome, status, error, excerpt FROM attempt
  WHERE endpoint_no = $1 AND sequence = $2 AND day = $3 ORDER BY attempt DESC LIMIT $4`;
