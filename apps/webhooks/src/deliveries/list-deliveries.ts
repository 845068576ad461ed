import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, encodeCursor, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { Attempt, Delivery, StoredEvent } from '../log/log.entity.ts';
import type { DeadLetter } from '../log/work.entity.ts';
import type { DeliveryStatus, ListWebhookDeliveriesQuery, WebhookDeliveryAnswer } from './delivery.schema.ts';
import { pageSql, rowsReadSql } from './delivery.sql.ts';
import { selectEvents } from './event-selection.ts';
import type { EventSelection } from './event-selection.ts';

/** The attempt is the newest one; without one its columns are null. */
export interface DeliveryRow
  extends
    Pick<Delivery, 'sequence' | 'day' | 'event_id' | 'created_at'>,
    Pick<StoredEvent, 'type' | 'at'>,
    Pick<Attempt, 'started_at' | 'latency_ms' | 'outcome' | 'status' | 'error'> {
  reason: DeadLetter['reason'] | null;
  died_at: DeadLetter['died_at'] | null;
  due_at: Date | null;
  attempt: number | null;
  state: DeliveryStatus;
}

/** The highest bigint: every sequence is before it. */
const NEWEST = '9223372036854775807';

/**
 * Deliveries of an endpoint, newest first. A page reads a bounded number of rows. When few of them match the filter,
 * it may have fewer items than requested, or none, and still a cursor.
 */
export async function listDeliveries(
  store: EndpointStore,
  owner: Principal,
  id: string,
  query: ListWebhookDeliveriesQuery,
): Promise<Page<WebhookDeliveryAnswer>> {
  const { webhook_id: webhookId = null, status } = query;
  const size = pageSize(query.limit);
  const wanted = await selectionOf(store, owner, query);
  const before = readCursor(query.cursor);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const source = webhookId === null ? (status ?? 'any') : 'of-event';
  const isFiltered = dropsRows(query);
  const rowsMax = isFiltered || source === 'of-event' ? LIMITS.deliveriesReadMax : size + 1;
  const range = [endpointNo, before, wanted.fromDay, wanted.toDay, rowsMax];
  const rows = await store.source.query<DeliveryRow[]>(pageSql(source), [
    ...range,
    wanted.types,
    wanted.fromAt,
    wanted.toAt,
    webhookId,
    size + 1,
    status ?? null,
  ]);
  const items = rows.slice(0, size).map(deliveryView);
  if (rows.length > size) return { items, next_cursor: encodeCursor([String(items.at(-1)?.sequence)]) };
  if (!isFiltered || source === 'of-event') return { items, next_cursor: null };
  const [read] = await store.source.query<{ last: string; rows: number }[]>(rowsReadSql(source), range);
  const isCut = read !== undefined && read.rows === LIMITS.deliveriesReadMax;
  return { items, next_cursor: isCut ? encodeCursor([read.last]) : null };
}

function selectionOf(
  store: EndpointStore,
  owner: Principal,
  { from, to, event_type: type }: ListWebhookDeliveriesQuery,
): Promise<EventSelection> {
  return selectEvents(store.source.manager, owner, { from, to, patterns: type === undefined ? undefined : [type] });
}

/** Whether a page drops rows that it has read. */
function dropsRows({ from, to, event_type: type, status }: ListWebhookDeliveriesQuery): boolean {
  return type !== undefined || from !== undefined || to !== undefined || status === 'delivered';
}

/** The sequence before which a list continues. */
export function readCursor(cursor: string | undefined): string {
  const [sequence = NEWEST] = decodeCursor(cursor, 'number') ?? [];
  return sequence;
}

export function deliveryView(row: DeliveryRow): WebhookDeliveryAnswer {
  const { attempt, started_at: startedAt, latency_ms: latencyMs, outcome, status, error } = row;
  return {
    sequence: Number(row.sequence),
    webhook_id: row.event_id,
    event_type: row.type,
    time: row.at.toISOString(),
    created_at: row.created_at.toISOString(),
    status: row.state,
    attempts: attempt ?? 0,
    last_attempt:
      attempt === null
        ? null
        : { attempt, started_at: startedAt.toISOString(), latency_ms: latencyMs, outcome, status, error },
    next_attempt_at: row.due_at?.toISOString() ?? null,
    dead:
      row.reason === null || row.died_at === null ? null : { reason: row.reason, died_at: row.died_at.toISOString() },
  };
}
