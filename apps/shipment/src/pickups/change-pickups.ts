import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { addTask, removeUntriedTask } from '../courier-tasks/tasks.ts';
import type { Owner, Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { changePickup } from './end-pickup.ts';
import { findPickup, PICKUP_COLUMNS, pickupView } from './pickup-view.ts';
import type { PickupWithParcels } from './pickup-view.ts';
import type { CancelPickupBody, ListPickupsQuery, PickupAnswer, ResolvePickupBody } from './pickup.schema.ts';

/** Newest first. */
export async function listPickups(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListPickupsQuery,
): Promise<Page<PickupAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<PickupWithParcels>(
    `
    SELECT ${PICKUP_COLUMNS} FROM pickup p
    WHERE p.account_id = $1 AND ($2::text IS NULL OR p.id < $2) AND ($3::text IS NULL OR p.state = $3)
      AND ($4::text IS NULL OR p.courier = $4) AND ($5::text IS NULL OR p.day = $5)
    ORDER BY p.id DESC LIMIT $6`,
    [accountId, before?.[0] ?? null, query.status ?? null, query.courierId ?? null, query.date ?? null, size + 1],
  );
  return pageOf(rows, size, { item: pickupView, key: (row) => [row.id] });
}

export async function readPickup(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  id: string,
): Promise<PickupAnswer> {
  return pickupView(found(id, await findPickup(pool, accountId, id)));
}

/**
 * Cancels a driver. An order that has not left us is taken back at once; of one that has, the courier is asked first. A
 * repeat changes nothing.
 */
export async function cancelPickup(
  dependencies: ShipmentDependencies,
  { accountId, keyId }: Person,
  id: string,
  { reason }: CancelPickupBody,
): Promise<PickupAnswer> {
  return inTransaction(dependencies.pool, async (tx) => {
    // First, as the loop does that ends it: the locks have one order.
    const isTakenBack = await removeUntriedTask(tx, { accountId, kind: 'pickup', subjectId: id });
    const by = { resolvedBy: keyId, resolution: reason };
    const change = (from: 'REQUESTED' | 'BY_PHONE' | 'SCHEDULED', state: 'CANCELLED' | 'CANCEL_REQUESTED') =>
      changePickup(dependencies, tx, { accountId, id }, { from: [from], to: { ...by, state } });
    if (isTakenBack) await change('REQUESTED', 'CANCELLED');
    else if (await change('SCHEDULED', 'CANCEL_REQUESTED')) {
      const { courier } = found(id, await findPickup(tx, accountId, id));
      await addTask(dependencies, tx, { accountId, kind: 'pickup-cancel', subjectId: id, courier });
    }
    const row = found(id, await findPickup(tx, accountId, id));
    if (row.state === 'REQUESTED' || row.state === 'BY_PHONE')
      throw conflict(
        'PICKUP_UNDECIDED',
        row.state === 'REQUESTED'
          ? 'The courier is being asked for this driver: cancel the pick-up when it has answered.'
          : 'A person finds out whether a driver comes: resolve the pick-up as cancelled.',
      );
    return pickupView(row);
  });
}

/** A person has spoken to the courier. A repeat of the same gets the same answer. */
export async function resolvePickup(
  dependencies: ShipmentDependencies,
  { accountId, keyId }: Person,
  id: string,
  { outcome, confirmation, note }: ResolvePickupBody,
): Promise<PickupAnswer> {
  const state = outcome === 'scheduled' ? 'SCHEDULED' : 'CANCELLED';
  return inTransaction(dependencies.pool, async (tx) => {
    const isChanged = await changePickup(
      dependencies,
      tx,
      { accountId, id },
      { from: ['BY_PHONE', 'CANCEL_BY_PHONE'], to: { state, confirmation, resolvedBy: keyId, resolution: note } },
    );
    const row = found(id, await findPickup(tx, accountId, id));
    if (!isChanged && row.state !== state)
      throw conflict('PICKUP_UNDECIDED', `This pick-up is ${row.state}: only what a person arranges is resolved.`);
    return pickupView(row);
  });
}

function found(id: string, row: PickupWithParcels | undefined): PickupWithParcels {
  if (row !== undefined) return row;
  throw new Refusal(404, 'PICKUP_NOT_FOUND', `There is no pick-up ${JSON.stringify(id)} in this company.`, {
    param: 'pickup_id',
  });
}
