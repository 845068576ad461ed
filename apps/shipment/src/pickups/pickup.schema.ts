import { List, Nested } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import { DecimalText } from '@qafila/schema/decimal-fields';
import { Whole } from '@qafila/schema/number-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Party } from '../body/party.schema.ts';
import { LIMITS } from '../limits.ts';
import { TIME } from './pickup-hours.schema.ts';
import { PICKUP_STATES } from './pickup.entity.ts';
import type { PickupState } from './pickup.entity.ts';

const DAY = { is: /^\d{4}-\d\d-\d\d$/, expects: 'a day such as 2026-11-25' };
const NOTE = { charactersMax: LIMITS.longTextCharactersMax, optional: true } as const;

/** Body of a pick-up. */
export class PickupBody {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @List(textRule(), {
    description: 'The shipments that the driver takes: all at one address, and none waits for another driver.',
    example: ['shp_01KAB3X4Y5Z6'],
    itemsMin: 1,
    itemsMax: LIMITS.pickupParcelsMax,
    unique: true,
  })
  shipmentIds!: string[];

  @Text({
    description: 'The day, as `YYYY-MM-DD`. Left out: today before the cut-off hour, else the next possible day.',
    example: '2026-11-25',
    pattern: DAY,
    optional: true,
  })
  date?: string;

  @Text({ description: 'Left out: that of the hours.', example: '10:00', pattern: TIME, optional: true })
  readyTime?: string;

  @Text({ description: 'Left out: that of the hours.', example: '18:00', pattern: TIME, optional: true })
  closeTime?: string;

  @Text({ ...NOTE, description: 'For the driver.', example: 'Gate 3' })
  note?: string;
}

/** Body of the cancellation of a pick-up. */
export class CancelPickupBody {
  @Text({ ...NOTE, description: 'Why.', example: 'Nothing to take today' })
  reason?: string;
}

/** Body of resolve. */
export class ResolvePickupBody {
  @Choice(['scheduled', 'cancelled'], {
    description: '`scheduled`: the driver comes. `cancelled`: no driver comes.',
    example: 'scheduled',
  })
  outcome!: 'scheduled' | 'cancelled';

  @Text({ description: "The courier's number.", example: 'PU-4711', optional: true })
  confirmation?: string;

  @Text({ ...NOTE, description: 'What you learned.', example: 'Ordered by phone' })
  note?: string;
}

/** Query of the list of pick-ups. */
export class ListPickupsQuery extends ListQuery {
  @Choice(PICKUP_STATES, {
    description: 'Only pick-ups in this state. `BY_PHONE` and `CANCEL_BY_PHONE` are the work of people.',
    example: 'BY_PHONE',
    optional: true,
  })
  status?: PickupState;

  @Text({ description: 'Only pick-ups of this courier.', example: 'sandbox-express', optional: true })
  courierId?: string;

  @Text({ description: 'Only pick-ups of this day.', example: '2026-11-25', pattern: DAY, optional: true })
  date?: string;
}

/** A pick-up on the wire. */
export class PickupAnswer {
  @Text({ description: 'The id of the pick-up.', example: 'pku_019ab3c4d5e6f708192a3b4c5d6' })
  pickupId!: string;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Choice(PICKUP_STATES, {
    description:
      '`REQUESTED`: the courier is being asked. `SCHEDULED`: it has confirmed. `REFUSED`: it has not. `BY_PHONE`: a ' +
      'person orders it, because the courier takes no orders by a call, or its answer is lost. The same of a ' +
      'cancellation: `CANCEL_REQUESTED`, `CANCELLED`, `CANCEL_BY_PHONE`.',
    example: 'SCHEDULED',
  })
  pickupStatus!: PickupState;

  @Nested(() => Party, { description: 'Where the driver comes.' })
  address!: Party;

  @Text({ description: 'The day.', example: '2026-11-25' })
  date!: string;

  @Text({ description: 'From when the parcels are ready.', example: '10:00' })
  readyTime!: string;

  @Text({ description: 'Until when the driver may come.', example: '18:00' })
  closeTime!: string;

  @Text({ description: 'The time zone of the address.', example: 'Asia/Riyadh' })
  timeZone!: string;

  @List(textRule(), {
    description: 'The shipments.',
    example: ['shp_01KAB3X4Y5Z6'],
    itemsMax: LIMITS.pickupParcelsMax,
  })
  shipmentIds!: string[];

  @Whole({ description: 'The number of pieces.', example: 3, min: 1, max: Number.MAX_SAFE_INTEGER })
  pieces!: number;

  @DecimalText({ description: 'The weight in kilograms.', example: '3.750' })
  weight!: string;

  @Text({ description: 'For the driver.', example: null, charactersMax: 10_000, nullable: true })
  note!: string | null;

  @Text({ description: "The courier's number of it.", example: 'PU-4711', nullable: true })
  confirmation!: string | null;

  @Text({ description: 'Why, as a code.', example: null, nullable: true })
  reasonCode!: string | null;

  @Text({ description: "The courier's own words.", example: null, charactersMax: 10_000, nullable: true })
  reason!: string | null;

  @Moment({ description: 'When it was ordered.' })
  createdAt!: string;

  @Text({ description: 'The client id that ordered it.', example: 'cl_1' })
  createdBy!: string;

  @Text({ description: 'The client id that resolved it.', example: null, nullable: true })
  resolvedBy!: string | null;

  @Text({ description: 'What its person noted.', example: null, charactersMax: 10_000, nullable: true })
  resolution!: string | null;
}
