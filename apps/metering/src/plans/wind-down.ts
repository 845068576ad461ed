import type { EntityManager } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import type { Meter } from '../meters/meter.entity.ts';
import { planEvent } from './create-plan.ts';
import { assessImpact, LIVE_OF_PLANS } from './impact.ts';
import type { Impact, WindDown } from './impact.ts';
import { plansByIds, planViews } from './plan.entity.ts';
import { publishMany } from './publish-many.ts';
import { SUBSCRIPTION_COLUMNS, subscriptionEvent } from './subscription.entity.ts';
import type { Subscription } from './subscription.entity.ts';
import { endOf, moves } from './subscription.state.ts';

export interface WindDownOrder extends WindDown { owner: Principal; now: Date }

/**
 * Does to a meter's plans and subscriptions what its deactivation orders, in the transaction that holds the meter's row.
 * Locks go meter, plans by id, subscriptions by id: nobody waits in a circle, and what was assessed is what happens.
 */
export async function windDown(tx: EntityManager, meter: Meter, order: WindDownOrder): Promise<Impact> {
  const planIds = await lockPlans(tx, meter);
  if (planIds.length === 0) return assessImpact(tx, meter, order);
  if (order.nextAction !== 'keep') {
    await tx.query(`SELECT count(*) FROM (SELECT 1 FROM subscription s WHERE ${LIVE_OF_PLANS} ORDER BY s.id FOR UPDATE) AS locked`, [meter.accountNo, planIds]);
  }
  const impact = await assessImpact(tx, meter, order);
  if (!order.planActive) await turnOff(tx, meter.accountNo, planIds, order);
  if (order.nextAction !== 'keep') await moveSubscriptions(tx, meter.accountNo, planIds, order);
  return impact;
}

async function lockPlans(tx: EntityManager, { accountNo, meterNo }: Meter): Promise<string[]> {
  const rows = await tx.query(`
    SELECT p.id FROM plan p JOIN plan_meter pm ON pm.account_no = p.account_no AND pm.plan_id = p.id
    WHERE pm.account_no = $1 AND pm.meter_no = $2 ORDER BY p.id FOR UPDATE OF p`, [accountNo, meterNo]) as { id: string }[];
  return rows.map((row) => row.id);
}

async function turnOff(tx: EntityManager, accountNo: number, planIds: string[], { owner, now }: WindDownOrder): Promise<void> {
  const [rows] = await tx.query(`
    UPDATE plan SET active = false, revision = revision + 1, updated_at = $3 WHERE account_no = $1 AND id = ANY($2) AND active RETURNING id`,
  [accountNo, planIds, now]) as [{ id: string }[], number];
  for (let from = 0; from < rows.length; from += LIMITS.eventsPerOutboxRowMax) {
    const plans = await plansByIds(tx, accountNo, rows.slice(from, from + LIMITS.eventsPerOutboxRowMax).map((row) => row.id));
    const views = await planViews(tx, plans, owner.accountId);
    await publishMany(tx, views.map((view, index) => planEvent(METER_EVENT.planUpdated, plans[index] as (typeof plans)[number], view, owner)));
  }
}

/** A bounded number at a time: a moved subscription is no longer among those to move, so the loop ends. */
async function moveSubscriptions(tx: EntityManager, accountNo: number, planIds: string[], { nextAction, owner, now }: WindDownOrder): Promise<void> {
  if (nextAction === 'keep') return;
  const { from, to } = moves(nextAction);
  let moved: number;
  do {
    const [rows] = await tx.query(`
      UPDATE subscription s SET status = $4, ends_at = $5, revision = s.revision + 1, updated_at = $6
      FROM (SELECT s.id FROM subscription s WHERE ${LIVE_OF_PLANS} AND s.status = ANY($3) ORDER BY s.id LIMIT ${LIMITS.subscriptionsPerStatementMax}) AS due
      WHERE s.account_no = $1 AND s.id = due.id RETURNING ${SUBSCRIPTION_COLUMNS}`,
    [accountNo, planIds, from, to, endOf(to, now), now]) as [Subscription[], number];
    await publishMany(tx, rows.map((row) => subscriptionEvent(METER_EVENT.subscriptionUpdated, row, owner)));
    moved = rows.length;
  } while (moved === LIMITS.subscriptionsPerStatementMax);
}
