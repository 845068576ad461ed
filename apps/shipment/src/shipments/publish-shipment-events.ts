import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { SHIPMENT_EVENT } from '@qafila/contracts/shipment-events';
import type { ShipmentEventName, ShipmentNotification } from '@qafila/contracts/shipment-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { Decision, EnteredStatus } from '../state/shipment.state.ts';
import type { Status } from '../state/status.ts';
import type { ShipmentRow } from './shipment.entity.ts';

const SOURCE = '/qafila/shipment';

/** What an event says beside the row. */
export interface EventContext {
  occurredAtMs: number;
  reasonCode?: string;
}

/**
 * One event for each status entered, then one for each fact, in one outbox row: they are published together, in this
 * order.
 */
export async function publishDecision(
  tx: Tx,
  row: ShipmentRow,
  before: Status,
  { decision, context }: { decision: Decision; context: EventContext },
): Promise<void> {
  const { entered, facts } = decision;
  const previousOf = (index: number): Status => entered[index - 1]?.status ?? before;
  const statusEvents = entered.map((status, index) =>
    shipmentEvent(row, SHIPMENT_EVENT.statusChanged, { entered: status, previous: previousOf(index), context }),
  );
  const last = {
    entered: { status: row.status, inferred: false },
    previous: previousOf(entered.length - 1),
    context,
  };
  const factEvents = facts.flatMap((fact) => FACT_EVENTS[fact].map((event) => shipmentEvent(row, event, last)));
  await publishAll(tx, TOPICS.shipmentEvents, [...statusEvents, ...factEvents]);
}

const FACT_EVENTS = {
  booked: [SHIPMENT_EVENT.booked, SHIPMENT_EVENT.awbReady],
  cancelled: [SHIPMENT_EVENT.cancelled],
  cancel_rejected: [SHIPMENT_EVENT.cancelRejected],
  delivered: [SHIPMENT_EVENT.delivered],
  booking_failed: [SHIPMENT_EVENT.bookingFailed],
} as const;

export async function publishReturnCreated(tx: Tx, row: ShipmentRow): Promise<void> {
  await publishAll(tx, TOPICS.shipmentEvents, [
    shipmentEvent(row, SHIPMENT_EVENT.returnCreated, {
      entered: { status: row.status, inferred: false },
      previous: null,
      context: { occurredAtMs: row.created_at.getTime() },
    }),
  ]);
}

function shipmentEvent(
  row: ShipmentRow,
  event: ShipmentEventName,
  { entered, previous, context }: { entered: EnteredStatus; previous: Status | null; context: EventContext },
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
      referenceNumber: row.reference,
      shipmentType: row.type,
      shipmentStatus: entered.status,
      previousStatus: previous,
      inferred: entered.inferred,
      courierId: row.courier,
      awb: row.awb,
      reasonCode: context.reasonCode ?? null,
      originalShipmentId: row.original_id,
      currency: row.currency,
      codAmount: major(row.cod_minor),
      codCollected: row.cod_collected_minor === null ? null : major(row.cod_collected_minor),
      occurredAt,
      account_id: row.account_id,
      store_id: row.store_id,
      mode: row.mode,
    },
  });
}
