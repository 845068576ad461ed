import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict, invalid } from '@qafila/envelopes/refusal';
import { OUTBOX_SHARDS, publish } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { currentTraceparent } from '@qafila/runtime/traces';
import { accountNumber } from './account-numbers.ts';
import { compileFilter } from './filter.ts';
import { Meter, meterView } from './meter.entity.ts';
import type { MeterView } from './meter.entity.ts';
import type { CreateMeterBody } from './meter.schema.ts';

/** Defines a meter (§4.13). The key decides whether the id is free; the first version holds for all time before the next. */
export async function createMeter(source: DataSource, owner: Principal, body: CreateMeterBody): Promise<MeterView> {
  if (body.aggregation_type !== 'count' && (body.aggregation_field ?? null) === null) {
    throw invalid('aggregation_field', `aggregation_field is required for ${body.aggregation_type}: it names the payload field to aggregate.`);
  }
  compileFilter(body.filters ?? {});
  return source.transaction(async (tx) => {
    const accountNo = await accountNumber(tx, owner.accountId);
    const id = body.id ?? `mtr_${randomBytes(12).toString('hex')}`;
    const now = new Date();
    await tx.query(`
      INSERT INTO meter (account_no, id, store_id, mode, name, active, aggregation_type, aggregation_field, group_by, filters, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [accountNo, id, owner.storeId, owner.mode, body.name, body.active ?? true, body.aggregation_type, body.aggregation_field ?? null,
      body.group_by ?? [], JSON.stringify(body.filters ?? {}), now]).catch((error: { code?: string }) => {
      if (error.code === '23505') throw conflict('meter_exists', `A meter with the id ${id} exists in this account. Choose another id.`, { id }, 'id');
      throw error;
    });
    const meter = await tx.findOneByOrFail(Meter, { accountNo, id });
    await tx.query('INSERT INTO meter_version (account_no, meter_no, version, effective_from, filters) VALUES ($1, $2, 1, $3, $4)',
      [accountNo, meter.meterNo, now, JSON.stringify(body.filters ?? {})]);
    return tellMeter(tx, METER_EVENT.created, meter, owner);
  });
}

/** Publishes a lifecycle event with the meter as it is now, in the lane of its usage: neither overtakes the other. Answers the same object. */
export async function tellMeter(tx: Tx, type: string, meter: Meter, owner: Principal): Promise<MeterView> {
  const data = meterView(meter, owner.accountId);
  await publish(tx, TOPICS.meterEvents, cloudEvent({
    source: '/qafila/metering', type, subject: meter.id, owner, aggregateVersion: meter.revision, traceparent: currentTraceparent(), data,
  }), meter.accountNo % OUTBOX_SHARDS);
  return data;
}
