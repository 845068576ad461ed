import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { OperationRow, PaymentRow, ProviderName } from './payment.entity.ts';

export function unknownReference(): Refusal {
  return new Refusal(404, 'not_found', 'There is nothing under this reference.', { param: 'reference' });
}

/** By the provider's id or the platform's reference. */
export async function findPayment(database: Pool | PoolClient, provider: ProviderName, name: string): Promise<PaymentRow> {
  const { rows: [row] } = await database.query<PaymentRow>('SELECT * FROM payment WHERE provider = $1 AND (id = $2 OR reference = $2) ORDER BY id = $2 DESC LIMIT 1', [provider, name]);
  if (row === undefined) throw unknownReference();
  return row;
}

export async function holdPayment(tx: PoolClient, provider: ProviderName, id: string): Promise<PaymentRow> {
  const { rows: [row] } = await tx.query<PaymentRow>('SELECT * FROM payment WHERE provider = $1 AND id = $2 FOR UPDATE', [provider, id]);
  if (row === undefined) throw unknownReference();
  return row;
}

export async function findOperation(database: Pool | PoolClient, provider: ProviderName, id: string): Promise<OperationRow> {
  const { rows: [row] } = await database.query<OperationRow>('SELECT * FROM operation WHERE provider = $1 AND id = $2', [provider, id]);
  if (row === undefined) throw unknownReference();
  return row;
}

/** Refunds on their way, in minor units. */
export async function pendingRefunds(tx: PoolClient, { provider, id }: PaymentRow): Promise<bigint> {
  const { rows: [row] } = await tx.query<{ sum: string }>(`
    SELECT coalesce(sum(amount_minor), 0) AS sum FROM operation WHERE provider = $1 AND payment_id = $2 AND kind IN ('refund', 'reversal') AND status = 'pending'`, [provider, id]);
  return BigInt(row?.sum ?? 0);
}
