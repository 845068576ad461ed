import type { EntityManager } from 'typeorm';
import { LIMITS } from '../limits.ts';
import type { Delivery, StoredEvent } from '../log/log.entity.ts';

export type ResendCause = 'resend' | 'redrive' | 'replay';
/** A delivery of an endpoint that is sent again, with the key of its event. */
export type StoredDelivery = Pick<Delivery, 'sequence' | 'day' | 'event_id'> & Pick<StoredEvent, 'key'>;

export interface QueuedResends {
  queued: number;
  /** Those that are not queued: most are waiting already. */
  waiting: number;
  /** Of these, deliveries that have made as many attempts as a delivery may. */
  usedUp: number;
}

/**
 * Queues another attempt of deliveries of an endpoint whose row the caller has locked (findEndpoint … 'locked'). The
 * lock keeps other requests out between the read of the attempts and the write, so no attempt number is used twice. A
 * pending delivery becomes due now, except one that waits for an earlier delivery of its key. A dead letter becomes
 * pending.
 */
export async function queueResends(
  tx: EntityManager,
  endpointNo: string,
  deliveries: StoredDelivery[],
  cause: ResendCause,
): Promise<QueuedResends> {
  if (deliveries.length === 0) return { queued: 0, waiting: 0, usedUp: 0 };
  const column = (pick: (delivery: StoredDelivery) => string): string[] => deliveries.map(pick);
  const [done] = await tx.query<QueuedResends[]>(QUEUE_RESENDS, [
    endpointNo,
    column((a) => a.sequence),
    column((a) => a.day),
    column((a) => a.event_id),
    column((a) => a.key),
    cause,
  ]);
  await tx.query("SELECT pg_notify('webhooks_work', '')");
  return done ?? { queued: 0, waiting: 0, usedUp: 0 };
}

const QUEUE_RESENDS = `
  WITH wanted AS (
    SELECT * FROM unnest($2::bigint[], $3::date[], $4::text[], $5::text[]) AS a (sequence, day, event_id, key)
  ), known AS (
    SELECT a.*, h.lane, t.settled,
      (SELECT 1 FROM retry r WHERE r.endpoint_no = $1 AND r.sequence = a.sequence LIMIT 1) AS waits,
      (SELECT x.attempts FROM dead_letter x
        WHERE x.endpoint_no = $1 AND x.sequence = a.sequence LIMIT 1) AS died_at_attempt,
      (SELECT m.attempt FROM attempt m
        WHERE m.endpoint_no = $1 AND m.sequence = a.sequence AND m.day = a.day ORDER BY m.attempt DESC LIMIT 1) AS made
    FROM wanted a JOIN endpoint_head h ON h.endpoint_no = $1 JOIN endpoint_tail t ON t.endpoint_no = $1
  ), finished AS (
    -- The other ones are numbered and never attempted: their first attempt is still to come and must not be made twice.
    SELECT * FROM known WHERE waits IS NULL AND (died_at_attempt IS NOT NULL OR made IS NOT NULL OR sequence <= settled)
      AND greatest(coalesce(made, 0), coalesce(died_at_attempt, 0)) < ${LIMITS.attemptsMax}
  ), used_up AS (
    SELECT 1 FROM known
    WHERE waits IS NULL AND greatest(coalesce(made, 0), coalesce(died_at_attempt, 0)) >= ${LIMITS.attemptsMax}
  ), revived AS (
    DELETE FROM dead_letter x USING finished o WHERE x.endpoint_no = $1 AND x.sequence = o.sequence
  ), queued AS (
    INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
    SELECT $1, sequence, day, event_id, key, lane, greatest(coalesce(made, 0), coalesce(died_at_attempt, 0)), 0, $6,
      now() FROM finished
    ON CONFLICT DO NOTHING RETURNING 1
  ), expedited AS (
    UPDATE retry r SET due_at = now(), cause = $6 FROM wanted a
    WHERE r.endpoint_no = $1 AND r.sequence = a.sequence AND r.epoch = 0 AND r.due_at > now() AND r.due_at < 'infinity'
  )
  SELECT (SELECT count(*) FROM queued)::int AS queued, (SELECT count(*) FROM wanted)::int - (SELECT count(*)
    FROM queued)::int AS waiting, (SELECT count(*) FROM used_up)::int AS "usedUp"`;
