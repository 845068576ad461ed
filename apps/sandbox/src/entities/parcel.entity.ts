import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CourierName } from '../companies.ts';

/** What a driver or a depot scans. `weighed` changes no status: a platform need not know its code. */
export type ScanKind =
  | 'ready'
  | 'pickup_failed'
  | 'picked_up'
  | 'transit'
  | 'weighed'
  | 'arrived'
  | 'hold'
  | 'released'
  | 'out'
  | 'shop'
  | 'failed'
  | 'rto'
  | 'returned'
  | 'piece_delivered'
  | 'delivered'
  | 'lost'
  | 'cancelled'
  | 'courier_cancelled';
export type Reason = 'not_there' | 'refused' | 'address' | 'customs' | 'closed';

/** A row of `parcel`. Its state is that of the last scan whose time has come. */
@Entity('parcel')
export class ParcelRow {
  @PrimaryColumn('text') courier!: CourierName;
  @PrimaryColumn('text') waybill!: string;
  /** The platform's reference of the booking. */
  @Column('text') reference!: string;
  /** The merchant's reference, which contains the levers. */
  @Column('text') merchant_reference!: string;
  @Column('text', { array: true }) levers!: readonly string[];
  @Column('text') service!: string;
  @Column('text') sort_code!: string;
  @Column('integer') pieces!: number;
  @Column('bigint') cod_minor!: string;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text') signed_by!: string;
  @Column('text') from_city!: string;
  @Column('text') from_country!: string;
  @Column('text') to_city!: string;
  @Column('text') to_country!: string;
  @Column('text') callback_url!: string;
  /** A digest of the booking's values, to recognise a repeat. */
  @Column('bytea') asked_digest!: Buffer;
  /** When the booking takes effect; null: it was requested, and never takes effect. */
  @Column('timestamptz', { nullable: true }) booked_at!: Date | null;
  @Column('timestamptz', { nullable: true }) cancelled_at!: Date | null;
  /** The number of the last callback. */
  @Column('integer') sequence!: number;
  @Column('timestamptz') created_at!: Date;
}

/** A row of `parcel_scan`, planned or happened. */
@Entity('parcel_scan')
export class ScanRow {
  @PrimaryColumn('text') courier!: CourierName;
  @PrimaryColumn('text') waybill!: string;
  @PrimaryColumn('integer') number!: number;
  @Column('text') kind!: ScanKind;
  @Column('text', { nullable: true }) reason!: Reason | null;
  /** The piece that it is about, counted from 1; null: the whole parcel. */
  @Column('integer', { nullable: true }) piece!: number | null;
  @Column('text') city!: string;
  @Column('text') country!: string;
  /** The courier's own time, in which whole days pass. */
  @Column('timestamptz') occurred_at!: Date;
  /** The same moment by the sandbox's clock. */
  @Column('timestamptz') happens_at!: Date;
  /** When tracking shows it, and when its callback is made. */
  @Column('timestamptz') known_at!: Date;
  /** Whether the courier sends a callback about it. The column's name is older than the property's. */
  // eslint-disable-next-line qafila/retired-words -- the name of the column
  @Column('boolean', { name: 'tells' }) has_callback!: boolean;
  /** Whether that callback is stored. */
  // eslint-disable-next-line qafila/retired-words -- the name of the column
  @Column('boolean', { name: 'told' }) callback_stored!: boolean;
  /** How often it is listed and sent after the first time. */
  @Column('integer') copies!: number;
}

/** A scan that a callback reports. */
export interface ScanFact {
  parcel: ParcelRow;
  scan: ScanRow;
  sequence: number;
  createdAt: Date;
}

const BEFORE_PICKUP: ReadonlySet<ScanKind> = new Set(['ready', 'pickup_failed', 'cancelled', 'courier_cancelled']);
const ENDS: ReadonlySet<ScanKind> = new Set(['returned', 'delivered', 'lost', 'cancelled', 'courier_cancelled']);

/** The courier has the goods. */
export function isPickedUp(done: readonly ScanKind[]): boolean {
  return done.some((kind) => !BEFORE_PICKUP.has(kind));
}

export function hasEnded(done: readonly ScanKind[]): boolean {
  return done.some((kind) => ENDS.has(kind));
}
