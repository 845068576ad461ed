import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CourierName } from '../companies.ts';

export type CourierOrderKind = 'instruction' | 'pickup' | 'manifest';

/** A row of `courier_order`: what a platform asked of a courier beside bookings. The reference is the platform's. */
@Entity('courier_order')
export class CourierOrderRow {
  @PrimaryColumn('text') courier!: CourierName;
  @PrimaryColumn('text') reference!: string;
  @Column('text') kind!: CourierOrderKind;
  /** The courier's own. */
  @Column('text') number!: string;
  @Column('text', { array: true }) waybills!: readonly string[];
  /** A digest of its values, to recognise a repeat. */
  @Column('bytea') asked_digest!: Buffer;
  @Column('timestamptz', { nullable: true }) cancelled_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}
