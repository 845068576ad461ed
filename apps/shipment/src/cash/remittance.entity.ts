import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RemittanceMapping } from './mapping.ts';

/** A row of `remittance_source`: a courier whose remittances a company imports. Every change of its lines locks it. */
@Entity('remittance_source')
export class RemittanceSourceRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') courier!: string;
  /** Null: the built-in one of the courier. */
  @Column('json', { nullable: true }) mapping!: RemittanceMapping | null;
  /** Up to when the courier's API was read. */
  @Column('timestamptz', { nullable: true }) read_until!: Date | null;
  /** Of the client that requested readings of the courier's API; null: none has. */
  @Column('text', { nullable: true }) store_id!: string | null;
  /** When the courier's API is read next; null: it has none, or none was requested. */
  @Column('timestamptz', { nullable: true }) next_at!: Date | null;
  @Column('integer') failures!: number;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz') updated_at!: Date;
}

/** A row of `remittance_import`: one file, or one reading of a courier's API. */
@Entity('remittance_import')
export class RemittanceImportRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') courier!: string;
  @Column('text') key_id!: string;
  @Column('integer') lines!: number;
  @Column('integer') added!: number;
  @Column('integer') repeated!: number;
  @Column('integer') matched!: number;
  @Column('integer') exceptions!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}

export const LINE_KINDS = ['cash', 'fee', 'payment'] as const;
/** `cash` of a parcel; a `fee` for none of them; the `payment` to the company's bank. */
export type LineKind = (typeof LINE_KINDS)[number];
export type LineState = 'matched' | 'exception';

/** A row of `remittance_line`. */
@Entity('remittance_line')
export class RemittanceLineRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') courier!: string;
  @PrimaryColumn('text') line_key!: string;
  @Column('text') import_id!: string;
  @Column('text') kind!: LineKind;
  @Column('text', { array: true }) refs!: string[];
  @Column('text') currency!: string;
  /** Minor units, as text: a bigint column. Negative when the courier takes it back. */
  @Column('bigint') amount_minor!: string;
  @Column('bigint') fee_minor!: string;
  @Column('text') remittance_id!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') state!: LineState;
  @Column('text', { nullable: true }) shipment_id!: string | null;
}

export const REMITTANCE_STATUSES = ['open', 'reconciled', 'differs'] as const;
export type RemittanceStatus = (typeof REMITTANCE_STATUSES)[number];

/** A row of `remittance`: what a courier paid in one go, and what its lines say. */
@Entity('remittance')
export class RemittanceRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') courier!: string;
  @PrimaryColumn('text') remittance_id!: string;
  @PrimaryColumn('text') currency!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  /** Null: the courier has not said what it paid. */
  @Column('bigint', { nullable: true }) paid_minor!: string | null;
  /** The cash of all lines, those in an exception too. */
  @Column('bigint') cash_minor!: string;
  @Column('bigint') fee_minor!: string;
  /** Of the cash, that of lines which settle no parcel. */
  @Column('bigint') unmatched_minor!: string;
  @Column('integer') lines!: number;
  @Column('text') status!: RemittanceStatus;
  @Column('timestamptz') paid_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

export const REMITTANCE_EXCEPTIONS = [
  'unknown_waybill',
  'amount_differs',
  'paid_twice',
  'not_delivered',
  'currency_differs',
  'fee_differs',
  'reissued_line',
  'remittance_differs',
] as const;
export type RemittanceExceptionKind = (typeof REMITTANCE_EXCEPTIONS)[number];
export const RESOLUTIONS = ['accepted', 'adjusted', 'matched', 'explained'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A row of `remittance_exception`. */
@Entity('remittance_exception')
export class RemittanceExceptionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') courier!: string;
  @Column('text') kind!: RemittanceExceptionKind;
  /** The same kind about the same thing is one exception. */
  @Column('text') subject!: string;
  @Column('text', { nullable: true }) line_key!: string | null;
  @Column('text', { nullable: true }) remittance_id!: string | null;
  @Column('text', { nullable: true }) shipment_id!: string | null;
  @Column('text') currency!: string;
  @Column('bigint', { nullable: true }) expected_minor!: string | null;
  @Column('bigint', { nullable: true }) actual_minor!: string | null;
  @Column('text') why!: string;
  @Column('text') state!: 'open' | 'resolved';
  @Column('text', { nullable: true }) resolution!: Resolution | null;
  @Column('text') note!: string;
  @Column('text', { nullable: true }) resolved_by!: string | null;
  @Column('timestamptz', { nullable: true }) resolved_at!: Date | null;
  /** What was booked as `adjusted` when it was resolved. */
  @Column('bigint') adjusted_minor!: string;
  @Column('timestamptz') created_at!: Date;
}
