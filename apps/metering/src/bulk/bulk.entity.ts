import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `bulk`: events that were taken for later. */
@Entity('bulk')
export class Bulk {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text') id!: string;
  @Column('integer', { name: 'meter_no' }) meterNo!: number;
  @Column('integer') events!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A row of `bulk_outcome`: the result of one item. */
@Entity('bulk_outcome')
export class BulkOutcome {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text', { name: 'bulk_id' }) bulkId!: string;
  @PrimaryColumn('integer') index!: number;
  @Column('smallint') status!: number;
  @Column('text', { name: 'event_id', nullable: true }) eventId!: string | null;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text', { nullable: true }) message!: string | null;
}
