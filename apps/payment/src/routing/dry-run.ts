import { Place, Violations } from '@qafila/schema/violations';
import type { PaymentDependencies } from '../dependencies.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { AvailableProvider } from '../providers/methods.ts';
import type { StoreProviders } from '../providers/providers.ts';
import { ORDERS } from '../standings/order-gateways.ts';
import type { Standing } from '../standings/order-gateways.ts';
import { candidatesView } from './candidates-view.ts';
import { factsOf } from './choose-for-intent.ts';
import { chooseProviders } from './choose-providers.ts';
import type { PaymentFacts, RoutingRule } from './choose-providers.ts';
import { DRY_RUN_EXAMPLES_MAX } from './dry-run.schema.ts';
import type { DryRunAnswer, DryRunBody, DryRunExample } from './dry-run.schema.ts';
import { binOf } from './observe-report.ts';
import { judgeGateways, newRule } from './read-rule.ts';
import type { CreateRoutingRuleBody } from './rule.schema.ts';
import { loadRules } from './rules.ts';

type PastAttempt = Pick<AttemptRow, 'id' | 'method' | 'gateway' | 'instrument' | 'token_id' | 'consent'>;

interface Past extends IntentRow {
  attempts: PastAttempt[];
}

/** The latest try of a payment, with the facts by which its gateway was chosen. */
interface PastTry {
  row: IntentRow;
  gateway: string;
  facts: PaymentFacts;
}

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
  const { rows } = await deps.pool.query<Past>(PAYMENTS, [owner.accountId, owner.storeId, owner.mode]);
  const tries = rows.map(latestTry);
  const bins = tries.map(({ facts }) => facts.bin ?? '');
  const standingOf = await deps.standings.read(owner, new Set(ORDERS), bins);
  const examples = tries.map((past) => judge(past, { rules, gateways: providers.available, standingOf }));
  const [changed, same] = [examples.filter((each) => each.changed), examples.filter((each) => !each.changed)];
  return {
    payments: examples.length,
    changed: changed.length,
    by_gateway: countByGateway(examples),
    examples: [...changed, ...same].slice(0, DRY_RUN_EXAMPLES_MAX),
  };
}

/** Charges of a token are left out: they go to the gateway that has it. */
const PAYMENTS = `
  SELECT i.*, a.attempts FROM intent i CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('id', id, 'method', method, 'gateway', gateway, 'instrument', instrument,
      'token_id', token_id, 'consent', consent) ORDER BY no) AS attempts, bool_or(token_id IS NULL) AS is_routed
    FROM attempt WHERE account_id = i.account_id AND intent_id = i.id) a
  WHERE i.account_id = $1 AND i.store_id = $2 AND i.mode = $3 AND i.gateway IS NULL AND a.is_routed
  ORDER BY i.id DESC LIMIT ${LIMITS.dryRunIntentsMax}`;

/** A fallback belongs to the try before it. As in the real choice, only an attempt before it has shown the BIN. */
function latestTry({ attempts, ...row }: Past): PastTry {
  const begins = new Set(row.routing_history.filter((step) => step.considered !== undefined).map(idOfAttempt));
  const isTry = ({ id, token_id: token }: PastAttempt): boolean => token === null && begins.has(id);
  const at = Math.max(attempts.findLastIndex(isTry), 0);
  const { method, gateway, consent } = attempts[at] as PastAttempt;
  const bin = binOf(attempts[at - 1]?.instrument.bin);
  return { row, gateway, facts: factsOf(row, method, { bin, saves: consent !== null }) };
}

function idOfAttempt({ attempt_id: id }: IntentRow['routing_history'][number]): string {
  return id;
}

function judge({ row, gateway, facts }: PastTry, { rules, gateways, standingOf }: Tried): DryRunExample {
  const choice = chooseProviders(rules, facts, gateways, standingOf(facts));
  const then = choice.gateways[0] ?? 'none';
  return {
    payment_intent_id: row.id,
    changed: then !== gateway,
    now: gateway,
    then,
    rule_id: choice.rule_id,
    considered: choice.verdicts,
    candidates: candidatesView(choice.candidates ?? [], row),
  };
}

function countByGateway(examples: readonly DryRunExample[]): DryRunAnswer['by_gateway'] {
  const counts: DryRunAnswer['by_gateway'] = {};
  for (const { now, then } of examples) {
    (counts[now] ??= { now: 0, then: 0 }).now++;
    (counts[then] ??= { now: 0, then: 0 }).then++;
  }
  return counts;
}

function givenRules(providers: StoreProviders, sent: readonly CreateRoutingRuleBody[]): RoutingRule[] {
  const violations = new Violations();
  for (const [index, rule] of sent.entries())
    judgeGateways(rule, new Place(`rules.${index}`, {}, violations, 'body'), providers);
  violations.check();
  return sent.map((rule, index) => ({ id: `rules.${index}`, ...newRule(rule) }));
}
