import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `dispute_answer`: the answer that is under way to the gateway. */
@Entity('dispute_answer')
export class DisputeAnswerRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') dispute_id!: string;
  /** The id of the request at the gateway. */
  @Column('text') request_id!: string;
  @Column('text') how!: 'accept' | 'evidence';
  @Column('text') evidence!: string;
  @Column('integer') times_sent!: number;
}
