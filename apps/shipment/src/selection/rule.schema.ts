import { Amount, amountRule, currencyRule } from '@qafila/schema/number-fields';
import { Decimal } from '@qafila/schema/decimal-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Percent } from '@qafila/schema/percent-field';
import { Choice, choiceRule, Flag, Text, textRule } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS, SELECTION } from '../limits.ts';

export const ORDERS = ['priority', 'price', 'transit_time'] as const;
export type OrderBy = (typeof ORDERS)[number];

const ENTRIES = { itemsMin: 1, itemsMax: SELECTION.entriesMax, optional: true } as const;
const CITY = textRule({ charactersMax: LIMITS.textCharactersMax });
const COUNTRY = textRule({ pattern: { is: /^[A-Z]{2}$/, expects: 'an ISO 3166 code of two capitals, such as SA' } });
const minorMax = LIMITS.amountMinorMax;
const ONE_CURRENCY = 'In major units. Needs exactly one entry in `currencies`.';
const TYPES = ['DOMESTIC', 'INTERNATIONAL', 'RETURN'] as const;
const AMOUNTS = ['codAmountMin', 'codAmountMax', 'valueMin', 'valueMax'] as const;

/** Which shipments a rule applies to. A condition that is left out matches every shipment. */
export class CourierRuleConditions {
  @List(COUNTRY, { ...ENTRIES, description: 'Countries of the sender.', example: ['SA'] })
  originCountries?: string[];

  @List(COUNTRY, { ...ENTRIES, description: 'Countries of the receiver.', example: ['SA'] })
  destinationCountries?: string[];

  @List(CITY, {
    ...ENTRIES,
    description: 'Cities of the sender, in each spelling that your bodies use; upper and lower case are equal.',
    example: ['Riyadh', 'الرياض'],
  })
  originCities?: string[];

  @List(CITY, { ...ENTRIES, description: 'Cities of the receiver, as above.', example: ['Jeddah', 'جدة'] })
  destinationCities?: string[];

  @Decimal({ description: 'The smallest weight of all packages together, in kg.', example: '5', optional: true })
  weightMin?: string;

  @Decimal({ description: 'The largest weight of all packages together, in kg.', example: '30', optional: true })
  weightMax?: string;

  @Choice(['PREPAID', 'COD'], { description: 'Whether the driver collects cash.', example: 'COD', optional: true })
  paymentMode?: 'PREPAID' | 'COD';

  @List(choiceRule(TYPES), { ...ENTRIES, description: 'Kinds of shipments.', example: ['DOMESTIC'] })
  shipmentTypes?: (typeof TYPES)[number][];

  @List(currencyRule, { ...ENTRIES, description: 'Currencies of the shipment.', example: ['SAR'] })
  currencies?: string[];

  @Amount({ description: `The smallest \`codAmount\`. ${ONE_CURRENCY}`, example: '100', minorMax, optional: true })
  codAmountMin?: string;

  @Amount({ description: `The largest \`codAmount\`. ${ONE_CURRENCY}`, example: '2000', minorMax, optional: true })
  codAmountMax?: string;

  @Amount({
    description:
      'The smallest value: `pricing.totalAmount`, else what the packages declare. A shipment of unknown value does ' +
      `not match. ${ONE_CURRENCY}`,
    example: '500',
    minorMax,
    optional: true,
  })
  valueMin?: string;

  @Amount({ description: `The largest value. ${ONE_CURRENCY}`, example: '5000', minorMax, optional: true })
  valueMax?: string;

  @List(textRule({ charactersMax: 50 }), {
    ...ENTRIES,
    description: 'Only shipments whose `serviceCode` is one of these.',
    example: ['NEXT_DAY'],
  })
  serviceCodes?: string[];

  static judge(body: CourierRuleConditions, at: Place): void {
    for (const name of AMOUNTS) {
      const amount = body[name];
      if (amount === undefined) continue;
      const [currency, ...others] = body.currencies ?? [];
      if (currency === undefined || others.length > 0) at.below(name).fail('needs exactly one entry in currencies');
      else amountRule({ currencyFrom: 'currency', minorMax, orZero: true }).read(amount, at.below(name, { currency }));
    }
  }
}

/** A courier of a rule. */
export class RuleCourier {
  @Text({ description: 'A courier.', example: 'sandbox-express', charactersMax: LIMITS.textCharactersMax })
  courierId!: string;

  @Text({
    description:
      "The courier's service. Left out: the `serviceCode` of the shipment; of a rule by price or transit time, the " +
      'service that wins.',
    example: 'NEXT_DAY',
    charactersMax: 50,
    optional: true,
  })
  serviceCode?: string;

  @Percent({
    description:
      'The share of the shipments of this rule for which this courier is the first. The rest goes to the first ' +
      'courier without a share.',
    example: 30,
    optional: true,
  })
  percent?: number;
}

/** A rule that chooses the courier. */
export class CourierRule {
  @Text({
    description: 'The name of the rule, once in the list. Shares depend on it, and shipments name it.',
    example: 'Riyadh, cash on delivery',
    charactersMax: 100,
  })
  name!: string;

  @Flag({ description: 'Whether the rule is active. Default true.', example: true, optional: true })
  enabled?: boolean;

  @Nested(() => CourierRuleConditions, {
    description: 'Which shipments the rule applies to. Left out: all.',
    optional: true,
  })
  conditions?: CourierRuleConditions;

  @List(nestedRule(() => RuleCourier), {
    description:
      'The couriers in their order. The first gets the shipment; when it refuses, is switched off, or does not ' +
      'serve the address, the next one is asked.',
    itemsMin: 1,
    itemsMax: SELECTION.couriersPerRuleMax,
  })
  couriers!: RuleCourier[];

  @Choice(ORDERS, {
    description:
      '`priority`: the couriers in the order as written. `price`: the cheapest first, by the prices that they quote ' +
      "in the shipment's currency. `transit_time`: the fastest first. Those that quote nothing in time come last, in " +
      'their order. Default `priority`.',
    example: 'priority',
    optional: true,
  })
  orderBy?: OrderBy;

  static judge({ couriers = [], orderBy = 'priority' }: CourierRule, at: Place): void {
    const shares = couriers.map((courier) => courier?.percent ?? 0);
    const sum = shares.reduce((total, percent) => total + percent, 0);
    if (sum > 100) at.below('couriers').fail(`have shares of ${sum} percent; at most 100 are possible`);
    if (sum > 0 && orderBy !== 'priority')
      at.below('orderBy').fail('must be priority in a rule with shares, because both decide which courier is first');
    const keys = couriers.map((courier) => `${courier?.courierId} ${courier?.serviceCode ?? ''}`);
    if (new Set(keys).size < keys.length) at.below('couriers').fail('must not name a courier and service twice');
  }
}
