import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { SHIPMENT_EVENT } from '@qafila/contracts/shipment-events';
import type { ShipmentEventName, ShipmentNotification } from '@qafila/contracts/shipment-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { ShipmentRow } from './shipment.entity.ts';
import type { Outcome, Step } from './shipment.state.ts';
import type { Status } from './status.ts';

const SOURCE = '/qafila/shipment';

/** What a change is told with beside the row. */
export interface About { occurredAtMs: number; reasonCode?: string }

/** Every state entered, then every fact, as one row of the outbox: they are published together, in this order. */
export async function tellOutcome(tx: Tx, row: ShipmentRow, before: Status, { outcome, about }: { outcome: Outcome; about: About }): Promise<void> {
  let previous = before;
  const events = outcome.steps.map((step) => {
    const event = shipmentEvent(row, SHIPMENT_EVENT.statusChanged, { step, previous, about });
    previous = step.status;
    return event;
  });
  const last = { step: { status: row.status, inferred: false }, previous: outcome.steps.length > 1 ? outcome.steps.at(-2)?.status ?? before : before, about };
  const names = outcome.facts.flatMap((fact): ShipmentEventName[] => (fact === 'booked' ? [SHIPMENT_EVENT.booked, SHIPMENT_EVENT.awbReady] : [FACTS[fact]]));
  await publishAll(tx, TOPICS.shipmentEvents, [...events, ...names.map((name) => shipmentEvent(row, name, last))]);
}

const FACTS = {
  cancelled: SHIPMENT_EVENT.cancelled, cancel_rejected: SHIPMENT_EVENT.cancelRejected, delivered: SHIPMENT_EVENT.delivered, booking_failed: SHIPMENT_EVENT.bookingFailed,
} as const;

export async function tellReturnCreated(tx: Tx, row: ShipmentRow): Promise<void> {
  await publishAll(tx, TOPICS.shipmentEvents, [
    shipmentEvent(row, SHIPMENT_EVENT.returnCreated, { step: { status: row.status, inferred: false }, previous: null, about: { occurredAtMs: row.created_at.getTime() } }),
  ]);
}

function shipmentEvent(row: ShipmentRow, event: ShipmentEventName, { step, previous, about }: { step: Step; previous: Status | null; about: About }): CloudEvent<ShipmentNotification> {
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  const occurredAt = new Date(about.occurredAtMs).toISOString();
  return cloudEvent({
    source: SOURCE, type: event, subject: row.id, owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode }, aggregateVersion: row.version,
    traceparent: currentTraceparent(),
    data: {
      event, version: 1, shipmentId: row.id, referenceNumber: row.reference, shipmentType: row.type, shipmentStatus: step.status, previousStatus: previous, inferred: step.inferred,
      courierId: row.courier, awb: row.awb, reasonCode: about.reasonCode ?? null, originalShipmentId: row.original_id, currency: row.currency, codAmount: major(row.cod_minor),
      codCollected: row.cod_collected_minor === null ? null : major(row.cod_collected_minor), occurredAt, account_id: row.account_id, store_id: row.store_id, mode: row.mode,
    },
  });
}
