import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { CourierName } from '../companies.ts';
import type { CourierOrderKind, CourierOrderRow } from '../entities/courier-order.entity.ts';
import { isPickedUp } from '../entities/parcel.entity.ts';
import type { ParcelRow } from '../entities/parcel.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import { duplicateReference, unknownReference } from '../http/refusals.ts';
import { lockReference } from '../lock-reference.ts';
import type { Sandbox } from '../sandbox.ts';
import { findParcel, lockParcel } from './find-parcel.ts';
import { happenedScans } from './scans.ts';

export interface OrderRequest {
  courier: CourierName;
  reference: string;
  kind: CourierOrderKind;
  waybills: readonly string[];
  /** What makes two requests under one reference the same. */
  values: readonly unknown[];
  faultHeader?: string;
}
export interface PlacedOrder {
  order: CourierOrderRow;
  replayed: boolean;
}

const OPERATION = { instruction: 'instruct', pickup: 'pickup', manifest: 'manifest' } as const;
const PREFIX: Record<CourierOrderKind, string> = { instruction: 'INS', pickup: 'PKU', manifest: 'MNF' };

/**
 * Carries an order out once under its reference: the row and what `carryOut` does commit together. A repeat gets the
 * first number, whatever has happened to the parcels since. `carryOut` throws a refusal, and nothing is kept.
 */
export async function orderOnce(
  sandbox: Sandbox,
  request: OrderRequest,
  carryOut: (tx: PoolClient, parcels: readonly ParcelRow[]) => Promise<void>,
): Promise<PlacedOrder> {
  const { courier, reference, kind, waybills, faultHeader } = request;
  const call = { provider: courier, operation: OPERATION[kind], identifiers: [reference, ...waybills], faultHeader };
  return performWithFaults(sandbox, call, async ({ decline }) => {
    if (decline !== null) throw new Refusal(422, 'not_possible', 'We cannot do this now.');
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      await lockReference(tx, courier, reference);
      const known = await findOrder(tx, courier, reference);
      const digest = createHash('sha256')
        .update(JSON.stringify([kind, waybills, request.values]))
        .digest();
      if (known !== undefined) {
        if (!known.asked_digest.equals(digest)) throw duplicateReference();
        return { order: known, replayed: true };
      }
      const parcels: ParcelRow[] = [];
      // In one order, so that two orders about the same parcels do not wait for each other.
      for (const waybill of [...waybills].sort())
        parcels.push(await lockParcel(tx, await findParcel(sandbox, tx, { courier, waybill })));
      await carryOut(tx, parcels);
      return { order: await insertOrder(sandbox, tx, request, digest), replayed: false };
    });
    return { answer };
  });
}

/** Refuses parcels that the courier has already: no driver comes for them. */
export async function requireWaiting(sandbox: Sandbox, tx: PoolClient, parcels: readonly ParcelRow[]): Promise<void> {
  for (const parcel of parcels)
    if (await isWithCourier(sandbox, tx, parcel))
      throw new Refusal(409, 'already_picked_up', `We have the parcel ${parcel.waybill} already.`);
}

/** Cancels a pick-up by its number, also twice, until its driver has taken a parcel. */
export async function cancelPickup(
  sandbox: Sandbox,
  { courier, number, faultHeader }: { courier: CourierName; number: string; faultHeader?: string },
): Promise<PlacedOrder> {
  const call = { provider: courier, operation: 'void', identifiers: [number], faultHeader } as const;
  return performWithFaults(sandbox, call, async ({ decline }) => {
    if (decline !== null) throw new Refusal(409, 'not_cancellable', 'The driver is on the way.');
    const answer = await inTransaction(sandbox.pool, async (tx) => {
      const { rows } = await tx.query<CourierOrderRow>(
        `SELECT * FROM courier_order WHERE courier = $1 AND number = $2 AND kind = 'pickup' FOR UPDATE`,
        [courier, number],
      );
      const order = rows[0];
      if (order === undefined) throw unknownReference();
      if (order.cancelled_at !== null) return { order, replayed: true };
      for (const waybill of order.waybills)
        if (await isWithCourier(sandbox, tx, await findParcel(sandbox, tx, { courier, waybill })))
          throw new Refusal(409, 'not_cancellable', 'The driver has been there.');
      const cancelled: CourierOrderRow = { ...order, cancelled_at: sandbox.clock.now() };
      await tx.query('UPDATE courier_order SET cancelled_at = $3 WHERE courier = $1 AND reference = $2', [
        courier,
        order.reference,
        cancelled.cancelled_at,
      ]);
      return { order: cancelled, replayed: false };
    });
    return { answer };
  });
}

async function isWithCourier(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<boolean> {
  return isPickedUp((await happenedScans(sandbox, tx, parcel)).map(({ kind }) => kind));
}

async function findOrder(
  tx: PoolClient,
  courier: CourierName,
  reference: string,
): Promise<CourierOrderRow | undefined> {
  const { rows } = await tx.query<CourierOrderRow>(
    'SELECT * FROM courier_order WHERE courier = $1 AND reference = $2',
    [courier, reference],
  );
  return rows[0];
}

async function insertOrder(
  { keys, clock }: Sandbox,
  tx: PoolClient,
  { courier, reference, kind, waybills }: OrderRequest,
  digest: Buffer,
): Promise<CourierOrderRow> {
  const number = PREFIX[kind] + keys.derive('order', [courier, reference], 12).toUpperCase();
  const { rows } = await tx.query<CourierOrderRow>(
    `
    INSERT INTO courier_order (courier, reference, kind, number, waybills, asked_digest, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
    [courier, reference, kind, number, waybills, digest, clock.now()],
  );
  return rows[0] as CourierOrderRow;
}
