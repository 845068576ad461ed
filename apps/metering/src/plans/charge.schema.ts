import { DecimalText } from '@qafila/schema/decimal-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Variant } from '@qafila/schema/variant-fields';
import { LIMITS } from '../limits.ts';
import { PRICE_ANSWERS } from './price.schema.ts';
import type { Price } from './price.schema.ts';

const CURRENCY = { description: 'The currency of the amount.', example: 'SAR', charactersMin: 3, charactersMax: 3 };

/** What one meter of the plan costs in a period. */
export class ChargeLine {
  @Text({ description: 'The id of the meter.', example: 'tokens' })
  meter_id!: string;

  @Variant(PRICE_ANSWERS, { description: 'The price in the plan.' })
  price!: Price;

  @DecimalText({
    description: 'The billable units of the closed period; late usage does not change them.',
    example: '1250',
  })
  units!: string;

  @DecimalText({
    description: 'The units that cost extra: those beyond the included ones; of `per_unit`, all of them.',
    example: '250',
  })
  charged_units!: string;

  @DecimalText({ description: 'The amount in major units, exact and not rounded.', example: '125.5' })
  amount!: string;

  @Text(CURRENCY)
  currency!: string;

  @Text({
    description: 'How the amount comes about, for people.',
    example: 'Fixed fee of 100.5 SAR with 1000 units included, plus 250 further units at 0.1 SAR each.',
    charactersMax: 1000,
  })
  explanation!: string;
}

/** The sum of a currency. */
export class ChargeTotal {
  @Text(CURRENCY)
  currency!: string;

  @DecimalText({ description: 'The sum of the lines in this currency, exact and not rounded.', example: '125.5' })
  amount!: string;
}

/** What a subscription costs for one closed period. */
export class ChargeAnswer {
  @Moment({ description: 'Where the period begins.', example: '2026-11-01T00:00:00.000Z' })
  period_start!: string;

  @Moment({ description: 'Where the next one begins.', example: '2026-12-01T00:00:00.000Z' })
  period_end!: string;

  @Moment({ description: 'When the last meter of the plan closed the period.', example: '2026-12-04T00:01:30.000Z' })
  closed_at!: string;

  @List(nestedRule(() => ChargeLine), {
    description: 'One line for each meter of the plan, in the order of the plan.',
    itemsMax: LIMITS.planMetersMax,
  })
  lines!: ChargeLine[];

  @List(nestedRule(() => ChargeTotal), {
    description: 'The sums by currency: a plan can have prices in several.',
    itemsMax: LIMITS.planMetersMax,
  })
  totals!: ChargeTotal[];
}
