import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { Endpoint, endpointView } from './endpoint.entity.ts';
import type { EndpointView } from './endpoint.entity.ts';
import type { ListQuery } from './endpoint.schema.ts';
import { openHeaders } from './endpoint-secrets.ts';

/** A foreign endpoint and an unknown one answer the same 404. Locked, it is nobody else's to change until the transaction ends; rows that refer to it can be written. */
export async function findEndpoint(db: EntityManager, owner: Principal, id: string, lock?: 'locked'): Promise<Endpoint> {
  const find = db.getRepository(Endpoint).createQueryBuilder('endpoint')
    .where('account_id = :accountId AND store_id = :storeId AND mode = :mode AND id = :id', { accountId: owner.accountId, storeId: owner.storeId, mode: owner.mode, id });
  if (lock !== undefined) find.setLock('for_no_key_update');
  const endpoint = id.includes('\0') ? null : await find.getOne();
  if (endpoint === null) throw notFound('webhook endpoint', id);
  return endpoint;
}

/** How it stands: what an operator of the receiving side asks first. */
export interface EndpointState extends EndpointView {
  /** The last number given to a delivery: whoever has seen all up to it has missed nothing. */
  last_sequence: number;
  pending: number;
  dead: number;
  failing_since: string | null;
  last_success_at: string | null;
}

export async function getEndpoint(store: EndpointStore, owner: Principal, id: string): Promise<EndpointState> {
  const endpoint = await findEndpoint(store.source.manager, owner, id);
  const [state] = await store.source.query<{ sequence: string; pending: string; dead: string; failing_since: Date | null; last_success_at: Date | null }[]>(`
    SELECT h.sequence, t.failing_since, t.last_success_at,
      CASE WHEN h.sequence - t.settled > $2 THEN h.sequence - t.settled ELSE (
        SELECT count(*) FROM delivery d WHERE d.endpoint_no = h.endpoint_no AND d.sequence > t.settled
          AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND a.day = d.day)
          AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence)) END
        + (SELECT count(*) FROM (SELECT 1 FROM retry r WHERE r.endpoint_no = h.endpoint_no LIMIT $2) r) AS pending,
      (SELECT count(*) FROM (SELECT 1 FROM dead_letter d WHERE d.endpoint_no = h.endpoint_no LIMIT $2) d) AS dead
    FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no) WHERE h.endpoint_no = $1`, [endpoint.endpointNo, LIMITS.countedMax]);
  return {
    ...viewOf(store, endpoint), last_sequence: Number(state?.sequence ?? 0), pending: Number(state?.pending ?? 0), dead: Number(state?.dead ?? 0),
    failing_since: state?.failing_since?.toISOString() ?? null, last_success_at: state?.last_success_at?.toISOString() ?? null,
  };
}

export async function listEndpoints(store: EndpointStore, owner: Principal, { limit, cursor }: ListQuery): Promise<Page<EndpointView>> {
  const size = pageSize(limit);
  const after = decodeCursor(cursor, 1);
  const find = store.source.getRepository(Endpoint).createQueryBuilder('endpoint')
    .where('account_id = :accountId AND store_id = :storeId AND mode = :mode', { accountId: owner.accountId, storeId: owner.storeId, mode: owner.mode });
  if (after !== undefined) find.andWhere('id > :after', { after: after[0] });
  const rows = await find.orderBy('endpoint.id').limit(size + 1).getMany();
  return pageOf(rows, size, { item: (endpoint) => viewOf(store, endpoint), key: (endpoint) => [endpoint.id] });
}

export function viewOf(store: EndpointStore, endpoint: Endpoint): EndpointView {
  const names = endpoint.headers === null ? [] : Object.keys(openHeaders(store.masterKey, Number(endpoint.endpointNo), endpoint.headers));
  return endpointView(endpoint, names);
}
