import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, encodeCursor, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { invalid } from '@qafila/envelopes/refusal';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { DeliveryStatus, ListDeliveriesQuery } from './delivery.schema.ts';
import { pageSql, walkedSql } from './delivery.sql.ts';
import { readSelection } from './event-selection.ts';

export interface DeliveryRow {
  sequence: string; day: string; event_id: string; type: string; at: Date; created_at: Date; reason: string | null; died_at: Date | null; due_at: Date | null;
  attempt: number | null; started_at: Date; latency_ms: number; outcome: string; status: number | null; error: string | null; state: DeliveryStatus;
}

/** A delivery on the wire. */
export interface DeliveryView {
  sequence: number;
  webhook_id: string;
  event_type: string;
  /** When the event became true. */
  time: string;
  created_at: string;
  status: DeliveryStatus;
  attempts: number;
  last_attempt: { attempt: number; started_at: string; latency_ms: number; outcome: string; status: number | null; error: string | null } | null;
  /** Null also for a delivery that waits for its turn, or for an earlier one of its key. */
  next_attempt_at: string | null;
  dead: { reason: string; died_at: string } | null;
}

/** The highest bigint: before it is everything. */
const NEWEST = '9223372036854775807';

/**
 * Deliveries of an endpoint, newest first. A page looks at a bounded number of rows: where few of them fit the filter it may hold
 * fewer than asked for, or none, and still tell where the next one begins.
 */
export async function listDeliveries(store: EndpointStore, owner: Principal, id: string, query: ListDeliveriesQuery): Promise<Page<DeliveryView>> {
  const { event_type: type, webhook_id: webhookId = null, status } = query;
  const size = pageSize(query.limit);
  const wanted = readSelection({ from: query.from, to: query.to, param: 'event_type', patterns: type === undefined ? undefined : [type] });
  const before = readCursor(query.cursor);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const source = webhookId === null ? status ?? 'any' : 'of-event';
  const isFiltered = type !== undefined || query.from !== undefined || query.to !== undefined || status === 'delivered';
  const place = [endpointNo, before, wanted.fromDay, wanted.toDay, isFiltered || source === 'of-event' ? LIMITS.deliveriesLookedAtMax : size + 1];
  const rows = await store.source.query<DeliveryRow[]>(pageSql(source), [...place, wanted.types, wanted.fromAt, wanted.toAt, webhookId, size + 1, status ?? null]);
  const items = rows.slice(0, size).map(deliveryView);
  if (rows.length > size) return { items, next_cursor: encodeCursor([String(items.at(-1)?.sequence)]) };
  if (!isFiltered || source === 'of-event') return { items, next_cursor: null };
  const [walked] = await store.source.query<{ last: string; rows: number }[]>(walkedSql(source), place);
  return { items, next_cursor: walked !== undefined && walked.rows === LIMITS.deliveriesLookedAtMax ? encodeCursor([walked.last]) : null };
}

/** The sequence before which a list goes on. */
export function readCursor(cursor: string | undefined): string {
  const [sequence = NEWEST] = decodeCursor(cursor, 1) ?? [];
  if (!/^\d{1,18}$/.test(sequence) && sequence !== NEWEST) throw invalid('cursor', 'cursor must be a next_cursor that this list answered.');
  return sequence;
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  const { attempt, started_at: startedAt, latency_ms: latencyMs, outcome, status, error } = row;
  return {
    sequence: Number(row.sequence), webhook_id: row.event_id, event_type: row.type, time: row.at.toISOString(), created_at: row.created_at.toISOString(), status: row.state,
    attempts: attempt ?? 0,
    last_attempt: attempt === null ? null : { attempt, started_at: startedAt.toISOString(), latency_ms: latencyMs, outcome, status, error },
    next_attempt_at: row.due_at?.toISOString() ?? null,
    dead: row.reason === null || row.died_at === null ? null : { reason: row.reason, died_at: row.died_at.toISOString() },
  };
}
