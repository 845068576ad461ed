import type { Pool } from 'pg';
import type { HistoryRow } from './history.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ProofOfDelivery } from './proof-of-delivery.schema.ts';

/** The last scan of a delivery, of the shipment or of one of its packages; one that proves it comes first. */
export async function deliveryScan(
  pool: Pool,
  { account_id: accountId, id }: Pick<ShipmentRow, 'account_id' | 'id'>,
): Promise<HistoryRow | undefined> {
  const { rows } = await pool.query<HistoryRow>({
    name: 'delivery-scan',
    text: `
      SELECT * FROM history
      WHERE account_id = $1 AND shipment_id = $2 AND status = 'DELIVERED' AND source IN ('webhook', 'poll')
      ORDER BY signed_by IS NULL AND proof_url IS NULL, occurred_at DESC LIMIT 1`,
    values: [accountId, id],
  });
  return rows[0];
}

/** What the scan of the delivery says. The courier's files have an operation of their own. */
export async function proofOf(pool: Pool, row: ShipmentRow): Promise<ProofOfDelivery | null> {
  const { signed_by: signedBy, proof_url: url } = (await deliveryScan(pool, row)) ?? {
    signed_by: null,
    proof_url: null,
  };
  return signedBy === null && url === null ? null : { signedBy, url };
}
