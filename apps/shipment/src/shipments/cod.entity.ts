import { Column, Entity, PrimaryColumn } from 'typeorm';

export const COD_KINDS = ['expected', 'collected', 'remitted', 'fee', 'adjusted'] as const;
export type CodKind = (typeof COD_KINDS)[number];

/** A row of `cod_entry`: one change of the books of cash on delivery. Rows are only added. */
@Entity('cod_entry')
export class CodEntryRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('bigint', { generated: 'identity' }) no!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') courier!: string;
  /** Null: money of no known parcel. */
  @Column('text', { nullable: true }) shipment_id!: string | null;
  @Column('text') kind!: CodKind;
  /** Minor units, as text: a bigint column. Negative where an entry takes back. */
  @Column('bigint') amount_minor!: string;
  @Column('text') currency!: string;
  /** When it happened; it counts for this day. */
  @Column('timestamptz') at!: Date;
  @Column('text', { nullable: true }) remittance_id!: string | null;
  @Column('text', { nullable: true }) line_key!: string | null;
  /** The exception that a person resolved by it. */
  @Column('text', { nullable: true }) exception_id!: string | null;
  @Column('timestamptz') booked_at!: Date;
}

/** A row of `cod_parcel`: the sums of a parcel's entries. */
@Entity('cod_parcel')
export class CodParcelRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @Column('text') courier!: string;
  @Column('text') currency!: string;
  /** The cash of a delivered parcel; 0 before. */
  @Column('bigint') expected_minor!: string;
  /** Null: the courier has not reported any. */
  @Column('bigint', { nullable: true }) collected_minor!: string | null;
  @Column('bigint') remitted_minor!: string;
  @Column('bigint') fee_minor!: string;
  @Column('bigint') adjusted_minor!: string;
  /** What the courier has to pay: collected, else expected, less remitted and adjusted. */
  @Column('bigint') owed_minor!: string;
  /** Since when there is cash. */
  @Column('timestamptz') since!: Date;
  @Column('timestamptz', { nullable: true }) remitted_at!: Date | null;
  @Column('timestamptz') updated_at!: Date;
}
