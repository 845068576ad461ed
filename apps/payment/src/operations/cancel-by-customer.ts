import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { inquire } from './run-operation.ts';
import { tolerateRace } from './tolerate-race.ts';

/** The pending operation of the open attempt. */
export async function findOpenOperation(
  { pool }: PaymentDependencies,
  row: IntentRow,
): Promise<OperationRow | undefined> {
  if (row.open_attempt === null) return undefined;
  const {
    rows: [operation],
  } = await pool.query<OperationRow>(
    "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending' AND kind = 'pay'",
    [row.account_id, row.open_attempt],
  );
  return operation;
}

/** Cancels an intent for its customer. An open attempt is inquired first, because a paid intent cannot be cancelled. */
export async function cancelByCustomer(deps: PaymentDependencies, row: IntentRow): Promise<IntentRow> {
  const operation = await findOpenOperation(deps, row);
  if (operation !== undefined) await inquire(deps, operation, row.currency);
  const next = await inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, row.account_id, row.id)) as LockedIntent;
    await changeIntent(deps, tx, locked, { command: { kind: 'cancel' }, actor: 'customer' }).catch(tolerateRace);
    return locked.row;
  });
  deps.onCommit();
  return next;
}
