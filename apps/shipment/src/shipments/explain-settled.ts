import type { PoolClient } from 'pg';

interface Of {
  accountId: string;
  courier: string;
  now: Date;
  /** Only of this parcel. */
  shipmentId?: string;
}

/**
 * Closes exceptions of remittances about parcels that are delivered and owe nothing any more: later reports explain
 * them. It locks them in the order of their ids, because an import and a scan may do so at once.
 */
export async function explainSettled(tx: PoolClient, { accountId, courier, now, shipmentId }: Of): Promise<void> {
  await tx.query({
    name: 'explain-settled-parcels',
    text: `
      WITH settled AS (
        SELECT e.id FROM remittance_exception e
        JOIN cod_parcel p ON p.account_id = e.account_id AND p.shipment_id = e.shipment_id
        JOIN shipment s ON s.account_id = e.account_id AND s.id = e.shipment_id
        WHERE e.account_id = $1 AND e.courier = $2 AND e.state = 'open' AND e.subject = e.shipment_id
          AND e.kind IN ('amount_differs', 'not_delivered') AND ($4::text IS NULL OR e.subject = $4)
          AND p.owed_minor = 0
          AND (e.kind <> 'not_delivered' OR s.status = 'DELIVERED' OR p.remitted_minor = 0)
        ORDER BY e.id FOR UPDATE OF e
      )
      UPDATE remittance_exception e SET state = 'resolved', resolution = 'explained', resolved_at = $3
      FROM settled WHERE e.account_id = $1 AND e.id = settled.id`,
    values: [accountId, courier, now, shipmentId ?? null],
  });
}
