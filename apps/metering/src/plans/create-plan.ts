import { randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict, invalid } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { currentTraceparent } from '@qafila/runtime/traces';
import { Meter } from '../meters/meter.entity.ts';
import { Plan, PlanMeter, planView } from './plan.entity.ts';
import type { PlanView } from './plan.entity.ts';
import type { CreatePlanBody } from './plan.schema.ts';
import { isObject, parsePrice, refuseOthers } from './price.ts';
import type { Price } from './price.ts';

interface Binding { meterId: string; price: Price; path: string }

/** Defines a plan over meters of the same store. */
export async function createPlan(source: DataSource, owner: Principal, body: CreatePlanBody): Promise<PlanView> {
  const bindings = bindingsOf(body.meters);
  return source.transaction(async (tx) => {
    const meters = await shareMeters(tx, owner, bindings.map((binding) => binding.meterId));
    const bound = bindings.map((binding) => ({ ...binding, meter: meterFor(binding, meters, body.recurring) }));
    const now = new Date();
    const plan: Plan = {
      accountNo: (bound[0] as { meter: Meter }).meter.accountNo, id: body.id ?? `pln_${randomBytes(12).toString('hex')}`, storeId: owner.storeId, mode: owner.mode,
      name: body.name, active: body.active ?? true, recurring: body.recurring, revision: 1, createdAt: now, updatedAt: now,
    };
    await tx.insert(Plan, plan).catch((error: { code?: string }) => {
      if (error.code === '23505') throw conflict('plan_exists', `A plan with the id ${plan.id} exists in this account. Choose another id.`, { id: plan.id }, 'id');
      throw error;
    });
    await tx.insert(PlanMeter, bound.map(({ meter, price }, position) => ({ accountNo: plan.accountNo, planId: plan.id, meterNo: meter.meterNo, position, price })));
    const view = planView(plan, owner.accountId, bound.map(({ meterId, price }) => ({ meter_id: meterId, price })));
    await publish(tx, TOPICS.meterEvents, planEvent(METER_EVENT.planCreated, plan, view, owner));
    return view;
  });
}

export function planEvent(type: string, plan: Plan, data: PlanView, owner: Principal): CloudEvent<PlanView> {
  return cloudEvent({ source: '/qafila/metering', type, subject: plan.id, owner, aggregateVersion: plan.revision, traceparent: currentTraceparent(), data });
}

/** The body's `meters`, each with its path for refusals. Pure. */
function bindingsOf(values: JsonValue[]): Binding[] {
  const seen = new Set<string>();
  return values.map((value, index) => {
    const path = `meters.${index}`;
    if (!isObject(value)) throw invalid(path, `${path} must be an object with meter_id and price.`);
    refuseOthers(value, ['meter_id', 'price'], path);
    const { meter_id: meterId } = value;
    if (typeof meterId !== 'string' || meterId === '') throw invalid(`${path}.meter_id`, `${path}.meter_id must be the id of a meter.`);
    if (seen.has(meterId)) throw invalid(`${path}.meter_id`, `${path}.meter_id names ${meterId} a second time; a plan binds a meter once.`);
    seen.add(meterId);
    return { meterId, price: parsePrice(value.price, `${path}.price`), path };
  });
}

/** Share locks, in one order: a deactivation waits, and then finds this plan among those it must wind down. */
async function shareMeters(tx: EntityManager, owner: Principal, ids: string[]): Promise<Map<string, Meter>> {
  const meters = await tx.getRepository(Meter).createQueryBuilder('meter')
    .innerJoin('account', 'account', 'account.account_no = meter.account_no')
    .where('account.account_id = :accountId AND meter.store_id = :storeId', { accountId: owner.accountId, storeId: owner.storeId })
    .andWhere('meter.id = ANY(:ids)', { ids }).orderBy('meter.id').setLock('pessimistic_read', undefined, ['meter']).getMany();
  return new Map(meters.map((meter) => [meter.id, meter]));
}

function meterFor({ meterId, price, path }: Binding, meters: Map<string, Meter>, recurring: boolean): Meter {
  const meter = meters.get(meterId);
  if (meter === undefined) throw invalid(`${path}.meter_id`, `${path}.meter_id: there is no meter ${JSON.stringify(meterId)} in this store.`, 'unknown_meter');
  if (!meter.active) throw invalid(`${path}.meter_id`, `${path}.meter_id: the meter ${meterId} is inactive. Reactivate it first.`, 'meter_inactive');
  const { aggregationType } = meter;
  const accumulates = aggregationType === 'count' || aggregationType === 'sum';
  if (recurring && !accumulates) {
    throw invalid(`${path}.meter_id`, `${path}.meter_id: ${meterId} is a ${aggregationType} meter, and those are one-time only: they cannot be recurring (§2.7). `
      + 'Bind it to a plan with recurring false.', 'one_time_only');
  }
  if (price.model === 'fixed_retainer' && !accumulates) {
    throw invalid(`${path}.price.model`, `${path}.price.model: fixed_retainer charges units beyond those included, so it goes with a count or sum meter; ${meterId} is a ${aggregationType} meter.`);
  }
  return meter;
}
