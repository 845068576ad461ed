import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Dispute, DisputeStatus } from './dispute.state.ts';

/** One status of a dispute, and since when by the gateway's time. */
export interface DisputeStep {
  at: string;
  status: DisputeStatus;
  /** Who brought it: `gateway`, `settlement`, `inquiry`, or the API key that accepted it or sent evidence. */
  by: string;
}

/** A row of `dispute`. The lock of its intent guards it. */
@Entity('dispute')
export class DisputeRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') gateway!: string;
  /** The gateway's id; null while only a line of its settlement is known. */
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('text') intent_id!: string;
  @Column('text') attempt_id!: string;
  @Column('text') status!: DisputeStatus;
  @Column('boolean') is_inquiry!: boolean;
  @Column('bigint') amount_minor!: string;
  @Column('text') currency!: string;
  @Column('text') reason!: string;
  @Column('timestamptz', { nullable: true }) evidence_due_at!: Date | null;
  /** The gateway's time of the last fact. */
  @Column('timestamptz') fact_at!: Date;
  @Column('bigint') withheld_minor!: string;
  @Column('bigint') lost_minor!: string;
  @Column('boolean') was_withheld!: boolean;
  /** What the gateway charges for the dispute, once it has said so. */
  @Column('bigint', { nullable: true }) fee_minor!: string | null;
  @Column('json') history!: DisputeStep[];
  /** The answer that is under way to the gateway, and the key that answered last. */
  @Column('text', { nullable: true }) answering!: 'accept' | 'evidence' | null;
  @Column('text', { nullable: true }) answered_by!: string | null;
  @Column('timestamptz', { nullable: true }) remind_at!: Date | null;
  @Column('timestamptz', { nullable: true }) inquire_at!: Date | null;
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

export function disputeState(row: DisputeRow): Dispute {
  return {
    status: row.status,
    isInquiry: row.is_inquiry,
    amount: BigInt(row.amount_minor),
    reason: row.reason,
    evidenceDueAtMs: row.evidence_due_at?.getTime() ?? null,
    atMs: row.fact_at.getTime(),
    withheld: BigInt(row.withheld_minor),
    lost: BigInt(row.lost_minor),
    wasWithheld: row.was_withheld,
  };
}
