import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY } from '../limits.ts';
import { inquire } from './run-operation.ts';

interface Expiring {
  account_id: string;
  id: string;
  open_attempt: string | null;
  currency: string;
}

/** Expires intents for which no gateway must be asked, so that no gateway can delay them. */
export async function expireUntried(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<Expiring>(
    `
    SELECT i.account_id, i.id, i.open_attempt, i.currency FROM intent i WHERE i.expires_at <= $1
    AND i.status IN ('requires_payment_method', 'requires_action') AND NOT EXISTS (SELECT 1 FROM operation o
      WHERE o.account_id = i.account_id AND o.attempt_id = i.open_attempt AND o.state = 'pending')
    ORDER BY i.expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock())],
  );
  return expireAll(deps, rows);
}

/**
 * Expires intents whose customer is at this gateway. The open attempt is inquired first, because its
 * payment may have arrived in time.
 */
export async function expireTried(deps: PaymentDependencies, gateway: string): Promise<number> {
  const { rows } = await deps.pool.query<Expiring>(
    `
    SELECT i.account_id, i.id, i.open_attempt, i.currency FROM intent i
    JOIN attempt a ON a.account_id = i.account_id AND a.id = i.open_attempt
    WHERE i.expires_at <= $1 AND i.status IN ('requires_payment_method', 'requires_action') AND a.gateway = $2
    ORDER BY i.expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock()), gateway],
  );
  return expireAll(deps, rows);
}

async function expireAll(deps: PaymentDependencies, rows: readonly Expiring[]): Promise<number> {
  await Promise.all(rows.map((row) => expire(deps, row).catch((error: unknown) => logFailure(deps, row.id, error))));
  return rows.length;
}

async function expire(
  deps: PaymentDependencies,
  { account_id: accountId, id, open_attempt: open, currency }: Expiring,
): Promise<void> {
  const {
    rows: [operation],
  } =
    open === null
      ? { rows: [] }
      : await deps.pool.query<OperationRow>(
          "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'",
          [accountId, open],
        );
  // If this inquiry fails, the worker inquires again after the expiry.
  if (operation !== undefined)
    await inquire(deps, operation, currency).catch((error: unknown) => logFailure(deps, id, error));
  await inTransaction(deps.pool, async (tx) => {
    const locked = await lockIntent(tx, accountId, id);
    if (locked !== undefined)
      await changeIntent(deps, tx, locked, {
        command: { kind: 'expire' },
        actor: 'clock',
        note: 'the time to pay has expired',
      });
  });
  deps.onCommit();
}

/** A failure delays no other item. The next round finds the item again. */
function logFailure({ log }: PaymentDependencies, intent: string, error: unknown): void {
  log.warn({ intent, error: (error as Error).message }, 'inquiry.failed');
}
