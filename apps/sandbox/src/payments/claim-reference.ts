import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { ProviderName } from '../companies.ts';
import type { ClaimRow } from '../entities/claim.entity.ts';
import { duplicateReference } from '../http/refusals.ts';
import { lockReference } from '../lock-reference.ts';

export interface ClaimRequest extends Claim {
  provider: ProviderName;
  reference: string;
  values: readonly unknown[];
}
/** `operationId` null: the reference names the payment itself. */
export interface Claim {
  paymentId: string;
  operationId: string | null;
}

/**
 * Returns null when the caller now owns the reference and must do the operation; else what an earlier request with the
 * same values did.
 */
export async function claimReference(
  tx: PoolClient,
  { provider, reference, paymentId, operationId, values }: ClaimRequest,
): Promise<Claim | null> {
  const digest = createHash('sha256')
    .update(JSON.stringify(values.map((value) => (typeof value === 'bigint' ? value.toString() : value))))
    .digest();
  // A concurrent request under the same reference waits here, and then finds what this one did.
  await lockReference(tx, provider, reference);
  const { rowCount } = await tx.query(
    `
    INSERT INTO claim (provider, reference, payment_id, operation_id, asked_digest) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING`,
    [provider, reference, paymentId, operationId, digest],
  );
  if (rowCount === 1) return null;
  const {
    rows: [row],
  } = await tx.query<Pick<ClaimRow, 'payment_id' | 'operation_id' | 'asked_digest'>>(
    `
    SELECT payment_id, operation_id, asked_digest FROM claim WHERE provider = $1 AND reference = $2`,
    [provider, reference],
  );
  if (row === undefined || !row.asked_digest.equals(digest)) throw duplicateReference();
  return { paymentId: row.payment_id, operationId: row.operation_id };
}

/**
 * Finds what was done under a reference. It waits for a request that is still running, so null proves that nothing was
 * done.
 */
export async function findClaim(tx: PoolClient, provider: ProviderName, reference: string): Promise<Claim | null> {
  await lockReference(tx, provider, reference);
  const {
    rows: [row],
  } = await tx.query<Pick<ClaimRow, 'payment_id' | 'operation_id'>>(
    'SELECT payment_id, operation_id FROM claim WHERE provider = $1 AND reference = $2',
    [provider, reference],
  );
  return row === undefined ? null : { paymentId: row.payment_id, operationId: row.operation_id };
}
