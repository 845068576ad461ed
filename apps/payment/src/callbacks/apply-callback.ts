import type { PaymentDependencies } from '../dependencies.ts';
import { applyNotice } from '../disputes/apply-notice.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { applyReport } from '../operations/apply-report.ts';
import { isOpposite } from '../operations/late-report.ts';
import { confirmOpposite, inquire } from '../operations/run-operation.ts';
import { ownerOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import type { Callback } from '../providers/callback.ts';
import { inquireToken } from '../tokens/finish-setups.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import type { TokenState } from '../tokens/token.state.ts';

/** The gateway, and the store whose connection it called; undefined where all stores share the gateway. */
export interface Source {
  gateway: string;
  owner?: Owner;
}

/** Applies an authentic call to what it is about. False: nothing here matches it. */
export async function applyCallback(deps: PaymentDependencies, source: Source, callback: Callback): Promise<boolean> {
  if (callback.kind === 'token') return applyToToken(deps, source, callback.tokenId);
  if (callback.kind === 'dispute') {
    const { gateway } = source;
    const owner = source.owner ?? (await ownerOfPayment(deps, gateway, callback.dispute.operationId));
    if (owner === undefined) return false;
    return (await applyNotice(deps, { gateway, owner, by: 'gateway' }, callback.dispute)) !== false;
  }
  if (callback.kind !== 'operation') return false;
  const operation = await findOperation(deps, source, callback);
  if (operation === undefined) {
    deps.log.warn({ gateway: source.gateway, callback: callback.id }, 'callback.unknown_operation');
    return false;
  }
  const { report } = callback;
  if (report.kind === 'unknown') await inquire(deps, operation, operation.currency);
  else if (isOpposite(operation, report)) await confirmOpposite(deps, operation, operation.currency, report);
  else await applyReport(deps, { operation, report, actor: 'gateway' });
  return true;
}

/** Whose payment a gateway of the deployment means, which calls one address for all stores. */
async function ownerOfPayment(
  { pool }: PaymentDependencies,
  gateway: string,
  operationId: string | undefined,
): Promise<Owner | undefined> {
  if (operationId === undefined) return undefined;
  const {
    rows: [row],
  } = await pool.query<OperationRow>('SELECT * FROM operation WHERE id = $1 AND gateway = $2', [operationId, gateway]);
  return row && ownerOf(row);
}

/** The wallet knows more than we do. After the end of a setup it may have a token that has to be revoked. */
const ASKED: ReadonlySet<TokenState> = new Set(['pin_verified', 'otp_verified', 'expired', 'failed']);

async function applyToToken(deps: PaymentDependencies, { gateway, owner }: Source, id: string): Promise<boolean> {
  const {
    rows: [token],
  } = await deps.pool.query<TokenRow>('SELECT * FROM wallet_token WHERE id = $1 AND gateway = $2', [id, gateway]);
  if (token === undefined || !isOf(owner, token)) return false;
  if (ASKED.has(token.state)) await inquireToken(deps, token);
  return true;
}

type FoundOperation = OperationRow & { currency: string };

/** A store's connection never reaches the operations of another store, whatever ids the call contains. */
async function findOperation(
  { pool }: PaymentDependencies,
  { gateway, owner }: Source,
  { operationId }: Extract<Callback, { kind: 'operation' }>,
): Promise<FoundOperation | undefined> {
  if (operationId === null) return undefined;
  const {
    rows: [row],
  } = await pool.query<FoundOperation>(
    `SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
      WHERE o.id = $1 AND o.gateway = $2`,
    [operationId, gateway],
  );
  return row !== undefined && isOf(owner, row) ? row : undefined;
}

function isOf(owner: Owner | undefined, row: { account_id: string; store_id: string; mode: string }): boolean {
  if (owner === undefined) return true;
  return row.account_id === owner.accountId && row.store_id === owner.storeId && row.mode === owner.mode;
}
