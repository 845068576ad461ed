import type { ProviderName } from '../companies.ts';

export type PaymentKind = 'card' | 'bnpl_payment' | 'charge' | 'subscription';

/** Cards: open, challenge, authorized, captured, declined, canceled, expired, voided. Wallet: API.md, section 2. */
export type PaymentStatus =
  | 'open'
  | 'challenge'
  | 'authorized'
  | 'captured'
  | 'declined'
  | 'canceled'
  | 'voided'
  | 'refused'
  | 'otp_sent'
  | 'awaiting_app'
  | 'pending'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'reversed'
  | 'active'
  | 'revoked'
  | 'expired';

/** A row of `payment`. */
export interface PaymentRow {
  provider: ProviderName;
  id: string;
  kind: PaymentKind;
  reference: string;
  order_reference: string | null;
  status: PaymentStatus;
  /** Cards: gateway B's codes, which gateway A translates; wallet: its own. */
  code: string | null;
  amount_minor: string | null;
  currency: string | null;
  capture: boolean;
  captured_minor: string;
  refunded_minor: string;
  released: boolean;
  return_url: string | null;
  callback_url: string;
  language: string;
  card_brand: string | null;
  card_last4: string | null;
  secure: 'frictionless' | 'challenged' | 'failed' | null;
  phone_last4: string | null;
  behaviour: string | null;
  person_digest: Buffer | null;
  token_digest: Buffer | null;
  wrong_tries: number;
  sequence: number;
  due_at: Date | null;
  due_status: PaymentStatus | null;
  due_code: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
}

/** A row of `operation`: a capture, void, refund or reversal of a payment. */
export interface OperationRow {
  provider: ProviderName;
  id: string;
  payment_id: string;
  kind: 'capture' | 'void' | 'refund' | 'reversal';
  reference: string;
  status: 'succeeded' | 'pending' | 'failed';
  code: string | null;
  amount_minor: string;
  due_at: Date | null;
  due_code: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The payment, and the operation on it that is reported; null: the payment itself. */
export interface PaymentFact {
  payment: PaymentRow;
  operation: OperationRow | null;
}

/** The e-commerce indicator: how the cardholder was authenticated. */
export function eciOf({ secure }: PaymentRow): '05' | '07' | null {
  if (secure === null || secure === 'failed') return null;
  return secure === 'challenged' ? '05' : '07';
}

const OPEN: ReadonlySet<PaymentStatus> = new Set(['open', 'challenge', 'otp_sent', 'awaiting_app']);

/** The customer may still act, and no money has moved. */
export function isOpen(status: PaymentStatus): boolean {
  return OPEN.has(status);
}

export function leftToCapture({ status, amount_minor, captured_minor, released }: PaymentRow): bigint {
  const authorised = (status === 'authorized' || status === 'captured') && !released;
  return authorised ? BigInt(amount_minor ?? 0) - BigInt(captured_minor) : 0n;
}

/** `pending`: the sum of refunds that are not done yet; it cannot be refunded again. */
export function leftToRefund(payment: PaymentRow, pending: bigint): bigint {
  return BigInt(payment.captured_minor) - BigInt(payment.refunded_minor) - pending;
}
