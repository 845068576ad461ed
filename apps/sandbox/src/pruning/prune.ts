import { deleteSomeExpired } from '@qafila/runtime/delete-expired';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';

/**
 * Payments whose last change is before $1, with everything about them. A wallet subscription has a token that platforms
 * charge later, so it stays until $2. What is still to happen by itself keeps its payment.
 */
const PRUNE_PAYMENTS = `
  WITH gone AS (
    DELETE FROM payment WHERE (provider, id) IN (
      SELECT provider, id FROM payment
      WHERE updated_at < $1 AND (kind <> 'subscription' OR updated_at < $2) AND due_at IS NULL
      ORDER BY updated_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING provider, id, reference
  ), operations AS (
    DELETE FROM operation o USING gone g WHERE o.provider = g.provider AND o.payment_id = g.id
    RETURNING o.provider, o.reference
  ), claims AS (
    DELETE FROM claim c USING (SELECT provider, reference FROM gone UNION SELECT * FROM operations) r
    WHERE c.provider = r.provider AND c.reference = r.reference
  ), steps AS (
    DELETE FROM step s USING gone g WHERE s.provider = g.provider AND s.payment_id = g.id
  ), callbacks AS (
    DELETE FROM callback c USING gone g WHERE c.provider = g.provider AND c.payment_id = g.id
  )
  SELECT count(*)::int AS deleted FROM gone`;

/** Parcels whose booking and last scan are before $1, with everything about them. */
const PRUNE_PARCELS = `
  WITH gone AS (
    DELETE FROM parcel WHERE (courier, waybill) IN (
      SELECT courier, waybill FROM parcel p WHERE created_at < $1 AND NOT EXISTS (
        SELECT 1 FROM parcel_scan s WHERE s.courier = p.courier AND s.waybill = p.waybill AND s.known_at >= $1)
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING courier, waybill
  ), scans AS (
    DELETE FROM parcel_scan s USING gone g WHERE s.courier = g.courier AND s.waybill = g.waybill
  ), callbacks AS (
    DELETE FROM callback c USING gone g WHERE c.provider = g.courier AND c.payment_id = g.waybill
  )
  SELECT count(*)::int AS deleted FROM gone`;

/**
 * Deletes what is older than the retention, by the sandbox's clock, a bounded number in each statement. Returns how
 * many; zero means that nothing is left.
 */
export async function prune(sandbox: Sandbox): Promise<number> {
  const { pool, clock, retentionMs } = sandbox;
  const cutoff = clock.after(-retentionMs);
  const subscriptionCutoff = clock.after(-Math.max(retentionMs, LIMITS.subscriptionKeptMs));
  const atOnce = LIMITS.prunedAtOnceMax;
  const deleted = async (sql: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ deleted: number }>(sql, values)).rows[0]?.deleted ?? 0;
  return (
    (await deleted(PRUNE_PAYMENTS, [cutoff, subscriptionCutoff, atOnce])) +
    (await deleted(PRUNE_PARCELS, [cutoff, atOnce])) +
    (await deleteSomeExpired(pool, {
      table: 'courier_order',
      where: 'created_at < $1',
      orderBy: 'created_at',
      values: [cutoff],
    })) +
    (await deleteSomeExpired(pool, {
      table: 'attempt',
      where: 'created_at < $1',
      orderBy: 'created_at',
      values: [cutoff],
    })) +
    (await deleteSomeExpired(pool, {
      table: 'phone',
      where: 'used_at < $1',
      orderBy: 'used_at',
      values: [cutoff],
    })) +
    (await deleteSomeExpired(pool, {
      table: 'fault',
      where: 'created_at < $1 AND (times_left = 0 OR ends_at < $1)',
      orderBy: 'created_at',
      values: [cutoff],
    }))
  );
}
