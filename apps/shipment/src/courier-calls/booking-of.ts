import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { BookingRequest, CourierDocument } from '../couriers/courier.ts';
import { ACCOUNTS } from '../limits.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** What the courier is asked to carry. */
export async function bookingOf(
  { callbackUrl, pool }: ShipmentDependencies,
  row: ShipmentRow,
): Promise<BookingRequest> {
  return {
    shipmentId: row.id,
    serviceCode: row.service_code ?? undefined,
    consignment: requestOf(row.request),
    callbackUrl: `${callbackUrl}/oe/aggtr/api/v1/couriers/${row.courier}/webhook`,
    draft: row.courier_draft ?? undefined,
    original: row.original_id === null ? undefined : await originalOf(pool, row),
  };
}

async function originalOf(pool: Pool, row: ShipmentRow): Promise<BookingRequest['original']> {
  const { rows } = await pool.query<{ courier: string; awb: string }>({
    name: 'original-waybill',
    text: 'SELECT courier, awb FROM shipment WHERE account_id = $1 AND id = $2 AND awb IS NOT NULL',
    values: [row.account_id, row.original_id],
  });
  return rows[0];
}

/**
 * Commits the draft before it is confirmed, so that it can be looked up. False: another process has taken over this
 * shipment meanwhile, so nothing may be confirmed.
 */
export async function storeDraft({ pool }: ShipmentDependencies, row: ShipmentRow, draft: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE shipment SET courier_draft = $4 WHERE account_id = $1 AND id = $2 AND version = $3',
    [row.account_id, row.id, row.version, draft],
  );
  return rowCount === 1;
}

export async function forgetDraft(tx: PoolClient, { account_id: accountId, id }: ShipmentRow): Promise<void> {
  await tx.query(
    'UPDATE shipment SET courier_draft = NULL WHERE account_id = $1 AND id = $2 AND courier_draft IS NOT NULL',
    [accountId, id],
  );
}

/** Keeps the courier's own files. One that is too large is left out: our own label replaces it. */
export async function storeDocuments(
  { clock, log }: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  documents: readonly CourierDocument[],
): Promise<void> {
  const kept = documents
    .slice(0, ACCOUNTS.documentsMax)
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= ACCOUNTS.documentBytesMax);
  if (kept.length < documents.length)
    log.warn({ shipment: row.id, courier: row.courier, left_out: documents.length - kept.length }, 'courier.documents');
  for (const [at, { kind, format, bytes }] of kept.entries())
    await tx.query(
      `
      INSERT INTO courier_document (account_id, shipment_id, no, kind, format, bytes, digest, received_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        row.account_id,
        row.id,
        at + 1,
        kind,
        format,
        bytes,
        createHash('sha256').update(bytes).digest('hex'),
        new Date(clock()),
      ],
    );
}
