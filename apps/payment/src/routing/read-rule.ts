import { toMinorUnits } from '@qafila/money/minor-units';
import type { Place } from '@qafila/schema/violations';
import type { StoreProviders } from '../providers/providers.ts';
import type { RoutingRule, RuleConditions } from './choose-providers.ts';
import type { CreateRoutingRuleBody, RoutingConditionsBody, UpdateRoutingRuleBody } from './rule.schema.ts';

export type RuleContent = Omit<RoutingRule, 'id'>;

/** Reports every gateway that this store does not have. */
export function judgeGateways(sent: UpdateRoutingRuleBody, at: Place, providers: StoreProviders): void {
  const judge = judgeGateway(providers);
  if (sent.gatewayType !== undefined) judge(sent.gatewayType, at.below('gatewayType'));
  for (const name of ['fallback_gateway', 'split'] as const)
    for (const [index, { gateway_type: type }] of (sent[name] ?? []).entries())
      judge(type, at.below(name).below(index).below('gateway_type'));
}

/** Reports a gateway that this store does not have. */
export function judgeGateway(providers: StoreProviders): (type: string, at: Place) => void {
  const expects = `must be one of ${providers.available.map((provider) => provider.type).join(', ')}`;
  return (type, at) => {
    if (!providers.has(type)) at.fail(expects, 'unknown_gateway');
  };
}

/** The rule that a body describes. */
export function newRule(sent: CreateRoutingRuleBody): RuleContent {
  return changedRule(
    {
      enabled: true,
      gateway: sent.gatewayType,
      fallback: [],
      labels: [],
      conditions: {},
      split: [],
      orderBy: 'priority',
    },
    sent,
  );
}

/** The rule with the fields that were sent; a field that was left out keeps its value. */
export function changedRule(known: RuleContent, sent: UpdateRoutingRuleBody): RuleContent {
  const { fallback_gateway: fallback, conditions, split } = sent;
  return {
    enabled: sent.enabled ?? known.enabled,
    gateway: sent.gatewayType ?? known.gateway,
    fallback: fallback?.map(({ gateway_type: type }) => type) ?? known.fallback,
    labels: sent.rule_attributes ?? known.labels,
    conditions: conditions === undefined ? known.conditions : ruleConditions(conditions),
    split: split?.map(({ gateway_type: gateway, percent }) => ({ gateway, percent })) ?? known.split,
    orderBy: sent.order_by ?? known.orderBy,
  };
}

/** Amounts are stored as minor units of the one currency that they need. */
function ruleConditions(sent: RoutingConditionsBody): RuleConditions {
  const { amount_min: min, amount_max: max, ...lists } = sent;
  const minor = (amount: string): string => String(toMinorUnits(amount, lists.currencies?.[0] ?? ''));
  return {
    ...(min === undefined ? {} : { amount_min: minor(min) }),
    ...(max === undefined ? {} : { amount_max: minor(max) }),
    ...lists,
  };
}
