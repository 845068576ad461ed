import type { PoolClient } from 'pg';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { PickupState } from './pickup.entity.ts';

/** What a pick-up becomes, and why. */
export interface PickupChange {
  state: PickupState;
  confirmation?: string;
  reasonCode?: string;
  reason?: string;
  resolvedBy?: string;
  resolution?: string;
}

/**
 * Changes a pick-up that is in one of the states `from`; false: it is not. One that ends without a driver frees its
 * parcels for another.
 */
export async function changePickup(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  tx: PoolClient,
  { accountId, id }: { accountId: string; id: string },
  { from, to }: { from: readonly PickupState[]; to: PickupChange },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `
    UPDATE pickup SET state = $3, confirmation = coalesce($4, confirmation), reason_code = $5, reason = $6,
      resolved_by = coalesce($7, resolved_by), resolution = coalesce($8, resolution), updated_at = $9
    WHERE account_id = $1 AND id = $2 AND state = ANY ($10)`,
    [
      accountId,
      id,
      to.state,
      to.confirmation ?? null,
      to.reasonCode ?? null,
      to.reason ?? null,
      to.resolvedBy ?? null,
      to.resolution ?? null,
      new Date(clock()),
      from,
    ],
  );
  if (rowCount !== 1) return false;
  if (to.state === 'CANCELLED' || to.state === 'REFUSED')
    await tx.query('UPDATE pickup_parcel SET is_open = false WHERE account_id = $1 AND pickup_id = $2', [
      accountId,
      id,
    ]);
  return true;
}
