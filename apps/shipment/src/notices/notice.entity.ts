import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeChannel } from './channels.ts';
import type { NoticeKind } from './notice-texts.ts';

/** `dropped`: it was not sent, because it lost its sense. */
export const NOTICE_STATUSES = ['waiting', 'sent', 'dropped', 'failed'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** A row of `notice`: a message that is owed to a receiver. Address and text are read when it is sent. */
@Entity('notice')
export class NoticeRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') shipment_id!: string;
  @Column('text') kind!: NoticeKind;
  @Column('text') channel!: NoticeChannel;
  @Column('text') status!: NoticeStatus;
  /** Why it was not sent, or not at the first try. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** When the shipment entered the state. */
  @Column('timestamptz') occurred_at!: Date;
  @Column('timestamptz') due_at!: Date;
  @Column('integer') tries!: number;
  @Column('timestamptz', { nullable: true }) sent_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}
