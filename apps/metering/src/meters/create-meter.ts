import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict } from '@qafila/envelopes/refusal';
import { OUTBOX_SHARDS, publish } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { currentTraceparent } from '@qafila/runtime/traces';
import { accountNumber } from '../meter-definitions/account-numbers.ts';
import { Meter, MeterVersion } from '../meter-definitions/meter.entity.ts';
import { meterView } from './meter-answers.schema.ts';
import type { MeterAnswer } from './meter-answers.schema.ts';
import type { CreateMeterBody } from './meter.schema.ts';

/** Creates a meter (§4.13). The unique key decides whether the id is free. The first version has no start. */
export async function createMeter(source: DataSource, owner: Principal, body: CreateMeterBody): Promise<MeterAnswer> {
  return source.transaction(async (tx) => {
    const accountNo = await accountNumber(tx, owner.accountId);
    const id = body.id ?? `mtr_${randomBytes(12).toString('hex')}`;
    const now = new Date();
    const meter = tx.create(Meter, {
      accountNo,
      id,
      storeId: owner.storeId,
      mode: owner.mode,
      name: body.name,
      active: body.active ?? true,
      aggregationType: body.aggregation_type,
      aggregationField: body.aggregation_field ?? null,
      groupBy: body.group_by ?? [],
      filters: body.filters ?? {},
      version: 1,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    });
    // The number is created by the insert, which writes it into the entity.
    await tx.insert(Meter, meter).catch((error: { code?: string }) => {
      if (error.code === '23505')
        throw conflict(
          'meter_exists',
          `A meter with the id ${id} exists in this account. Choose another id.`,
          { id },
          'id',
        );
      throw error;
    });
    const { meterNo, filters } = meter;
    await tx.insert(MeterVersion, { accountNo, meterNo, version: 1, effectiveFrom: now, filters });
    return publishMeterEvent(tx, METER_EVENT.created, meter, owner);
  });
}

/**
 * Publishes a lifecycle event with the meter's current state, and returns that state. The event goes to the outbox
 * shard of the meter's usage, so both stay in order.
 */
export async function publishMeterEvent(tx: Tx, type: string, meter: Meter, owner: Principal): Promise<MeterAnswer> {
  const data = meterView(meter, owner.accountId);
  await publish(
    tx,
    TOPICS.meterEvents,
    cloudEvent({
      source: '/qafila/metering',
      type,
      subject: meter.id,
      owner,
      aggregateVersion: meter.revision,
      traceparent: currentTraceparent(),
      data,
    }),
    meter.accountNo % OUTBOX_SHARDS,
  );
  return data;
}
