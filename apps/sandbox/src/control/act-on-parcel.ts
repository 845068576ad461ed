import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { resendCallback } from '../callbacks/resend-callback.ts';
import type { CallbackRow } from '../entities/callback.entity.ts';
import { hasEnded } from '../entities/parcel.entity.ts';
import type { ParcelRow, ScanKind } from '../entities/parcel.entity.ts';
import { illegalStatus, unknownReference } from '../http/refusals.ts';
import { findParcel, lockParcel } from '../parcels/find-parcel.ts';
import { fromAct, fromPickup, fromPieceDelivered, isActPossible } from '../parcels/journey.ts';
import type { Act, PlannedScan } from '../parcels/journey.ts';
import { advancePlan, deletePlannedScans, happenedScans, nextScan, planScans, planStartNow } from '../parcels/scans.ts';
import type { Sandbox } from '../sandbox.ts';

/** The acts by hand on a parcel, each with the text of its button. */
export const PARCEL_ACTS = {
  next: 'Next scan now',
  'pick-up': 'Pick up now',
  deliver: 'Deliver now',
  'deliver-piece': 'Deliver the next piece now',
  fail: 'Fail the delivery',
  hold: 'Hold',
  return: 'Return to sender',
  lose: 'Lose',
  cancel: 'Cancel by the courier',
  resend: 'Send the last webhook again',
} as const;
export type ParcelAct = keyof typeof PARCEL_ACTS;
type ByHand = 'pick-up' | 'deliver-piece' | Act;

/**
 * Does one act by hand. An act that is not possible any more (delivering a lost parcel) is refused and changes nothing.
 */
export async function actOnParcel(sandbox: Sandbox, waybill: string, act: ParcelAct): Promise<ParcelRow> {
  const parcel = await inTransaction(sandbox.pool, async (tx) => {
    const locked = await lockParcel(tx, await findParcel(sandbox, tx, { waybill }));
    await (act === 'resend' ? resendLastCallback(sandbox, tx, locked) : applyAct(sandbox, tx, { parcel: locked, act }));
    return locked;
  });
  sandbox.wake();
  return parcel;
}

async function applyAct(
  sandbox: Sandbox,
  tx: PoolClient,
  { parcel, act }: { parcel: ParcelRow; act: 'next' | ByHand },
): Promise<void> {
  const happened = await happenedScans(sandbox, tx, parcel);
  const kinds = happened.map(({ kind }) => kind);
  if (hasEnded(kinds) || (act !== 'next' && !isPossible(parcel, act, kinds)))
    throw illegalStatus(kinds.at(-1) ?? 'booked');
  if (act === 'next') return advanceNextScan(sandbox, tx, parcel);
  const scans = scansOf(parcel, act, kinds);
  await deletePlannedScans(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { scans, start: planStartNow(sandbox, parcel, happened) });
}

/** Only the express courier scans pieces. */
function isPossible({ courier }: ParcelRow, act: ByHand, kinds: readonly ScanKind[]): boolean {
  return act === 'deliver-piece'
    ? courier === 'sandbox-express' && isActPossible('deliver', kinds)
    : isActPossible(act, kinds);
}

function scansOf(
  { levers, pieces, from_country: from, to_country: to }: ParcelRow,
  act: ByHand,
  kinds: readonly ScanKind[],
): PlannedScan[] {
  if (act === 'pick-up') return fromPickup({ levers, international: from !== to });
  return act === 'deliver-piece' ? fromPieceDelivered(kinds, pieces) : fromAct(act, kinds);
}

async function advanceNextScan(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const next = await nextScan(sandbox, tx, parcel);
  if (next === undefined) throw illegalStatus('still: nothing is planned');
  await advancePlan(sandbox, tx, parcel, next.happens_at.getTime() - sandbox.clock.now().getTime());
}

async function resendLastCallback(sandbox: Sandbox, tx: PoolClient, { courier, waybill }: ParcelRow): Promise<void> {
  const {
    rows: [last],
  } = await tx.query<Pick<CallbackRow, 'id'>>(
    'SELECT id FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence DESC LIMIT 1',
    [courier, waybill],
  );
  if (last === undefined) throw unknownReference();
  await resendCallback(sandbox, last.id);
}
