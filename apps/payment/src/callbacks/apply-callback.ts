import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { applyReport } from '../operations/apply-report.ts';
import { inquire } from '../operations/run-operation.ts';
import type { Callback } from '../providers/callback.ts';
import { inquireToken } from '../tokens/finish-setups.ts';
import type { TokenRow } from '../tokens/token.entity.ts';

/** Applies an authentic call to what it is about. False: nothing here matches it. */
export async function applyCallback(deps: PaymentDependencies, gateway: string, callback: Callback): Promise<boolean> {
  if (callback.kind === 'token') return applyToToken(deps, gateway, callback.tokenId);
  if (callback.kind !== 'operation') return false;
  const operation = await findOperation(deps, gateway, callback.operationId);
  if (operation === undefined) {
    // We never requested this operation. A 200 stops the provider from calling again.
    deps.log.warn({ gateway, callback: callback.id }, 'callback.unknown_operation');
    return false;
  }
  const { report } = callback;
  if (report.kind === 'unknown') await inquire(deps, operation, operation.currency);
  else await applyReport(deps, { operation, report, actor: 'gateway' });
  return true;
}

async function applyToToken(deps: PaymentDependencies, gateway: string, id: string): Promise<boolean> {
  const {
    rows: [token],
  } = await deps.pool.query<TokenRow>('SELECT * FROM wallet_token WHERE id = $1 AND gateway = $2', [id, gateway]);
  if (token?.state === 'pin_verified' || token?.state === 'otp_verified') await inquireToken(deps, token);
  return token !== undefined;
}

async function findOperation(
  { pool }: PaymentDependencies,
  gateway: string,
  id: string | null,
): Promise<(OperationRow & { currency: string }) | undefined> {
  if (id === null) return undefined;
  const {
    rows: [operation],
  } = await pool.query<OperationRow & { currency: string }>(
    `SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
      WHERE o.id = $1 AND o.gateway = $2`,
    [id, gateway],
  );
  return operation;
}
