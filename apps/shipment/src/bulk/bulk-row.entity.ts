import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Warning } from '../body/warnings.ts';

export const BULK_ROW_STATUSES = ['pending', 'created', 'failed'] as const;
export type BulkRowStatus = (typeof BULK_ROW_STATUSES)[number];

/** What is wrong with a row, as the answer of create spells it. */
export interface RowDetail {
  code: string;
  field: string | null;
  message: string;
}

/** A row of `bulk_row`: one shipment of a job, and what became of it. */
@Entity('bulk_row')
export class BulkRowRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') job_id!: string;
  /** Counted from 1. */
  @PrimaryColumn('integer') no!: number;
  @Column('text') status!: BulkRowStatus;
  /** Exact JSON, as it was sent; null once the row has its result. */
  @Column('text', { nullable: true }) body!: string | null;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('text', { nullable: true }) shipment_id!: string | null;
  @Column('json', { nullable: true }) details!: RowDetail[] | null;
  @Column('json', { nullable: true }) warnings!: Warning[] | null;
}
