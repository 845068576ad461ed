import { Amount, Currency, MajorAmount } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS, ROUTING } from '../limits.ts';
import { COST_SOURCES } from '../standings/costs.ts';
import type { CostSource } from '../standings/costs.ts';
import { Percent } from '@qafila/schema/percent-field';

const GATEWAY = {
  description: 'The type of a gateway, as `gateways` of the store profile lists it.',
  example: 'cardgateway-a',
  charactersMax: 100,
};
const CURRENCY = { description: 'Payments in this currency (ISO 4217).' };
const PERCENT = { description: 'Its share of the amount, in percent.', example: 2.9, orZero: true };
const FIXED = { description: 'What each payment costs beside the share, in major units. Default 0.', example: 1 };

/** What a gateway takes of a payment in one currency. */
export class GatewayCostBody {
  @Text(GATEWAY)
  gateway_type!: string;

  @Currency(CURRENCY)
  currency!: string;

  @Percent(PERCENT)
  percent!: number;

  @Amount({ ...FIXED, currencyFrom: 'currency', minorMax: LIMITS.amountMinorMax, orZero: true, optional: true })
  fixed?: string;
}

/** Body of set costs. */
export class GatewayCostsBody {
  @List(nestedRule(() => GatewayCostBody), {
    description: 'The costs of all gateways, one for each gateway and currency. They replace those before.',
    itemsMax: ROUTING.costsPerStoreMax,
  })
  costs!: GatewayCostBody[];

  static judge({ costs = [] }: GatewayCostsBody, at: Place): void {
    const seen = new Set<string>();
    for (const [index, cost] of costs.entries()) {
      const key = `${cost?.gateway_type} ${cost?.currency}`;
      if (seen.has(key)) at.below('costs').below(index).fail('names a gateway and currency that is named before');
      seen.add(key);
    }
  }
}

export class GatewayCostAnswer {
  @Text(GATEWAY)
  gateway_type!: string;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount(PERCENT)
  percent!: number;

  @MajorAmount(FIXED)
  fixed!: number;

  @Choice(COST_SOURCES, {
    description:
      '`settings`: as you set it. `books`: the fees of the latest transactions, as booked; used where nothing is set.',
    example: 'settings',
  })
  from!: CostSource;
}

export class GatewayCostsAnswer {
  @List(nestedRule(() => GatewayCostAnswer), {
    description: 'What rules with `order_by` `cost` compare.',
    itemsMax: 1_000,
  })
  costs!: GatewayCostAnswer[];
}
