import type { PoolClient } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { newId } from '@qafila/runtime/new-id';
import { addTask } from '../courier-tasks/tasks.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import type { Person } from '../shipments/owner.ts';
import { recordAction } from '../shipments/record-history.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { describeInstruction, instructionView } from './instruction-view.ts';
import type { InstructionDetails, InstructionRow } from './instruction.entity.ts';
import type { InstructionBody } from './instruction.schema.ts';
import { publishInstruction } from './publish-instruction.ts';
import { readInstruction } from './read-instruction.ts';

/** Stores an instruction and owes the courier a call. The shipment keeps its state: scans report what happens. */
export async function instructCourier(
  dependencies: ShipmentDependencies,
  person: Person,
  { id, request, body }: { id: string; request: IdempotentRequest; body: InstructionBody },
): Promise<Answer> {
  const { body: _, ...identity } = request;
  return idempotent(
    dependencies,
    { ...identity, owner: person },
    {
      begin: async (tx) => {
        const shipment = await lockShipment(tx, person.accountId, id);
        const nowMs = dependencies.clock();
        const details = readInstruction(shipment, body, { nationalAddress: dependencies.nationalAddress, nowMs });
        const row = await insertInstruction(tx, shipment, { person, body, details, nowMs });
        await addTask(dependencies, tx, {
          accountId: person.accountId,
          kind: 'instruct',
          subjectId: row.id,
          courier: shipment.courier,
        });
        const action = { actor: person.keyId, action: 'instruct', description: describeInstruction(row), atMs: nowMs };
        await recordAction(tx, shipment, action);
        await publishInstruction(tx, shipment, row, nowMs);
        return {
          answer: { status: 202, body: shipmentSuccess(202, 'Instruction accepted', instructionView(row)) },
        };
      },
    },
  );
}

interface Given {
  person: Person;
  body: InstructionBody;
  details: InstructionDetails;
  nowMs: number;
}

/** The unique key decides: a parcel has one open instruction. */
async function insertInstruction(
  tx: PoolClient,
  shipment: ShipmentRow,
  { person, body, details, nowMs }: Given,
): Promise<InstructionRow> {
  const {
    rows: [row],
  } = await tx.query<InstructionRow>(
    `
    INSERT INTO instruction (
      account_id, id, shipment_id, courier, awb, kind, details, receiver_before, note, state, created_at, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', $10, $11)
    ON CONFLICT (account_id, shipment_id) WHERE state IN ('PENDING', 'TO_DO') DO NOTHING RETURNING *`,
    [
      shipment.account_id,
      newId('ins', nowMs),
      shipment.id,
      shipment.courier,
      shipment.awb,
      body.instruction,
      JSON.stringify(details),
      JSON.stringify(requestOf(shipment.request).shipTo),
      body.note ?? null,
      new Date(nowMs),
      person.keyId,
    ],
  );
  if (row === undefined)
    throw conflict(
      'INSTRUCTION_OPEN',
      'An earlier instruction for this shipment is open: wait for the courier, or resolve it.',
    );
  return row;
}
