import type { Principal } from '@qafila/auth/principal';
import { pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import type { ListQuery } from '@qafila/schema/page-fields';
import { readCursor } from '../deliveries/list-deliveries.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { REPLAY_COLUMNS, replayView } from './replay.entity.ts';
import type { ReplayRow } from './replay.entity.ts';
import type { WebhookReplayAnswer } from './replay.schema.ts';

/** Newest first. */
export async function listReplays(
  store: EndpointStore,
  owner: Principal,
  id: string,
  query: ListQuery,
): Promise<Page<WebhookReplayAnswer>> {
  const size = pageSize(query.limit);
  const before = readCursor(query.cursor);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const rows = await store.source.query<ReplayRow[]>(
    `
      SELECT ${REPLAY_COLUMNS} FROM replay r
        WHERE r.endpoint_no = $1 AND r.replay_no < $2 ORDER BY r.replay_no DESC LIMIT $3`,
    [endpointNo, before, size + 1],
  );
  return pageOf(rows, size, { item: replayView, key: (row) => [row.replay_no] });
}

export async function getReplay(
  store: EndpointStore,
  owner: Principal,
  id: string,
  replayId: string,
): Promise<WebhookReplayAnswer> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const row = await findReplay(store, endpointNo, replayId);
  return replayView(row);
}

/** No further page starts; deliveries that are already queued are sent. */
export async function cancelReplay(
  store: EndpointStore,
  owner: Principal,
  id: string,
  replayId: string,
): Promise<WebhookReplayAnswer> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const [cancelled] = await store.source.query<[ReplayRow[], number]>(
    `
    UPDATE replay r SET status = 'cancelled', finished_at = now()
      WHERE r.endpoint_no = $1 AND r.id = $2 AND r.status = 'running' RETURNING ${REPLAY_COLUMNS}`,
    [endpointNo, withoutNul(replayId)],
  );
  const row = cancelled[0] ?? (await findReplay(store, endpointNo, replayId));
  if (row.status === 'completed')
    throw conflict('replay_completed', 'This replay is completed: there is nothing left to cancel.');
  return replayView(row);
}

async function findReplay(store: EndpointStore, endpointNo: string, replayId: string): Promise<ReplayRow> {
  const [row] = await store.source.query<ReplayRow[]>(
    `SELECT ${REPLAY_COLUMNS} FROM replay r WHERE r.endpoint_no = $1 AND r.id = $2`,
    [endpointNo, withoutNul(replayId)],
  );
  if (row === undefined) throw notFound('replay', replayId);
  return row;
}

/** PostgreSQL refuses NUL in a text; no id of ours has one. */
function withoutNul(id: string): string {
  return id.replaceAll('\0', ' ');
}
