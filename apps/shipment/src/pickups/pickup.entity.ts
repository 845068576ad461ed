import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Party } from '../body/party.schema.ts';

/** A row of `pickup_hours`. */
@Entity('pickup_hours')
export class PickupHoursRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') courier!: string;
  /** In small letters; empty: all others. */
  @PrimaryColumn('text') city!: string;
  @Column('text') time_zone!: string;
  @Column('text') ready_time!: string;
  @Column('text') close_time!: string;
  @Column('text') cut_off_time!: string;
  /** ISO: Monday is 1. */
  @Column('smallint', { array: true }) days!: number[];
  @Column('timestamptz') updated_at!: Date;
  @Column('text') updated_by!: string;
}

/** `BY_PHONE` and `CANCEL_BY_PHONE`: a person orders or cancels it at the courier. */
export const PICKUP_STATES = [
  'REQUESTED',
  'SCHEDULED',
  'BY_PHONE',
  'REFUSED',
  'CANCEL_REQUESTED',
  'CANCEL_BY_PHONE',
  'CANCELLED',
] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

/** A row of `pickup`: a driver who comes to an address. */
@Entity('pickup')
export class PickupRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') courier!: string;
  @Column('text') state!: PickupState;
  @Column('json') address!: Party;
  @Column('text') day!: string;
  @Column('text') ready_time!: string;
  @Column('text') close_time!: string;
  @Column('text') time_zone!: string;
  @Column('timestamptz') ready_at!: Date;
  @Column('timestamptz') close_at!: Date;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('integer') pieces!: number;
  /** As text: a bigint column. */
  @Column('bigint') weight_grams!: string;
  @Column('text', { nullable: true }) confirmation!: string | null;
  @Column('text', { nullable: true }) reason_code!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('text') created_by!: string;
  @Column('timestamptz') updated_at!: Date;
  @Column('text', { nullable: true }) resolved_by!: string | null;
  @Column('text', { nullable: true }) resolution!: string | null;
}

/** A row of `pickup_parcel`. A parcel is on one open pick-up. */
@Entity('pickup_parcel')
export class PickupParcelRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') pickup_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @Column('boolean') is_open!: boolean;
}
