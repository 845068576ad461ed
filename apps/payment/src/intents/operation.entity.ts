import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OperationKind } from '../providers/provider.ts';
import type { Queue } from '../review-queues.ts';

/** One result that a provider reported. */
export interface OperationStep {
  at: string;
  state: 'done' | 'failed';
  code: string;
  message: string;
  /** Who brought the report: the gateway, an inquiry or a person. */
  by: string;
}

/** A row of `operation`: a request to a provider, with its id as idempotency key. */
@Entity('operation')
export class OperationRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') intent_id!: string;
  @Column('text') attempt_id!: string;
  @Column('text') kind!: OperationKind;
  @Column('text') gateway!: string;
  @Column('text', { nullable: true }) gateway_reference!: string | null;
  @Column('bigint') amount_minor!: string;
  @Column('text') state!: 'pending' | 'done' | 'failed';
  @Column('text') reason!: string;
  @Column('text') code!: string;
  /** The provider's text of the result; null while it is pending, and in rows of earlier versions. */
  @Column('text', { nullable: true }) message!: string | null;
  @Column('timestamptz') started_at!: Date;
  @Column('timestamptz', { nullable: true }) settled_at!: Date | null;
  /** When the worker inquires next; null once the outcome is known. */
  @Column('timestamptz', { nullable: true }) inquire_at!: Date | null;
  @Column('integer') inquiries!: number;
  /** Where the provider's objects are searched next, when one inquiry could not read all of them. */
  @Column('text', { nullable: true }) inquiry_cursor!: string | null;
  @Column('text', { nullable: true }) queue!: Queue | null;
  @Column('text', { nullable: true }) queue_why!: string | null;
  /** What really moved, where a person in manual review has said it. */
  @Column('bigint', { nullable: true }) moved_minor!: string | null;
  /** The id of the API key, or `customer`, `clock`, `system`; null in rows of earlier versions. */
  @Column('text', { nullable: true }) requested_by!: string | null;
  /** Since when the provider reports it as under way: its result is slow, not unknown. */
  @Column('timestamptz', { nullable: true }) pending_since!: Date | null;
  /** Of a reversal or our own capture: a refused one is requested again as a new operation. Null: the first. */
  @Column('smallint', { nullable: true }) try_no!: number | null;
  /** Of one of several captures: whether it releases the rest. Null: the only one. */
  @Column('boolean', { nullable: true }) final_capture!: boolean | null;
  /** More than one when the provider reported another result later; null in rows of earlier versions. */
  @Column('json', { nullable: true }) history!: OperationStep[] | null;
}
