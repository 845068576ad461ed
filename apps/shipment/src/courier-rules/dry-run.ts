import { SELECTION } from '../limits.ts';
import { chooseCourier } from '../selection/choose-courier.ts';
import type { RuleSet } from '../selection/choose-courier.ts';
import { newestRules } from '../selection/newest-rules.ts';
import { NO_OFFERS } from '../selection/offers.ts';
import type { Owner } from '../shipments/owner.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { CourierRulesDryRunAnswer, CourierRulesDryRunBody } from './dry-run.schema.ts';
import { judgeRules } from './manage-rules.ts';

type Past = Pick<ShipmentRow, 'id' | 'reference' | 'released_reference' | 'courier' | 'selection' | 'request'>;

/**
 * Applies the given rules to the company's newest shipments and counts the differences. No courier is asked for
 * prices: those of then are unknown, and those of now would be of another day.
 */
export async function dryRun(
  dependencies: ShipmentDependencies,
  owner: Owner,
  { rules: sent }: CourierRulesDryRunBody,
): Promise<CourierRulesDryRunAnswer> {
  const { couriers, pool } = dependencies;
  if (sent !== undefined) judgeRules(dependencies, sent);
  const rules = sent === undefined ? await newestRules(pool, owner) : { version: 0, rules: sent };
  const available = await couriers.ofCompany(pool, owner.accountId);
  const { rows } = await pool.query<Past>(
    `
    SELECT id, reference, released_reference, courier, selection, request FROM shipment WHERE account_id = $1
    ORDER BY id DESC LIMIT ${SELECTION.dryRunShipmentsMax}`,
    [owner.accountId],
  );
  const result: CourierRulesDryRunAnswer = { shipments: 0, changed: 0, byCourier: {}, examples: [] };
  for (const row of rows) judge(result, row, { rules, available });
  return result;
}

/** A shipment that named its courier says nothing about rules. */
function judge(
  result: CourierRulesDryRunAnswer,
  row: Past,
  { rules, available }: { rules: RuleSet; available: readonly string[] },
): void {
  const referenceNumber = row.released_reference ?? row.reference;
  const choice = chooseCourier(rules, { ...requestOf(row.request), referenceNumber }, available, NO_OFFERS);
  const then = choice?.order[0]?.courierId;
  if (choice === null || then === undefined) return;
  const now = row.selection?.order[0]?.courierId ?? row.courier;
  result.shipments++;
  (result.byCourier[now] ??= { now: 0, then: 0 }).now++;
  (result.byCourier[then] ??= { now: 0, then: 0 }).then++;
  if (then === now) return;
  result.changed++;
  if (result.examples.length < SELECTION.dryRunExamplesMax)
    result.examples.push({ shipmentId: row.id, referenceNumber, now, then, rule: choice.rule, why: choice.why });
}
