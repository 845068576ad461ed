import { TOPICS } from './topics.ts';
import { integer, integerOrNull, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

/**
 * What becomes of a wallet token after its setup, which has its own notification with the token; and of a card that a
 * customer lets a store keep.
 */
export const TOKEN_EVENT = {
  active: 'token.active',
  suspended: 'token.suspended',
  revoked: 'token.revoked',
  revokeRefused: 'token.revoke.refused',
} as const;

/**
 * - `setup`: the customer completed the setup; `resumed`: a person lifted the suspension;
 * - `hard_declines`: consecutive declines for which no retry can help, or one by which the
 *   cardholder stopped the charges;
 * - `merchant`: you revoked it; `replaced`: the customer's newer tokens took its place;
 * - `wallet_refused`, `gateway_refused`: the wallet, or the gateway that keeps the card, did not revoke its own token.
 *   Ours is revoked all the same.
 */
export const TOKEN_REASONS = [
  'setup',
  'resumed',
  'hard_declines',
  'merchant',
  'replaced',
  'wallet_refused',
  'gateway_refused',
] as const;
export type TokenReason = (typeof TOKEN_REASONS)[number];

/** The body of every type. It never contains the token's value. */
export interface TokenNotification {
  version: 1;
  token_id: string;
  kind: 'wallet' | 'card';
  state: 'active' | 'suspended' | 'revoked';
  reason: TokenReason;
  /** Empty where it is a card. */
  wallet_type: string;
  /** All but the last digits are masked. Empty where it is a card. */
  phone: string;
  /** Of a card: the merchant's name of the customer, and what may be shown. Null where it is a wallet. */
  customer_reference: string | null;
  card: { brand: string; last4: string; exp_month: number | null; exp_year: number | null } | null;
  gateway: string;
  status_code_from_bank: string;
  status_message_from_bank: string;
  occurred_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const card = objectSchema({ brand: text, last4: text, exp_month: integerOrNull, exp_year: integerOrNull });
const schema = objectSchema({
  version: integer,
  token_id: text,
  kind: { enum: ['wallet', 'card'] },
  state: { enum: ['active', 'suspended', 'revoked'] },
  reason: { enum: TOKEN_REASONS },
  wallet_type: text,
  phone: text,
  customer_reference: textOrNull,
  card: { ...card, type: ['object', 'null'] },
  gateway: text,
  status_code_from_bank: text,
  status_message_from_bank: text,
  occurred_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});
const sample: TokenNotification = {
  version: 1,
  token_id: 'tok_1',
  kind: 'wallet',
  state: 'active',
  reason: 'setup',
  wallet_type: 'walletprovider',
  phone: '••••••••23',
  customer_reference: null,
  card: null,
  gateway: 'walletprovider-wallet',
  status_code_from_bank: '000',
  status_message_from_bank: 'Completed',
  occurred_at: '2026-11-01T09:05:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};
const shared = { topic: TOPICS.paymentEvents, webhook: true, schema };

/** The key is the id of the token. */
export const TOKEN_EVENT_TYPES: EventType[] = [
  {
    ...shared,
    name: TOKEN_EVENT.active,
    summary: 'A wallet or a saved card can be charged: it was set up, or its suspension was lifted.',
    sample: { ...sample },
  },
  {
    ...shared,
    name: TOKEN_EVENT.suspended,
    summary: 'A wallet or a saved card cannot be charged after several declines for which no retry can help.',
    sample: {
      ...sample,
      state: 'suspended',
      reason: 'hard_declines',
      status_code_from_bank: '12',
      status_message_from_bank: 'The wallet is closed',
    },
  },
  {
    ...shared,
    name: TOKEN_EVENT.revoked,
    summary: 'A wallet token or a saved card was revoked: by you, or because the customer has newer ones.',
    sample: { ...sample, state: 'revoked', reason: 'replaced' },
  },
  {
    ...shared,
    name: TOKEN_EVENT.revokeRefused,
    summary: 'The wallet or the gateway did not revoke its own token. Qafila never charges it again.',
    sample: {
      ...sample,
      state: 'revoked',
      reason: 'wallet_refused',
      status_code_from_bank: '',
      status_message_from_bank: 'The wallet answered 500',
    },
  },
];
