import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { callbackId, keepCallback } from '../callbacks/keep-callback.ts';
import type { CallbackBody } from '../callbacks/tell.ts';
import { economyNotice } from '../economy/economy-view.ts';
import { expressWebhook } from '../express/express-view.ts';
import { drawFault } from '../faults/draw-fault.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CourierName, ParcelRow, ScanFact, ScanRow } from './parcel.entity.ts';

const BODY: Record<CourierName, (fact: ScanFact, id: string) => CallbackBody> = { 'sandbox-express': expressWebhook, 'sandbox-economy': economyNotice };

/** Makes the callbacks of scans that are known now. Answers how many parcels had any. */
export async function tellScans(sandbox: Sandbox): Promise<number> {
  return inTransaction(sandbox.pool, async (tx) => {
    const { rows: parcels } = await tx.query<ParcelRow>(`
      SELECT * FROM parcel
      WHERE (courier, waybill) IN (SELECT courier, waybill FROM parcel_scan WHERE tells AND NOT told AND known_at <= $1 ORDER BY known_at LIMIT $2)
      ORDER BY courier, waybill FOR UPDATE SKIP LOCKED`, [sandbox.clock.now(), LIMITS.settledAtOnce]);
    for (const parcel of parcels) await tellParcel(sandbox, tx, parcel);
    return parcels.length;
  });
}

async function tellParcel(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const { rows: scans } = await tx.query<ScanRow>(`
    UPDATE parcel_scan SET told = true WHERE courier = $1 AND waybill = $2 AND tells AND NOT told AND known_at <= $3
    RETURNING *`, [parcel.courier, parcel.waybill, sandbox.clock.now()]);
  scans.sort((left, right) => left.known_at.getTime() - right.known_at.getTime() || left.number - right.number);
  for (const [at, scan] of scans.entries()) await tellScan(sandbox, tx, { parcel, scan, sequence: parcel.sequence + at + 1, createdAt: sandbox.clock.now() });
  await tx.query('UPDATE parcel SET sequence = sequence + $3 WHERE courier = $1 AND waybill = $2', [parcel.courier, parcel.waybill, scans.length]);
}

async function tellScan(sandbox: Sandbox, tx: PoolClient, fact: ScanFact): Promise<void> {
  const { parcel: { courier: provider, waybill: subject, reference, merchant_reference: merchantReference, callback_url: url }, scan: { copies }, sequence } = fact;
  const fault = await drawFault(sandbox, { provider, operation: 'scan', names: [reference, merchantReference, subject] }, 'callback', tx);
  const id = callbackId(sandbox, { provider, subject, sequence });
  await keepCallback(sandbox, tx, { provider, subject, sequence, id, url, ...BODY[provider](fact, id), fault, copies });
}
