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
  @Column('text') intent_id!: string;
  @Column('text') attempt_id!: string;
  @Column('timestamptz') at!: Date;
}
