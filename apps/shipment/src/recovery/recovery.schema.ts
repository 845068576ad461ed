import { Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';

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
    description: 'Another service. Left out: the same one.',
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

/** Body of declare-absent and of resolving an alarm. */
export class NoteBody {
  @Text(NOTE)
  note?: string;
}
