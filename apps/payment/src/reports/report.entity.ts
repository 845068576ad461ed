import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PerformanceGroup } from './performance.ts';

export const SCHEDULED_REPORTS = ['reconciliation', 'performance'] as const;
export type ScheduledReport = (typeof SCHEDULED_REPORTS)[number];
export const SCHEDULE_PERIODS = ['daily', 'weekly'] as const;
export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number];

/** A row of `report_schedule`. */
@Entity('report_schedule')
export class ReportScheduleRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') report!: ScheduledReport;
  @Column('text', { nullable: true }) grouped_by!: PerformanceGroup | null;
  @Column('text') every!: SchedulePeriod;
  /** The end of the period of the next file. */
  @Column('timestamptz') next_at!: Date;
  @Column('timestamptz') created_at!: Date;
}

/** A row of `report_file`. */
@Entity('report_file')
export class ReportFileRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') schedule_id!: string;
  @Column('text') report!: ScheduledReport;
  @Column('text') status!: 'ready' | 'failed';
  @Column('timestamptz') from_at!: Date;
  @Column('timestamptz') to_at!: Date;
  @Column('integer') rows!: number;
  @Column('text') why!: string;
  @Column('text') content!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
