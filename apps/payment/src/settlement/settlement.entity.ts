import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mapping } from './mapping.ts';
import type { SettledKind } from './settlement-line.ts';

/** A row of `settlement_source`: a gateway whose reports a store imports. Every change of its lines locks it. */
@Entity('settlement_source')
export class SettlementSourceRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  /** Null: the built-in one of the gateway. */
  @Column('json', { nullable: true }) mapping!: Mapping | null;
  /** The time of the oldest line. Earlier postings are not expected in a report. */
  @Column('timestamptz', { nullable: true }) since!: Date | null;
  /** Postings before this time have a line, or an exception. */
  @Column('timestamptz', { nullable: true }) checked_until!: Date | null;
  @Column('timestamptz') updated_at!: Date;
}

/** A row of `settlement_import`: one file, or one run of an adapter. */
@Entity('settlement_import')
export class SettlementImportRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') gateway!: string;
  @Column('text') key_id!: string;
  @Column('integer') lines!: number;
  @Column('integer') added!: number;
  @Column('integer') repeated!: number;
  @Column('integer') matched!: number;
  @Column('integer') exceptions!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}

/** A row of `settlement_line`. */
@Entity('settlement_line')
export class SettlementLineRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  @PrimaryColumn('text') line_key!: string;
  @Column('text') import_id!: string;
  @Column('text') kind!: SettledKind;
  @Column('text', { array: true }) refs!: string[];
  @Column('text') currency!: string;
  @Column('bigint') gross_minor!: string;
  @Column('bigint') fee_minor!: string;
  @Column('text', { nullable: true }) payout_id!: string | null;
  @Column('timestamptz') at!: Date;
  @Column('text') state!: 'matched' | 'exception';
  /** What it settles, or what it posted itself. */
  @Column('text', { nullable: true }) posting!: string | null;
  @Column('text', { nullable: true }) intent_id!: string | null;
  @Column('text', { nullable: true }) attempt_id!: string | null;
  /** What it settles in the currency of the payment; null where the gateway exchanged nothing. */
  @Column('text', { nullable: true }) exchanged_currency!: string | null;
  @Column('bigint', { nullable: true }) exchanged_minor!: string | null;
  @Column('bigint', { nullable: true }) exchanged_within!: string | null;
}

export const EXCEPTION_KINDS = [
  'unmatched_line',
  'amount_differs',
  'fee_differs',
  'duplicate',
  'reissued_line',
  'missing_at_provider',
  'currency_differs',
  'unknown_payout',
  'payout_differs',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** A row of `settlement_exception`. */
@Entity('settlement_exception')
export class SettlementExceptionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') gateway!: string;
  @Column('text') kind!: ExceptionKind;
  @Column('text') subject!: string;
  @Column('text', { nullable: true }) line_key!: string | null;
  @Column('text', { nullable: true }) posting!: string | null;
  @Column('text', { nullable: true }) payout_id!: string | null;
  @Column('text', { nullable: true }) intent_id!: string | null;
  @Column('text', { nullable: true }) attempt_id!: string | null;
  @Column('text') currency!: string;
  @Column('bigint', { nullable: true }) expected_minor!: string | null;
  @Column('bigint', { nullable: true }) actual_minor!: string | null;
  /** What `adjust` posts: the difference of the receivable before fees, and of the fees. */
  @Column('bigint') gross_minor!: string;
  @Column('bigint') fee_minor!: string;
  @Column('text') why!: string;
  @Column('text') state!: 'open' | 'resolved';
  @Column('text', { nullable: true }) resolution!: 'accepted' | 'adjusted' | 'explained' | null;
  @Column('text') note!: string;
  /** The key that wants to adjust more than one key may; another one does it. */
  @Column('text', { nullable: true }) proposed_by!: string | null;
  @Column('text', { nullable: true }) resolved_by!: string | null;
  @Column('timestamptz', { nullable: true }) resolved_at!: Date | null;
  @Column('bigint') adjusted_gross_minor!: string;
  @Column('bigint') adjusted_fee_minor!: string;
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
}

export const PAYOUT_STATUSES = ['open', 'paid', 'reconciled', 'returned'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A row of `payout`. */
@Entity('payout')
export class PayoutRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') gateway!: string;
  @Column('text') payout_id!: string;
  @Column('text') currency!: string;
  @Column('text') status!: PayoutStatus;
  @Column('bigint') paid_minor!: string;
  @Column('bigint') returned_minor!: string;
  @Column('integer') reports!: number;
  @Column('bigint') lines_minor!: string;
  @Column('integer') lines!: number;
  @Column('integer') revision!: number;
  @Column('timestamptz') at!: Date;
  @Column('timestamptz') created_at!: Date;
}
