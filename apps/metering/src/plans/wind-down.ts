import type { EntityManager } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import type { Meter } from '../meter-definitions/meter.entity.ts';
import { planEvent } from './create-plan.ts';
import { assessImpact, LIVE_SUBSCRIPTIONS } from './impact.ts';
import type { WindDownOptions } from './impact.ts';
import type { ImpactAnswer } from './impact.schema.ts';
import { plansByIds, planViews } from './plan.entity.ts';
import { publishMany } from './publish-many.ts';
import { SUBSCRIPTION_COLUMNS, subscriptionEvent } from './subscription.entity.ts';
import type { Subscription } from './subscription.entity.ts';
import { endOf, statusChange } from './subscription.state.ts';

interface WindDown extends WindDownOptions {
  owner: Principal;
  now: Date;
}

/**
 * Applies a meter's deactivation to its plans and subscriptions, in the transaction that has locked the meter's row.
 * The lock order is meter, plans by id, subscriptions by id. So there are no deadlocks, and the assessed impact is what
 * happens.
 */
export async function windDown(tx: EntityManager, meter: Meter, options: WindDown): Promise<ImpactAnswer> {
  const planIds = await lockPlans(tx, meter);
  if (planIds.length === 0) return assessImpact(tx, meter, options);
  if (options.nextAction !== 'keep') {
    await tx.query(
      `
      SELECT count(*) FROM (
        SELECT 1 FROM subscription s WHERE ${LIVE_SUBSCRIPTIONS} ORDER BY s.id FOR UPDATE
      ) AS locked`,
      [meter.accountNo, planIds],
    );
  }
  const impact = await assessImpact(tx, meter, options);
  if (!options.planActive) await deactivatePlans(tx, meter.accountNo, planIds, options);
  if (options.nextAction !== 'keep') await changeSubscriptions(tx, meter.accountNo, planIds, options);
  return impact;
}

async function lockPlans(tx: EntityManager, { accountNo, meterNo }: Meter): Promise<string[]> {
  const rows = (await tx.query(
    `
    SELECT p.id FROM plan p JOIN plan_meter pm ON pm.account_no = p.account_no AND pm.plan_id = p.id
    WHERE pm.account_no = $1 AND pm.meter_no = $2 ORDER BY p.id FOR UPDATE OF p`,
    [accountNo, meterNo],
  )) as { id: string }[];
  return rows.map((row) => row.id);
}

async function deactivatePlans(
  tx: EntityManager,
  accountNo: number,
  planIds: string[],
  { owner, now }: WindDown,
): Promise<void> {
  const [rows] = (await tx.query(
    `
    UPDATE plan SET active = false, revision = revision + 1, updated_at = $3
    WHERE account_no = $1 AND id = ANY($2) AND active RETURNING id`,
    [accountNo, planIds, now],
  )) as [{ id: string }[], number];
  for (let from = 0; from < rows.length; from += LIMITS.eventsPerOutboxRowMax) {
    const plans = await plansByIds(
      tx,
      accountNo,
      rows.slice(from, from + LIMITS.eventsPerOutboxRowMax).map((row) => row.id),
    );
    const views = await planViews(tx, plans, owner.accountId);
    await publishMany(
      tx,
      views.map((view, index) =>
        planEvent(METER_EVENT.planUpdated, plans[index] as (typeof plans)[number], view, owner),
      ),
    );
  }
}

/** A bounded number at a time. A changed subscription no longer matches the condition, so the loop ends. */
async function changeSubscriptions(
  tx: EntityManager,
  accountNo: number,
  planIds: string[],
  { nextAction, owner, now }: WindDown,
): Promise<void> {
  if (nextAction === 'keep') return;
  const { from, to } = statusChange(nextAction);
  let changed: number;
  do {
    const [rows] = (await tx.query(
      `
      UPDATE subscription s SET status = $4, ends_at = $5, revision = s.revision + 1, updated_at = $6
      FROM (
        SELECT s.id FROM subscription s WHERE ${LIVE_SUBSCRIPTIONS} AND s.status = ANY($3)
        ORDER BY s.id LIMIT ${LIMITS.subscriptionsPerStatementMax}
      ) AS due
      WHERE s.account_no = $1 AND s.id = due.id RETURNING ${SUBSCRIPTION_COLUMNS}`,
      [accountNo, planIds, from, to, endOf(to, now), now],
    )) as [Subscription[], number];
    await publishMany(
      tx,
      rows.map((row) => subscriptionEvent(METER_EVENT.subscriptionUpdated, row, owner)),
    );
    changed = rows.length;
  } while (changed === LIMITS.subscriptionsPerStatementMax);
}
