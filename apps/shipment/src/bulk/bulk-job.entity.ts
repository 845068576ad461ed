import { Column, Entity, PrimaryColumn } from 'typeorm';

export const BULK_JOB_STATUSES = ['running', 'done', 'cancelled'] as const;
export type BulkJobStatus = (typeof BULK_JOB_STATUSES)[number];

/** A row of `bulk_job`: many shipments that are created one after the other. */
@Entity('bulk_job')
export class BulkJobRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') status!: BulkJobStatus;
  /** Fields that all rows have unless they say otherwise, as exact JSON. */
  @Column('text', { nullable: true }) defaults!: string | null;
  @Column('integer') rows_total!: number;
  @Column('integer') rows_created!: number;
  @Column('integer') rows_failed!: number;
  /** The first row without a result. It moves in the transaction that stores the shipments before it. */
  @Column('integer') next_no!: number;
  /** Grows with each claim: a process that lost its claim stores nothing. */
  @Column('integer') epoch!: number;
  @Column('timestamptz') leased_until!: Date;
  /** When it last had its turn. */
  @Column('timestamptz') turn_at!: Date;
  @Column('timestamptz') created_at!: Date;
  @Column('text') created_by!: string;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}
