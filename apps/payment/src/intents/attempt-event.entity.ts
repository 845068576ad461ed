import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TransactionStatus } from './intent-status.ts';

/** A row of `attempt_event`: one step of a transaction's timeline. */
@Entity('attempt_event')
export class AttemptEventRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') attempt_id!: string;
  /** Numbered by the table. */
  @PrimaryColumn('bigint') no!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') status!: TransactionStatus;
  @Column('text') actor!: string;
  @Column('text') note!: string;
}
