import { Whole } from '@qafila/schema/number-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import { OUTCOMES } from '../state/outcomes.ts';
import type { Declared } from '../state/outcomes.ts';

const COURIER_ID = { example: 'sandbox-economy', charactersMax: LIMITS.textCharactersMax, optional: true } as const;
const NOTE = {
  description: 'What you learned, for the history.',
  example: 'Confirmed by phone',
  charactersMax: LIMITS.longTextCharactersMax,
  optional: true,
} as const;

/** Body of retry-booking. */
export class RetryBookingBody {
  @Text({ ...COURIER_ID, description: 'Another courier of yours. Left out: the same one.' })
  courierId?: string;

  @Text({
    description: 'Another service. Left out: the same one, and none with another courier.',
    example: 'STANDARD',
    charactersMax: 50,
    optional: true,
  })
  serviceCode?: string;
}

/** Body of set-waybill. */
export class SetWaybillBody {
  @Text({ description: "The courier's waybill number.", example: 'SBX0000012345', charactersMax: 50 })
  awb!: string;

  @Text({ ...COURIER_ID, description: 'The courier that gave it. Left out: the courier of the shipment.' })
  courierId?: string;

  @Text(NOTE)
  note?: string;
}

/** Body of declare-outcome. */
export class DeclareOutcomeBody {
  @Choice(OUTCOMES, { description: 'What became of the shipment.', example: 'returned' })
  outcome!: Declared;

  @Whole({
    description: 'The package, counted from 1. Left out: the whole shipment, and always with `not_cancelled`.',
    example: 1,
    min: 1,
    max: LIMITS.packagesMax,
    optional: true,
  })
  packageNumber?: number;

  @Text({ ...NOTE, optional: false })
  note!: string;

  @Text({
    description: 'What proves it, such as the address of a document or the number of a ticket.',
    example: 'https://courier.example/claims/4711',
    charactersMax: LIMITS.longTextCharactersMax,
    optional: true,
  })
  evidence?: string;
}

/** Body of declare-absent and of resolving an alarm. */
export class NoteBody {
  @Text(NOTE)
  note?: string;
}
