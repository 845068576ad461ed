import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { currentTraceparent } from '@qafila/runtime/traces';
import { Place, Violations } from '@qafila/schema/violations';
import { Meter } from '../meter-definitions/meter.entity.ts';
import { Plan, PlanMeter, planView } from './plan.entity.ts';
import type { CreatePlanBody, PlanAnswer } from './plan.schema.ts';
import type { Price } from './price.schema.ts';

/** Creates a plan for meters of the same store. */
export async function createPlan(source: DataSource, owner: Principal, body: CreatePlanBody): Promise<PlanAnswer> {
  return source.transaction(async (tx) => {
    const meters = await lockMeters(
      tx,
      owner,
      body.meters.map((meter) => meter.meter_id),
    );
    const bound = bind(body, meters);
    const now = new Date();
    const plan: Plan = {
      accountNo: (bound[0] as { meter: Meter }).meter.accountNo,
      id: body.id ?? `pln_${randomBytes(12).toString('hex')}`,
      storeId: owner.storeId,
      mode: owner.mode,
      name: body.name,
      active: body.active ?? true,
      recurring: body.recurring,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    await tx.insert(Plan, plan).catch((error: { code?: string }) => {
      if (error.code === '23505')
        throw conflict(
          'plan_exists',
          `A plan with the id ${plan.id} exists in this account. Choose another id.`,
          { id: plan.id },
          'id',
        );
      throw error;
    });
    await tx.insert(
      PlanMeter,
      bound.map(({ meter, price }, position) => ({
        accountNo: plan.accountNo,
        planId: plan.id,
        meterNo: meter.meterNo,
        position,
        price,
      })),
    );
    const view = planView(
      plan,
      owner.accountId,
      bound.map(({ meter, price }) => ({ meter_id: meter.id, price })),
    );
    await publish(tx, TOPICS.meterEvents, planEvent(METER_EVENT.planCreated, plan, view, owner));
    return view;
  });
}

export function planEvent(type: string, plan: Plan, data: PlanAnswer, owner: Principal): CloudEvent<PlanAnswer> {
  return cloudEvent({
    source: '/qafila/metering',
    type,
    subject: plan.id,
    owner,
    aggregateVersion: plan.revision,
    traceparent: currentTraceparent(),
    data,
  });
}

/**
 * Share locks, in the order of the ids: a deactivation waits, and then finds this plan among the plans of its meter.
 */
async function lockMeters(tx: EntityManager, owner: Principal, ids: string[]): Promise<Map<string, Meter>> {
  const meters = await tx
    .getRepository(Meter)
    .createQueryBuilder('meter')
    .innerJoin('account', 'account', 'account.account_no = meter.account_no')
    .where('account.account_id = :accountId AND meter.store_id = :storeId', {
      accountId: owner.accountId,
      storeId: owner.storeId,
    })
    .andWhere('meter.id = ANY(:ids)', { ids })
    .orderBy('meter.id')
    .setLock('pessimistic_read', undefined, ['meter'])
    .getMany();
  return new Map(meters.map((meter) => [meter.id, meter]));
}

/** The meters of the plan, each with its price. Throws a 400 that names each one that the plan cannot bind. */
function bind({ meters, recurring }: CreatePlanBody, known: Map<string, Meter>): { meter: Meter; price: Price }[] {
  const violations = new Violations();
  const bound = meters.map(({ meter_id: id, price }, index) => {
    const at = new Place(`meters.${index}`, {}, violations, 'body');
    const meter = known.get(id);
    if (meter === undefined)
      at.below('meter_id').fail(`names ${JSON.stringify(id)}, and this store has no such meter`, 'unknown_meter');
    else judgeMeter(meter, { price, recurring }, at);
    return { meter: meter as Meter, price };
  });
  violations.check();
  return bound;
}

function judgeMeter(meter: Meter, { price, recurring }: { price: Price; recurring: boolean }, at: Place): void {
  const { id, active, aggregationType } = meter;
  if (!active) at.below('meter_id').fail(`names ${id}, which is inactive. Reactivate it first`, 'meter_inactive');
  if (aggregationType === 'count' || aggregationType === 'sum') return;
  if (recurring)
    at.below('meter_id').fail(
      `names ${id}, a ${aggregationType} meter. Such meters are one-time only. ` +
        'Bind it to a plan with recurring false',
      'one_time_only',
    );
  if (price.model === 'fixed_retainer')
    at.below('price.model').fail(
      'cannot be fixed_retainer, which charges units beyond the included ones and so needs a count or sum meter; ' +
        `${id} is a ${aggregationType} meter`,
    );
}
