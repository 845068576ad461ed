import type { PoolClient } from 'pg';
import type { OperationRow, PaymentRow } from '../entities/payment.entity.ts';
import type { Sandbox } from '../sandbox.ts';
import { insertPaymentCallback } from './insert-payment-callback.ts';
import type { CallbackCause } from './insert-payment-callback.ts';

/** Inserts or updates a payment. With a cause, its callback is stored in the same transaction. */
export async function savePayment(
  sandbox: Sandbox,
  tx: PoolClient,
  payment: PaymentRow,
  cause: CallbackCause | null,
): Promise<PaymentRow> {
  const row: PaymentRow = {
    ...payment,
    updated_at: sandbox.clock.now(),
    sequence: payment.sequence + (cause === null ? 0 : 1),
  };
  await upsert(tx, 'payment', row);
  if (cause !== null) await insertPaymentCallback(sandbox, tx, { payment: row, operation: null, cause });
  return row;
}

export async function saveOperation(
  sandbox: Sandbox,
  tx: PoolClient,
  { payment, operation, cause }: { payment: PaymentRow; operation: OperationRow; cause: CallbackCause | null },
): Promise<{ payment: PaymentRow; operation: OperationRow }> {
  const row: OperationRow = { ...operation, updated_at: sandbox.clock.now() };
  const sequence = payment.sequence + (cause === null ? 0 : 1);
  const saved = await savePayment(sandbox, tx, { ...payment, sequence }, null);
  await upsert(tx, 'operation', row);
  if (cause !== null) await insertPaymentCallback(sandbox, tx, { payment: saved, operation: row, cause });
  return { payment: saved, operation: row };
}

async function upsert(tx: PoolClient, table: 'payment' | 'operation', row: PaymentRow | OperationRow): Promise<void> {
  const columns = Object.keys(row);
  await tx.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (provider, id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    Object.values(row),
  );
}
