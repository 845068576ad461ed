import type { EntityManager } from 'typeorm';
import { LIMITS } from '../limits.ts';
import type { Meter } from '../meter-definitions/meter.entity.ts';
import type { ImpactAnswer } from './impact.schema.ts';
import { statusChange } from './subscription.state.ts';
import type { SubscriptionStatus } from './subscription.state.ts';

/**
 * `subscription.next_action` of §3.3, whose values the interface leaves open. It applies to every subscription of every
 * plan that binds the meter:
 * - `keep`: no subscription changes;
 * - `pause`: active subscriptions become paused;
 * - `cancel_at_period_end`: active and paused subscriptions become canceling, and end with the calendar month (UTC);
 * - `cancel`: all subscriptions that have not ended are canceled now.
 */
export const NEXT_ACTIONS = ['keep', 'pause', 'cancel_at_period_end', 'cancel'] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/** What a deactivation does to plans and subscriptions. `planActive` false: the plans take no new subscriptions. */
export interface WindDownOptions {
  nextAction: NextAction;
  planActive: boolean;
}

export const NO_IMPACT: ImpactAnswer = {
  plans_total: 0,
  plans: [],
  subscriptions: { total: 0, changed: 0, by_status_change: [], items: [] },
};

/** $1 account, $2 plans. Uses the partial index without the ended subscriptions, which are many. */
export const LIVE_SUBSCRIPTIONS = `s.account_no = $1 AND s.plan_id = ANY($2) AND s.status <> 'canceled'`;

/** Reads only. With the rows locked, the impact is what will happen; otherwise it describes one snapshot. */
export async function assessImpact(
  tx: EntityManager,
  meter: Meter,
  { nextAction, planActive }: WindDownOptions,
): Promise<ImpactAnswer> {
  const plans = (await tx.query(
    `
    SELECT p.id, p.active FROM plan p JOIN plan_meter pm ON pm.account_no = p.account_no AND pm.plan_id = p.id
    WHERE pm.account_no = $1 AND pm.meter_no = $2 ORDER BY p.id`,
    [meter.accountNo, meter.meterNo],
  )) as { id: string; active: boolean }[];
  const planIds = plans.map((plan) => plan.id);
  const counts = (await tx.query(
    `
    SELECT s.status, count(*)::int AS count FROM subscription s WHERE ${LIVE_SUBSCRIPTIONS}
    GROUP BY s.status ORDER BY s.status`,
    [meter.accountNo, planIds],
  )) as { status: SubscriptionStatus; count: number }[];
  const { from, to } = nextAction === 'keep' ? { from: [], to: 'active' as const } : statusChange(nextAction);
  const items = (await tx.query(
    `
    SELECT s.id, s.plan_id, s.status AS status_before FROM subscription s
    WHERE ${LIVE_SUBSCRIPTIONS} AND s.status = ANY($3)
    ORDER BY s.id LIMIT ${LIMITS.impactItemsMax}`,
    [meter.accountNo, planIds, from],
  )) as { id: string; plan_id: string; status_before: SubscriptionStatus }[];
  const changes = counts
    .filter(({ status }) => from.includes(status))
    .map(({ status, count }) => ({ status_before: status, status_after: to, count }));
  return {
    plans_total: plans.length,
    plans: plans
      .slice(0, LIMITS.impactItemsMax)
      .map(({ id, active }) => ({ id, active_before: active, active_after: active && planActive })),
    subscriptions: {
      total: sum(counts),
      changed: sum(changes),
      by_status_change: changes,
      items: items.map((item) => ({ ...item, status_after: to })),
    },
  };
}

function sum(rows: { count: number }[]): number {
  return rows.reduce((total, row) => total + row.count, 0);
}
