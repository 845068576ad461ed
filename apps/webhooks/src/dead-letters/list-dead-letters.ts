import type { Principal } from '@qafila/auth/principal';
import { pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { readCursor } from '../deliveries/list-deliveries.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import type { ListQuery } from '../endpoints/endpoint.schema.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';

/** A delivery that is not tried any more, on the wire. */
export interface DeadLetterView {
  sequence: number;
  webhook_id: string;
  event_type: string;
  time: string;
  attempts: number;
  /** `exhausted`: the schedule was used up; `endpoint_disabled`: nothing is sent to the endpoint. */
  reason: string;
  last_status: number | null;
  last_error: string | null;
  died_at: string;
}

interface Row {
  sequence: string; event_id: string; type: string; at: Date; attempts: number; reason: string; last_status: number | null; last_error: string | null; died_at: Date;
}

/** Newest events first. */
export async function listDeadLetters(store: EndpointStore, owner: Principal, id: string, query: ListQuery): Promise<Page<DeadLetterView>> {
  const size = pageSize(query.limit);
  const before = readCursor(query.cursor);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const rows = await store.source.query<Row[]>(`
    SELECT x.sequence, x.event_id, e.type, e.at, x.attempts, x.reason, x.last_status, x.last_error, x.died_at
    FROM (SELECT * FROM dead_letter WHERE endpoint_no = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3) x
      CROSS JOIN LATERAL (SELECT type, at FROM event e WHERE e.day = x.day AND e.id = x.event_id OFFSET 0) e
    ORDER BY x.sequence DESC`, [endpointNo, before, size + 1]);
  return pageOf(rows, size, { item: view, key: (row) => [row.sequence] });
}

function view(row: Row): DeadLetterView {
  return {
    sequence: Number(row.sequence), webhook_id: row.event_id, event_type: row.type, time: row.at.toISOString(), attempts: row.attempts, reason: row.reason,
    last_status: row.last_status, last_error: row.last_error, died_at: row.died_at.toISOString(),
  };
}
