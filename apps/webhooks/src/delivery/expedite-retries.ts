import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

/**
 * One page of the retries that are not due, in the order of their times, after $3 and $4. Not what failed again after
 * the last recovery: an endpoint that comes and goes would use up its schedule at once.
 */
const EXPEDITE = {
  name: 'dispatch-expedite',
  text: `
    WITH page AS (
      SELECT sequence, due_at, recovered FROM retry
      WHERE lane = $2 AND endpoint_no = $1 AND epoch = 0 AND due_at > now() AND due_at < 'infinity'
        AND due_at >= $3::timestamptz AND (due_at, sequence) > ($3::timestamptz, $4::bigint)
      ORDER BY due_at, sequence LIMIT $5 FOR UPDATE
    ), expedited AS (
      UPDATE retry r SET due_at = now(), cause = 'recovery' FROM page p
      WHERE r.endpoint_no = $1 AND r.sequence = p.sequence AND NOT p.recovered
    )
    SELECT due_at::text, sequence FROM page ORDER BY due_at DESC, sequence DESC LIMIT 1`,
};

/**
 * The endpoint answers again, so its waiting retries are due now: a bounded number in each statement, until it breaks
 * again. `onDue` is called after each.
 */
export async function expediteRetries(pool: Pool, queue: EndpointQueue, onDue: () => void): Promise<void> {
  let last = { due_at: '-infinity', sequence: '0' };
  while (!queue.isBroken) {
    const { rows } = await pool.query<{ due_at: string; sequence: string }>({
      ...EXPEDITE,
      values: [queue.endpointNo, queue.partition, last.due_at, last.sequence, LIMITS.retriesChangedAtOnceMax],
    });
    const [reached] = rows;
    if (reached === undefined) return;
    last = reached;
    onDue();
  }
}
