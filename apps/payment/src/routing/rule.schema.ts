import { Amount, amountRule, currencyRule, MajorAmount } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, choiceRule, Flag, Text, textRule } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS, ROUTING } from '../limits.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { ORDERS } from '../standings/order-gateways.ts';
import type { OrderBy } from '../standings/order-gateways.ts';
import { Percent } from '@qafila/schema/percent-field';

const ENTRY = textRule({ charactersMax: LIMITS.textCharactersMax, orInteger: true });
const ENTRIES = { itemsMax: LIMITS.labelsPerRuleMax };
const GATEWAYS = { itemsMax: LIMITS.gatewaysPerRuleMax };
const GATEWAY_TYPE = {
  description: 'The type of a gateway, as `gateways` of the store profile lists it.',
  example: 'cardgateway-a',
  charactersMax: 100,
};
const CURRENCIES = { description: 'Only payments in one of these currencies.', example: ['SAR'], ...ENTRIES };
const COUNTRIES = {
  description:
    'Only payments to one of these countries, as your shipping addresses spell them; upper and lower case are equal.',
  example: ['SA'],
  ...ENTRIES,
};
const ONLY_METHODS = { description: 'Only payments by one of these methods.', example: ['card'], ...ENTRIES };
const RULE = {
  enabled: { description: 'Whether the rule is active. Default true.', example: true },
  gatewayType: { ...GATEWAY_TYPE, description: 'The gateway that gets the payment.' },
  fallback: {
    description: 'The gateways that are tried next, in this order, when the first one cannot take the payment.',
    example: [{ gateway_type: 'cardgateway-b' }],
    ...GATEWAYS,
  },
  labels: {
    description:
      'Customer segments: `vip_customer`, `previous_customer`, `new_customer`. The rule applies to customers with at ' +
      'least one of them; an empty list means every customer.',
    example: ['vip_customer'],
    ...ENTRIES,
  },
  conditions: { description: 'Which payments the rule applies to. Without conditions: all.' },
  split: {
    description:
      'Divides the volume of the rule. Shares add up to at most 100 percent; the rest goes to `gatewayType`.',
    example: [{ gateway_type: 'cardgateway-b', percent: 30 }],
    ...GATEWAYS,
  },
  orderBy: {
    description:
      'What decides the order of `gatewayType` and `fallback_gateway`. `priority`: the order as written. ' +
      '`success_rate`: the gateway whose payments of this method, and by cards of this BIN, succeed most often; ' +
      `${ROUTING.explorePercent} percent of the payments go to another one first, to measure it. \`cost\`: the ` +
      'cheapest for this payment. Gateways that do not answer are left out in every order. Default `priority`.',
    example: 'priority',
  },
};

/** Why a rule with a split cannot order by what is measured. */
export const WITH_SPLIT = 'in a rule with a split, because both decide which gateway is first';

/** §2.4 fallback_gateway. */
export class FallbackGateway {
  @Text(GATEWAY_TYPE)
  gateway_type!: string;
}

export class GatewayShare {
  @Text({ ...GATEWAY_TYPE, example: 'cardgateway-b' })
  gateway_type!: string;

  @Percent({ description: 'The share in percent, above 0 and up to 100.', example: 30 })
  percent!: number;
}

const amountRange = {
  amount_min: {
    description: 'The smallest amount, in major units. Needs exactly one entry in `currencies`.',
    example: 100,
    optional: true,
  },
  amount_max: {
    description: 'The largest amount, in major units. Needs exactly one entry in `currencies`.',
    example: 5000,
    optional: true,
  },
};
const minorMax = LIMITS.amountMinorMax;

export class RoutingConditionsBody {
  @List(currencyRule, { ...CURRENCIES, optional: true })
  currencies?: string[];

  @Amount({ ...amountRange.amount_min, minorMax })
  amount_min?: string;

  @Amount({ ...amountRange.amount_max, minorMax })
  amount_max?: string;

  @List(ENTRY, { ...COUNTRIES, optional: true })
  countries?: string[];

  @List(choiceRule(METHODS), { ...ONLY_METHODS, optional: true })
  methods?: Method[];

