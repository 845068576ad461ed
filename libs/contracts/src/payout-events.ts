import { amount, integer, moment, objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const PAYOUT_EVENT = {
  paid: 'payout.paid',
  reconciled: 'payout.reconciled',
  returned: 'payout.returned',
} as const;

/** The body of every event of a payout. Amounts are in major units. */
export interface PayoutNotification {
  version: 1;
  _id: string;
  /** Its id at the gateway. */
  payout_id: string;
  gateway: string;
  /** `paid`: its lines do not sum to its amount, or are not known yet. */
  status: 'paid' | 'reconciled' | 'returned';
  currency: string;
  /** Negative when the gateway collected money. */
  amount: number;
  lines: number;
  lines_amount: number;
  paid_at: string;
  updated_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const schema = objectSchema({
  version: integer,
  _id: text,
  payout_id: text,
  gateway: text,
  status: { enum: ['paid', 'reconciled', 'returned'] },
  currency: text,
  amount,
  lines: integer,
  lines_amount: amount,
  paid_at: moment,
  updated_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});

const sample: PayoutNotification = {
  version: 1,
  _id: 'pyt_1',
  payout_id: 'PO-cardgateway-a-SAR-2026-11-22',
  gateway: 'cardgateway-a',
  status: 'reconciled',
  currency: 'SAR',
  amount: 1462.99,
  lines: 2,
  lines_amount: 1462.99,
  paid_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T06:00:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

/** The key is the `_id` of the payout. */
export const PAYOUT_EVENT_TYPES: EventType[] = [
  {
    name: PAYOUT_EVENT.paid,
    topic: TOPICS.paymentEvents,
    summary: "A gateway reports that it paid to the store's bank.",
    webhook: true,
    schema,
    sample: { ...sample, status: 'paid', lines: 1, lines_amount: 1000 },
  },
  {
    name: PAYOUT_EVENT.reconciled,
    topic: TOPICS.paymentEvents,
    summary: 'The lines of a payout sum to what the gateway paid.',
    webhook: true,
    schema,
    sample: { ...sample },
  },
  {
    name: PAYOUT_EVENT.returned,
    topic: TOPICS.paymentEvents,
    summary: 'The bank returned a payout. The gateway owes the amount again.',
    webhook: true,
    schema,
    sample: { ...sample, status: 'returned', amount: 0 },
  },
];
