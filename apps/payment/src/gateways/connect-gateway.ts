import { conflict, invalid, notFound, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import { Place, Violations } from '@qafila/schema/violations';
import { credentialFaults, hintsOf } from '@qafila/vault/credentials';
import type { Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { Principal } from '@qafila/auth/principal';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import type { GatewayKind, KnownAccount } from '../providers/gateway-kind.ts';
import type { GatewayConnectionRow } from '../providers/connections/gateway-connection.entity.ts';
import type { ConnectGatewayBody } from './gateway.schema.ts';
import { openCredentials, sealCredentials } from '../providers/connections/sealed-credentials.ts';

type Accepted = Extract<CredentialTest, { kind: 'accepted' }>;

/**
 * Connects a store to its account at a gateway, or changes the connection. Credentials are tested at the gateway before
 * they are stored. Those before them stay valid for the gateway's calls until the next change.
 */
export async function connectGateway(
  deps: PaymentDependencies,
  caller: Principal,
  { type, body }: { type: string; body: ConnectGatewayBody },
): Promise<GatewayConnectionRow> {
  const kind = kindOf(deps, type);
  const before = await findConnection(deps.pool, caller, type);
  const current = before === undefined ? {} : openCredentials(deps.keys, before).credentials;
  const sent = body.credentials === undefined ? undefined : judgeCredentials(kind, { ...current, ...body.credentials });
  // Outside the transaction: the gateway may take seconds.
  const known = before === undefined ? undefined : await knownAccount(deps.pool, before);
  const accepted = sent === undefined ? undefined : await testCredentials(kind, sent, { mode: caller.mode, known });
  const row = await inTransaction(deps.pool, async (tx) => {
    await lockConnection(tx, caller, type);
    const found = await findConnection(tx, caller, type);
    if (found?.version !== before?.version)
      throw conflict('gateway_connection_changed', 'Another request changed this connection meanwhile. Send it again.');
    const next = nextRow(deps, caller, { type, known: found, body, sent, accepted });
    await save(tx, next);
    return next;
  });
  deps.connections.forget(caller);
  deps.log.info(
    { connection: row.id, gateway: type, key: caller.keyId, credentials: sent !== undefined, enabled: row.enabled },
    'gateway.connected',
  );
  return row;
}

/**
 * Erases the connection with its credentials. Refused while a payment, an authorisation or an answer to a dispute is
 * open there, because then nothing could find out its outcome; and while cards of customers are kept there, because
 * then nothing could revoke them, and another account of the same gateway would be asked for them.
 */
export async function disconnectGateway(deps: PaymentDependencies, caller: Principal, type: string): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    await lockConnection(tx, caller, type);
    const known = await findConnection(tx, caller, type);
    if (known === undefined) throw notFound('gateway connection', type);
    if (await isInUse(tx, caller, type))
      throw conflict(
        'gateway_in_use',
        `Payments or answers to disputes at ${type} are under way. Set enabled to false, and delete it when they ` +
          'have ended.',
      );
    if (await keepsCards(tx, caller, type))
      throw conflict(
        'gateway_in_use',
        `Customers' cards are kept at ${type}, or are being revoked there. Delete these saved cards first.`,
      );
    await tx.query('DELETE FROM gateway_connection WHERE id = $1', [known.id]);
  });
  deps.connections.forget(caller);
  deps.log.info({ gateway: type, key: caller.keyId }, 'gateway.disconnected');
}

export function kindOf({ gatewayKinds }: PaymentDependencies, type: string): GatewayKind {
  const kind = gatewayKinds.find((candidate) => candidate.type === type);
  if (kind === undefined) throw notFound('gateway', type);
  return kind;
}

export async function findConnection(
  db: Pick<PoolClient, 'query'>,
  { accountId, storeId, mode }: Owner,
  type: string,
): Promise<GatewayConnectionRow | undefined> {
  const { rows } = await db.query<GatewayConnectionRow>(
    'SELECT * FROM gateway_connection WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND type = $4',
    [accountId, storeId, mode, type],
  );
  return rows[0];
}

function judgeCredentials(kind: GatewayKind, sent: Readonly<Record<string, unknown>>): Credentials {
  const violations = new Violations();
  const at = new Place('credentials', sent, violations, 'body');
  for (const { name, rule } of credentialFaults(kind, sent)) at.below(name).fail(rule);
  violations.check();
  return sent as Credentials;
}

