import { pickByShare } from '@qafila/runtime/volume-split';
import { unsupported } from '../providers/capabilities.ts';
import type { WantedPayment } from '../providers/capabilities.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import type { CircuitState } from '../standings/circuit.state.ts';
import type { CostSource } from '../standings/costs.ts';
import { orderGateways, UNKNOWN_STANDING } from '../standings/order-gateways.ts';
import type { OrderBy, Ordered, Standing } from '../standings/order-gateways.ts';

/**
 * The payments that a rule applies to. An absent condition matches every payment; a list matches its entries. Amounts
 * are minor units of `currencies`.
 */
export interface RuleConditions {
  amount_min?: string;
  amount_max?: string;
  currencies?: string[];
  countries?: string[];
  methods?: Method[];
}

/** A routing rule (§2.4). */
export interface RoutingRule {
  id: string;
  enabled: boolean;
  conditions: RuleConditions;
  /** Customer segments. An empty list matches every customer. */
  labels: readonly string[];
  gateway: string;
  /** The share of each provider in percent of the rule's volume. The primary provider gets the rest. */
  split: readonly { gateway: string; percent: number }[];
  fallback: readonly string[];
  orderBy: OrderBy;
}

/** The facts by which a provider is chosen. */
export interface PaymentFacts extends WantedPayment {
  intentId: string;
  labels: readonly string[];
  /** The first six digits of the card, where an earlier try has shown them. */
  bin?: string;
}

/** A rule that was examined, and why it matched or not. */
export interface RuleVerdict {
  rule_id: string;
  matched: boolean;
  why: string;
}
export interface ProviderChoice {
  rule_id: string | null;
  /** In the order in which they are tried. */
  gateways: string[];
  verdicts: RuleVerdict[];
  /** How the order came about, where it is not that of the rule. */
  note?: string;
  /** What was known of the gateways that could take the payment. */
  candidates?: Candidate[];
  /** Whether it mattered: false where the order of the rule stands and every gateway answers. */
  isMeasured?: boolean;
}

/** A gateway that could take a payment, and how it stood. */
export interface Candidate {
  gateway_type: string;
  circuit: CircuitState;
  /** From 0 to 1; null where the rule does not order by it. */
  success_rate: number | null;
  observations: number | null;
  /** Of this payment, in minor units of its currency; null where it is not known, or does not matter. */
  cost_minor: number | null;
  cost_from: CostSource | null;
}

/**
 * The first enabled rule that matches decides. Without one, the deployment's order applies. The same facts always give
 * the same choice.
 */
export function chooseProviders(
  rules: readonly RoutingRule[],
  facts: PaymentFacts,
  gateways: readonly AvailableProvider[],
  standing: Standing = UNKNOWN_STANDING,
): ProviderChoice {
  const usable = gateways.filter((gateway) => unsupported(gateway, facts) === null).map((gateway) => gateway.type);
  const verdicts: RuleVerdict[] = [];
  for (const rule of rules) {
    const why = mismatch(rule, facts);
    const wanted =
      why === null
        ? [primaryOf(rule, facts.intentId), ...(rule.split.length > 0 ? [rule.gateway] : []), ...rule.fallback]
        : [];
    const able = [...new Set(wanted)].filter((type) => usable.includes(type));
    const matched = why === null && able.length > 0;
    const ordered = orderGateways(able, rule.orderBy, { standing, intentId: facts.intentId });
    verdicts.push({
      rule_id: rule.id,
      matched,
      why: why ?? (matched ? explain(rule, ordered) : noneUsable(wanted, facts, gateways)),
    });
    if (matched)
      return { rule_id: rule.id, gateways: ordered.gateways, verdicts, ...candidatesOf(able, rule.orderBy, standing) };
  }
  const { gateways: order, why } = orderGateways(usable, 'priority', { standing, intentId: facts.intentId });
  return {
    ...{ rule_id: null, gateways: order, verdicts },
    ...(why === '' ? {} : { note: why }),
    ...candidatesOf(usable, 'priority', standing),
  };
}

