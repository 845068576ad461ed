import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { closeAlarms } from '../alarms/resolve-alarms.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { endInstruction } from './end-instruction.ts';
import { instructionView } from './instruction-view.ts';
import type { InstructionRow } from './instruction.entity.ts';
import type { InstructionAnswer, ResolveInstructionBody } from './instruction.schema.ts';

/** A person has given the instruction to the courier, or has given it up. A repeat of the same gets the same answer. */
export async function resolveInstruction(
  dependencies: ShipmentDependencies,
  person: Person,
  { shipmentId, id, body }: { shipmentId: string; id: string; body: ResolveInstructionBody },
): Promise<InstructionAnswer> {
  const state = body.outcome === 'done' ? 'DONE' : 'NOT_DONE';
  return inTransaction(dependencies.pool, async (tx) => {
    const ended = await endInstruction(
      dependencies,
      tx,
      { accountId: person.accountId, id, shipmentId },
      { from: ['TO_DO'], end: { state, actor: person.keyId, resolution: body.note } },
    );
    if (ended !== undefined) {
      const closing = { alarm: 'INSTRUCTION_TO_DO', note: body.note, atMs: dependencies.clock() } as const;
      await closeAlarms(tx, person, ended.shipment, closing);
      return instructionView(ended.instruction);
    }
    const {
      rows: [row],
    } = await tx.query<InstructionRow>(
      'SELECT * FROM instruction WHERE account_id = $1 AND id = $2 AND shipment_id = $3',
      [person.accountId, id, shipmentId],
    );
    if (row === undefined)
      throw new Refusal(404, 'INSTRUCTION_NOT_FOUND', `This shipment has no instruction ${JSON.stringify(id)}.`, {
        param: 'instruction_id',
      });
    if (row.state === state) return instructionView(row);
    throw conflict('INSTRUCTION_NOT_OPEN', `This instruction is ${row.state}: only one that is TO_DO is resolved.`);
  });
}
