import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `usage_event`: one stored event. The migration explains the columns; bigint and numeric arrive as text. */
@Entity('usage_event')
export class StoredUsageEvent {
  @Column('bigint') seq!: string;
  @Column('timestamptz', { name: 'occurred_at' }) occurredAt!: Date;
  @Column('timestamptz', { name: 'received_at' }) receivedAt!: Date;
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @Column('integer', { name: 'meter_no' }) meterNo!: number;
  @Column('smallint') version!: number;
  @Column('smallint') reversed!: number;
  @Column('smallint') verdict!: number;
  @Column('boolean') removal!: boolean;
  @Column('boolean') late!: boolean;
  @PrimaryColumn('uuid') digest!: string;
  @Column('numeric') value!: string;
  @Column('text') reverses!: string;
  @Column('text', { name: 'event_id' }) eventId!: string;
  @Column('text') payload!: string;
  @Column('text', { name: 'rank_key' }) rankKey!: string;
}