async function knownAccount(
  pool: PaymentDependencies['pool'],
  { account_id: accountId, store_id: storeId, mode, type, gateway_account: account }: GatewayConnectionRow,
): Promise<KnownAccount> {
  const {
    rows: [payment],
  } = await pool.query<{ gateway_reference: string }>(
    `
    SELECT gateway_reference FROM attempt WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND gateway_reference IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [accountId, storeId, mode, type],
  );
  return { account, reference: payment?.gateway_reference ?? null };
}

async function testCredentials(
  kind: GatewayKind,
  sent: Credentials,
  { mode, known }: { mode: string; known: KnownAccount | undefined },
): Promise<Accepted> {
  const result = await kind.test(sent, mode, known);
  if (result.kind === 'accepted') return result;
  if (result.kind === 'refused') throw invalid(`credentials.${result.field}`, result.why, 'credentials_refused');
  throw new Refusal(503, 'gateway_unavailable', `${kind.title} could not test the credentials: ${result.why}.`);
}

interface Change {
  type: string;
  known: GatewayConnectionRow | undefined;
  body: ConnectGatewayBody;
  sent: Credentials | undefined;
  accepted: Accepted | undefined;
}

function nextRow(deps: PaymentDependencies, caller: Principal, change: Change): GatewayConnectionRow {
  const { type, known, body, sent, accepted } = change;
  const now = new Date(deps.clock());
  const changed = { updated_at: now, updated_by: caller.keyId, version: (known?.version ?? 0) + 1 };
  if (sent !== undefined && accepted !== undefined)
    return { ...newRow(deps, caller, { ...change, sent, accepted, now }), ...changed };
  if (known === undefined) throw invalid('credentials', `credentials are required to connect ${type}.`);
  return { ...known, ...changed, enabled: body.enabled ?? known.enabled };
}

type Tested = Change & { sent: Credentials; accepted: Accepted; now: Date };

function newRow(
  { keys }: PaymentDependencies,
  caller: Principal,
  { type, known, body, sent, accepted, now }: Tested,
): Omit<GatewayConnectionRow, 'updated_at' | 'updated_by' | 'version'> {
  // Payments of the old account could no longer be captured or refunded.
  if (known !== undefined && known.gateway_account !== accepted.account)
    throw conflict(
      'gateway_account_changed',
      `These credentials open the account ${accepted.account}, and this connection is to ${known.gateway_account}. ` +
        'Delete the connection first.',
    );
  const first = { id: newId('gwc', now.getTime()), enabled: true, created_at: now, created_by: caller.keyId };
  const { id, enabled, created_at, created_by } = known ?? first;
  const place = { account_id: caller.accountId, id };
  const previous = known === undefined ? null : openCredentials(keys, known).credentials;
  return {
    ...place,
    store_id: caller.storeId,
    mode: caller.mode,
    type,
    enabled: body.enabled ?? enabled,
    gateway_account: accepted.account,
    gateway_account_name: accepted.accountName,
    credentials: sealCredentials(keys, place, { credentials: sent, previous }),
    hints: hintsOf(sent),
    tested_at: now,
    created_at,
    created_by,
  };
}

/** The row may not exist yet, so a lock of its name serialises the changes. */
async function lockConnection(tx: PoolClient, { accountId, storeId, mode }: Owner, type: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `gateway ${accountId} ${storeId} ${mode} ${type}`,
  ]);
}

async function save(tx: PoolClient, row: GatewayConnectionRow): Promise<void> {
  const values = [
    row.account_id,
    row.store_id,
    row.mode,
    row.type,
    row.id,
    row.enabled,
    row.gateway_account,
    row.gateway_account_name,
    row.credentials,
    JSON.stringify(row.hints),
    row.version,
    row.tested_at,
    row.created_at,
    row.created_by,
    row.updated_at,
    row.updated_by,
  ];
  await tx.query(
    `
    INSERT INTO gateway_connection (account_id, store_id, mode, type, id, enabled, gateway_account,
      gateway_account_name, credentials, hints, version, tested_at, created_at, created_by, updated_at, updated_by)
    VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})
    ON CONFLICT (account_id, store_id, mode, type) DO UPDATE SET enabled = excluded.enabled,
      gateway_account_name = excluded.gateway_account_name, credentials = excluded.credentials,
      hints = excluded.hints, version = excluded.version, tested_at = excluded.tested_at,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    values,
  );
}

async function isInUse(tx: PoolClient, { accountId, storeId, mode }: Owner, type: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `
    SELECT 1 FROM attempt WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND (is_open OR EXISTS (SELECT 1 FROM operation o WHERE o.account_id = attempt.account_id
      AND o.attempt_id = attempt.id AND o.state = 'pending'))
    UNION ALL SELECT 1 FROM dispute WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND answering IS NOT NULL LIMIT 1`,
    [accountId, storeId, mode, type],
  );
  return rowCount !== 0;
}

/** Cards of this account that can be charged, or that the gateway has not been able to forget yet. */
async function keepsCards(tx: PoolClient, { accountId, storeId, mode }: Owner, type: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `
    SELECT 1 FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND kind = 'card' AND gateway_account IS DISTINCT FROM ''
    AND (state IN ('active', 'suspended') OR revoke_at IS NOT NULL) LIMIT 1`,
    [accountId, storeId, mode, type],
  );
  return rowCount !== 0;
}
