import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { LIMITS, QUOTES } from '../limits.ts';
import { ShipmentWarning, WARNINGS } from '../shipments/shipment.schema.ts';

const COURIER = { description: 'The courier.', example: 'sandbox-express', charactersMax: LIMITS.textCharactersMax };
export const NO_OFFER_CODES = ['NOT_SERVED', 'UNAVAILABLE'] as const;

/** A service that would carry the shipment. */
export class CourierOffer {
  @Text(COURIER)
  courierId!: string;

  @Text({ description: 'Its name.', example: 'Sandbox Express' })
  courierName!: string;

  @Text({ description: 'The service, as `serviceCode` of a create names it.', example: 'STANDARD' })
  serviceCode!: string;

  @Text({ description: 'The name of the service.', example: 'Standard' })
  serviceName!: string;

  @MajorAmount({
    description: 'What it costs you, in major units; null when the courier does not say.',
    example: 24,
    nullable: true,
  })
  price!: number | null;

  @Currency({ description: 'The currency of the price.', nullable: true })
  currency!: string | null;

  @Whole({
    description: 'Days to the delivery; null when the courier does not say.',
    min: 0,
    max: 1_000,
    example: 2,
    nullable: true,
  })
  transitDays!: number | null;
}

/** A courier without an offer. */
export class CourierWithoutOffer {
  @Text(COURIER)
  courierId!: string;

  @Choice(NO_OFFER_CODES, {
    description: '`NOT_SERVED`: it does not carry such a shipment. `UNAVAILABLE`: it quotes nothing, or not in time.',
    example: 'NOT_SERVED',
  })
  code!: (typeof NO_OFFER_CODES)[number];

  @Text({ description: 'Why.', example: 'The city is not served.', charactersMax: 1_000 })
  reason!: string;
}

export class QuotesAnswer {
  @List(nestedRule(() => CourierOffer), {
    description: "The cheapest first, by prices in the shipment's currency; then prices in others, then those without.",
    itemsMax: QUOTES.offersMax,
  })
  offers!: CourierOffer[];

  @List(nestedRule(() => CourierWithoutOffer), {
    description: 'Couriers of the company without an offer.',
    itemsMax: QUOTES.couriersMax,
  })
  unavailable!: CourierWithoutOffer[];

  @List(nestedRule(() => ShipmentWarning), { ...WARNINGS, description: 'What create would warn of, if anything.' })
  warnings?: ShipmentWarning[];
}
