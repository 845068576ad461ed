import type { PoolClient } from 'pg';
import { closeAlarms } from '../alarms/resolve-alarms.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isFinal } from '../state/status.ts';
import type { Status } from '../state/status.ts';
import { endInstruction } from './end-instruction.ts';

/**
 * An instruction that waits for a person ends with its parcel, and so does its alarm, in the transaction of the end.
 * One that the courier is being asked for ends with the courier's answer, or as too late. What became of one whose
 * answer was lost only the courier knows: it waits for a person longer than the parcel is under way.
 */
export async function endWithParcel(
  dependencies: Pick<ShipmentDependencies, 'clock'>,
  tx: PoolClient,
  row: ShipmentRow,
  status: Status,
): Promise<void> {
  if (!isFinal(status)) return;
  const { account_id: accountId, id: shipmentId } = row;
  const { rows } = await tx.query<{ id: string }>({
    name: 'instruction-to-do',
    text: `
      SELECT id FROM instruction WHERE account_id = $1 AND shipment_id = $2 AND state = 'TO_DO'
        AND reason_code IS DISTINCT FROM 'courier_silent'`,
    values: [accountId, shipmentId],
  });
  for (const { id } of rows) {
    const end = { state: 'NOT_DONE', reasonCode: 'too_late', reason: `The shipment is ${status} by now.` } as const;
    await endInstruction(dependencies, tx, { accountId, id, shipmentId }, { from: ['TO_DO'], end });
    await closeAlarms(tx, { accountId }, row, {
      alarm: 'INSTRUCTION_TO_DO',
      note: end.reason,
      atMs: dependencies.clock(),
    });
  }
}
