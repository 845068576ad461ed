import type { DataSource } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { invalid } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { planEvent } from './create-plan.ts';
import { findPlan } from './find-plans.ts';
import { Plan, planViews } from './plan.entity.ts';
import type { PlanView } from './plan.entity.ts';
import type { UpdatePlanBody } from './plan.schema.ts';

/** Renames a plan, or turns it on or off: an inactive one takes no new subscriptions, those it has go on. */
export async function updatePlan(source: DataSource, owner: Principal, id: string, body: UpdatePlanBody): Promise<PlanView> {
  if (body.name === undefined && body.active === undefined) throw invalid('body', 'Send name, active or both.');
  return source.transaction(async (tx) => {
    const plan = await findPlan(tx, owner, id, 'pessimistic_write');
    const { name = plan.name, active = plan.active } = body;
    const changed = name !== plan.name || active !== plan.active;
    if (changed) {
      Object.assign(plan, { name, active, revision: plan.revision + 1, updatedAt: new Date() });
      await tx.update(Plan, { accountNo: plan.accountNo, id }, { name, active, revision: plan.revision, updatedAt: plan.updatedAt });
    }
    const [view] = await planViews(tx, [plan], owner.accountId) as [PlanView];
    if (changed) await publish(tx, TOPICS.meterEvents, planEvent(METER_EVENT.planUpdated, plan, view, owner));
    return view;
  });
}
