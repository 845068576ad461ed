import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { CourierName } from '../companies.ts';
import { isPickedUp } from '../entities/parcel.entity.ts';
import type { ParcelRow } from '../entities/parcel.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { PerformedCall } from '../faults/perform-with-faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { findParcel, lockParcel } from './find-parcel.ts';
import { fromPickup } from './journey.ts';
import type { PlannedScan } from './journey.ts';
import { deletePlannedScans, happenedScans, planScans, planStartNow } from './scans.ts';

export interface CancellationRequest {
  courier: CourierName;
  waybill: string;
  faultHeader?: string;
}
export interface CancellationResult {
  parcel: ParcelRow;
  replayed: boolean;
}

/** Cancels a parcel that is not picked up. A repeat answers the same and says that it is one. */
export async function cancelParcel(sandbox: Sandbox, request: CancellationRequest): Promise<CancellationResult> {
  const { courier, waybill, faultHeader } = request;
  const found = await findParcel(sandbox, sandbox.pool, { courier, waybill });
  const identifiers = [waybill, found.reference, found.merchant_reference];
  const call = { provider: courier, operation: 'void', identifiers, faultHeader } as const;
  return performWithFaults(sandbox, call, async ({ decline }) => {
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const parcel = await lockParcel(tx, await findParcel(sandbox, tx, { courier, waybill }));
      return decline !== null ? notCancellable() : cancel(sandbox, tx, parcel);
    });
    if (answer instanceof Refusal) {
      sandbox.wake();
      throw answer;
    }
    return { answer, replyFault: answer.replayed ? null : replyFaultOf(found) };
  });
}

function replyFaultOf({ levers }: ParcelRow): PerformedCall<unknown>['replyFault'] {
  if (levers.includes('LOSTCANCEL')) return 'lost';
  return levers.includes('SLOWCANCEL') ? 'slow' : null;
}

/** Returns a refusal instead of throwing it, so that the transaction keeps the driver's pick-up. */
async function cancel(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<CancellationResult | Refusal> {
  const happened = await happenedScans(sandbox, tx, parcel);
  const levers = parcel.levers;
  if (parcel.cancelled_at !== null || happened.some(({ kind }) => kind === 'courier_cancelled'))
    return { parcel, replayed: true };
  if (isPickedUp(happened.map(({ kind }) => kind)))
    return new Refusal(409, 'already_picked_up', 'The parcel is picked up and cannot be cancelled any more.');
  if (levers.includes('NOCANCEL')) return notCancellable();
  const isRace = levers.includes('PICKUPRACE');
  const scans = isRace
    ? fromPickup({ levers, international: parcel.from_country !== parcel.to_country })
    : cancellationScans(levers);
  await deletePlannedScans(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { scans, start: planStartNow(sandbox, parcel, happened) });
  if (isRace)
    return new Refusal(
      409,
      'already_picked_up',
      'The driver has just picked the parcel up. It cannot be cancelled any more.',
    );
  const cancelled: ParcelRow = { ...parcel, cancelled_at: sandbox.clock.now() };
  await tx.query('UPDATE parcel SET cancelled_at = $3 WHERE courier = $1 AND waybill = $2', [
    parcel.courier,
    parcel.waybill,
    cancelled.cancelled_at,
  ]);
  return { parcel: cancelled, replayed: false };
}

function cancellationScans(levers: readonly string[]): PlannedScan[] {
  const cancelled: PlannedScan = { kind: 'cancelled', hours: 0 };
  return levers.includes('LATEPICKUP') ? [cancelled, { kind: 'picked_up', hours: 1 }] : [cancelled];
}

function notCancellable(): Refusal {
  return new Refusal(409, 'not_cancellable', 'This parcel cannot be cancelled.');
}
