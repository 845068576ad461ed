import type { PoolClient } from 'pg';
import type { Answered, Task, TaskHandler } from '../courier-tasks/tasks.ts';
import { UNKNOWN_PICKUP } from '../couriers/daily-work.ts';
import type { HandedOver } from '../couriers/daily-work.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isWaiting, waitingParcel } from '../shipments/waiting-parcel.ts';
import { changePickup } from './end-pickup.ts';
import type { PickupChange } from './end-pickup.ts';
import { findPickup } from './pickup-view.ts';
import type { PickupWithParcels } from './pickup-view.ts';

/** Orders drivers. Without the adapter's word a lost answer is a person's work: a second order is a second driver. */
export const PICKUP_TASK: TaskHandler = {
  repeats: (courier) => courier.schedulePickup === undefined || courier.repeatable?.pickup === true,
  call: async (dependencies, courier, { task, signal }) => {
    const answer = answering(dependencies, task, 'REQUESTED');
    if (courier.schedulePickup === undefined) return answer({ state: 'BY_PHONE', reasonCode: 'unsupported' });
    const pickup = await pickupOf(dependencies, task);
    const parcels = await waitingParcels(dependencies, pickup);
    if (parcels.length === 0)
      return answer({ state: 'REFUSED', reasonCode: 'nothing_to_take', reason: 'No parcel waits any more.' });
    const result = await courier.schedulePickup(
      {
        pickupId: pickup.id,
        address: pickup.address,
        date: pickup.day,
        readyTime: pickup.ready_time,
        closeTime: pickup.close_time,
        timeZone: pickup.time_zone,
        readyAtMs: pickup.ready_at.getTime(),
        closeAtMs: pickup.close_at.getTime(),
        parcels,
        note: pickup.note ?? undefined,
      },
      signal,
    );
    if (result.kind === 'not_sent') return result;
    if (result.kind === 'scheduled') return answer({ state: 'SCHEDULED', confirmation: result.confirmation });
    if (result.kind === 'unsupported')
      return answer({ state: 'BY_PHONE', reasonCode: 'unsupported', reason: result.reason });
    return answer({ state: 'REFUSED', reasonCode: result.code, reason: result.reason });
  },
  handOver: (dependencies, tx, task, why) =>
    store(dependencies, tx, task, { from: 'REQUESTED', to: { state: 'BY_PHONE', reasonCode: why } }),
};

/** Cancels drivers. By the port a repeat of a cancellation is harmless. */
export const PICKUP_CANCEL_TASK: TaskHandler = {
  repeats: () => true,
  call: async (dependencies, courier, { task, signal }) => {
    const answer = answering(dependencies, task, 'CANCEL_REQUESTED');
    const { id, confirmation, day, time_zone: timeZone, resolution } = await pickupOf(dependencies, task);
    if (courier.cancelPickup === undefined || confirmation === null)
      return answer({ state: 'CANCEL_BY_PHONE', reasonCode: 'unsupported' });
    const result = await courier.cancelPickup(
      { pickupId: id, confirmation, date: day, timeZone, reason: resolution ?? undefined },
      signal,
    );
    if (result.kind === 'not_sent') return result;
    // It does not know a pick-up that an earlier request, whose answer was lost, cancelled.
    const isGone = result.kind === 'refused' && result.code === UNKNOWN_PICKUP && task.was_open;
    if (result.kind === 'cancelled' || isGone) return answer({ state: 'CANCELLED' });
    if (result.kind === 'unsupported')
      return answer({ state: 'CANCEL_BY_PHONE', reasonCode: 'unsupported', reason: result.reason });
    return answer({ state: 'SCHEDULED', reasonCode: result.code, reason: result.reason });
  },
  handOver: (dependencies, tx, task, why) =>
    store(dependencies, tx, task, { from: 'CANCEL_REQUESTED', to: { state: 'CANCEL_BY_PHONE', reasonCode: why } }),
};

type From = 'REQUESTED' | 'CANCEL_REQUESTED';

function answering(dependencies: ShipmentDependencies, task: Task, from: From): (to: PickupChange) => Answered {
  return (to) => ({
    kind: 'answered',
    outcome: to.state.toLowerCase(),
    store: (tx) => store(dependencies, tx, task, { from, to }),
  });
}

async function store(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  { account_id: accountId, subject_id: id, courier }: Task,
  { from, to }: { from: From; to: PickupChange },
): Promise<void> {
  const isChanged = await changePickup(dependencies, tx, { accountId, id }, { from: [from], to });
  if (isChanged && to.state.endsWith('BY_PHONE'))
    dependencies.log.error({ pickup: id, courier, reason: to.reasonCode }, 'pickup.by_phone');
}

async function pickupOf({ pool }: ShipmentDependencies, task: Task): Promise<PickupWithParcels> {
  const pickup = await findPickup(pool, task.account_id, task.subject_id);
  if (pickup === undefined) throw new Error(`there is no pick-up ${task.subject_id}`);
  return pickup;
}

async function waitingParcels({ pool }: ShipmentDependencies, pickup: PickupWithParcels): Promise<HandedOver[]> {
  const { rows } = await pool.query<ShipmentRow>(
    'SELECT * FROM shipment WHERE account_id = $1 AND id = ANY ($2) ORDER BY id',
    [pickup.account_id, pickup.shipment_ids],
  );
  return rows
    .filter(isWaiting)
    .map(waitingParcel)
    .map(({ awb, shipmentId, draft, pieces, weightGrams }) => ({ awb, shipmentId, draft, pieces, weightGrams }));
}
