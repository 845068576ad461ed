import type { Pool } from 'pg';

/** What waits in the database for the dispatcher of some partitions, and the age of the oldest of it. */
export interface Backlog {
  firstAttempts: number;
  retries: number;
  oldestSeconds: number;
  deadLetters: number;
}

const BACKLOG = {
  name: 'dispatch-backlog',
  text: `
    WITH behind AS (
      SELECT h.endpoint_no, h.sequence - t.settled AS deliveries, t.settled
      FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no)
      WHERE h.lane = ANY($1) AND h.sequence > t.settled
    )
    SELECT coalesce((SELECT sum(deliveries) FROM behind), 0) AS first_attempts,
      (SELECT count(*) FROM retry WHERE lane = ANY($1)) AS retries,
      coalesce((SELECT extract(epoch FROM now() - min(d.created_at))
        FROM (SELECT * FROM behind ORDER BY deliveries DESC LIMIT 200) b CROSS JOIN LATERAL (
          SELECT created_at FROM delivery
            WHERE endpoint_no = b.endpoint_no AND sequence > b.settled ORDER BY sequence LIMIT 1
        ) d), 0) AS oldest_seconds,
      (SELECT count(*) FROM dead_letter) AS dead_letters`,
};

export async function readBacklog(pool: Pool, partitions: number[]): Promise<Backlog> {
  const {
    rows: [row],
  } = await pool.query<Record<'first_attempts' | 'retries' | 'oldest_seconds' | 'dead_letters', string>>({
    ...BACKLOG,
    values: [partitions],
  });
  return {
    firstAttempts: Number(row?.first_attempts),
    retries: Number(row?.retries),
    oldestSeconds: Math.max(0, Number(row?.oldest_seconds)),
    deadLetters: Number(row?.dead_letters),
  };
}
