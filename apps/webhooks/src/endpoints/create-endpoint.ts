import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { conflict } from '@qafila/envelopes/refusal';
import { generateWebhookPrivateKey, generateWebhookSecret, webhookPublicKey } from '@qafila/signing/webhook-signature';
import { checkEndpointUrl } from '../egress/endpoint-url.ts';
import { LIMITS } from '../limits.ts';
import type { CreatedWebhookEndpointAnswer, CreateWebhookEndpointBody } from './endpoint.schema.ts';
import { storedFilters } from './content-filter.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { endpointView } from './endpoint.entity.ts';
import { sealHeaders, sealSecret } from './endpoint-secrets.ts';
import type { SecretKind } from './endpoint-secrets.ts';
import { findEndpoint } from './find-endpoints.ts';

/** A new endpoint with its secrets. It has a `public_key` when it signs with ed25519 too. */
export function createEndpoint(
  store: EndpointStore,
  owner: Principal,
  body: CreateWebhookEndpointBody,
): Promise<CreatedWebhookEndpointAnswer> {
  const url = checkEndpointUrl(body.url, store.rules).href;
  const eventTypes = [...new Set(body.event_types)];
  const headers = body.headers ?? {};
  const filters = storedFilters(body.filters ?? []);
  const secret = body.secret ?? generateWebhookSecret();
  const privateKey = body.ed25519 === true ? generateWebhookPrivateKey() : undefined;
  return store.source.transaction(async (tx) => {
    await checkCount(tx, owner);
    const id = `ep_${randomBytes(12).toString('base64url').replaceAll('-', 'A').replaceAll('_', 'B')}`;
    const [row] = await tx.query<{ endpoint_no: string }[]>(
      `
      INSERT INTO endpoint (account_id, store_id, mode, id, url, description, event_types, ordering,
        rate_limit_per_second,
        concurrency_max, filters)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING endpoint_no`,
      [
        owner.accountId,
        owner.storeId,
        owner.mode,
        id,
        url,
        body.description ?? '',
        eventTypes,
        body.ordering ?? 'none',
        body.rate_limit_per_second ?? null,
        body.concurrency_max ?? store.concurrencyDefault,
        filters === null ? null : JSON.stringify(filters),
      ],
    );
    const endpointNo = Number(row?.endpoint_no);
    const partition = endpointNo % LIMITS.endpointPartitions;
    await tx.query('INSERT INTO endpoint_head (endpoint_no, lane) VALUES ($1, $2)', [endpointNo, partition]);
    await tx.query('INSERT INTO endpoint_tail (endpoint_no, lane) VALUES ($1, $2)', [endpointNo, partition]);
    if (Object.keys(headers).length > 0)
      await tx.query('UPDATE endpoint SET headers = $2 WHERE endpoint_no = $1', [
        endpointNo,
        sealHeaders(store.masterKey, endpointNo, headers),
      ]);
    await addSecret(tx, store, { endpointNo, kind: 'hmac', secret });
    if (privateKey !== undefined) await addSecret(tx, store, { endpointNo, kind: 'ed25519', secret: privateKey });
    const endpoint = await findEndpoint(tx, owner, id);
    return {
      ...endpointView(endpoint, Object.keys(headers)),
      secret,
      public_key: privateKey === undefined ? null : webhookPublicKey(privateKey),
    };
  });
}

/** Stops a client that creates endpoints without end. Concurrent requests may exceed the limit by a few. */
async function checkCount(tx: EntityManager, owner: Principal): Promise<void> {
  const [row] = await tx.query<{ count: string }[]>(
    'SELECT count(*) FROM endpoint WHERE account_id = $1 AND store_id = $2 AND mode = $3',
    [owner.accountId, owner.storeId, owner.mode],
  );
  if (Number(row?.count) >= LIMITS.endpointsPerStoreMax)
    throw conflict(
      'too_many_endpoints',
      `A store may have ${LIMITS.endpointsPerStoreMax} endpoints; delete one first.`,
    );
}

/** The next version becomes the current one. */
export async function addSecret(
  tx: EntityManager,
  store: EndpointStore,
  { endpointNo, kind, secret }: { endpointNo: number; kind: SecretKind; secret: string },
): Promise<void> {
  const [row] = await tx.query<{ version: number }[]>(
    'SELECT coalesce(max(version), 0) + 1 AS version FROM endpoint_secret WHERE endpoint_no = $1 AND kind = $2',
    [endpointNo, kind],
  );
  const version = Number(row?.version);
  await tx.query('INSERT INTO endpoint_secret (endpoint_no, kind, version, ciphertext) VALUES ($1, $2, $3, $4)', [
    endpointNo,
    kind,
    version,
    sealSecret(store.masterKey, { endpointNo, kind, version }, secret),
  ]);
}
