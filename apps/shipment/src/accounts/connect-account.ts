import type { PoolClient } from 'pg';
import type { Principal } from '@qafila/auth/principal';
import { conflict, invalid, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import { Place, Violations } from '@qafila/schema/violations';
import { credentialFaults, hintsOf } from '@qafila/vault/credentials';
import type { Credentials, CredentialTest } from '@qafila/vault/credentials';
import { openAccount, sealAccount } from '../couriers/accounts/account-box.ts';
import type { CourierAccountRow } from '../couriers/accounts/courier-account.entity.ts';
import type { CourierKind } from '../couriers/courier-kind.ts';
import { ACCOUNTS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { FINAL } from '../state/status.ts';
import type { ConnectCourierBody } from './account.schema.ts';

type Accepted = Extract<CredentialTest, { kind: 'accepted' }>;

/**
 * Connects a company to its account at a courier, or changes the credentials. They are tested at the courier before
 * they are stored. Those before them stay valid for the courier's calls until the next change.
 */
export async function connectAccount(
  dependencies: ShipmentDependencies,
  caller: Principal,
  { courier, body }: { courier: string; body: ConnectCourierBody },
): Promise<CourierAccountRow> {
  const kind = kindOf(dependencies, courier);
  const before = await findAccount(dependencies.pool, caller, courier);
  const current = before === undefined ? {} : openAccount(dependencies.keys, before).credentials;
  const sent = judgeCredentials(kind, { ...current, ...body.credentials });
  // Outside the transaction: the courier may take seconds.
  const accepted = await testCredentials(kind, sent, caller.mode);
  const row = await inTransaction(dependencies.pool, async (tx) => {
    await lockAccount(tx, caller, courier);
    const known = await findAccount(tx, caller, courier);
    if (known?.version !== before?.version)
      throw conflict('COURIER_ACCOUNT_CHANGED', 'Another request changed this account meanwhile. Send it again.');
    const next = nextRow(dependencies, caller, { courier, known, sent, accepted });
    await save(tx, next);
    return next;
  });
  dependencies.accounts.forget(caller.accountId, courier);
  dependencies.log.info({ account: row.id, courier, client: caller.keyId }, 'courier.connected');
  return row;
}

/**
 * Erases the account with its credentials. Refused while a shipment is under way there, because then nothing could
 * cancel or follow it.
 */
export async function disconnectAccount(
  dependencies: ShipmentDependencies,
  caller: Principal,
  courier: string,
): Promise<void> {
  kindOf(dependencies, courier);
  await inTransaction(dependencies.pool, async (tx) => {
    await lockAccount(tx, caller, courier);
    const known = await findAccount(tx, caller, courier);
    if (known === undefined) throw notConnected(courier);
    if (await isInUse(tx, caller, courier))
      throw conflict(
        'COURIER_IN_USE',
        `Shipments of ${courier} are under way. Switch the courier off, and disconnect it when they have ended.`,
      );
    await tx.query('DELETE FROM courier_account WHERE id = $1', [known.id]);
    await tx.query('UPDATE remittance_source SET next_at = NULL WHERE account_id = $1 AND courier = $2', [
      caller.accountId,
      courier,
    ]);
  });
  dependencies.accounts.forget(caller.accountId, courier);
  dependencies.log.info({ courier, client: caller.keyId }, 'courier.disconnected');
}

export function kindOf({ accounts }: Pick<ShipmentDependencies, 'accounts'>, courier: string): CourierKind {
  const kind = accounts.kinds.find(({ id }) => id === courier);
  if (kind !== undefined) return kind;
  const known = accounts.kinds.map(({ id }) => id).join(', ') || 'none';
  throw new Refusal(
    404,
    'COURIER_NOT_FOUND',
    `There is no courier ${JSON.stringify(courier)} to connect here: there are ${known}.`,
    { param: 'courier_id' },
  );
}

export async function findAccount(
  db: Pick<PoolClient, 'query'>,
  { accountId, mode }: Pick<Principal, 'accountId' | 'mode'>,
  courier: string,
): Promise<CourierAccountRow | undefined> {
  const { rows } = await db.query<CourierAccountRow>(
    'SELECT * FROM courier_account WHERE account_id = $1 AND mode = $2 AND courier = $3',
    [accountId, mode, courier],
  );
  return rows[0];
}

function notConnected(courier: string): Refusal {
  return new Refusal(404, 'COURIER_NOT_FOUND', `This company has no account at ${courier}.`, { param: 'courier_id' });
}

function judgeCredentials(kind: CourierKind, sent: Readonly<Record<string, unknown>>): Credentials {
  const violations = new Violations();
  const at = new Place('credentials', sent, violations, 'body');
  for (const { name, rule } of credentialFaults(kind, sent)) at.below(name).fail(rule);
  violations.check();
  return sent as Credentials;
}

async function testCredentials(kind: CourierKind, sent: Credentials, mode: string): Promise<Accepted> {
  const result = await kind
    .test(sent, mode, AbortSignal.timeout(ACCOUNTS.testTimeoutMs))
    .catch((error: unknown): CredentialTest => ({ kind: 'unavailable', why: (error as Error).message }));
  if (result.kind === 'accepted') return result;
  if (result.kind === 'refused')
    throw invalid(`credentials.${result.field}`, result.why, 'COURIER_CREDENTIALS_REFUSED');
  throw new Refusal(503, 'COURIER_UNAVAILABLE', `${kind.title} could not test the credentials: ${result.why}.`);
}

interface Change {
  courier: string;
  known: CourierAccountRow | undefined;
  sent: Credentials;
  accepted: Accepted;
}

function nextRow(
  { clock, keys }: ShipmentDependencies,
  caller: Principal,
  { courier, known, sent, accepted }: Change,
): CourierAccountRow {
  const now = new Date(clock());
  // Shipments of the old account could no longer be cancelled or followed.
  if (known !== undefined && known.courier_account !== accepted.account)
    throw conflict(
      'COURIER_ACCOUNT_CHANGED',
      `These credentials open the account ${accepted.account}, and ${known.courier_account} is connected. ` +
        'Disconnect it first.',
    );
  const first = { id: newId('cra', now.getTime()), created_at: now, created_by: caller.keyId };
  const { id, created_at, created_by } = known ?? first;
  const place = { account_id: caller.accountId, id };
  const previous = known === undefined ? null : openAccount(keys, known).credentials;
  return {
    ...place,
    mode: caller.mode,
    courier,
    courier_account: accepted.account,
    courier_account_name: accepted.accountName,
    credentials: sealAccount(keys, place, { credentials: sent, previous }),
    hints: hintsOf(sent),
    version: (known?.version ?? 0) + 1,
    tested_at: now,
    created_at,
    created_by,
    updated_at: now,
    updated_by: caller.keyId,
  };
}

/** The row may not exist yet, so a lock of its name serialises the changes. */
async function lockAccount(tx: PoolClient, { accountId, mode }: Principal, courier: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`courier ${accountId} ${mode} ${courier}`]);
}

async function save(tx: PoolClient, row: CourierAccountRow): Promise<void> {
  const values = { ...row, credentials: `\\x${row.credentials.toString('hex')}` };
  await tx.query(
    `
    INSERT INTO courier_account SELECT * FROM json_populate_record(NULL::courier_account, $1)
    ON CONFLICT (account_id, mode, courier) DO UPDATE SET courier_account_name = excluded.courier_account_name,
      credentials = excluded.credentials, hints = excluded.hints, version = excluded.version,
      tested_at = excluded.tested_at, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [JSON.stringify(values)],
  );
}

async function isInUse(tx: PoolClient, { accountId }: Principal, courier: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `
    SELECT 1 FROM shipment WHERE account_id = $1 AND courier = $2
      AND (due_at IS NOT NULL OR (poll_at IS NOT NULL AND status <> ALL ($3))) LIMIT 1`,
    [accountId, courier, FINAL],
  );
  return rowCount !== 0;
}