  static judge(body: RoutingConditionsBody, at: Place): void {
    for (const name of ['amount_min', 'amount_max'] as const) {
      const amount = body[name];
      if (amount === undefined) continue;
      if (body.currencies?.length === 1)
        amountRule({ currencyFrom: 'currency', minorMax }).read(
          amount,
          at.below(name, { currency: body.currencies[0] }),
        );
      else
        at.below(name).fail(
          `needs exactly one entry in ${at.below('currencies').path}, because amounts of two currencies cannot be ` +
            'compared',
        );
    }
  }
}

class RuleFields {
  @Flag({ ...RULE.enabled, optional: true })
  enabled?: boolean;

  @List(nestedRule(() => FallbackGateway), { ...RULE.fallback, optional: true })
  fallback_gateway?: FallbackGateway[];

  @List(ENTRY, { ...RULE.labels, optional: true })
  rule_attributes?: string[];

  @Nested(() => RoutingConditionsBody, { ...RULE.conditions, optional: true })
  conditions?: RoutingConditionsBody;

  @List(nestedRule(() => GatewayShare), { ...RULE.split, optional: true })
  split?: GatewayShare[];

  @Choice(ORDERS, { ...RULE.orderBy, optional: true })
  order_by?: OrderBy;

  @Text({
    description: 'Ignored. It is accepted so that a rule can be sent as it was read.',
    optional: true,
  })
  rule_id?: string;

  static judge({ split = [], order_by: orderBy = 'priority' }: RuleFields, at: Place): void {
    if (split.length > 0 && orderBy !== 'priority') at.below('order_by').fail(`must be priority ${WITH_SPLIT}`);
    const sum = split.reduce((total, share) => total + (share?.percent ?? 0), 0);
    if (sum > 100) at.below('split').fail(`adds up to ${sum} percent; at most 100 are possible`);
  }
}

/** Body of create, and a rule of a dry run. */
export class CreateRoutingRuleBody extends RuleFields {
  @Text(RULE.gatewayType)
  gatewayType!: string;
}

/** Body of change. A field that is left out keeps its value. */
export class UpdateRoutingRuleBody extends RuleFields {
  @Text({ ...RULE.gatewayType, optional: true })
  gatewayType?: string;
}

/** Body of order. */
export class OrderRoutingRulesBody {
  @List(ENTRY, {
    description: 'The `rule_id` of every rule of the store, the first to be tried first.',
    example: ['rule_01KAB3X4Y5Z6', 'rule_01KAB3X4Y5Z7'],
    itemsMax: LIMITS.rulesPerStoreMax,
  })
  rule_ids!: string[];
}

export class RoutingConditionsAnswer {
  @List(currencyRule, { ...CURRENCIES, optional: true })
  currencies?: string[];

  @MajorAmount(amountRange.amount_min)
  amount_min?: number;

  @MajorAmount(amountRange.amount_max)
  amount_max?: number;

  @List(ENTRY, { ...COUNTRIES, optional: true })
  countries?: string[];

  @List(choiceRule(METHODS), { ...ONLY_METHODS, optional: true })
  methods?: Method[];
}

/** The routing rule of §2.4, then its additional fields. */
export class RoutingRuleAnswer {
  @Text({ description: 'The id of the rule.', example: 'rule_01KAB3X4Y5Z6' })
  rule_id!: string;

  @Flag(RULE.enabled)
  enabled!: boolean;

  @Text(RULE.gatewayType)
  gatewayType!: string;

  @List(nestedRule(() => FallbackGateway), RULE.fallback)
  fallback_gateway!: FallbackGateway[];

  @List(ENTRY, RULE.labels)
  rule_attributes!: string[];

  @Nested(() => RoutingConditionsAnswer, RULE.conditions)
  conditions!: RoutingConditionsAnswer;

  @List(nestedRule(() => GatewayShare), RULE.split)
  split!: GatewayShare[];

  @Choice(ORDERS, RULE.orderBy)
  order_by!: OrderBy;
}

export class DeletedRoutingRule {
  @Text({ description: 'The id of the deleted rule.', example: 'rule_01KAB3X4Y5Z6' })
  rule_id!: string;
}
