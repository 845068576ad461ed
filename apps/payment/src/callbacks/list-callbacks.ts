import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import type { KeptCallbackAnswer, ListCallbacksQuery } from './callback.schema.ts';
import type { GatewayCallbackRow } from './gateway-callback.entity.ts';

/** The kept calls of a store's own gateways, newest first. */
export async function listCallbacks(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { type, query: { limit, cursor, kind } }: { type: string; query: ListCallbacksQuery },
): Promise<Page<KeptCallbackAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'time', 'text');
  const { rows } = await pool.query<GatewayCallbackRow>(
    `
    SELECT * FROM gateway_callback WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND ($5::text IS NULL OR kind = $5) AND ($6::timestamptz IS NULL OR (received_at, event_id) < ($6, $7))
    ORDER BY received_at DESC, event_id DESC LIMIT $8`,
    [accountId, storeId, mode, type, kind ?? null, before?.[0] ?? null, before?.[1] ?? null, size + 1],
  );
  return pageOf(rows, size, { item: view, key: (row) => [row.received_at.toISOString(), row.event_id] });
}

function view({
  event_id: id,
  gateway,
  kind,
  type,
  content,
  received_at: at,
  times,
}: GatewayCallbackRow): KeptCallbackAnswer {
  return { event_id: id, gateway_type: gateway, kind, type, content, received_at: at.toISOString(), times };
}
