import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { webhookSigner } from '@qafila/signing/webhook-signature';
import type { WebhookSigner } from '@qafila/signing/webhook-signature';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { StoreSecrets } from '../store/store-secrets.ts';
import type { EndpointTail } from '../log/work.entity.ts';
import type { Endpoint } from './endpoint.entity.ts';
import type { EndpointStatus, Ordering } from './endpoint.schema.ts';
import { openHeaders, openSecret } from './endpoint-secrets.ts';
import type { SecretKind } from './endpoint-secrets.ts';
import { waitingKeys } from './waiting-keys.ts';

/** What a dispatcher needs to send to an endpoint. */
export interface EndpointConfig {
  endpointNo: number;
  id: string;
  accountId: string;
  storeId: string;
  mode: string;
  url: string;
  status: EndpointStatus;
  ordering: Ordering;
  rateLimitPerSecond: number | null;
  concurrencyMax: number;
  revision: number;
  /** The revision at which its health was last reset. */
  healthRevision: number;
  headers: Record<string, string>;
  signer: WebhookSigner;
  /** With `ordering: key`: keys that have deliveries in the retry table; or more than `waitingKeysMax` of them. */
  blockedKeys: string[];
  loadedAtMs: number;
}

interface Row {
  endpoint_no: Endpoint['endpointNo'];
  account_id: Endpoint['accountId'];
  store_id: Endpoint['storeId'];
  mode: Endpoint['mode'];
  id: Endpoint['id'];
  url: Endpoint['url'];
  status: Endpoint['status'];
  ordering: Endpoint['ordering'];
  rate_limit_per_second: Endpoint['rateLimitPerSecond'];
  concurrency_max: Endpoint['concurrencyMax'];
  revision: Endpoint['revision'];
  health_revision: EndpointTail['health_revision'];
  headers: Endpoint['headers'];
  secrets: { kind: SecretKind; version: number; ciphertext: string }[] | null;
}

const LOAD = {
  name: 'load-endpoints',
  text: `
    SELECT e.endpoint_no, e.account_id, e.store_id, e.mode, e.id, e.url, e.status, e.ordering, e.rate_limit_per_second,
      e.concurrency_max, e.revision, t.health_revision, e.headers,
      (SELECT json_agg(json_build_object('kind', s.kind, 'version', s.version, 'ciphertext', encode(s.ciphertext,
        'base64')) ORDER BY s.version DESC)
        FROM endpoint_secret s WHERE s.endpoint_no = e.endpoint_no
          AND (s.expires_at IS NULL OR s.expires_at > now())) AS secrets
    FROM endpoint e JOIN endpoint_tail t USING (endpoint_no) WHERE e.endpoint_no = ANY($1)`,
};

export interface EndpointSource {
  pool: Pool;
  masterKey: KeyObject;
  storeSecrets: StoreSecrets;
}

/**
 * The endpoints that exist. One whose store's secret cannot be fetched now has its error instead, and its deliveries
 * wait.
 */
export async function loadEndpoints(
  source: EndpointSource,
  endpointNos: number[],
): Promise<Map<number, EndpointConfig | Error>> {
  const { rows } = await source.pool.query<Row>({ ...LOAD, values: [endpointNos] });
  const keys = new Map<Row, string[]>();
  // One after the other: an endpoint can have thousands of keys, and the pool is for all.
  for (const row of rows) if (row.ordering === 'key') keys.set(row, await waitingKeys(source.pool, row.endpoint_no));
  const loaded = await Promise.all(
    rows.map(async (row) => {
      const config = readRow(source, row, keys.get(row) ?? []);
      return [Number(row.endpoint_no), await config.catch((error: Error) => error)] as const;
    }),
  );
  return new Map(loaded);
}

async function readRow(
  { masterKey, storeSecrets }: EndpointSource,
  row: Row,
  blockedKeys: string[],
): Promise<EndpointConfig> {
  const endpointNo = Number(row.endpoint_no);
  const opened = (row.secrets ?? []).map(({ kind, version, ciphertext }) => ({
    kind,
    secret: openSecret(masterKey, { endpointNo, kind, version }, Buffer.from(ciphertext, 'base64')),
  }));
  const of = (kind: SecretKind): string[] => opened.filter((entry) => entry.kind === kind).map((entry) => entry.secret);
  const signer = webhookSigner({
    secrets: of('hmac'),
    privateKeys: of('ed25519'),
    storeSecrets: await storeSecrets.of(row.account_id, row.store_id),
  });
  return {
    endpointNo,
    id: row.id,
    accountId: row.account_id,
    storeId: row.store_id,
    mode: row.mode,
    url: row.url,
    status: row.status,
    ordering: row.ordering,
    rateLimitPerSecond: row.rate_limit_per_second,
    concurrencyMax: row.concurrency_max,
    revision: row.revision,
    healthRevision: row.health_revision,
    headers: row.headers === null ? {} : openHeaders(masterKey, endpointNo, row.headers),
    signer,
    blockedKeys,
    loadedAtMs: steadyNowMs(),
  };
}
