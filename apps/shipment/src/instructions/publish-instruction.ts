import type { Tx } from '@qafila/messaging/outbox';
import { publishShipmentEvent } from '../shipments/publish-shipment-events.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { InstructionRow } from './instruction.entity.ts';

/** An event for each state that an instruction enters. */
export async function publishInstruction(
  tx: Tx,
  shipment: ShipmentRow,
  { id, kind, state, reason_code: reasonCode, reason }: InstructionRow,
  occurredAtMs: number,
): Promise<void> {
  await publishShipmentEvent(tx, shipment, 'instruction', {
    occurredAtMs,
    reasonCode: reasonCode ?? undefined,
    reason: reason ?? undefined,
    instruction: { instructionId: id, instruction: kind, instructionStatus: state },
  });
}
