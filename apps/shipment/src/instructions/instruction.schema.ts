import { Nested } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Country, Phone } from '../body/party-fields.ts';
import { OneOf } from '../body/line-fields.ts';
import { Party, ShipmentReceiver } from '../body/party.schema.ts';
import type { InstructionKind } from '../couriers/daily-work.ts';
import { LIMITS } from '../limits.ts';
import { INSTRUCTION_STATES } from './instruction.entity.ts';
import type { InstructionState } from './instruction.entity.ts';

const KINDS = ['reattempt', 'change_address', 'change_phone', 'return_now'] as const satisfies InstructionKind[];
const STATES_TEXT =
  '`PENDING`: the courier is being asked. `TO_DO`: a person gives it to the courier, because the courier takes none ' +
  'by a call, or its answer is lost. `ACCEPTED` and `REFUSED`: the courier has answered. `DONE` and `NOT_DONE`: a ' +
  'person has.';
const NOTE = { charactersMax: LIMITS.longTextCharactersMax, optional: true } as const;

/** Body of an instruction. */
export class InstructionBody {
  @Choice(KINDS, { description: 'What the courier is to do.', example: 'reattempt' })
  instruction!: InstructionKind;

  @Text({
    description: 'Of `reattempt`: the day, as `YYYY-MM-DD`. Left out: the next possible one.',
    example: '2026-11-25',
    pattern: { is: /^\d{4}-\d\d-\d\d$/, expects: 'a day such as 2026-11-25' },
    optional: true,
  })
  date?: string;

  @Nested(() => ShipmentReceiver, {
    description: 'Of `change_address`: the whole receiver, in the same country.',
    optional: true,
  })
  shipToInfo?: ShipmentReceiver;

  @Text({
    description: "Of `change_phone`: E.164, or as dialled in the receiver's country.",
    example: '+966501234568',
    charactersMax: 40,
    optional: true,
  })
  phone?: string;

  @Text({ ...NOTE, description: 'For the driver.', example: 'Call before you come' })
  note?: string;
}

/** The phone of a receiver, by the rules of create. The fields that it depends on stand before it. */
export class ReceiverPhone {
  @OneOf(['PREPAID', 'COD'], { description: 'As the shipment has it.', example: 'PREPAID' })
  paymentMode!: string;

  @Country({ description: "The receiver's country." })
  countryCode!: string;

  @Phone({ description: 'The phone number.', mobileWithCod: true })
  phone!: string;
}

/** Body of resolve. */
export class ResolveInstructionBody {
  @Choice(['done', 'not_done'], {
    description:
      '`done`: the courier has the instruction; a new address or phone is then the shipment’s. `not_done`: nothing ' +
      'comes of it.',
    example: 'done',
  })
  outcome!: 'done' | 'not_done';

  @Text({ ...NOTE, description: 'What you learned, for the history.', example: 'Confirmed by phone' })
  note?: string;
}

/** Query of the list of instructions. */
export class ListInstructionsQuery extends ListQuery {
  @Choice(INSTRUCTION_STATES, {
    description: 'Only instructions in this state. `TO_DO` is the work of people.',
    example: 'TO_DO',
    optional: true,
  })
  status?: InstructionState;

  @Text({ description: 'Only instructions for this shipment.', example: 'shp_01KAB3X4Y5Z6', optional: true })
  shipmentId?: string;
}

/** An instruction on the wire. */
export class InstructionAnswer {
  @Text({ description: 'The id of the instruction.', example: 'ins_019ab3c4d5e6f708192a3b4c5d6' })
  instructionId!: string;

  @Text({ description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6' })
  shipmentId!: string;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({ description: 'The waybill.', example: 'SBX0000012345' })
  awb!: string;

  @Choice(KINDS, { description: 'What the courier is to do.', example: 'reattempt' })
  instruction!: InstructionKind;

  @Choice(INSTRUCTION_STATES, { description: STATES_TEXT, example: 'ACCEPTED' })
  instructionStatus!: InstructionState;

  @Text({ description: 'The day of the reattempt.', example: '2026-11-25', nullable: true })
  date!: string | null;

  @Nested(() => Party, { description: 'The receiver as it is to be; null: it does not change.', nullable: true })
  shipToInfo!: Party | null;

  @Nested(() => Party, { description: 'The receiver as it was.' })
  previousShipToInfo!: Party;

  @Text({ description: 'For the driver.', example: null, charactersMax: 10_000, nullable: true })
  note!: string | null;

  @Text({ description: 'Why, as a code.', example: null, nullable: true })
  reasonCode!: string | null;

  @Text({ description: "The courier's own words.", example: null, charactersMax: 10_000, nullable: true })
  reason!: string | null;

  @Text({ description: "The courier's own number of it.", example: null, nullable: true })
  courierReference!: string | null;

  @Moment({ description: 'When it was given.' })
  createdAt!: string;

  @Text({ description: 'The client id that gave it.', example: 'cl_1' })
  createdBy!: string;

  @Moment({ description: 'When it ended; null until then.', example: null, nullable: true })
  endedAt!: string | null;

  @Text({ description: 'The client id that ended it by hand.', example: null, nullable: true })
  endedBy!: string | null;

  @Text({ description: 'What its person noted.', example: null, charactersMax: 10_000, nullable: true })
  resolution!: string | null;
}
