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
];
