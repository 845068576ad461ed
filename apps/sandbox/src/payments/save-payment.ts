import type { PoolClient } from 'pg';
import { tell } from '../callbacks/tell.ts';
import type { Telling } from '../callbacks/tell.ts';
import type { Sandbox } from '../sandbox.ts';
import type { OperationRow, PaymentRow } from './payment.entity.ts';

/** Inserts or updates, and makes the callback in the same transaction where there is something to tell. */
export async function savePayment(sandbox: Sandbox, tx: PoolClient, payment: PaymentRow, telling: Telling | null): Promise<PaymentRow> {
  const row: PaymentRow = { ...payment, updated_at: sandbox.clock.now(), sequence: payment.sequence + (telling === null ? 0 : 1) };
  const names = Object.keys(row);
  await tx.query(`INSERT INTO payment (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
    ON CONFLICT (provider, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`, Object.values(row));
  if (telling !== null) await tell(sandbox, tx, { payment: row, operation: null, telling });
  return row;
}

export async function saveOperation(sandbox: Sandbox, tx: PoolClient, { payment, operation, telling }: { payment: PaymentRow; operation: OperationRow; telling: Telling | null }): Promise<{ payment: PaymentRow; operation: OperationRow }> {
  const row: OperationRow = { ...operation, updated_at: sandbox.clock.now() };
  const saved = await savePayment(sandbox, tx, { ...payment, sequence: payment.sequence + (telling === null ? 0 : 1) }, null);
  const names = Object.keys(row);
  await tx.query(`INSERT INTO operation (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
    ON CONFLICT (provider, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`, Object.values(row));
  if (telling !== null) await tell(sandbox, tx, { payment: saved, operation: row, telling });
  return { payment: saved, operation: row };
}
