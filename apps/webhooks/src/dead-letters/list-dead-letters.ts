import type { Principal } from '@qafila/auth/principal';
import { pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { ListQuery } from '@qafila/schema/page-fields';
import { readCursor } from '../deliveries/list-deliveries.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import type { StoredEvent } from '../log/log.entity.ts';
import type { DeadLetter } from '../log/work.entity.ts';
import type { WebhookDeadLetterAnswer } from './dead-letter.schema.ts';

type Row = Pick<
  DeadLetter,
  'sequence' | 'event_id' | 'attempts' | 'reason' | 'last_status' | 'last_error' | 'died_at'
> &
  Pick<StoredEvent, 'type' | 'at'>;

/** Newest events first. */
export async function listDeadLetters(
  store: EndpointStore,
  owner: Principal,
  id: string,
  query: ListQuery,
): Promise<Page<WebhookDeadLetterAnswer>> {
  const size = pageSize(query.limit);
  const before = readCursor(query.cursor);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const rows = await store.source.query<Row[]>(
    `
    SELECT x.sequence, x.event_id, e.type, e.at, x.attempts, x.reason, x.last_status, x.last_error, x.died_at
    FROM (SELECT * FROM dead_letter WHERE endpoint_no = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3) x
      CROSS JOIN LATERAL (SELECT type, at FROM event e WHERE e.day = x.day AND e.id = x.event_id OFFSET 0) e
    ORDER BY x.sequence DESC`,
    [endpointNo, before, size + 1],
  );
  return pageOf(rows, size, { item: view, key: (row) => [row.sequence] });
}

function view(row: Row): WebhookDeadLetterAnswer {
  return {
    sequence: Number(row.sequence),
    webhook_id: row.event_id,
    event_type: row.type,
    time: row.at.toISOString(),
    attempts: row.attempts,
    reason: row.reason,
    last_status: row.last_status,
    last_error: row.last_error,
    died_at: row.died_at.toISOString(),
  };
}
