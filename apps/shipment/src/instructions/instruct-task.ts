import type { PoolClient } from 'pg';
import type { Answered, Task, TaskHandler } from '../courier-tasks/tasks.ts';
import type { Instruction } from '../couriers/daily-work.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { endInstruction } from './end-instruction.ts';
import type { InstructionEnd } from './end-instruction.ts';
import type { InstructionRow } from './instruction.entity.ts';
import { isInstructible } from './read-instruction.ts';

type Found = InstructionRow & Pick<ShipmentRow, 'status' | 'type' | 'courier_draft'>;

/** Gives instructions to couriers. The port has them repeatable, so a lost answer is asked for again. */
export const INSTRUCT_TASK: TaskHandler = {
  repeats: () => true,
  call: async (dependencies, courier, { task, signal }) => {
    const row = await findInstruction(dependencies, task);
    const answer = (end: InstructionEnd): Answered => ({
      kind: 'answered',
      outcome: end.state.toLowerCase(),
      store: (tx) => finish(dependencies, tx, row, end),
    });
    // After a lost answer the courier may have carried it out already: only its answer to a repeat says.
    if (!task.was_open && !isInstructible(row, row.kind))
      return answer({ state: 'REFUSED', reasonCode: 'too_late', reason: `The shipment is ${row.status} by now.` });
    if (courier.instruct === undefined)
      return answer({ state: 'TO_DO', reasonCode: task.was_open ? 'courier_silent' : 'unsupported' });
    const { shipment_id: shipmentId, awb, courier_draft: draft, note } = row;
    const result = await courier.instruct(
      {
        instructionId: row.id,
        shipmentId,
        awb,
        draft: draft ?? undefined,
        instruction: instructionOf(row),
        note: note ?? undefined,
      },
      signal,
    );
    if (result.kind === 'not_sent') return result;
    if (result.kind === 'accepted') return answer({ state: 'ACCEPTED', reference: result.reference });
    if (result.kind === 'unsupported')
      return answer({ state: 'TO_DO', reasonCode: 'unsupported', reason: result.reason });
    return answer({ state: 'REFUSED', reasonCode: result.code, reason: result.reason });
  },
  handOver: async (dependencies, tx, task, why) =>
    finish(dependencies, tx, await findInstruction(dependencies, task), { state: 'TO_DO', reasonCode: why }),
};

async function findInstruction({ pool }: ShipmentDependencies, task: Task): Promise<Found> {
  const {
    rows: [row],
  } = await pool.query<Found>({
    name: 'instruction-of-task',
    text: `
      SELECT i.*, s.status, s.type, s.courier_draft FROM instruction i
      JOIN shipment s ON s.account_id = i.account_id AND s.id = i.shipment_id
      WHERE i.account_id = $1 AND i.id = $2`,
    values: [task.account_id, task.subject_id],
  });
  if (row === undefined) throw new Error(`there is no instruction ${task.subject_id}`);
  return row;
}

async function finish(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  { account_id: accountId, id, shipment_id: shipmentId }: InstructionRow,
  end: InstructionEnd,
): Promise<void> {
  const ended = await endInstruction(dependencies, tx, { accountId, id, shipmentId }, { from: ['PENDING'], end });
  if (ended?.instruction.state === 'TO_DO')
    await raiseAlarms(dependencies, tx, ended.shipment, { alarms: ['INSTRUCTION_TO_DO'] });
}

function instructionOf({ id, kind, details: { date, shipTo } }: InstructionRow): Instruction {
  if (kind === 'reattempt') return { kind, date };
  if (kind === 'return_now') return { kind };
  if (shipTo === undefined) throw new Error(`the instruction ${id} has no receiver`);
  return kind === 'change_address' ? { kind, shipTo } : { kind, phone: shipTo.phone };
}
