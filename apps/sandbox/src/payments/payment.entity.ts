export const PROVIDERS = ['walletprovider', 'cardgateway-a', 'cardgateway-b'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
export type PaymentKind = 'card' | 'bnpl_payment' | 'charge' | 'subscription';

/** Cards: open, challenge, authorized, captured, declined, canceled, expired, voided. Wallet: API.md section 2. */
export type PaymentStatus =
  | 'open' | 'challenge' | 'authorized' | 'captured' | 'declined' | 'canceled' | 'voided'
  | 'refused' | 'otp_sent' | 'awaiting_app' | 'pending' | 'completed' | 'failed' | 'cancelled' | 'reversed' | 'active' | 'revoked'
  | 'expired';

/** A row of `payment`. */
export interface PaymentRow {
  provider: ProviderName;
  id: string;
  kind: PaymentKind;
  reference: string;
  order_reference: string | null;
  status: PaymentStatus;
  /** Cards: gateway B's codes, which A has names for; wallet: its own. */
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

/** A row of `operation`: what was done to a payment after it. */
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

const OPEN: ReadonlySet<PaymentStatus> = new Set(['open', 'challenge', 'otp_sent', 'awaiting_app']);

/** The customer may still do something; until then nothing has moved. */
export function isOpen(status: PaymentStatus): boolean {
  return OPEN.has(status);
}

export function leftToCapture({ status, amount_minor, captured_minor, released }: PaymentRow): bigint {
  const authorised = (status === 'authorized' || status === 'captured') && !released;
  return authorised ? BigInt(amount_minor ?? 0) - BigInt(captured_minor) : 0n;
}

/** `pending` refunds are on their way: they are no longer there to be refunded again. */
export function leftToRefund(payment: PaymentRow, pending: bigint): bigint {
  return BigInt(payment.captured_minor) - BigInt(payment.refunded_minor) - pending;
}
