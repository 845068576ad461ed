import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerAccount, PostingKind } from './postings.ts';

/** A row of `ledger_line`. A second posting of the same thing meets the primary key. */
@Entity('ledger_line')
export class LedgerLineRow {
  @PrimaryColumn('text') account_id!: string;
  /** What it is posted for: kind and reference. */
  @PrimaryColumn('text') posting!: string;
  @PrimaryColumn('smallint') line!: number;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') currency!: string;
  @Column('text') ledger_account!: LedgerAccount;
  @Column('bigint') amount_minor!: string;
  @Column('text') kind!: PostingKind;
  /** Null: the posting belongs to no payment, as a payout. */
  @Column('text', { nullable: true }) intent_id!: string | null;
  @Column('text', { nullable: true }) attempt_id!: string | null;
  @Column('timestamptz') at!: Date;
  /** Null in rows of versions before 0019: the attempt has it. */
  @Column('text', { nullable: true }) gateway!: string | null;
}
