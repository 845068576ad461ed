import { invalid } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import type { IntentRow } from '../intents/intent.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';
import { readBody, readObject } from '../reading.ts';
import { chooseGateways, customerLabels } from './choose-gateways.ts';
import type { Method, RoutingRule } from './choose-gateways.ts';
import { readRule } from './read-rule.ts';
import { loadRules } from './rules.ts';

export interface DryRun { payments: number; changed: number; by_gateway: Record<string, { now: number; then: number }>; examples: Record<string, unknown>[] }

const EXAMPLES_MAX = 20;

type Past = Pick<IntentRow, 'id' | 'amount_minor' | 'currency' | 'customer' | 'shipping' | 'billing'> & { method: Method; gateway: string };

/** The store's latest payments, chosen for once more by the rules sent. */
export async function dryRun(payments: Payments, owner: Owner, body: JsonValue | undefined): Promise<DryRun> {
  const sent = readBody(body ?? {});
  const rules = sent.rules === undefined ? await loadRules(payments.pool, owner) : readRules(sent.rules, payments);
  const { rows } = await payments.pool.query<Past>(`
    SELECT DISTINCT ON (i.id) i.id, i.amount_minor, i.currency, i.customer, i.shipping, i.billing, a.method, a.gateway FROM intent i
    JOIN attempt a ON a.account_id = i.account_id AND a.intent_id = i.id WHERE i.account_id = $1 AND i.store_id = $2 AND i.mode = $3 AND i.gateway IS NULL
    ORDER BY i.id DESC, a.no LIMIT ${LIMITS.dryRunIntentsMax}`, [owner.accountId, owner.storeId, owner.mode]);
  const result: DryRun = { payments: rows.length, changed: 0, by_gateway: {}, examples: [] };
  for (const row of rows) judge(result, row, { rules, gateways: payments.providers.gateways });
  return result;
}

function judge(result: DryRun, row: Past, { rules, gateways }: { rules: RoutingRule[]; gateways: Parameters<typeof chooseGateways>[2] }): void {
  const choice = chooseGateways(rules, {
    intentId: row.id, amountMinor: BigInt(row.amount_minor), currency: row.currency, country: String(row.shipping.country ?? row.billing.country ?? ''), method: row.method,
    labels: customerLabels(row.customer),
  }, gateways);
  const then = choice.gateways[0] ?? 'none';
  (result.by_gateway[row.gateway] ??= { now: 0, then: 0 }).now++;
  (result.by_gateway[then] ??= { now: 0, then: 0 }).then++;
  if (then !== row.gateway) result.changed++;
  if (then !== row.gateway && result.examples.length < EXAMPLES_MAX) result.examples.push({ payment_intent_id: row.id, now: row.gateway, then, rule_id: choice.rule_id, considered: choice.verdicts });
}

function readRules(value: JsonValue, payments: Payments): RoutingRule[] {
  if (!Array.isArray(value) || value.length > LIMITS.rulesPerStoreMax) throw invalid('rules', `rules must be an array of at most ${LIMITS.rulesPerStoreMax} rules.`);
  return value.map((rule, at) => ({ id: `rules.${at}`, ...readRule(readObject(rule, `rules.${at}`), undefined, payments.providers) }));
}
