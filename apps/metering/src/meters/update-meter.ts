import type { DataSource, EntityManager } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import type { Principal } from '@qafila/auth/principal';
import { Place, Violations } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { NO_IMPACT } from '../plans/impact.ts';
import type { WindDownOptions } from '../plans/impact.ts';
import { windDown } from '../plans/wind-down.ts';
import { publishMeterEvent } from './create-meter.ts';
import { Meter, MeterVersion } from '../meter-definitions/meter.entity.ts';
import { meterView } from './meter-answers.schema.ts';
import type { ChangedMeterAnswer, MeterAnswer } from './meter-answers.schema.ts';
import { NEEDED } from './meter.schema.ts';
import type { PlanOrder, SubscriptionOrder, UpdateMeterBody } from './meter.schema.ts';

/** The fields that a change can set. */
type MeterChange = Partial<Pick<Meter, 'name' | 'active' | 'filters'>>;

/** Changes a meter (§4.13). A deactivation needs the fields of rule 1; a reactivation does not. */
export async function updateMeter(
  source: DataSource,
  owner: Principal,
  id: string,
  body: UpdateMeterBody,
): Promise<MeterAnswer> {
  return (await changeMeter(source, owner, id, body)).meter;
}

/** Writes the differences and their events in one transaction. Without a difference it publishes nothing. */
export function changeMeter(
  source: DataSource,
  owner: Principal,
  id: string,
  change: UpdateMeterBody,
): Promise<ChangedMeterAnswer> {
  return source.transaction(async (tx) => {
    const meter = await findMeter(tx, owner, id, 'locked');
    const next = differences(meter, change);
    if (Object.keys(next).length === 0) return { meter: meterView(meter, owner.accountId), impact: NO_IMPACT };
    const now = new Date();
    const impact = next.active === false ? await windDown(tx, meter, { ...windDownOf(change), owner, now }) : NO_IMPACT;
    await save(tx, meter, next, now);
    if (next.name !== undefined || next.filters !== undefined)
      await publishMeterEvent(tx, METER_EVENT.updated, meter, owner);
    if (next.active !== undefined)
      await publishMeterEvent(tx, next.active ? METER_EVENT.reactivated : METER_EVENT.deactivated, meter, owner);
    return { meter: meterView(meter, owner.accountId), impact };
  });
}

/** §4.13 rule 1: a deactivation needs both fields. An update may leave them out, if the meter is inactive already. */
export function windDownOf({ subscription, plan }: UpdateMeterBody): WindDownOptions {
  const missing = new Violations();
  const at = new Place('', {}, missing, 'body');
  if (subscription === undefined) at.below('subscription.next_action').fail(NEEDED['subscription.next_action']);
  if (plan === undefined) at.below('plan.active').fail(NEEDED['plan.active']);
  missing.check();
  return { nextAction: (subscription as SubscriptionOrder).next_action, planActive: (plan as PlanOrder).active };
}

/** An unknown meter and a meter of another store get the same 404. */
export async function findMeter(db: EntityManager, owner: Principal, id: string, lock?: 'locked'): Promise<Meter> {
  const find = db
    .getRepository(Meter)
    .createQueryBuilder('meter')
    .innerJoin('account', 'account', 'account.account_no = meter.account_no')
    .where('account.account_id = :accountId AND meter.store_id = :storeId AND meter.id = :id', {
      accountId: owner.accountId,
      storeId: owner.storeId,
      id,
    });
  // Only the meter's row is locked: all requests of the account share the account's row.
  if (lock !== undefined) find.setLock('pessimistic_write', undefined, ['meter']);
  const meter = id.includes('\0') ? null : await find.getOne();
  if (meter === null) throw notFound('meter', id);
  return meter;
}

function differences(meter: Meter, { name, active, filters }: UpdateMeterBody): MeterChange {
  const text = (value: unknown): string => canonicalJson(value as JsonValue);
  return {
    ...(name === undefined || name === meter.name ? {} : { name }),
    ...(active === undefined || active === meter.active ? {} : { active }),
    ...(filters === undefined || text(filters) === text(meter.filters) ? {} : { filters }),
  };
}

/**
 * One UPDATE together with the revision, so no event is judged by half a change. New filters apply to usage with a
 * timestamp from now on.
 */
async function save(tx: EntityManager, meter: Meter, next: MeterChange, now: Date): Promise<void> {
  const version = meter.version + (next.filters === undefined ? 0 : 1);
  if (version > LIMITS.meterVersionsMax) {
    throw conflict(
      'too_many_versions',
      `The filters of a meter can change ${LIMITS.meterVersionsMax - 1} times. Create a new meter instead.`,
      {},
      'filters',
    );
  }
  Object.assign(meter, next, { version, revision: meter.revision + 1, updatedAt: now });
  const { accountNo, meterNo, revision } = meter;
  await tx.update(Meter, { accountNo, id: meter.id }, { ...next, version, revision, updatedAt: now });
  if (next.filters === undefined) return;
  await tx.insert(MeterVersion, { accountNo, meterNo, version, effectiveFrom: now, filters: next.filters });
}
