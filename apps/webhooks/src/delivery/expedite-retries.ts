import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { repeatStep } from './repeat-step.ts';

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

export interface ExpediteOptions {
  pool: Pool;
  queue: EndpointQueue;
  log: Logger;
  /** Resolves when all results so far are written: a retry that is written later would wait for its time. */
  recorded: () => Promise<void>;
  /** Called after each page: retries are due. */
  onDue: () => void;
}

/**
 * The endpoint answers again, so its waiting retries are due now: a bounded number in each statement, until it breaks
 * again or this process no longer owns it. A statement that fails is repeated.
 */
export async function expediteRetries({ pool, queue, log, recorded, onDue }: ExpediteOptions): Promise<void> {
  await recorded();
  let last = { due_at: '-infinity', sequence: '0' };
  await repeatStep({
    isWanted: () => !queue.isBroken && !queue.isClosed,
    step: async () => {
      const { rows } = await pool.query<{ due_at: string; sequence: string }>({
        ...EXPEDITE,
        values: [queue.endpointNo, queue.partition, last.due_at, last.sequence, LIMITS.retriesChangedAtOnceMax],
      });
      const [reached] = rows;
      if (reached === undefined) return false;
      last = reached;
      onDue();
      return true;
    },
    onFailure: ({ message }) => log.warn({ endpoint: queue.endpointNo, error: message }, 'delivery.expedite_failed'),
  });
}
