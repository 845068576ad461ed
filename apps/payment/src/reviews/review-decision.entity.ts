import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerAccount } from '../ledger/postings.ts';
import type { Queue } from '../review-queues.ts';
import type { ChangesAnswer } from './decision.schema.ts';

export const DECISION_STATES = ['proposed', 'applied', 'rejected', 'superseded'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** A row of `review_decision`. Only a proposal changes, once, and the table refuses every other change. */
@Entity('review_decision')
export class ReviewDecisionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') kind!: 'resolve' | 'adjustment';
  @Column('text') state!: DecisionState;
  /** Null: an adjustment of the gateway's books that belongs to no payment. */
  @Column('text', { nullable: true }) intent_id!: string | null;
  @Column('text', { nullable: true }) attempt_id!: string | null;
  @Column('text', { nullable: true }) operation_id!: string | null;
  @Column('text', { nullable: true }) queue!: Queue | null;
  @Column('text', { nullable: true }) queue_why!: string | null;
  @Column('text', { nullable: true }) operation_state!: 'pending' | 'done' | 'failed' | null;
  @Column('text', { nullable: true }) outcome!: 'done' | 'failed' | null;
  @Column('bigint', { nullable: true }) amount_minor!: string | null;
  @Column('text') currency!: string;
  @Column('text', { nullable: true }) debit_account!: LedgerAccount | null;
  @Column('text', { nullable: true }) credit_account!: LedgerAccount | null;
  @Column('text') reason!: string;
  @Column('text') evidence!: string;
  @Column('text') note!: string;
  @Column('text') decided_by!: string;
  @Column('text') person!: string;
  @Column('timestamptz') decided_at!: Date;
  @Column('boolean') needs_second!: boolean;
  @Column('text', { nullable: true }) second_by!: string | null;
  @Column('text', { nullable: true }) second_person!: string | null;
  @Column('text', { nullable: true }) second_note!: string | null;
  @Column('timestamptz', { nullable: true }) second_at!: Date | null;
  @Column('json', { nullable: true }) changes!: ChangesAnswer | null;
  /** The gateway whose books an adjustment corrects. Null in rows of older versions: the attempt has it. */
  @Column('text', { nullable: true }) gateway!: string | null;
}
