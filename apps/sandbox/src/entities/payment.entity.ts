import { Column, Entity, PrimaryColumn } from 'typeorm';
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

/** A row of `payment`. pg returns bigint columns as text. */
@Entity('payment')
export class PaymentRow {
  @PrimaryColumn('text') provider!: ProviderName;
  @PrimaryColumn('text') id!: string;
  @Column('text') kind!: PaymentKind;
  @Column('text') reference!: string;
  @Column('text', { nullable: true }) order_reference!: string | null;
  @Column('text') status!: PaymentStatus;
  /** Cards: gateway B's codes, which gateway A translates; wallet: its own. */
  @Column('text', { nullable: true }) code!: string | null;
  @Column('bigint', { nullable: true }) amount_minor!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('boolean') capture!: boolean;
  @Column('bigint') captured_minor!: string;
  @Column('bigint') refunded_minor!: string;
  @Column('boolean') released!: boolean;
  @Column('text', { nullable: true }) return_url!: string | null;
  @Column('text') callback_url!: string;
  @Column('text') language!: string;
  @Column('text', { nullable: true }) card_brand!: string | null;
  @Column('text', { nullable: true }) card_last4!: string | null;
  @Column('text', { nullable: true }) secure!: 'frictionless' | 'challenged' | 'failed' | null;
  @Column('text', { nullable: true }) phone_last4!: string | null;
  @Column('text', { nullable: true }) behaviour!: string | null;
  @Column('bytea', { nullable: true }) person_digest!: Buffer | null;
  @Column('bytea', { nullable: true }) token_digest!: Buffer | null;
  @Column('integer') wrong_tries!: number;
  @Column('integer') sequence!: number;
  @Column('timestamptz', { nullable: true }) due_at!: Date | null;
  @Column('text', { nullable: true }) due_status!: PaymentStatus | null;
  @Column('text', { nullable: true }) due_code!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
}

/** A row of `operation`: a capture, void, refund or reversal of a payment. */
@Entity('operation')
export class OperationRow {
  @PrimaryColumn('text') provider!: ProviderName;
  @PrimaryColumn('text') id!: string;
  @Column('text') payment_id!: string;
  @Column('text') kind!: 'capture' | 'void' | 'refund' | 'reversal';
  @Column('text') reference!: string;
  @Column('text') status!: 'succeeded' | 'pending' | 'failed';
  @Column('text', { nullable: true }) code!: string | null;
  @Column('bigint') amount_minor!: string;
  @Column('timestamptz', { nullable: true }) due_at!: Date | null;
  @Column('text', { nullable: true }) due_code!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
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
