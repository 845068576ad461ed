import type { InstructionRow } from './instruction.entity.ts';
import type { InstructionAnswer } from './instruction.schema.ts';

export function instructionView(row: InstructionRow): InstructionAnswer {
  return {
    instructionId: row.id,
    shipmentId: row.shipment_id,
    courierId: row.courier,
    awb: row.awb,
    instruction: row.kind,
    instructionStatus: row.state,
    date: row.details.date ?? null,
    shipToInfo: row.details.shipTo ?? null,
    previousShipToInfo: row.receiver_before,
    note: row.note,
    reasonCode: row.reason_code,
    reason: row.reason,
    courierReference: row.reference,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    resolution: row.resolution,
  };
}

/** For the history. Names, phones and streets stay with the instruction. */
export function describeInstruction({ kind, details, note }: InstructionRow): string {
  return [[kind, details.date].filter(Boolean).join(' '), note].filter(Boolean).join(': ');
}
