import type { PoolClient } from 'pg';
import { lockShipment } from '../shipments/find-shipment.ts';
import { recordAction } from '../shipments/record-history.ts';
import { requestOf, requestText } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { describeInstruction } from './instruction-view.ts';
import type { InstructionRow, InstructionState } from './instruction.entity.ts';
import { publishInstruction } from './publish-instruction.ts';

/** The state that an instruction enters, who says so, and why. */
export interface InstructionEnd {
  state: Exclude<InstructionState, 'PENDING'>;
  /** Undefined: the courier says so. */
  actor?: string;
  reasonCode?: string;
  reason?: string;
  reference?: string;
  resolution?: string;
}

const ACTIONS = {
  TO_DO: 'instruction-to-do',
  ACCEPTED: 'instruction-accepted',
  REFUSED: 'instruction-refused',
  DONE: 'instruction-done',
  NOT_DONE: 'instruction-not-done',
} as const;

/**
 * Ends an instruction that is in one of the states `from`, under the lock of its shipment: history and event with it.
 * A new address or phone becomes the shipment's once the courier has it. Undefined: it is not in these states.
 */
export async function endInstruction(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  tx: PoolClient,
  { accountId, id, shipmentId }: { accountId: string; id: string; shipmentId: string },
  { from, end }: { from: readonly InstructionState[]; end: InstructionEnd },
): Promise<{ instruction: InstructionRow; shipment: ShipmentRow } | undefined> {
  const before = await lockShipment(tx, accountId, shipmentId);
  const nowMs = clock();
  const {
    rows: [instruction],
  } = await tx.query<InstructionRow>(
    `
    UPDATE instruction SET state = $4, reason_code = $5, reason = $6, reference = coalesce($7, reference),
      ended_at = CASE WHEN $4 = 'TO_DO' THEN NULL ELSE $8::timestamptz END, ended_by = $9, resolution = $10
    WHERE account_id = $1 AND id = $2 AND shipment_id = $3 AND state = ANY ($11) RETURNING *`,
    [
      accountId,
      id,
      shipmentId,
      end.state,
      end.reasonCode ?? null,
      end.reason ?? null,
      end.reference ?? null,
      new Date(nowMs),
      end.actor ?? null,
      end.resolution ?? null,
      from,
    ],
  );
  if (instruction === undefined) return undefined;
  const isGiven = end.state === 'ACCEPTED' || end.state === 'DONE';
  const shipment = isGiven ? await changeReceiver(tx, before, instruction) : before;
  await recordAction(tx, shipment, {
    actor: end.actor,
    action: ACTIONS[end.state],
    description: [describeInstruction(instruction), end.resolution].filter(Boolean).join(': '),
    reasonCode: end.reasonCode,
    reason: end.reason,
    atMs: nowMs,
  });
  await publishInstruction(tx, shipment, instruction, nowMs);
  return { instruction, shipment };
}

/** The instruction keeps the receiver as it was. Labels from before do not open any more: their content has changed. */
async function changeReceiver(tx: PoolClient, row: ShipmentRow, { details }: InstructionRow): Promise<ShipmentRow> {
  const { shipTo } = details;
  if (shipTo === undefined) return row;
  const {
    rows: [after],
  } = await tx.query<ShipmentRow>(
    `
    UPDATE shipment SET request = $3, phone = CASE WHEN type = 'RETURN' THEN phone ELSE $4 END
    WHERE account_id = $1 AND id = $2 RETURNING *`,
    [row.account_id, row.id, requestText({ ...requestOf(row.request), shipTo }), shipTo.phone],
  );
  return after as ShipmentRow;
}
