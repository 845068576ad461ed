import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a receiver can report, in the order of the form. */
export const PROBLEMS = ['not_received', 'damaged', 'wrong_goods', 'wrong_address', 'driver', 'other'] as const;
export type Problem = (typeof PROBLEMS)[number];

/** A row of `problem_report`: what a receiver reported on the tracking page. */
@Entity('problem_report')
export class ProblemReportRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('bigint', { generated: 'identity' }) no!: string;
  @Column('text') shipment_id!: string;
  @Column('text') form_id!: string;
  @Column('text') kind!: Problem;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz') reported_at!: Date;
}
