import type { DataSource, EntityManager } from 'typeorm';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import { exhaustedEvent, isOperational } from '../delivery/operational-events.ts';
import { RELEASE_KEYS } from '../delivery/record.sql.ts';
import { LIMITS } from '../limits.ts';

interface Expired {
  endpoint_no: string;
  sequence: string;
  event_id: string;
  key: string;
  attempts: number;
  /** Null: the endpoint is deleted. */
  id: string | null;
  account_id: string;
  store_id: string;
  mode: string;
  type: string | null;
  traceparent: string | null;
  created_at: Date | null;
  status: number | null;
}

/** Not those that a dispatcher has in memory: their attempts end first. */
const EXPIRE = `
  WITH gone AS (
    DELETE FROM retry WHERE (endpoint_no, sequence) IN (
      SELECT endpoint_no, sequence FROM retry WHERE day < $1 AND epoch = 0
        LIMIT ${LIMITS.retriesExpiredAtOnceMax} FOR UPDATE SKIP LOCKED)
    RETURNING *
  )
  SELECT g.endpoint_no, g.sequence, g.event_id, g.key, g.attempts, p.id, p.account_id, p.store_id, p.mode,
    e.type, e.traceparent, d.created_at, a.status
  FROM gone g LEFT JOIN endpoint p USING (endpoint_no)
    LEFT JOIN event e ON e.day = g.day AND e.id = g.event_id
    LEFT JOIN delivery d ON d.endpoint_no = g.endpoint_no AND d.sequence = g.sequence AND d.day = g.day
    LEFT JOIN LATERAL (SELECT status FROM attempt a WHERE a.endpoint_no = g.endpoint_no AND a.sequence = g.sequence
      AND a.day = g.day ORDER BY a.attempt DESC LIMIT 1) a ON true
  ORDER BY g.endpoint_no, g.sequence`;

/**
 * Removes the waiting retries of days before the cutoff, and notifies their merchants: a redriven or replayed delivery,
 * or one of a paused endpoint, can be pending when its event expires. Deliveries that waited for its key become due.
 * Returns how many.
 */
export async function expireRetries(source: DataSource, cutoff: string): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await source.transaction(async (tx) => {
      const gone = await tx.query<Expired[]>(EXPIRE, [cutoff]);
      await publishExpired(tx, gone);
      await releaseKeys(tx, gone);
      return gone;
    });
    // Once more: a delivery that a dispatcher has parked meanwhile was not visible to the transaction, nor the
    // transaction to the dispatcher.
    await releaseKeys(source.manager, expired);
    count += expired.length;
    if (expired.length < LIMITS.retriesExpiredAtOnceMax) return count;
  }
}

async function releaseKeys(db: EntityManager, gone: Expired[]): Promise<void> {
  if (gone.length === 0) return;
  await db.query(RELEASE_KEYS.text, [gone.map((row) => row.endpoint_no), gone.map((row) => row.key)]);
}

async function publishExpired(tx: EntityManager, rows: Expired[]): Promise<void> {
  const ofEndpoint = new Map<string, CloudEvent[]>();
  for (const row of rows) {
    if (row.id === null || row.type === null || isOperational(row.type)) continue;
    const events = ofEndpoint.get(row.id) ?? [];
    ofEndpoint.set(row.id, [...events, expiredEvent(row, row.id, row.type)]);
  }
  for (const events of ofEndpoint.values()) await publishAll(tx, TOPICS.webhookEvents, events);
}

function expiredEvent(row: Expired, id: string, type: string): CloudEvent {
  const owner = { id, accountId: row.account_id, storeId: row.store_id, mode: row.mode };
  return exhaustedEvent(owner, 'expired', row.traceparent, {
    webhook_id: row.event_id,
    event_type: type,
    sequence: Number(row.sequence),
    attempts: row.attempts,
    last_status: row.status,
    last_error: 'expired: the event is past retention, so no attempt is left',
    created_at: (row.created_at ?? new Date()).toISOString(),
  });
}
