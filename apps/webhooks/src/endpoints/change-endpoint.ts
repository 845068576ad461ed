import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { invalid } from '@qafila/envelopes/refusal';
import { checkEndpointUrl } from '../egress/endpoint-url.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { Endpoint } from './endpoint.entity.ts';
import type { EndpointView } from './endpoint.entity.ts';
import type { UpdateEndpointBody } from './endpoint.schema.ts';
import { checkEventTypes, checkHeaders } from './endpoint-rules.ts';
import { sealHeaders } from './endpoint-secrets.ts';
import { findEndpoint, viewOf } from './find-endpoints.ts';

/** Changes an endpoint. What waits for it goes to the new URL, with the new headers: the old ones are wrong, or it would not have been changed. */
export async function changeEndpoint(store: EndpointStore, owner: Principal, id: string, body: UpdateEndpointBody): Promise<EndpointView> {
  if (Object.values(body).every((value) => value === undefined)) throw invalid('body', 'Send at least one field to change.');
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    Object.assign(endpoint, changes(store, endpoint, body));
    endpoint.revision++;
    endpoint.updatedAt = new Date();
    await tx.getRepository(Endpoint).save(endpoint);
    // Enabled again: nothing that failed before counts against it.
    if (body.status === 'enabled') {
      await tx.query('UPDATE endpoint_tail SET failures = 0, failing_since = NULL, warned = 0, health_revision = $2 WHERE endpoint_no = $1', [endpoint.endpointNo, endpoint.revision]);
    }
    await tellDispatchers(tx, endpoint.endpointNo);
    return viewOf(store, endpoint);
  });
}

/** Heard when this transaction commits. */
export async function tellDispatchers(tx: EntityManager, endpointNo: string): Promise<void> {
  await tx.query("SELECT pg_notify('webhooks_endpoint', $1)", [endpointNo]);
}

function changes(store: EndpointStore, endpoint: Endpoint, body: UpdateEndpointBody): Partial<Endpoint> {
  const { url, event_types: eventTypes, description, headers, ordering, rate_limit_per_second: rate, concurrency_max: concurrencyMax, status } = body;
  return {
    ...(url === undefined ? {} : { url: checkEndpointUrl(url, store.rules).href }),
    ...(eventTypes === undefined ? {} : { eventTypes: checkEventTypes(eventTypes) }),
    ...(description === undefined ? {} : { description }),
    ...(headers === undefined ? {} : { headers: sealed(store, endpoint, checkHeaders(headers)) }),
    ...(ordering === undefined ? {} : { ordering }),
    ...(rate === undefined ? {} : { rateLimitPerSecond: rate }),
    ...(concurrencyMax === undefined ? {} : { concurrencyMax }),
    ...(status === undefined ? {} : { status, statusReason: null }),
  };
}

function sealed(store: EndpointStore, endpoint: Endpoint, headers: Record<string, string>): Buffer | null {
  return Object.keys(headers).length === 0 ? null : sealHeaders(store.masterKey, Number(endpoint.endpointNo), headers);
}

/** Nothing is owed to it from here on. What waited for it is swept within a minute, its log goes with retention. */
export async function deleteEndpoint(store: EndpointStore, owner: Principal, id: string): Promise<void> {
  await store.source.transaction(async (tx) => {
    const { endpointNo } = await findEndpoint(tx, owner, id, 'locked');
    await tx.query('INSERT INTO deleted_endpoint (endpoint_no) VALUES ($1)', [endpointNo]);
    await tx.query('DELETE FROM endpoint WHERE endpoint_no = $1', [endpointNo]);
    await tellDispatchers(tx, endpointNo);
  });
}
