import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { releaseParked } from './release-parked.ts';

/**
 * Only while the endpoint is disabled: the lock keeps a request that enables it out. Not what a dispatcher has claimed,
 * which it ends itself.
 */
const DEAD_LETTER = {
  name: 'dispatch-dead-letter-disabled',
  text: `
    WITH disabled AS (
      SELECT e.endpoint_no FROM endpoint e JOIN endpoint_head h USING (endpoint_no)
        JOIN lane l ON l.lane = h.lane AND l.owner = $2 AND l.epoch = $3 AND l.expires_at > now()
      WHERE e.endpoint_no = $1 AND e.status = 'disabled' FOR SHARE OF e
    ), gone AS (
      DELETE FROM retry r USING disabled WHERE r.endpoint_no = disabled.endpoint_no AND r.sequence = ANY(ARRAY(
        SELECT sequence FROM retry WHERE endpoint_no = $1 AND epoch = 0 ORDER BY sequence LIMIT $4
          FOR UPDATE SKIP LOCKED))
      RETURNING r.endpoint_no, r.sequence, r.day, r.event_id, r.key, r.attempts
    )
    INSERT INTO dead_letter (endpoint_no, sequence, day, event_id, key, attempts, reason)
    SELECT endpoint_no, sequence, day, event_id, key, attempts, 'endpoint_disabled' FROM gone ON CONFLICT DO NOTHING`,
};

export interface DisabledEndpointsOptions {
  pool: Pool;
  owner: string;
  queues: ReadonlyMap<number, EndpointQueue>;
  log: Logger;
  /** Deliveries are due that waited for an earlier one of their key. */
  onReleased: () => void;
}

/**
 * Makes dead letters of the retries of disabled endpoints, a bounded number in each statement. A million of them do not
 * pass through memory, and no other endpoint waits for them.
 */
export class DisabledEndpoints {
  #ending: Promise<void> | undefined;
  /** Whether parked deliveries must be released once more when the release that runs has ended. */
  readonly #releasing = new Map<EndpointQueue, boolean>();

  constructor(private readonly options: DisabledEndpointsOptions) {}

  /** Starts, unless it is under way. The work loop does not wait for it. */
  end(): void {
    const waiting = [...this.options.queues.values()].filter(hasRetriesToEnd);
    if (waiting.length === 0) return;
    this.#ending ??= this.#end(waiting)
      .catch((error: Error) => this.options.log.warn({ error: error.message }, 'delivery.disabled_waiting'))
      .finally(() => {
        this.#ending = undefined;
      });
  }

  async #end(queues: EndpointQueue[]): Promise<void> {
    for (const queue of queues) {
      // What is written meanwhile is found by the next look at the database.
      queue.retryClock.claiming();
      try {
        while (hasStatusDisabled(queue) && (await this.#deadLetter(queue)) === LIMITS.retriesChangedAtOnceMax);
      } finally {
        void this.#releaseParked(queue);
      }
    }
  }

  /**
   * The endpoint may be enabled again, or a statement has failed, after the first deliveries of a key have ended. Those
   * behind them are parked, and nothing else would make them due. Those that are still to end are found by that, too.
   */
  async #releaseParked(queue: EndpointQueue): Promise<void> {
    const { pool, log, onReleased } = this.options;
    const isRunning = this.#releasing.has(queue);
    this.#releasing.set(queue, true);
    if (isRunning) return;
    while (this.#releasing.get(queue) === true) {
      this.#releasing.set(queue, false);
      await releaseParked({ pool, of: queue, isOurs: () => !queue.isClosed, log, onReleased });
    }
    this.#releasing.delete(queue);
  }

  async #deadLetter(queue: EndpointQueue): Promise<number> {
    const { pool, owner } = this.options;
    const values = [queue.endpointNo, owner, queue.epoch, LIMITS.retriesChangedAtOnceMax];
    const { rowCount } = await pool.query({ ...DEAD_LETTER, values });
    // Perhaps it is enabled again, and this process has not received it.
    if (rowCount === 0) queue.configRequests.request();
    return rowCount ?? 0;
  }
}

function hasStatusDisabled(queue: EndpointQueue): boolean {
  return queue.config?.status === 'disabled';
}

function hasRetriesToEnd(queue: EndpointQueue): boolean {
  return hasStatusDisabled(queue) && queue.retryClock.dueAtMs !== Infinity;
}