function candidatesOf(
  gateways: readonly string[],
  orderBy: OrderBy,
  standing: Standing,
): Pick<ProviderChoice, 'candidates' | 'isMeasured'> {
  return {
    candidates: gateways.map((gateway) => candidateOf(gateway, standing)),
    isMeasured: orderBy !== 'priority' || gateways.some((gateway) => standing.circuit(gateway) !== 'closed'),
  };
}

function candidateOf(gateway: string, { circuit, success, cost }: Standing): Candidate {
  const [rate, price] = [success(gateway), cost(gateway)];
  return {
    gateway_type: gateway,
    circuit: circuit(gateway),
    success_rate: rate === null ? null : Math.round(rate.rate * 10_000) / 10_000,
    observations: rate === null ? null : Math.round(rate.observations),
    cost_minor: price === null ? null : Math.round(price.minor),
    cost_from: price?.from ?? null,
  };
}

/** Why a rule that matches names no gateway that can take the payment. */
function noneUsable(wanted: readonly string[], facts: PaymentFacts, gateways: readonly AvailableProvider[]): string {
  const reasons = wanted.map((type) => {
    const gateway = gateways.find((candidate) => candidate.type === type);
    return `${type}: ${gateway === undefined ? 'it is not available' : unsupported(gateway, facts)}`;
  });
  return `none of its providers can take this payment (${[...new Set(reasons)].join('; ')})`;
}

function mismatch({ enabled, conditions, labels }: RoutingRule, facts: PaymentFacts): string | null {
  const { amount_min: min, amount_max: max, currencies, countries, methods } = conditions;
  if (!enabled) return 'it is disabled';
  if (currencies !== undefined && !currencies.includes(facts.currency))
    return `currency ${facts.currency} is not one of ${currencies.join(', ')}`;
  if (min !== undefined && facts.amountMinor < BigInt(min)) return 'the amount is below amount_min';
  if (max !== undefined && facts.amountMinor > BigInt(max)) return 'the amount is above amount_max';
  if (
    countries !== undefined &&
    !countries.some((country) => country.toLowerCase() === facts.country.trim().toLowerCase())
  )
    return 'the country is not one of its countries';
  if (methods !== undefined && !methods.includes(facts.method))
    return `method ${facts.method} is not one of ${methods.join(', ')}`;
  if (labels.length > 0 && !labels.some((label) => facts.labels.includes(label)))
    return 'the customer has none of its labels';
  return null;
}

/** The share depends only on the intent's and the rule's id, so a repeated choice gives the same provider. */
function primaryOf(rule: RoutingRule, intentId: string): string {
  return pickByShare(rule.split, `${rule.id} ${intentId}`)?.gateway ?? rule.gateway;
}

function explain({ split, gateway }: RoutingRule, { gateways: [first, ...rest], why }: Ordered): string {
  const share = split.length > 0 ? ` by its split${first === gateway ? ' (the rest)' : ''}` : '';
  const order = `${first}${share}${rest.length > 0 ? `, then ${rest.join(', ')}` : ''}`;
  return why === '' ? order : `${order}: ${why}`;
}

/** The customer's segments, from the yes/no texts of §2.6. */
export function customerLabels(customer: { vip_customer?: string; previous_customer?: string }): string[] {
  return [
    ...(isYes(customer.vip_customer) ? ['vip_customer'] : []),
    isYes(customer.previous_customer) ? 'previous_customer' : 'new_customer',
  ];
}

function isYes(text: string | undefined): boolean {
  return /^(yes|true|1)$/i.test(text ?? '');
}

/** What the rules that apply order by. */
export function ordersOf(rules: readonly RoutingRule[]): Set<OrderBy> {
  return new Set(rules.filter(({ enabled }) => enabled).map(({ orderBy }) => orderBy));
}
