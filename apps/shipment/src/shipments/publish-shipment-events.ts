import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { SHIPMENT_EVENT } from '@qafila/contracts/shipment-events';
import type { ShipmentEventName, ShipmentNotification } from '@qafila/contracts/shipment-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { Decision } from '../state/shipment.state.ts';
import type { Status } from '../state/status.ts';
import type { ShipmentRow } from './shipment.entity.ts';

const SOURCE = '/qafila/shipment';

/** What an event says beside the row. */
export interface EventContext {
  occurredAtMs: number;
  reasonCode?: string;
  reason?: string;
  packageNumber?: number;
  alarm?: string;
  otherAwb?: string | null;
  instruction?: ShipmentNotification['instruction'];
}

/**
 * One event for each status that the courier or the merchant reports, one for a package that entered a state, then one
 * for each fact, in one outbox row: they are published together, in this order. Inferred states have no event.
 */
export async function publishDecision(
  tx: Tx,
  row: ShipmentRow,
  before: Status,
  { decision, context }: { decision: Decision; context: EventContext },
): Promise<void> {
  const { entered, facts, enteredPackage } = decision;
  const reported = entered.filter(({ inferred }) => !inferred).map(({ status }) => status);
  const previousOf = (index: number): Status => reported[index - 1] ?? before;
  const statusEvents = reported.map((status, index) =>
    shipmentEvent(row, SHIPMENT_EVENT.statusChanged, { status, previous: previousOf(index), context }),
  );
  const last = { status: row.status, previous: previousOf(reported.length - 1), context };
  const packageEvents =
    enteredPackage === undefined
      ? []
      : [
          shipmentEvent(row, SHIPMENT_EVENT.packageChanged, {
            status: row.status,
            previous: before,
            context: { ...context, packageNumber: enteredPackage.packageNumber },
          }),
        ];
  const factEvents = facts.flatMap((fact) => FACT_EVENTS[fact].map((event) => shipmentEvent(row, event, last)));
  await publishAll(tx, TOPICS.shipmentEvents, [...statusEvents, ...packageEvents, ...factEvents]);
}

/** Each alarm has its event, with the other waybill where there are two. */
export async function publishAlarms(
  tx: Tx,
  row: ShipmentRow,
  { alarms, ...context }: { alarms: readonly string[]; otherAwb: string | null; occurredAtMs: number },
): Promise<void> {
  await publishAll(
    tx,
    TOPICS.shipmentEvents,
    alarms.map((alarm) =>
      shipmentEvent(row, SHIPMENT_EVENT.alarm, {
        status: row.status,
        previous: row.status,
        context: { ...context, alarm },
      }),
    ),
  );
}

const FACT_EVENTS = {
  booked: [SHIPMENT_EVENT.booked, SHIPMENT_EVENT.awbReady],
  cancelled: [SHIPMENT_EVENT.cancelled],
  cancel_rejected: [SHIPMENT_EVENT.cancelRejected],
  delivered: [SHIPMENT_EVENT.delivered],
  booking_failed: [SHIPMENT_EVENT.bookingFailed],
} as const;

/** An event about a shipment that stays in its state. */
export async function publishShipmentEvent(
  tx: Tx,
  row: ShipmentRow,
  name: keyof typeof SHIPMENT_EVENT,
  context: EventContext,
): Promise<void> {
  const event = shipmentEvent(row, SHIPMENT_EVENT[name], { status: row.status, previous: row.status, context });
  await publishAll(tx, TOPICS.shipmentEvents, [event]);
}

export async function publishReturnCreated(tx: Tx, row: ShipmentRow): Promise<void> {
  await publishAll(tx, TOPICS.shipmentEvents, [
    shipmentEvent(row, SHIPMENT_EVENT.returnCreated, {
      status: row.status,
      previous: null,
      context: { occurredAtMs: row.created_at.getTime() },
    }),
  ]);
}

function shipmentEvent(
  row: ShipmentRow,
  event: ShipmentEventName,
  { status, previous, context }: { status: Status; previous: Status | null; context: EventContext },
): CloudEvent<ShipmentNotification> {
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  const occurredAt = new Date(context.occurredAtMs).toISOString();
  return cloudEvent({
    source: SOURCE,
    type: event,
    subject: row.id,
    owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode },
    aggregateVersion: row.version,
    traceparent: currentTraceparent(),
    data: {
      event,
      version: 1,
      shipmentId: row.id,
      referenceNumber: row.released_reference ?? row.reference,
      shipmentType: row.type,
      shipmentStatus: status,
      previousStatus: previous,
      inferred: false,
      courierId: row.courier,
      awb: row.awb,
      reasonCode: context.reasonCode ?? null,
      reason: context.reason ?? null,
      originalShipmentId: row.original_id,
      currency: row.currency,
      codAmount: major(row.cod_minor),
      codCollected: row.cod_collected_minor === null ? null : major(row.cod_collected_minor),
      packageNumber: context.packageNumber ?? null,
      packages:
        row.packages?.map((parcel, index) => ({ packageNumber: index + 1, packageStatus: parcel.status })) ?? null,
      alarm: context.alarm ?? null,
      otherAwb: context.otherAwb ?? null,
      instruction: context.instruction ?? null,
      occurredAt,
      account_id: row.account_id,
      store_id: row.store_id,
      mode: row.mode,
    },
  });
}
