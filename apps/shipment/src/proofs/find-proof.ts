import type { Pool } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { ProofFile } from '../couriers/daily-work.ts';
import { ACCOUNTS, COURIER } from '../limits.ts';
import { findShipment } from '../shipments/find-shipment.ts';
import { deliveryScan } from '../shipments/proof-of.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { DeliveryProofRow } from './delivery-proof.entity.ts';
import type { ProofAnswer } from './proof.schema.ts';

type StoredFile = Pick<DeliveryProofRow, 'no' | 'format' | 'signed_by'> & { length: number };

/**
 * What proves a delivery: the scan, and the courier's files, which are fetched when they are first wanted and kept. A
 * refusal where nothing does.
 */
export async function findProof(dependencies: ShipmentDependencies, owner: Owner, id: string): Promise<ProofAnswer> {
  const { pool } = dependencies;
  const row = await findShipment(pool, owner.accountId, id);
  const scan = await deliveryScan(pool, row);
  if (scan === undefined) throw proofNotFound(`The shipment is ${row.status}: no courier reports a delivery.`);
  const stored = await storedFiles(pool, row);
  const files = stored.length > 0 ? stored : await fetchFiles(dependencies, row);
  const signedBy = files[0]?.signed_by ?? scan.signed_by;
  if (files.length === 0 && signedBy === null && scan.proof_url === null)
    throw proofNotFound(`${row.courier} gives no proof of this delivery.`);
  return {
    signedBy,
    deliveredAt: scan.occurred_at.toISOString(),
    url: scan.proof_url,
    files: files.map(({ no, format, length }) => ({ fileNumber: no, format, bytes: length })),
  };
}

/** A file as it is stored. The list of files comes first: it fetches them. */
export async function findProofFile(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  { id, no }: { id: string; no: string },
): Promise<Pick<ProofFile, 'format' | 'bytes'>> {
  const {
    rows: [row],
  } = await pool.query<ProofFile>(
    'SELECT format, bytes FROM delivery_proof WHERE account_id = $1 AND shipment_id = $2 AND no = $3',
    [accountId, id, /^\d{1,4}$/.test(no) ? no : 0],
  );
  if (row === undefined) throw proofNotFound(`This shipment has no file ${JSON.stringify(no)} of a proof.`);
  return row;
}

async function storedFiles(pool: Pool, { account_id: accountId, id }: ShipmentRow): Promise<StoredFile[]> {
  const { rows } = await pool.query<StoredFile>(
    `
    SELECT no, format, signed_by, length(bytes) AS length FROM delivery_proof
    WHERE account_id = $1 AND shipment_id = $2 ORDER BY no`,
    [accountId, id],
  );
  return rows;
}

async function fetchFiles(dependencies: ShipmentDependencies, row: ShipmentRow): Promise<StoredFile[]> {
  const courier = await dependencies.couriers.of(row);
  if (courier?.proofOfDelivery === undefined || row.awb === null) return [];
  const waybill = { awb: row.awb, shipmentId: row.id, draft: row.courier_draft ?? undefined };
  const result = await courier
    .proofOfDelivery(waybill, AbortSignal.timeout(COURIER.callTimeoutMs))
    .catch((error: unknown) => {
      const { message } = error as Error;
      dependencies.log.warn({ shipment: row.id, courier: row.courier, error: message }, 'courier.proof_failed');
      throw new Refusal(503, 'COURIER_UNAVAILABLE', `${courier.name} does not answer. Ask again shortly.`, {
        retryAfterSeconds: 10,
      });
    });
  if (result.kind === 'none') return [];
  await storeFiles(dependencies, row, result);
  return storedFiles(dependencies.pool, row);
}

/** Of two requests that fetch at the same time the first one stores: the lock of the shipment decides. */
async function storeFiles(
  { pool, clock }: ShipmentDependencies,
  row: ShipmentRow,
  { files, signedBy }: { files: readonly ProofFile[]; signedBy?: string },
): Promise<void> {
  const kept = files
    .slice(0, ACCOUNTS.proofFilesMax)
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= ACCOUNTS.documentBytesMax);
  await inTransaction(pool, async (tx) => {
    await tx.query('SELECT 1 FROM shipment WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      row.account_id,
      row.id,
    ]);
    const known = await tx.query('SELECT 1 FROM delivery_proof WHERE account_id = $1 AND shipment_id = $2 LIMIT 1', [
      row.account_id,
      row.id,
    ]);
    if (known.rowCount !== 0) return;
    for (const [at, { format, bytes }] of kept.entries())
      await tx.query(
        `
        INSERT INTO delivery_proof (account_id, shipment_id, no, format, bytes, signed_by, fetched_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [row.account_id, row.id, at + 1, format, bytes, signedBy ?? null, new Date(clock())],
      );
  });
}

function proofNotFound(message: string): Refusal {
  return new Refusal(404, 'PROOF_NOT_FOUND', message, { param: 'shipment_id' });
}
