import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { checkEndpointUrl } from '../egress/endpoint-url.ts';
import { storedFilters } from './content-filter.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { DeletedEndpoint, Endpoint } from './endpoint.entity.ts';
import type { UpdateWebhookEndpointBody, WebhookEndpointAnswer } from './endpoint.schema.ts';
import { sealHeaders } from './endpoint-secrets.ts';
import { findEndpoint, viewOf } from './find-endpoints.ts';

/** Changes an endpoint. Waiting deliveries go to the new URL with the new headers. */
export async function changeEndpoint(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: UpdateWebhookEndpointBody,
): Promise<WebhookEndpointAnswer> {
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    Object.assign(endpoint, changes(store, endpoint, body));
    endpoint.revision++;
    endpoint.updatedAt = new Date();
    await tx.getRepository(Endpoint).save(endpoint);
    // Earlier failures of an endpoint that is enabled again no longer count.
    if (body.status === 'enabled') {
      await tx.query(
        `UPDATE endpoint_tail SET failures = 0, failing_since = NULL, warned = 0, health_revision = $2
        WHERE endpoint_no = $1`,
        [endpoint.endpointNo, endpoint.revision],
      );
    }
    await notifyDispatchers(tx, endpoint.endpointNo);
    return viewOf(store, endpoint);
  });
}

/** Dispatchers receive it when this transaction commits. */
export async function notifyDispatchers(tx: EntityManager, endpointNo: string): Promise<void> {
  await tx.query("SELECT pg_notify('webhooks_endpoint', $1)", [endpointNo]);
}

function changes(store: EndpointStore, endpoint: Endpoint, body: UpdateWebhookEndpointBody): Partial<Endpoint> {
  const {
    url,
    event_types: eventTypes,
    filters,
    description,
    headers,
    ordering,
    rate_limit_per_second: rate,
    concurrency_max: concurrencyMax,
    status,
  } = body;
  return {
    ...(url === undefined ? {} : { url: checkEndpointUrl(url, store.rules).href }),
    ...(eventTypes === undefined ? {} : { eventTypes: [...new Set(eventTypes)] }),
    ...(filters === undefined ? {} : { filters: storedFilters(filters) }),
    ...(description === undefined ? {} : { description }),
    ...(headers === undefined ? {} : { headers: sealed(store, endpoint, headers) }),
    ...(ordering === undefined ? {} : { ordering }),
    ...(rate === undefined ? {} : { rateLimitPerSecond: rate }),
    ...(concurrencyMax === undefined ? {} : { concurrencyMax }),
    ...(status === undefined ? {} : { status, statusReason: null }),
  };
}

function sealed(store: EndpointStore, endpoint: Endpoint, headers: Record<string, string>): Buffer | null {
  return Object.keys(headers).length === 0 ? null : sealHeaders(store.masterKey, Number(endpoint.endpointNo), headers);
}

/** It gets no more deliveries. Waiting ones are removed within a minute, and its log with retention. */
export async function deleteEndpoint(store: EndpointStore, owner: Principal, id: string): Promise<void> {
  await store.source.transaction(async (tx) => {
    const { endpointNo } = await findEndpoint(tx, owner, id, 'locked');
    await tx.insert(DeletedEndpoint, { endpointNo });
    await tx.delete(Endpoint, { endpointNo });
    await notifyDispatchers(tx, endpointNo);
  });
}
