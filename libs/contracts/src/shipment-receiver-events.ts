import { TOPICS } from './topics.ts';
import { integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

export const PROBLEM_REPORTED = 'shipment.problem.reported';

/** What a receiver reported on the tracking page. */
export interface ProblemReported {
  event: typeof PROBLEM_REPORTED;
  version: 1;
  shipmentId: string;
  referenceNumber: string;
  shipmentStatus: string;
  courierId: string;
  awb: string | null;
  /** not_received, damaged, wrong_goods, wrong_address, driver or other. */
  problem: string;
  /** The receiver's own words. */
  note: string | null;
  reportedAt: string;
  account_id: string;
  store_id: string;
  mode: string;
}

export const NOTICE = 'shipment.notice';

/** Ready texts for the receiver of a shipment that entered a state. */
export interface ShipmentNotice {
  event: typeof NOTICE;
  version: 1;
  /** shipped, out_for_delivery, ready_to_collect, delivery_failed, on_hold, delivered, returning or lost. */
  notice: string;
  shipmentId: string;
  referenceNumber: string;
  shipmentStatus: string;
  courierId: string;
  awb: string | null;
  /** With the address of the tracking page at the end. */
  texts: { en: string; ar: string; ur: string };
  trackingUrl: string;
  occurredAt: string;
  /** After it the text is of no use to the receiver: an event that comes late is not to be sent. */
  usableUntil: string;
  account_id: string;
  store_id: string;
  mode: string;
}

const PAGE = 'https://shop.example/track/5f1d7a3b9c2e4680/shp_1/hSkz0cQJdWl2mV7n3xQv1A';

/** Events about receivers. The key is the id of the shipment, as of the other events of shipments. */
export const SHIPMENT_RECEIVER_EVENT_TYPES: EventType[] = [
  {
    name: PROBLEM_REPORTED,
    topic: TOPICS.shipmentEvents,
    summary: 'The receiver reported a problem on the tracking page.',
    webhook: true,
    schema: objectSchema({
      event: { const: PROBLEM_REPORTED },
      version: integer,
      shipmentId: text,
      referenceNumber: text,
      shipmentStatus: text,
      courierId: text,
      awb: textOrNull,
      problem: text,
      note: textOrNull,
      reportedAt: moment,
      account_id: text,
      store_id: text,
      mode: text,
    }),
    sample: {
      event: PROBLEM_REPORTED,
      version: 1,
      shipmentId: 'shp_1',
      referenceNumber: 'order-1001',
      shipmentStatus: 'DELIVERED',
      courierId: 'sandbox-express',
      awb: 'SE0000000001',
      problem: 'damaged',
      note: 'The box is wet.',
      reportedAt: '2026-11-03T09:00:00.000Z',
      account_id: '5f1d7a3b9c2e4680',
      store_id: 'str_1',
      mode: 'stage',
    } satisfies ProblemReported,
  },
  {
    name: NOTICE,
    topic: TOPICS.shipmentEvents,
    summary: 'The receiver can be informed of a state: texts in three languages, ready to send.',
    webhook: true,
    schema: objectSchema({
      event: { const: NOTICE },
      version: integer,
      notice: text,
      shipmentId: text,
      referenceNumber: text,
      shipmentStatus: text,
      courierId: text,
      awb: textOrNull,
      texts: objectSchema({ en: text, ar: text, ur: text }),
      trackingUrl: text,
      occurredAt: moment,
      usableUntil: moment,
      account_id: text,
      store_id: text,
      mode: text,
    }),
    sample: {
      event: NOTICE,
      version: 1,
      notice: 'delivered',
      shipmentId: 'shp_1',
      referenceNumber: 'order-1001',
      shipmentStatus: 'DELIVERED',
      courierId: 'sandbox-express',
      awb: 'SE0000000001',
      texts: {
        en: `Palm Store: your order order-1001 was delivered. ${PAGE}`,
        ar: `\u2068Palm Store\u2069: تم توصيل طلبك \u2068order-1001\u2069. ${PAGE}`,
        ur: `\u2068Palm Store\u2069: آپ کا آرڈر \u2068order-1001\u2069 ڈیلیور ہو گیا۔ ${PAGE}`,
      },
      trackingUrl: PAGE,
      occurredAt: '2026-11-03T09:00:00.000Z',
      usableUntil: '2026-11-04T09:00:00.000Z',
      account_id: '5f1d7a3b9c2e4680',
      store_id: 'str_1',
      mode: 'stage',
    } satisfies ShipmentNotice,
  },
];
