import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Outsider } from '../outside.ts';
import type { ProviderName } from './payment.entity.ts';

export interface Asked { provider: ProviderName; reference: string; paymentId: string; operationId: string | null; values: readonly unknown[] }
export interface Claimed { paymentId: string; operationId: string | null }

/** Null: the reference is ours now, and the operation is to be done. Else what was done under it before, with the same values. */
export async function claim(tx: PoolClient, { provider, reference, paymentId, operationId, values }: Asked): Promise<Claimed | null> {
  const digest = createHash('sha256').update(JSON.stringify(values.map((value) => (typeof value === 'bigint' ? value.toString() : value)))).digest();
  // Waits while another request holds the same reference: the second one finds what the first has done.
  await lockReference(tx, provider, reference);
  const { rowCount } = await tx.query(`
    INSERT INTO claim (provider, reference, payment_id, operation_id, asked_digest) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
  [provider, reference, paymentId, operationId, digest]);
  if (rowCount === 1) return null;
  const { rows: [row] } = await tx.query<{ payment_id: string; operation_id: string | null; asked_digest: Buffer }>(
    'SELECT payment_id, operation_id, asked_digest FROM claim WHERE provider = $1 AND reference = $2', [provider, reference]);
  if (row === undefined || !row.asked_digest.equals(digest)) throw duplicateReference();
  return { paymentId: row.payment_id, operationId: row.operation_id };
}

/** What was done under a reference; a request that is still running is waited for, so that "nothing" is the truth. */
export async function findClaim(tx: PoolClient, provider: ProviderName, reference: string): Promise<Claimed | null> {
  await lockReference(tx, provider, reference);
  const { rows: [row] } = await tx.query<{ payment_id: string; operation_id: string | null }>('SELECT payment_id, operation_id FROM claim WHERE provider = $1 AND reference = $2', [provider, reference]);
  return row === undefined ? null : { paymentId: row.payment_id, operationId: row.operation_id };
}

export function duplicateReference(): Refusal {
  return new Refusal(409, 'duplicate_reference', 'This reference was used before with other values. Nothing was changed.', { param: 'reference' });
}

/** Until the transaction ends nobody else is answered about this reference. */
export async function lockReference(tx: Pool | PoolClient, provider: Outsider, reference: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sandbox ${provider} ${reference}`]);
}
