import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { callbackId, insertCallback } from '../callbacks/insert-callback.ts';
import type { ParcelRow, ScanFact, ScanRow } from '../entities/parcel.entity.ts';
import { drawFault } from '../faults/draw-fault.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { SCAN_COLUMNS } from './scans.ts';

/** Stores the callbacks of scans that have become known. Returns the number of parcels that had any. */
export async function insertScanCallbacks(sandbox: Sandbox): Promise<number> {
  return inTransaction(sandbox.pool, async (tx) => {
    const { rows: parcels } = await tx.query<ParcelRow>(
      `
      SELECT * FROM parcel
      WHERE (courier, waybill) IN (
        SELECT courier, waybill FROM parcel_scan WHERE tells AND NOT told AND known_at <= $1
        ORDER BY known_at LIMIT $2)
      ORDER BY courier, waybill FOR UPDATE SKIP LOCKED`,
      [sandbox.clock.now(), LIMITS.settledAtOnce],
    );
    for (const parcel of parcels) await insertParcelCallbacks(sandbox, tx, parcel);
    return parcels.length;
  });
}

async function insertParcelCallbacks(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const { rows: scans } = await tx.query<ScanRow>(
    `
    UPDATE parcel_scan SET told = true
    WHERE courier = $1 AND waybill = $2 AND tells AND NOT told AND known_at <= $3
    RETURNING ${SCAN_COLUMNS}`,
    [parcel.courier, parcel.waybill, sandbox.clock.now()],
  );
  scans.sort((left, right) => left.known_at.getTime() - right.known_at.getTime() || left.number - right.number);
  for (const [index, scan] of scans.entries()) {
    const sequence = parcel.sequence + index + 1;
    await insertScanCallback(sandbox, tx, { parcel, scan, sequence, createdAt: sandbox.clock.now() });
  }
  await tx.query('UPDATE parcel SET sequence = sequence + $3 WHERE courier = $1 AND waybill = $2', [
    parcel.courier,
    parcel.waybill,
    scans.length,
  ]);
}

async function insertScanCallback(sandbox: Sandbox, tx: PoolClient, fact: ScanFact): Promise<void> {
  const { parcel, scan, sequence } = fact;
  const { courier: provider, waybill: subject, callback_url: url } = parcel;
  const identifiers = [parcel.reference, parcel.merchant_reference, subject];
  const fault = await drawFault(sandbox, { provider, operation: 'scan', identifiers }, 'callback', tx);
  const id = callbackId(sandbox, { provider, subject, sequence });
  const content = sandbox.callbackFormats.scan[provider](fact, id);
  await insertCallback(sandbox, tx, { provider, subject, sequence, id, url, ...content, fault, copies: scan.copies });
}
