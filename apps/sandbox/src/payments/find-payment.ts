import type { Pool, PoolClient } from 'pg';
import type { ProviderName } from '../companies.ts';
import type { OperationRow, PaymentRow } from '../entities/payment.entity.ts';
import { unknownReference } from '../http/refusals.ts';

/** Finds a payment by the provider's id or the platform's reference. */
export async function findPayment(
  database: Pool | PoolClient,
  provider: ProviderName,
  idOrReference: string,
): Promise<PaymentRow> {
  const {
    rows: [row],
  } = await database.query<PaymentRow>(
    'SELECT * FROM payment WHERE provider = $1 AND (id = $2 OR reference = $2) ORDER BY id = $2 DESC LIMIT 1',
    [provider, idOrReference],
  );
  if (row === undefined) throw unknownReference();
  return row;
}

export async function lockPayment(tx: PoolClient, provider: ProviderName, id: string): Promise<PaymentRow> {
  const {
    rows: [row],
  } = await tx.query<PaymentRow>('SELECT * FROM payment WHERE provider = $1 AND id = $2 FOR UPDATE', [provider, id]);
  if (row === undefined) throw unknownReference();
  return row;
}

export async function findOperation(
  database: Pool | PoolClient,
  provider: ProviderName,
  id: string,
): Promise<OperationRow> {
  const {
    rows: [row],
  } = await database.query<OperationRow>('SELECT * FROM operation WHERE provider = $1 AND id = $2', [provider, id]);
  if (row === undefined) throw unknownReference();
  return row;
}

/** The sum of the payment's pending refunds and reversals, in minor units. */
export async function pendingRefunds(tx: PoolClient, { provider, id }: PaymentRow): Promise<bigint> {
  const {
    rows: [row],
  } = await tx.query<{ sum: string }>(
    `
    SELECT coalesce(sum(amount_minor), 0) AS sum FROM operation
    WHERE provider = $1 AND payment_id = $2 AND kind IN ('refund', 'reversal') AND status = 'pending'`,
    [provider, id],
  );
  return BigInt(row?.sum ?? 0);
}
