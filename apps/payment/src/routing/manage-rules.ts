import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import { Place, Violations } from '@qafila/schema/violations';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { RoutingRule } from './choose-providers.ts';
import { changedRule, judgeGateways, newRule } from './read-rule.ts';
import type { RuleContent } from './read-rule.ts';
import { WITH_SPLIT } from './rule.schema.ts';
import type { CreateRoutingRuleBody, RoutingRuleAnswer, UpdateRoutingRuleBody } from './rule.schema.ts';
import { loadRules } from './rules.ts';

/** The fields of §2.4 in their order, then additional ones. */
function ruleView(rule: RoutingRule): RoutingRuleAnswer {
  const { amount_min: min, amount_max: max, ...conditions } = rule.conditions;
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), conditions.currencies?.[0] ?? 'SAR'));
  return {
    rule_id: rule.id,
    enabled: rule.enabled,
    gatewayType: rule.gateway,
    fallback_gateway: rule.fallback.map((type) => ({ gateway_type: type })),
    rule_attributes: [...rule.labels],
    conditions: {
      ...(min === undefined ? {} : { amount_min: major(min) }),
      ...(max === undefined ? {} : { amount_max: major(max) }),
      ...conditions,
    },
    split: rule.split.map(({ gateway, percent }) => ({ gateway_type: gateway, percent })),
    order_by: rule.orderBy,
  };
}

export async function listRules({ pool }: PaymentDependencies, owner: Owner): Promise<RoutingRuleAnswer[]> {
  return (await loadRules(pool, owner)).map(ruleView);
}

export async function createRule(
  deps: PaymentDependencies,
  owner: Owner,
  body: CreateRoutingRuleBody,
): Promise<RoutingRuleAnswer> {
  await checkGateways(deps, owner, body);
  const rule = newRule(body);
  const id = newId('rule', deps.clock());
  return inTransaction(deps.pool, async (tx) => {
    await lockRules(tx, owner);
    const rules = await loadRules(tx, owner);
    if (rules.length >= LIMITS.rulesPerStoreMax)
      throw conflict(
        'too_many_rules',
        `A store may have at most ${LIMITS.rulesPerStoreMax} routing rules. Delete one first.`,
      );
    await tx.query(
      `
      INSERT INTO routing_rule (account_id, store_id, mode, id, position, enabled, gateway, fallback, labels,
      conditions, split, order_by)
      SELECT $1, $2, $3, $4, coalesce(max(position), 0) + 1, $5, $6, $7, $8, $9, $10, $11 FROM routing_rule
      WHERE account_id = $1 AND store_id = $2 AND mode = $3`,
      [...keyOf(owner), id, ...columns(rule)],
    );
    return ruleView({ id, ...rule });
  });
}

export async function changeRule(
  deps: PaymentDependencies,
  owner: Owner,
  id: string,
  body: UpdateRoutingRuleBody,
): Promise<RoutingRuleAnswer> {
  await checkGateways(deps, owner, body);
  return inTransaction(deps.pool, async (tx) => {
    await lockRules(tx, owner);
    const known = (await loadRules(tx, owner)).find((rule) => rule.id === id);
    if (known === undefined) throw notFound('routing rule', id);
    const rule = changedRule(known, body);
    requireOneOrder(rule);
    await tx.query(
      `
      UPDATE routing_rule SET enabled = $5, gateway = $6, fallback = $7, labels = $8, conditions = $9, split = $10,
      order_by = $11, updated_at = now()
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4`,
      [...keyOf(owner), id, ...columns(rule)],
    );
    return ruleView({ id, ...rule });
  });
}

export async function deleteRule({ pool }: PaymentDependencies, owner: Owner, id: string): Promise<void> {
  const { rowCount } = await pool.query(
    'DELETE FROM routing_rule WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4',
    [...keyOf(owner), id],
  );
  if (rowCount === 0) throw notFound('routing rule', id);
}

/** Sets the order of the rules. `rule_ids` must name all rules of the store, first to last. */
export async function orderRules(
  deps: PaymentDependencies,
  owner: Owner,
  ids: readonly string[],
): Promise<RoutingRuleAnswer[]> {
  return inTransaction(deps.pool, async (tx) => {
    await lockRules(tx, owner);
    const known = (await loadRules(tx, owner)).map((rule) => rule.id);
    if (ids.length !== known.length || new Set(ids).size !== ids.length || !ids.every((id) => known.includes(id))) {
      throw invalid('rule_ids', 'rule_ids must name each rule of the store exactly once.');
    }
    await tx.query(
      `
      UPDATE routing_rule r SET position = t.position, updated_at = now()
      FROM unnest($4::text[]) WITH ORDINALITY AS t (id, position)
      WHERE r.account_id = $1 AND r.store_id = $2 AND r.mode = $3 AND r.id = t.id`,
      [...keyOf(owner), ids],
    );
    return (await loadRules(tx, owner)).map(ruleView);
  });
}

/** Shares and a measured order would each decide which gateway is first. */
function requireOneOrder({ split, orderBy }: RuleContent): void {
  if (split.length > 0 && orderBy !== 'priority') throw invalid('order_by', `order_by must be priority ${WITH_SPLIT}.`);
}

async function checkGateways(
  { providers }: PaymentDependencies,
  owner: Owner,
  body: UpdateRoutingRuleBody,
): Promise<void> {
  const violations = new Violations();
  judgeGateways(body, new Place('', {}, violations, 'body'), await providers.ofStore(owner));
  violations.check();
}

/** Serialises the changes of a store's rules, because each change depends on the order of all rules. */
async function lockRules(tx: PoolClient, owner: Owner): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`routing ${keyOf(owner).join(' ')}`]);
}

function keyOf({ accountId, storeId, mode }: Owner): [string, string, string] {
  return [accountId, storeId, mode];
}

function columns(rule: RuleContent): unknown[] {
  return [
    rule.enabled,
    rule.gateway,
    rule.fallback,
    rule.labels,
    JSON.stringify(rule.conditions),
    JSON.stringify(rule.split),
    rule.orderBy,
  ];
}
