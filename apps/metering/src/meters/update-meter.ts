import type { DataSource, EntityManager } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import { NO_IMPACT } from '../plans/impact.ts';
import type { Impact, WindDown } from '../plans/impact.ts';
import { windDown } from '../plans/wind-down.ts';
import { tellMeter } from './create-meter.ts';
import { compileFilter } from './filter.ts';
import { Meter, meterView } from './meter.entity.ts';
import type { MeterView } from './meter.entity.ts';
import type { UpdateMeterBody } from './meter.schema.ts';

export interface ChangedMeter { meter: MeterView; impact: Impact }

/** The fields that a change may set. */
type Settable = Partial<Pick<Meter, 'name' | 'active' | 'filters'>>;

const IMMUTABLE = ['id', 'aggregation_type', 'aggregation_field', 'group_by'] as const;

/** Changes a meter (§4.13). Turning it off takes the orders of rule 1; turning it on again takes none. */
export async function updateMeter(source: DataSource, owner: Principal, id: string, body: UpdateMeterBody): Promise<MeterView> {
  checkUpdate(body);
  return (await changeMeter(source, owner, id, body)).meter;
}

/** What can be said of the body without the meter. */
export function checkUpdate(body: UpdateMeterBody): void {
  const fixed = IMMUTABLE.find((field) => body[field] !== undefined);
  if (fixed !== undefined) {
    throw invalid(fixed, `${fixed} cannot change: usage that is counted already would mean something else. Create a new meter instead.`, 'immutable_field');
  }
  if (Object.values(body).every((value) => value === undefined)) throw invalid('body', 'Send at least one of name, active, subscription, plan, filters.');
  if (body.filters !== undefined) compileFilter(body.filters);
  if (body.active === false) return;
  // Orders that change nothing are harmless; others would be lost without a word.
  if ((body.subscription?.next_action ?? 'keep') !== 'keep') throw invalid('subscription.next_action', 'subscription.next_action goes with active false: it says what a deactivation does.');
  if (body.plan?.active === false) throw invalid('plan.active', 'plan.active false goes with active false: it says what a deactivation does.');
}

/** Changes what differs, in one transaction with its events; a change that changes nothing tells nothing. */
export function changeMeter(source: DataSource, owner: Principal, id: string, change: UpdateMeterBody): Promise<ChangedMeter> {
  return source.transaction(async (tx) => {
    const meter = await findMeter(tx, owner, id, 'locked');
    const next = differences(meter, change);
    if (Object.keys(next).length === 0) return { meter: meterView(meter, owner.accountId), impact: NO_IMPACT };
    const now = new Date();
    const impact = next.active === false ? await windDown(tx, meter, { ...windDownOf(change), owner, now }) : NO_IMPACT;
    await save(tx, meter, next, now);
    if (next.name !== undefined || next.filters !== undefined) await tellMeter(tx, METER_EVENT.updated, meter, owner);
    if (next.active !== undefined) await tellMeter(tx, next.active ? METER_EVENT.reactivated : METER_EVENT.deactivated, meter, owner);
    return { meter: meterView(meter, owner.accountId), impact };
  });
}

/** §4.13 rule 1. */
export function windDownOf({ subscription, plan }: UpdateMeterBody): WindDown {
  if (subscription === undefined) throw invalid('subscription.next_action', 'subscription.next_action is required to deactivate a meter: it says what happens to the subscriptions of its plans.');
  if (plan === undefined) throw invalid('plan.active', 'plan.active is required to deactivate a meter: it says whether its plans take new subscriptions.');
  return { nextAction: subscription.next_action, planActive: plan.active };
}

/** A foreign meter and an unknown one answer the same 404. */
export async function findMeter(db: EntityManager, owner: Principal, id: string, lock?: 'locked'): Promise<Meter> {
  const find = db.getRepository(Meter).createQueryBuilder('meter')
    .innerJoin('account', 'account', 'account.account_no = meter.account_no')
    .where('account.account_id = :accountId AND meter.store_id = :storeId AND meter.id = :id', { accountId: owner.accountId, storeId: owner.storeId, id });
  // Of the meter's row alone: the account's row is everyone's.
  if (lock !== undefined) find.setLock('pessimistic_write', undefined, ['meter']);
  const meter = id.includes('\0') ? null : await find.getOne();
  if (meter === null) throw notFound('meter', id);
  return meter;
}

function differences(meter: Meter, { name, active, filters }: UpdateMeterBody): Settable {
  const text = (value: unknown): string => canonicalJson(value as JsonValue);
  return {
    ...(name === undefined || name === meter.name ? {} : { name }),
    ...(active === undefined || active === meter.active ? {} : { active }),
    ...(filters === undefined || text(filters) === text(meter.filters) ? {} : { filters }),
  };
}

/** One UPDATE with the revision, so that no event is judged by half a change. New filters hold for usage stamped from now on. */
async function save(tx: EntityManager, meter: Meter, next: Settable, now: Date): Promise<void> {
  const version = meter.version + (next.filters === undefined ? 0 : 1);
  if (version > LIMITS.meterVersionsMax) {
    throw conflict('too_many_versions', `The filters of a meter can change ${LIMITS.meterVersionsMax - 1} times. Create a new meter instead.`, {}, 'filters');
  }
  Object.assign(meter, next, { version, revision: meter.revision + 1, updatedAt: now });
  const { accountNo, meterNo, revision } = meter;
  await tx.query('UPDATE meter SET name = $3, active = $4, filters = $5, version = $6, revision = $7, updated_at = $8 WHERE account_no = $1 AND id = $2',
    [accountNo, meter.id, meter.name, meter.active, JSON.stringify(meter.filters), version, revision, now]);
  if (next.filters === undefined) return;
  await tx.query('INSERT INTO meter_version (account_no, meter_no, version, effective_from, filters) VALUES ($1, $2, $3, $4, $5)',
    [accountNo, meterNo, version, now, JSON.stringify(next.filters)]);
}
