import type { JsonSchema } from '@qafila/contracts/event-type';
import { amount, flag, integer, moment, objectSchema, text, textOrNull } from '@qafila/contracts/event-type';
import type { AllParticulars } from './document.ts';
import { DOMESTIC_EXAMPLE, INTERNATIONAL_EXAMPLE, RETURN_BODY, RETURN_EXAMPLE, SHIPMENT_BODY } from './shipment-body.ts';

const BASE = '/oe/aggtr/api/v1/shipments';

const status: JsonSchema = {
  enum: [
    'PENDING', 'BOOKING_FAILED', 'BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED', 'CANCEL_REQUESTED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'AVAILABLE_FOR_PICKUP', 'DELIVERY_FAILED',
    'ON_HOLD', 'RETURN_TO_ORIGIN', 'DELIVERED', 'CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST',
  ],
};
const amountOrNull: JsonSchema = { type: ['number', 'null'] };
const alarms: JsonSchema = {
  type: 'array', items: { enum: ['SCAN_AFTER_CANCEL', 'SCAN_WITHOUT_WAY', 'CANCEL_CONFIRMED_AFTER_PICKUP', 'SECOND_WAYBILL', 'BOOKED_AFTER_END', 'COURIER_SILENT'] },
  description: 'What a person must look at, until `clear-alarms`.',
};
const view = {
  shipmentId: text, shipmentStatus: status, referenceNumber: text, shipmentType: { enum: ['DOMESTIC', 'INTERNATIONAL', 'RETURN'] }, courierId: text, awb: textOrNull, originalShipmentId: textOrNull,
  cancelRequested: flag, currency: text, codAmount: amount, codCollected: amountOrNull, alarms, metadata: {}, createdAt: moment, updatedAt: moment,
};
const entry = objectSchema({
  eventId: text, status, source: { enum: ['webhook', 'poll', 'courier', 'merchant', 'inferred'] }, reasonCode: textOrNull, courierStatusCode: textOrNull, description: textOrNull, descriptionAr: textOrNull,
  location: { ...objectSchema({ city: textOrNull, countryCode: textOrNull }), type: ['object', 'null'] }, occurredAt: moment, receivedAt: moment, packageNumber: { type: ['integer', 'null'] },
  proofOfDelivery: { ...objectSchema({ signedBy: text }), type: ['object', 'null'] }, codCollected: amountOrNull,
});
const list = objectSchema({ items: { type: 'array', items: objectSchema(view) }, next_cursor: textOrNull });
const couriers = objectSchema({ couriers: { type: 'array', items: text } });
const url: JsonSchema = { ...text, format: 'uri', description: 'Opens the file until `expiresAt`, for whoever holds it.' };
const label = objectSchema({ awbUrl: url, awb: text, packages: integer, expiresAt: moment, formats: objectSchema({ pdf: url, zpl: url, png: { type: 'array', items: url, description: 'One a package.' } }) });
const warning = objectSchema({ code: { enum: ['PHONE_NOT_MOBILE', 'POSTCODE_MISSING', 'NATIONAL_ADDRESS_MISSING', 'VOLUMETRIC_WEIGHT'] }, field: text, message: text });
const created = objectSchema({ shipmentId: text, warnings: { type: 'array', items: warning, description: 'What a courier may stumble over, when there is any; the shipment is made.' } }, ['warnings']);
const nothing: JsonSchema = { type: 'object', maxProperties: 0 };

const repeatable = { idempotencyKey: 'optional' } as const;

/** Bodies that are read by hand, with exact numbers; what `data` holds; and the two doors that have no token. */
export const SHIPMENT_PARTICULARS: AllParticulars = {
  [`post ${BASE}`]: { ...repeatable, body: SHIPMENT_BODY, data: created, example: DOMESTIC_EXAMPLE, otherExamples: { international: INTERNATIONAL_EXAMPLE } },
  [`get ${BASE}`]: { query: { limit: integer, cursor: text, status, referenceNumber: text, originalShipmentId: text, alarms: { enum: ['true', 'false'] } }, data: list },
  [`get ${BASE}/couriers`]: { data: couriers },
  [`put ${BASE}/couriers/{courier_id}`]: { body: { ...objectSchema({ enabled: flag }), additionalProperties: false }, data: couriers, example: { enabled: false } },
  [`post ${BASE}/{shipment_id}/return`]: { ...repeatable, body: RETURN_BODY, data: created, example: RETURN_EXAMPLE },
  [`post ${BASE}/{shipment_id}/cancel`]: { ...repeatable, data: nothing },
  [`post ${BASE}/{shipment_id}/retry-booking`]: { ...repeatable, data: nothing },
  [`post ${BASE}/{shipment_id}/clear-alarms`]: { data: nothing },
  [`get ${BASE}/{shipment_id}/track`]: { data: objectSchema({ ...view, history: { type: 'array', items: entry } }) },
  [`get ${BASE}/{shipment_id}/awb`]: { data: label },
  // A courier's call is in his own words, signed by him.
  'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook': { body: { type: ['object', 'array'], required: [], description: 'As this courier writes it; his signature is its pass.' }, data: nothing },
  'get /awb/{account_id}/{shipment_id}/{file}': {
    query: { package: { ...integer, minimum: 0 }, expires: integer, signature: text }, queryRequired: ['package', 'expires', 'signature'], files: ['application/pdf', 'image/png', 'application/zpl'],
  },
};
