import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Sandbox } from '../sandbox.ts';
import { findParcel, holdParcel } from './find-parcel.ts';
import { fromPickup } from './journey.ts';
import type { Step } from './journey.ts';
import { isPickedUp } from './parcel.entity.ts';
import type { CourierName, ParcelRow } from './parcel.entity.ts';
import { dropPlan, happenedScans, planScans, startNow } from './scans.ts';

export interface AskedCancel { courier: CourierName; waybill: string; header?: string }
export interface Cancelled { parcel: ParcelRow; replayed: boolean }

/** Cancels what is not picked up. A repeat is harmless, and says so. */
export async function cancelParcel(sandbox: Sandbox, { courier, waybill, header }: AskedCancel): Promise<Cancelled> {
  const { reference, merchant_reference: merchantReference, levers } = await findParcel(sandbox, sandbox.pool, { courier, waybill });
  return perform(sandbox, { provider: courier, operation: 'void', names: [waybill, reference, merchantReference], header }, async ({ decline }) => {
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const parcel = await holdParcel(tx, await findParcel(sandbox, tx, { courier, waybill }));
      return decline !== null ? notCancellable() : cancel(sandbox, tx, parcel);
    });
    if (answer instanceof Refusal) {
      sandbox.wake();
      throw answer;
    }
    return { answer, lost: answer.replayed ? null : levers.includes('LOSTCANCEL') ? 'lost' : levers.includes('SLOWCANCEL') ? 'slow' : null };
  });
}

/** A refusal is answered, not thrown: what the driver did meanwhile is kept. */
async function cancel(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<Cancelled | Refusal> {
  const done = await happenedScans(sandbox, tx, parcel);
  const levers = parcel.levers;
  if (parcel.cancelled_at !== null || done.some(({ kind }) => kind === 'courier_cancelled')) return { parcel, replayed: true };
  if (isPickedUp(done.map(({ kind }) => kind))) return new Refusal(409, 'already_picked_up', 'The parcel is picked up: it cannot be cancelled any more.');
  if (levers.includes('NOCANCEL')) return notCancellable();
  const races = levers.includes('PICKUPRACE');
  const steps: Step[] = races ? fromPickup({ levers, international: parcel.from_country !== parcel.to_country })
    : [{ kind: 'cancelled', hours: 0 }, ...(levers.includes('LATEPICKUP') ? [{ kind: 'picked_up', hours: 1 } as const] : [])];
  await dropPlan(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { steps, start: startNow(sandbox, parcel, done) });
  if (races) return new Refusal(409, 'already_picked_up', 'The driver has just picked the parcel up: it cannot be cancelled any more.');
  const cancelled: ParcelRow = { ...parcel, cancelled_at: sandbox.clock.now() };
  await tx.query('UPDATE parcel SET cancelled_at = $3 WHERE courier = $1 AND waybill = $2', [parcel.courier, parcel.waybill, cancelled.cancelled_at]);
  return { parcel: cancelled, replayed: false };
}

function notCancellable(): Refusal {
  return new Refusal(409, 'not_cancellable', 'This parcel is not cancelled any more.');
}
