import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { findParcel, holdParcel } from '../parcels/find-parcel.ts';
import { fromAct, fromPickup, mayAct } from '../parcels/journey.ts';
import type { Act } from '../parcels/journey.ts';
import { hasEnded } from '../parcels/parcel.entity.ts';
import type { ParcelRow, ScanRow } from '../parcels/parcel.entity.ts';
import { dropPlan, happenedScans, hurryPlan, planScans, startNow } from '../parcels/scans.ts';
import { unknownReference } from '../payments/find-payment.ts';
import { illegalStatus } from '../payments/move-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { resendCallback } from './look-at-payment.ts';

/** What can be done with a parcel by hand, and what the page says of it. */
export const PARCEL_ACTS = {
  'next': 'Next scan now', 'pick-up': 'Pick up now', 'deliver': 'Deliver now', 'fail': 'Fail the delivery', 'hold': 'Hold', 'return': 'Return to sender',
  'lose': 'Lose', 'cancel': 'Cancel by the courier', 'resend': 'Send the last webhook again',
} as const;
export type ParcelAct = keyof typeof PARCEL_ACTS;

/** What makes no sense any more (delivering a lost parcel) is refused and changes nothing. */
export async function steerParcel(sandbox: Sandbox, waybill: string, act: ParcelAct): Promise<ParcelRow> {
  const parcel = await inTransaction(sandbox.pool, async (tx) => {
    const held = await holdParcel(tx, await findParcel(sandbox, tx, { waybill }));
    await (act === 'resend' ? resendLast(sandbox, tx, held) : steer(sandbox, tx, { parcel: held, act }));
    return held;
  });
  sandbox.wake();
  return parcel;
}

async function steer(sandbox: Sandbox, tx: PoolClient, { parcel, act }: { parcel: ParcelRow; act: 'next' | 'pick-up' | Act }): Promise<void> {
  const scans = await happenedScans(sandbox, tx, parcel);
  const done = scans.map(({ kind }) => kind);
  if (hasEnded(done) || (act !== 'next' && !mayAct(act, done))) throw illegalStatus(done.at(-1) ?? 'booked');
  if (act === 'next') return hurryNext(sandbox, tx, parcel);
  const { levers, from_country: from, to_country: to } = parcel;
  const steps = act === 'pick-up' ? fromPickup({ levers, international: from !== to }) : fromAct(act, done);
  await dropPlan(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { steps, start: startNow(sandbox, parcel, scans) });
}

async function hurryNext(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const now = sandbox.clock.now();
  const { rows: [next] } = await tx.query<ScanRow>(`
    SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND happens_at > $3 ORDER BY happens_at LIMIT 1`, [parcel.courier, parcel.waybill, now]);
  if (next === undefined) throw illegalStatus('still: nothing is planned');
  await hurryPlan(sandbox, tx, parcel, next.happens_at.getTime() - now.getTime());
}

async function resendLast(sandbox: Sandbox, tx: PoolClient, { courier, waybill }: ParcelRow): Promise<void> {
  const { rows: [last] } = await tx.query<{ id: string }>(`
    SELECT id FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence DESC LIMIT 1`, [courier, waybill]);
  if (last === undefined) throw unknownReference();
  await resendCallback(sandbox, last.id);
}
