import { createHash } from 'node:crypto';

export type Method = 'card' | 'bnpl' | 'wallet';
export const METHODS: readonly Method[] = ['card', 'bnpl', 'wallet'];

/** Which payments a rule is for: an absent condition takes all, a list takes what it holds. Amounts are minor units of `currencies`. */
export interface RuleConditions {
  amount_min?: string;
  amount_max?: string;
  currencies?: string[];
  countries?: string[];
  methods?: Method[];
}

/** A routing rule (§2.4) as the choice sees it. */
export interface RoutingRule {
  id: string;
  enabled: boolean;
  conditions: RuleConditions;
  /** Segments of customers; none: everyone. */
  labels: readonly string[];
  gateway: string;
  /** Shares of the rule's volume by gateway, in percent; what is left is the primary gateway's. */
  split: readonly { gateway: string; percent: number }[];
  fallback: readonly string[];
}

/** What is known of a payment when its gateway is chosen. */
export interface PaymentFacts {
  intentId: string;
  amountMinor: bigint;
  currency: string;
  country: string;
  method: Method;
  labels: readonly string[];
}

/** A rule that was looked at, and why it was taken or passed over. */
export interface RuleVerdict { rule_id: string; matched: boolean; why: string }
export interface Choice {
  rule_id: string | null;
  /** In the order in which they are asked. */
  gateways: string[];
  verdicts: RuleVerdict[];
}

/** A gateway that can take payments now, and which. */
export interface Gateway { type: string; methods: readonly Method[] }

/** The first enabled rule that matches decides; without one, the gateways in the order of the deployment. The same facts give the same choice. */
export function chooseGateways(rules: readonly RoutingRule[], facts: PaymentFacts, gateways: readonly Gateway[]): Choice {
  const usable = gateways.filter((gateway) => gateway.methods.includes(facts.method)).map((gateway) => gateway.type);
  const verdicts: RuleVerdict[] = [];
  for (const rule of rules) {
    const why = mismatch(rule, facts);
    const wanted = why === null ? [primaryOf(rule, facts.intentId), ...(rule.split.length > 0 ? [rule.gateway] : []), ...rule.fallback] : [];
    const order = [...new Set(wanted)].filter((type) => usable.includes(type));
    const matched = why === null && order.length > 0;
    verdicts.push({ rule_id: rule.id, matched, why: why ?? (matched ? explain(rule, order) : `none of its gateways takes ${facts.method}`) });
    if (matched) return { rule_id: rule.id, gateways: order, verdicts };
  }
  return { rule_id: null, gateways: usable, verdicts };
}

function mismatch({ enabled, conditions, labels }: RoutingRule, facts: PaymentFacts): string | null {
  const { amount_min: min, amount_max: max, currencies, countries, methods } = conditions;
  if (!enabled) return 'it is disabled';
  if (currencies !== undefined && !currencies.includes(facts.currency)) return `currency ${facts.currency} is none of ${currencies.join(', ')}`;
  if (min !== undefined && facts.amountMinor < BigInt(min)) return 'the amount is below amount_min';
  if (max !== undefined && facts.amountMinor > BigInt(max)) return 'the amount is above amount_max';
  if (countries !== undefined && !countries.some((country) => country.toLowerCase() === facts.country.trim().toLowerCase())) return 'the country is none of its countries';
  if (methods !== undefined && !methods.includes(facts.method)) return `method ${facts.method} is none of ${methods.join(', ')}`;
  if (labels.length > 0 && !labels.some((label) => facts.labels.includes(label))) return 'the customer has none of its labels';
  return null;
}

/** Which share an intent falls into hangs on its id and the rule alone: asked again, it falls into the same one. */
function primaryOf(rule: RoutingRule, intentId: string): string {
  let point = shareOf(`${rule.id} ${intentId}`);
  for (const { gateway, percent } of rule.split) {
    if (point < percent) return gateway;
    point -= percent;
  }
  return rule.gateway;
}

/** A number from 0 up to 100, evenly. */
function shareOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32) * 100;
}

function explain({ split, gateway }: RoutingRule, [first, ...rest]: string[]): string {
  const share = split.length > 0 ? ` by its split${first === gateway ? ' (the rest)' : ''}` : '';
  return `${first}${share}${rest.length > 0 ? `, then ${rest.join(', ')}` : ''}`;
}

/** Segments a customer belongs to, from §2.6's yes/no texts. */
export function customerLabels(customer: { vip_customer?: string; previous_customer?: string }): string[] {
  return [
    ...(isYes(customer.vip_customer) ? ['vip_customer'] : []),
    isYes(customer.previous_customer) ? 'previous_customer' : 'new_customer',
  ];
}

function isYes(text: string | undefined): boolean {
  return /^(yes|true|1)$/i.test(text ?? '');
}
