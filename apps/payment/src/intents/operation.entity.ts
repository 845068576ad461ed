import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OperationKind } from '../providers/provider.ts';
import type { Queue } from '../review-queues.ts';

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
  @Column('text', { nullable: true }) queue!: Queue | null;
  @Column('text', { nullable: true }) queue_why!: string | null;
  /** What really moved, where a person in manual review has said it. */
  @Column('bigint', { nullable: true }) moved_minor!: string | null;
}
