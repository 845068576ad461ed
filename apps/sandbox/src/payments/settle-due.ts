import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { OperationRow, PaymentKind, PaymentRow } from '../entities/payment.entity.ts';
import type { OperationName } from '../faults/fault.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { lockPayment } from './find-payment.ts';
import { afterOperation, OPERATION_NAMES } from './operate-payment.ts';
import { canTransition, transitionPayment } from './payment.state.ts';
import { saveOperation, savePayment } from './save-payment.ts';

const SETTLING_OPERATION: Record<PaymentKind, OperationName> = {
  card: 'authorise',
  charge: 'charge',
  bnpl_payment: 'confirm',
  subscription: 'confirm',
};

/**
 * Applies what is due without a request: planned results, expiry, and pending operations. Returns how many rows were
 * due.
 */
export async function settleDue(sandbox: Sandbox): Promise<number> {
  return inTransaction(sandbox.pool, async (tx) => {
    const payments = await duePayments(sandbox, tx);
    for (const payment of payments) await settlePayment(sandbox, tx, payment);
    const operations = await dueOperations(sandbox, tx);
    for (const operation of operations) await settleOperation(sandbox, tx, operation);
    return payments.length + operations.length;
  });
}

async function duePayments({ clock }: Sandbox, tx: PoolClient): Promise<PaymentRow[]> {
  const { rows } = await tx.query<PaymentRow>(
    `
    SELECT * FROM payment
    WHERE due_at <= $1 OR (expires_at <= $1 AND status IN ('open', 'challenge', 'otp_sent', 'awaiting_app'))
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [clock.now(), LIMITS.settledAtOnce],
  );
  return rows;
}

async function settlePayment(sandbox: Sandbox, tx: PoolClient, payment: PaymentRow): Promise<void> {
  const isPlanned = payment.due_status !== null && payment.due_at !== null && payment.due_at <= sandbox.clock.now();
  const status = isPlanned ? (payment.due_status as PaymentRow['status']) : 'expired';
  if (!canTransition(payment.status, status)) {
    await savePayment(sandbox, tx, { ...payment, due_at: null, due_status: null, due_code: null }, null);
    return;
  }
  const expiryCode = payment.provider === 'walletprovider' ? '116' : 'T1';
  const settled = transitionPayment(payment, status, isPlanned ? payment.due_code : expiryCode);
  await savePayment(sandbox, tx, settled, { operation: SETTLING_OPERATION[payment.kind] });
}

async function dueOperations({ clock }: Sandbox, tx: PoolClient): Promise<OperationRow[]> {
  const { rows } = await tx.query<OperationRow>(
    'SELECT * FROM operation WHERE due_at <= $1 ORDER BY payment_id, id LIMIT $2',
    [clock.now(), LIMITS.settledAtOnce],
  );
  return rows;
}

async function settleOperation(sandbox: Sandbox, tx: PoolClient, due: OperationRow): Promise<void> {
  // Every writer locks the payment first, then reads the operation again.
  const payment = await lockPayment(tx, due.provider, due.payment_id);
  const {
    rows: [operation],
  } = await tx.query<OperationRow>(
    "SELECT * FROM operation WHERE provider = $1 AND id = $2 AND status = 'pending' FOR UPDATE",
    [due.provider, due.id],
  );
  if (operation === undefined) return;
  const failed = operation.due_code !== null;
  const code = operation.due_code ?? (operation.provider === 'walletprovider' ? '000' : '00');
  const settled: OperationRow = {
    ...operation,
    status: failed ? 'failed' : 'succeeded',
    code,
    due_at: null,
    due_code: null,
  };
  await saveOperation(sandbox, tx, {
    payment: failed ? payment : afterOperation(payment, settled),
    operation: settled,
    cause: { operation: OPERATION_NAMES[operation.kind] },
  });
}
