import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { ListQuery } from '@qafila/schema/page-fields';
import { notFound } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { Endpoint, endpointView } from './endpoint.entity.ts';
import type { WebhookEndpointAnswer, WebhookEndpointStateAnswer } from './endpoint.schema.ts';
import { openHeaders } from './endpoint-secrets.ts';

/**
 * Another account's endpoint and an unknown one get the same 404. A locked endpoint cannot be changed by others until
 * the transaction ends, but rows that refer to it can be written.
 */
export async function findEndpoint(
  db: EntityManager,
  owner: Principal,
  id: string,
  lock?: 'locked',
): Promise<Endpoint> {
  const find = db
    .getRepository(Endpoint)
    .createQueryBuilder('endpoint')
    .where('account_id = :accountId AND store_id = :storeId AND mode = :mode AND id = :id', {
      accountId: owner.accountId,
      storeId: owner.storeId,
      mode: owner.mode,
      id,
    });
  if (lock !== undefined) find.setLock('for_no_key_update');
  const endpoint = id.includes('\0') ? null : await find.getOne();
  if (endpoint === null) throw notFound('webhook endpoint', id);
  return endpoint;
}

/** The endpoint with its state, for an operator of the receiving side. */
export async function getEndpoint(
  store: EndpointStore,
  owner: Principal,
  id: string,
): Promise<WebhookEndpointStateAnswer> {
  const endpoint = await findEndpoint(store.source.manager, owner, id);
  const [state] = await store.source.query<
    { sequence: string; pending: string; dead: string; failing_since: Date | null; last_success_at: Date | null }[]
  >(
    `
    SELECT h.sequence, t.failing_since, t.last_success_at,
      CASE WHEN h.sequence - t.settled > $2 THEN h.sequence - t.settled ELSE (
        SELECT count(*) FROM delivery d WHERE d.endpoint_no = h.endpoint_no AND d.sequence > t.settled
          AND NOT EXISTS (SELECT 1 FROM attempt a
            WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND a.day = d.day)
          AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence)) END
        + (SELECT count(*) FROM (SELECT 1 FROM retry r WHERE r.endpoint_no = h.endpoint_no LIMIT $2) r) AS pending,
      (SELECT count(*) FROM (SELECT 1 FROM dead_letter d WHERE d.endpoint_no = h.endpoint_no LIMIT $2) d) AS dead
    FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no) WHERE h.endpoint_no = $1`,
    [endpoint.endpointNo, LIMITS.countedMax],
  );
  return {
    ...viewOf(store, endpoint),
    last_sequence: Number(state?.sequence ?? 0),
    pending: Number(state?.pending ?? 0),
    dead: Number(state?.dead ?? 0),
    failing_since: state?.failing_since?.toISOString() ?? null,
    last_success_at: state?.last_success_at?.toISOString() ?? null,
  };
}

export async function listEndpoints(
  store: EndpointStore,
  owner: Principal,
  { limit, cursor }: ListQuery,
): Promise<Page<WebhookEndpointAnswer>> {
  const size = pageSize(limit);
  const after = decodeCursor(cursor, 'text');
  const find = store.source
    .getRepository(Endpoint)
    .createQueryBuilder('endpoint')
    .where('account_id = :accountId AND store_id = :storeId AND mode = :mode', {
      accountId: owner.accountId,
      storeId: owner.storeId,
      mode: owner.mode,
    });
  if (after !== undefined) find.andWhere('id > :after', { after: after[0] });
  const rows = await find
    .orderBy('endpoint.id')
    .limit(size + 1)
    .getMany();
  return pageOf(rows, size, { item: (endpoint) => viewOf(store, endpoint), key: (endpoint) => [endpoint.id] });
}

export function viewOf(store: EndpointStore, endpoint: Endpoint): WebhookEndpointAnswer {
  const names =
    endpoint.headers === null
      ? []
      : Object.keys(openHeaders(store.masterKey, Number(endpoint.endpointNo), endpoint.headers));
  return endpointView(endpoint, names);
}
