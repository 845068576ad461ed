import type { DataSource } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { planEvent } from './create-plan.ts';
import { findPlan } from './find-plans.ts';
import { Plan, planViews } from './plan.entity.ts';
import type { UpdatePlanBody, PlanAnswer } from './plan.schema.ts';

/**
 * Renames, activates or deactivates a plan. An inactive plan takes no new subscriptions; its subscriptions continue.
 */
export async function updatePlan(
  source: DataSource,
  owner: Principal,
  id: string,
  body: UpdatePlanBody,
): Promise<PlanAnswer> {
  return source.transaction(async (tx) => {
    const plan = await findPlan(tx, owner, id, 'pessimistic_write');
    const { name = plan.name, active = plan.active } = body;
    const changed = name !== plan.name || active !== plan.active;
    if (changed) {
      Object.assign(plan, { name, active, revision: plan.revision + 1, updatedAt: new Date() });
      await tx.update(
        Plan,
        { accountNo: plan.accountNo, id },
        { name, active, revision: plan.revision, updatedAt: plan.updatedAt },
      );
    }
    const [view] = (await planViews(tx, [plan], owner.accountId)) as [PlanAnswer];
    if (changed) await publish(tx, TOPICS.meterEvents, planEvent(METER_EVENT.planUpdated, plan, view, owner));
    return view;
  });
}
