import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { COD_EVENT } from '@qafila/contracts/cod-events';
import type { CodEventName, CodNotification } from '@qafila/contracts/cod-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll, shardOf } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { CodEntryRow, CodKind, CodParcelRow } from './cod.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';

const EVENT_OF: Record<CodKind, CodEventName> = {
  expected: COD_EVENT.expected,
  collected: COD_EVENT.collected,
  remitted: COD_EVENT.remitted,
  fee: COD_EVENT.feeCharged,
  adjusted: COD_EVENT.adjusted,
};

/** What an event is about: an entry of the books, or a difference. */
export interface CodFact {
  owner: { accountId: string; storeId: string; mode: string };
  courier: string;
  currency: string;
  amountMinor: bigint;
  occurredAt: Date;
  row?: ShipmentRow;
  parcel?: Omit<CodParcelRow, 'owed_minor' | 'updated_at'>;
  entryId?: string;
  remittanceId?: string | null;
  reason?: string;
  exceptionId?: string | null;
}

/** The event of an entry. */
export function entryEvent(entry: CodEntryRow, about: Pick<CodFact, 'row' | 'parcel'>): CloudEvent<CodNotification> {
  return codEvent(EVENT_OF[entry.kind], {
    ...about,
    owner: { accountId: entry.account_id, storeId: entry.store_id, mode: entry.mode },
    courier: entry.courier,
    currency: entry.currency,
    amountMinor: BigInt(entry.amount_minor),
    occurredAt: entry.at,
    entryId: entry.no,
    remittanceId: entry.remittance_id,
    exceptionId: entry.exception_id,
  });
}

export function differsEvent(fact: CodFact): CloudEvent<CodNotification> {
  return codEvent(COD_EVENT.differs, fact);
}

function codEvent(event: CodEventName, fact: CodFact): CloudEvent<CodNotification> {
  const { owner, row, exceptionId = null, entryId = null } = fact;
  return cloudEvent({
    source: '/qafila/shipment',
    type: event,
    subject: row?.id ?? exceptionId ?? (entryId as string),
    owner,
    aggregateVersion: row?.version,
    traceparent: currentTraceparent(),
    data: {
      event,
      version: 1,
      entryId,
      shipmentId: row?.id ?? null,
      referenceNumber: row === undefined ? null : (row.released_reference ?? row.reference),
      courierId: fact.courier,
      awb: row?.awb ?? null,
      currency: fact.currency,
      amount: majorOf(fact.amountMinor, fact.currency),
      ...sumsOf(fact),
      remittanceId: fact.remittanceId ?? null,
      reason: fact.reason ?? null,
      exceptionId,
      occurredAt: fact.occurredAt.toISOString(),
      account_id: owner.accountId,
      store_id: owner.storeId,
      mode: owner.mode,
    },
  });
}

type Sums = Pick<CodNotification, 'expected' | 'collected' | 'remitted' | 'fees' | 'adjusted' | 'owed'>;

function sumsOf({ parcel, currency }: CodFact): Sums {
  if (parcel === undefined)
    return { expected: null, collected: null, remitted: null, fees: null, adjusted: null, owed: null };
  return {
    expected: majorOf(parcel.expected_minor, currency),
    collected: parcel.collected_minor === null ? null : majorOf(parcel.collected_minor, currency),
    remitted: majorOf(parcel.remitted_minor, currency),
    fees: majorOf(parcel.fee_minor, currency),
    adjusted: majorOf(parcel.adjusted_minor, currency),
    owed: majorOf(owedOf(parcel), currency),
  };
}

function majorOf(minor: string | bigint, currency: string): number {
  return Number(fromMinorUnits(BigInt(minor), currency));
}

/** What the courier still has to pay: as the column says. */
export function owedOf(
  parcel: Pick<CodParcelRow, 'collected_minor' | 'expected_minor' | 'remitted_minor' | 'adjusted_minor'>,
): bigint {
  const cash = BigInt(parcel.collected_minor ?? parcel.expected_minor);
  return cash - BigInt(parcel.remitted_minor) - BigInt(parcel.adjusted_minor);
}

/** Events of many parcels: those of one shard are one row of the outbox. */
export async function publishCod(tx: Tx, events: readonly CloudEvent<CodNotification>[]): Promise<void> {
  const byShard = new Map<number, CloudEvent<CodNotification>[]>();
  for (const event of events) {
    const shard = shardOf(event.subject);
    byShard.set(shard, [...(byShard.get(shard) ?? []), event]);
  }
  for (const [shard, ofShard] of byShard) await publishAll(tx, TOPICS.shipmentEvents, ofShard, shard);
}
