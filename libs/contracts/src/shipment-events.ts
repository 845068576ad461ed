import { TOPICS } from './topics.ts';
import { amount, flag, integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

export const SHIPMENT_EVENT = {
  booked: 'shipment.booked',
  awbReady: 'shipment.awb.ready',
  bookingFailed: 'shipment.booking.failed',
  statusChanged: 'shipment.status.changed',
  delivered: 'shipment.delivered',
  cancelled: 'shipment.cancelled',
  cancelRejected: 'shipment.cancel.rejected',
  returnCreated: 'shipment.return.created',
  packageChanged: 'shipment.package.changed',
  alarm: 'shipment.alarm',
  instruction: 'shipment.instruction',
} as const;
export type ShipmentEventName = (typeof SHIPMENT_EVENT)[keyof typeof SHIPMENT_EVENT];

/**
 * One body for the whole family. Its fields are written in this order. `version` changes only when a field changes its
 * meaning or is removed.
 */
export interface ShipmentNotification {
  event: ShipmentEventName;
  version: 1;
  shipmentId: string;
  referenceNumber: string;
  /** DOMESTIC, INTERNATIONAL or RETURN. */
  shipmentType: string;
  /** After this event. */
  shipmentStatus: string;
  /** Before it; null for the first. */
  previousStatus: string | null;
  /** Always false: states that the courier did not report have no event. */
  inferred: boolean;
  courierId: string;
  awb: string | null;
  reasonCode: string | null;
  /** The courier's own words for it. */
  reason: string | null;
  /** Of a return: the shipment that comes back. */
  originalShipmentId: string | null;
  currency: string;
  /** In major units. */
  codAmount: number;
  /** What the courier reports as collected; null until then. */
  codCollected: number | null;
  /** Of `shipment.package.changed`: the package, counted from 1. */
  packageNumber: number | null;
  /** Each package; null while all are in the state of the shipment. */
  packages: { packageNumber: number; packageStatus: string }[] | null;
  /** Of `shipment.alarm`: what a person must check. */
  alarm: string | null;
  /** Of an alarm about two waybills: the one that the shipment does not have. */
  otherAwb: string | null;
  /** Of `shipment.instruction`: what the courier is to do, and how far that has come. */
  instruction: { instructionId: string; instruction: string; instructionStatus: string } | null;
  /** When it happened, if the courier reports it. */
  occurredAt: string;
  account_id: string;
  store_id: string;
  mode: string;
}

const notification = (event: ShipmentEventName): Record<string, unknown> =>
  objectSchema({
    event: { const: event },
    version: integer,
    shipmentId: text,
    referenceNumber: text,
    shipmentType: text,
    shipmentStatus: text,
    previousStatus: textOrNull,
    inferred: flag,
    courierId: text,
    awb: textOrNull,
    reasonCode: textOrNull,
    reason: textOrNull,
    originalShipmentId: textOrNull,
    currency: text,
    codAmount: amount,
    codCollected: { type: ['number', 'null'] },
    packageNumber: { type: ['integer', 'null'] },
    packages: { type: ['array', 'null'], items: objectSchema({ packageNumber: integer, packageStatus: text }) },
    alarm: textOrNull,
    otherAwb: textOrNull,
    instruction: {
      ...objectSchema({ instructionId: text, instruction: text, instructionStatus: text }),
      type: ['object', 'null'],
    },
    occurredAt: moment,
    account_id: text,
    store_id: text,
    mode: text,
  });

const sample: Omit<ShipmentNotification, 'event'> = {
  version: 1,
  shipmentId: 'shp_1',
  referenceNumber: 'order-1001',
  shipmentType: 'DOMESTIC',
  shipmentStatus: 'BOOKED',
  previousStatus: 'PENDING',
  inferred: false,
  courierId: 'sandbox-express',
  awb: 'SE0000000001',
  reasonCode: null,
  reason: null,
  originalShipmentId: null,
  currency: 'SAR',
  codAmount: 115,
  codCollected: null,
  packageNumber: null,
  packages: null,
  alarm: null,
  otherAwb: null,
  instruction: null,
  occurredAt: '2026-11-01T09:00:00.000Z',
  account_id: '5f1d7a3b9c2e4680',
  store_id: 'str_1',
  mode: 'stage',
};

function type(name: ShipmentEventName, summary: string, more: Partial<ShipmentNotification> = {}): EventType {
  return {
    name,
    topic: TOPICS.shipmentEvents,
    summary,
    webhook: true,
    schema: notification(name),
    sample: { event: name, ...sample, ...more },
  };
}

/** `data` is the body that merchants receive, byte for byte. The key is the id of the shipment. */
export const SHIPMENT_EVENT_TYPES: EventType[] = [
  type(SHIPMENT_EVENT.booked, 'The courier accepted the booking: there is a waybill.'),
  type(SHIPMENT_EVENT.awbReady, 'The label can be fetched.'),
  type(SHIPMENT_EVENT.bookingFailed, 'The courier refused the booking. It can be tried again or cancelled.', {
    shipmentStatus: 'BOOKING_FAILED',
    awb: null,
    reasonCode: 'address_not_served',
    reason: 'This address is not served.',
  }),
  type(
    SHIPMENT_EVENT.statusChanged,
    'The shipment entered a state that the courier or you reported. States that follow from it have no event.',
    {
      shipmentStatus: 'PICKED_UP',
      previousStatus: 'BOOKED',
    },
  ),
  type(SHIPMENT_EVENT.delivered, 'The shipment was delivered.', {
    shipmentStatus: 'DELIVERED',
    previousStatus: 'OUT_FOR_DELIVERY',
    codCollected: 115,
  }),
  type(SHIPMENT_EVENT.cancelled, 'The cancellation is final, or the courier cancelled the shipment.', {
    shipmentStatus: 'CANCELLED',
    previousStatus: 'CANCEL_REQUESTED',
  }),
  type(
    SHIPMENT_EVENT.cancelRejected,
    'The cancellation came too late, or the courier refused it. The shipment continues.',
    { shipmentStatus: 'PICKED_UP', previousStatus: 'CANCEL_REQUESTED' },
  ),
  type(SHIPMENT_EVENT.returnCreated, 'A return of a delivered shipment was created.', {
    shipmentType: 'RETURN',
    shipmentStatus: 'PENDING',
    previousStatus: null,
    originalShipmentId: 'shp_0',
    codAmount: 0,
    awb: null,
  }),
  type(SHIPMENT_EVENT.packageChanged, 'One package entered a state; the others may be elsewhere.', {
    shipmentStatus: 'IN_TRANSIT',
    previousStatus: 'IN_TRANSIT',
    packageNumber: 1,
    packages: [
      { packageNumber: 1, packageStatus: 'DELIVERED' },
      { packageNumber: 2, packageStatus: 'IN_TRANSIT' },
    ],
  }),
  type(SHIPMENT_EVENT.alarm, 'A person must check the shipment.', {
    alarm: 'SECOND_WAYBILL',
    otherAwb: 'SE0000000002',
  }),
  type(
    SHIPMENT_EVENT.instruction,
    'An instruction to the courier, such as another delivery attempt, was given or has ended.',
    {
      shipmentStatus: 'DELIVERY_FAILED',
      previousStatus: 'DELIVERY_FAILED',
      instruction: { instructionId: 'ins_1', instruction: 'reattempt', instructionStatus: 'ACCEPTED' },
    },
  ),
];
