import type { PoolClient } from 'pg';
import { conflict, invalid, Refusal } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { newId } from '@qafila/runtime/new-id';
import { addTask } from '../courier-tasks/tasks.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isWaiting, waitingParcel } from '../shipments/waiting-parcel.ts';
import type { WaitingParcel } from '../shipments/waiting-parcel.ts';
import { hoursOf } from './pickup-hours.ts';
import { pickupTime } from './pickup-time.ts';
import type { PickupTime } from './pickup-time.ts';
import { findPickup, pickupView } from './pickup-view.ts';
import type { PickupWithParcels } from './pickup-view.ts';
import type { PickupBody } from './pickup.schema.ts';

/** Orders a driver for parcels at one address. The courier is asked afterwards. */
export async function orderPickup(
  dependencies: ShipmentDependencies,
  person: Person,
  { request, body }: { request: IdempotentRequest; body: PickupBody },
): Promise<Answer> {
  const { body: _, ...identity } = request;
  return idempotent(
    dependencies,
    { ...identity, owner: person },
    {
      begin: async (tx) => {
        const parcels = await parcelsOf(tx, person.accountId, body);
        const { city } = (parcels[0] as WaitingParcel).origin;
        const { accountId } = person;
        const hours = await hoursOf(tx, { accountId, courier: body.courierId, city });
        const nowMs = dependencies.clock();
        const time = pickupTime(hours, body, nowMs);
        const id = newId('pku', nowMs);
        await insertPickup(tx, person, { id, body, parcels, time, nowMs });
        await reserveParcels(tx, { accountId, id, parcels, nowMs });
        await addTask(dependencies, tx, { accountId, kind: 'pickup', subjectId: id, courier: body.courierId });
        const row = (await findPickup(tx, accountId, id)) as PickupWithParcels;
        return { answer: { status: 202, body: shipmentSuccess(202, 'Pick-up requested', pickupView(row)) } };
      },
    },
  );
}

/** Locked in one order, so that two orders for the same parcels wait for each other instead of for ever. */
async function parcelsOf(
  tx: PoolClient,
  accountId: string,
  { courierId, shipmentIds }: PickupBody,
): Promise<WaitingParcel[]> {
  const { rows } = await tx.query<ShipmentRow>(
    'SELECT * FROM shipment WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE',
    [accountId, shipmentIds],
  );
  const missing = shipmentIds.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined)
    throw new Refusal(404, 'SHIPMENT_NOT_FOUND', `There is no shipment ${JSON.stringify(missing)} in this company.`, {
      param: 'shipmentIds',
    });
  for (const row of rows) refuseUnlessWaiting(row, courierId);
  const parcels = rows.map(waitingParcel);
  const other = parcels.find(({ originKey }) => originKey !== parcels[0]?.originKey);
  if (other !== undefined)
    throw invalid('shipmentIds', `shipmentIds: ${other.shipmentId} is at another address than the first shipment.`);
  return parcels;
}

function refuseUnlessWaiting(row: ShipmentRow, courierId: string): void {
  if (row.courier !== courierId)
    throw invalid('shipmentIds', `shipmentIds: ${row.id} is a shipment of ${row.courier}, not of ${courierId}.`);
  if (!isWaiting(row))
    throw conflict(
      'PICKUP_NOT_POSSIBLE',
      `The shipment ${row.id} is ${row.status}: a driver comes for parcels that are booked and not picked up.`,
      { shipmentId: row.id, status: row.status },
      'shipmentIds',
    );
}

interface NewPickup {
  id: string;
  body: PickupBody;
  parcels: readonly WaitingParcel[];
  time: PickupTime;
  nowMs: number;
}

async function insertPickup(
  tx: PoolClient,
  { accountId, keyId }: Person,
  { id, body, parcels, time, nowMs }: NewPickup,
): Promise<void> {
  await tx.query(
    `
    INSERT INTO pickup (
      account_id, id, courier, state, address, day, ready_time, close_time, time_zone, ready_at, close_at, note,
      pieces, weight_grams, created_at, created_by, updated_at)
    VALUES ($1, $2, $3, 'REQUESTED', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14)`,
    [
      accountId,
      id,
      body.courierId,
      JSON.stringify(parcels[0]?.origin),
      time.day,
      time.readyTime,
      time.closeTime,
      time.timeZone,
      new Date(time.readyAtMs),
      new Date(time.closeAtMs),
      body.note ?? null,
      parcels.reduce((sum, { pieces }) => sum + pieces, 0),
      parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0n),
      new Date(nowMs),
      keyId,
    ],
  );
}

/** The unique key decides: no parcel waits for two drivers. A driver whose time is over did not come for it. */
async function reserveParcels(
  tx: PoolClient,
  {
    accountId,
    id,
    parcels,
    nowMs,
  }: { accountId: string; id: string; parcels: readonly WaitingParcel[]; nowMs: number },
): Promise<void> {
  const shipmentIds = parcels.map(({ shipmentId }) => shipmentId);
  await tx.query(
    `
    UPDATE pickup_parcel m SET is_open = false FROM pickup p
    WHERE m.account_id = $1 AND m.shipment_id = ANY ($2) AND m.is_open
      AND p.account_id = m.account_id AND p.id = m.pickup_id AND p.close_at < $3`,
    [accountId, shipmentIds, new Date(nowMs)],
  );
  const { rowCount } = await tx.query(
    `
    INSERT INTO pickup_parcel (account_id, pickup_id, shipment_id) SELECT $1, $2, unnest($3::text[])
    ON CONFLICT (account_id, shipment_id) WHERE is_open DO NOTHING`,
    [accountId, id, shipmentIds],
  );
  if (rowCount === shipmentIds.length) return;
  const { rows } = await tx.query<{ shipment_id: string; pickup_id: string }>(
    `
    SELECT shipment_id, pickup_id FROM pickup_parcel
    WHERE account_id = $1 AND shipment_id = ANY ($2) AND is_open AND pickup_id <> $3 LIMIT 1`,
    [accountId, shipmentIds, id],
  );
  const shipmentId = rows[0]?.shipment_id;
  const pickupId = rows[0]?.pickup_id;
  throw conflict(
    'PICKUP_OPEN',
    `The shipment ${shipmentId} waits for the driver of ${pickupId}: cancel that pick-up first.`,
    { shipmentId, pickupId },
    'shipmentIds',
  );
}
