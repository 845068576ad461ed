import type { Language } from '@qafila/pages/languages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeKind } from './notice-texts.ts';

/** A row of `notice_setting`: what a company has sent to receivers. Without a row, nothing. */
@Entity('notice_setting')
export class NoticeSettingRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') mode!: string;
  @Column('text', { array: true }) sms!: NoticeKind[];
  @Column('text', { array: true }) whatsapp!: NoticeKind[];
  @Column('text', { array: true }) mail!: NoticeKind[];
  @Column('text') language!: Language;
  /** `HH:MM`; both are null without quiet hours. */
  @Column('text', { nullable: true }) quiet_from!: string | null;
  @Column('text', { nullable: true }) quiet_to!: string | null;
  @Column('text') time_zone!: string;
  @Column('timestamptz') updated_at!: Date;
}
