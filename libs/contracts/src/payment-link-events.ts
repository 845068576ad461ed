import { amount, flag, integer, moment, momentOrNull, objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const PAYMENT_LINK_EVENT = { created: 'payment.link.created', updated: 'payment.link.updated' } as const;

/** The body of every event of a payment link. Its address is left out: who has it can begin payments. */
export interface PaymentLinkNotification {
  version: 1;
  _id: string;
  status: 'active' | 'disabled' | 'expired' | 'used';
  reusable: boolean;
  currency: string;
  /** In major units; null where the customer types it. */
  amount: number | null;
  reference_prefix: string;
  description: string;
  payments: number;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const schema = objectSchema({
  version: integer,
  _id: text,
  status: { enum: ['active', 'disabled', 'expired', 'used'] },
  reusable: flag,
  currency: text,
  amount: { ...amount, type: ['number', 'null'] },
  reference_prefix: text,
  description: text,
  payments: integer,
  expires_at: momentOrNull,
  created_at: moment,
  updated_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});

const sample: PaymentLinkNotification = {
  version: 1,
  _id: 'pl_1',
  status: 'active',
  reusable: true,
  currency: 'SAR',
  amount: 250,
  reference_prefix: 'INV-1001',
  description: 'Invoice 1001',
  payments: 0,
  expires_at: null,
  created_at: '2026-11-22T06:00:00.000Z',
  updated_at: '2026-11-22T06:00:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

/** The key is the `_id` of the link. */
export const PAYMENT_LINK_EVENT_TYPES: EventType[] = [
  {
    name: PAYMENT_LINK_EVENT.created,
    topic: TOPICS.paymentEvents,
    summary: 'A payment link was created.',
    webhook: true,
    schema,
    sample: { ...sample },
  },
  {
    name: PAYMENT_LINK_EVENT.updated,
    topic: TOPICS.paymentEvents,
    summary: 'A payment link was disabled or enabled.',
    webhook: true,
    schema,
    sample: { ...sample, status: 'disabled', updated_at: '2026-11-22T09:00:00.000Z' },
  },
];
