import { amount, integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType, JsonSchema } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const COD_EVENT = {
  expected: 'cod.expected',
  collected: 'cod.collected',
  remitted: 'cod.remitted',
  feeCharged: 'cod.fee.charged',
  adjusted: 'cod.adjusted',
  differs: 'cod.differs',
} as const;
export type CodEventName = (typeof COD_EVENT)[keyof typeof COD_EVENT];

/**
 * One body for cash on delivery. Each entry of the books has one event; `cod.differs` is no entry. Amounts are in major
 * units. Its fields are written in this order.
 */
export interface CodNotification {
  event: CodEventName;
  version: 1;
  /** The number of the entry, by which a ledger books it once; null: nothing is booked. */
  entryId: string | null;
  /** Null: money of no known parcel. */
  shipmentId: string | null;
  referenceNumber: string | null;
  courierId: string;
  awb: string | null;
  currency: string;
  /** What the entry adds; negative when it takes back. Of `cod.differs`: how much more there is than expected. */
  amount: number;
  /** The sums of the parcel after it; null: the courier has not reported any, or there is no parcel. */
  expected: number | null;
  collected: number | null;
  remitted: number | null;
  fees: number | null;
  adjusted: number | null;
  /** What the courier still has to pay for the parcel. */
  owed: number | null;
  remittanceId: string | null;
  /** Of `cod.differs`: the alarm or the exception. */
  reason: string | null;
  /** The exception that a person must resolve, or has resolved. */
  exceptionId: string | null;
  occurredAt: string;
  account_id: string;
  store_id: string;
  mode: string;
}

const amountOrNull: JsonSchema = { type: ['number', 'null'] };

const notification = (event: CodEventName): JsonSchema =>
  objectSchema({
    event: { const: event },
    version: integer,
    entryId: textOrNull,
    shipmentId: textOrNull,
    referenceNumber: textOrNull,
    courierId: text,
    awb: textOrNull,
    currency: text,
    amount,
    expected: amountOrNull,
    collected: amountOrNull,
    remitted: amountOrNull,
    fees: amountOrNull,
    adjusted: amountOrNull,
    owed: amountOrNull,
    remittanceId: textOrNull,
    reason: textOrNull,
    exceptionId: textOrNull,
    occurredAt: moment,
    account_id: text,
    store_id: text,
    mode: text,
  });

const sample: Omit<CodNotification, 'event'> = {
  version: 1,
  entryId: '4711',
  shipmentId: 'shp_1',
  referenceNumber: 'order-1001',
  courierId: 'sandbox-express',
  awb: 'SE0000000001',
  currency: 'SAR',
  amount: 115,
  expected: 115,
  collected: null,
  remitted: 0,
  fees: 0,
  adjusted: 0,
  owed: 115,
  remittanceId: null,
  reason: null,
  exceptionId: null,
  occurredAt: '2026-11-01T09:00:00.000Z',
  account_id: '5f1d7a3b9c2e4680',
  store_id: 'str_1',
  mode: 'stage',
};

function type(name: CodEventName, summary: string, more: Partial<CodNotification> = {}): EventType {
  return {
    name,
    topic: TOPICS.shipmentEvents,
    summary,
    webhook: true,
    schema: notification(name),
    sample: { event: name, ...sample, ...more },
  };
}

const remitted: Partial<CodNotification> = { collected: 115, remitted: 115, owed: 0, remittanceId: 'REM-20261122' };

/** The key is the id of the shipment, else that of the exception, so that the events of a parcel keep their order. */
export const COD_EVENT_TYPES: EventType[] = [
  type(COD_EVENT.expected, 'A parcel with cash on delivery was delivered: the courier has its cash.'),
  type(COD_EVENT.collected, 'The courier reports cash that it collected, or corrects it.', { collected: 115 }),
  type(COD_EVENT.remitted, 'The courier paid out the cash of a parcel, or took it back.', remitted),
  type(COD_EVENT.feeCharged, 'The courier kept a fee of what it paid out.', { ...remitted, amount: 10, fees: 10 }),
  type(COD_EVENT.adjusted, 'A person wrote off a difference of cash.', {
    ...remitted,
    amount: 15,
    remitted: 100,
    adjusted: 15,
    exceptionId: 'rx_1',
  }),
  type(COD_EVENT.differs, 'Cash is not as expected: a person must look.', {
    entryId: null,
    amount: -15,
    collected: 100,
    owed: 100,
    reason: 'COD_DIFFERS',
  }),
];
