import type { EntityManager } from 'typeorm';

export type AskCause = 'resend' | 'redrive' | 'replay';
/** Deliveries of one endpoint that are asked for again. */
export interface Asked { sequence: string; day: string; event_id: string; key: string }

/**
 * Asks for another attempt of deliveries of an endpoint whose row the caller has locked (findEndpoint … 'locked'): so nobody else
 * asks for them between our look at the attempts made and our write, and no attempt number is used twice. What is pending stays
 * pending, without waiting for its hour; a delivery that waits for an earlier one of its key keeps its place. A dead one is none any more.
 * Answers how many were queued, and how many waited already.
 */
export async function askAgain(tx: EntityManager, endpointNo: string, asked: Asked[], cause: AskCause): Promise<{ queued: number; waiting: number }> {
  if (asked.length === 0) return { queued: 0, waiting: 0 };
  const column = (pick: (one: Asked) => string): string[] => asked.map(pick);
  const [done] = await tx.query<{ queued: number; waiting: number }[]>(ASK_AGAIN,
    [endpointNo, column((a) => a.sequence), column((a) => a.day), column((a) => a.event_id), column((a) => a.key), cause]);
  await tx.query("SELECT pg_notify('webhooks_work', '')");
  return done ?? { queued: 0, waiting: 0 };
}

const ASK_AGAIN = `
  WITH asked AS (
    SELECT * FROM unnest($2::bigint[], $3::date[], $4::text[], $5::text[]) AS a (sequence, day, event_id, key)
  ), known AS (
    SELECT a.*, h.lane, t.settled,
      (SELECT 1 FROM retry r WHERE r.endpoint_no = $1 AND r.sequence = a.sequence LIMIT 1) AS waits,
      (SELECT x.attempts FROM dead_letter x WHERE x.endpoint_no = $1 AND x.sequence = a.sequence LIMIT 1) AS died_at_attempt,
      (SELECT m.attempt FROM attempt m WHERE m.endpoint_no = $1 AND m.sequence = a.sequence AND m.day = a.day ORDER BY m.attempt DESC LIMIT 1) AS made
    FROM asked a JOIN endpoint_head h ON h.endpoint_no = $1 JOIN endpoint_tail t ON t.endpoint_no = $1
  ), over AS (
    -- Numbered and never attempted: its first attempt is still to come, and must not be made twice under the same number.
    SELECT * FROM known WHERE waits IS NULL AND (died_at_attempt IS NOT NULL OR made IS NOT NULL OR sequence <= settled)
  ), revived AS (
    DELETE FROM dead_letter x USING over o WHERE x.endpoint_no = $1 AND x.sequence = o.sequence
  ), queued AS (
    INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
    SELECT $1, sequence, day, event_id, key, lane, greatest(coalesce(made, 0), coalesce(died_at_attempt, 0)), 0, $6, now() FROM over
    ON CONFLICT DO NOTHING RETURNING 1
  ), hurried AS (
    UPDATE retry r SET due_at = now(), cause = $6 FROM asked a
    WHERE r.endpoint_no = $1 AND r.sequence = a.sequence AND r.epoch = 0 AND r.due_at > now() AND r.due_at < 'infinity'
  )
  SELECT (SELECT count(*) FROM queued)::int AS queued, (SELECT count(*) FROM asked)::int - (SELECT count(*) FROM queued)::int AS waiting`;
