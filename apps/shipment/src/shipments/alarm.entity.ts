import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlarmName } from './shipment.entity.ts';

/** A row of `alarm`: what a person must check, or has checked. */
@Entity('alarm')
export class AlarmRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('bigint', { generated: 'identity' }) no!: string;
  @Column('text') shipment_id!: string;
  @Column('text') alarm!: AlarmName;
  @Column('text') courier!: string;
  @Column('text', { nullable: true }) awb!: string | null;
  /**
   * The difference between open alarms of one kind: the waybill that the courier named, where it is not the shipment's
   * own; of `SCAN_UNREADABLE` the code.
   */
  @Column('text', { nullable: true }) other_awb!: string | null;
  /** The scan that raised it, for a person. */
  @Column('text', { nullable: true }) scan!: string | null;
  @Column('timestamptz') raised_at!: Date;
  @Column('timestamptz', { nullable: true }) resolved_at!: Date | null;
  @Column('text', { nullable: true }) resolved_by!: string | null;
  @Column('text', { nullable: true }) resolution!: string | null;
}
