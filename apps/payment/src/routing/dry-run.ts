import { Place, Violations } from '@qafila/schema/violations';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { StoreProviders } from '../providers/providers.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import { candidatesView } from './candidates-view.ts';
import { chooseProviders, customerLabels, ordersOf } from './choose-providers.ts';
import type { PaymentFacts, RoutingRule } from './choose-providers.ts';
import { DRY_RUN_EXAMPLES_MAX } from './dry-run.schema.ts';
import type { DryRunAnswer, DryRunBody } from './dry-run.schema.ts';
import type { Standing } from '../standings/order-gateways.ts';
import { judgeGateways, newRule } from './read-rule.ts';
import type { CreateRoutingRuleBody } from './rule.schema.ts';
import { loadRules } from './rules.ts';

type Past = Pick<IntentRow, 'id' | 'amount_minor' | 'currency' | 'customer' | 'shipping' | 'billing'> & {
  method: Method;
  gateway: string;
};

interface Tried {
  rules: RoutingRule[];
  gateways: readonly AvailableProvider[];
  standingOf: (wanted: PaymentFacts) => Standing;
}

/** Applies the given rules to the store's latest payments and counts the differences. */
export async function dryRun(
  deps: PaymentDependencies,
  owner: Owner,
  { rules: sent }: DryRunBody,
): Promise<DryRunAnswer> {
  const providers = await deps.providers.ofStore(owner);
  const rules = sent === undefined ? await loadRules(deps.pool, owner) : givenRules(providers, sent);
  const { rows } = await deps.pool.query<Past>(
    `
    SELECT DISTINCT ON (i.id) i.id, i.amount_minor, i.currency, i.customer, i.shipping, i.billing, a.method, a.gateway
    FROM intent i
    JOIN attempt a ON a.account_id = i.account_id AND a.intent_id = i.id WHERE i.account_id = $1 AND i.store_id = $2
    AND i.mode = $3 AND i.gateway IS NULL
    ORDER BY i.id DESC, a.no LIMIT ${LIMITS.dryRunIntentsMax}`,
    [owner.accountId, owner.storeId, owner.mode],
  );
  const standingOf = await deps.standings.read(owner, ordersOf(rules));
  const result: DryRunAnswer = { payments: rows.length, changed: 0, by_gateway: {}, examples: [] };
  for (const row of rows) judge(result, row, { rules, gateways: providers.available, standingOf });
  return result;
}

function judge(result: DryRunAnswer, row: Past, { rules, gateways, standingOf }: Tried): void {
  const facts = {
    intentId: row.id,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    country: String(row.shipping.country ?? row.billing.country ?? ''),
    method: row.method,
    labels: customerLabels(row.customer),
  };
  const choice = chooseProviders(rules, facts, gateways, standingOf(facts));
  const then = choice.gateways[0] ?? 'none';
  (result.by_gateway[row.gateway] ??= { now: 0, then: 0 }).now++;
  (result.by_gateway[then] ??= { now: 0, then: 0 }).then++;
  if (then !== row.gateway) result.changed++;
  if (then !== row.gateway && result.examples.length < DRY_RUN_EXAMPLES_MAX)
    result.examples.push({
      payment_intent_id: row.id,
      now: row.gateway,
      then,
      rule_id: choice.rule_id,
      considered: choice.verdicts,
      ...(choice.candidates === undefined ? {} : { candidates: candidatesView(choice.candidates, row) }),
    });
}

function givenRules(providers: StoreProviders, sent: readonly CreateRoutingRuleBody[]): RoutingRule[] {
  const violations = new Violations();
  for (const [index, rule] of sent.entries())
    judgeGateways(rule, new Place(`rules.${index}`, {}, violations, 'body'), providers);
  violations.check();
  return sent.map((rule, index) => ({ id: `rules.${index}`, ...newRule(rule) }));
}
