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
  | 'delivered'
  | 'lost'
  | 'cancelled'
  | 'courier_cancelled';
export type Reason = 'not_there' | 'refused' | 'address' | 'customs' | 'closed';

/** A row of `parcel`. Its state is that of the last scan whose time has come. */
export interface ParcelRow {
  courier: CourierName;
  waybill: string;
  /** The platform's reference of the booking. */
  reference: string;
  /** The merchant's reference, which contains the levers. */
  merchant_reference: string;
  levers: readonly string[];
  service: string;
  sort_code: string;
  pieces: number;
  cod_minor: string;
  currency: string | null;
  signed_by: string;
  from_city: string;
  from_country: string;
  to_city: string;
  to_country: string;
  callback_url: string;
  /** A digest of the booking's values, to recognise a repeat. */
  asked_digest: Buffer;
  /** When the booking takes effect; null: it was requested, and never takes effect. */
  booked_at: Date | null;
  cancelled_at: Date | null;
  /** The number of the last callback. */
  sequence: number;
  created_at: Date;
}

/** A row of `parcel_scan`, planned or happened. */
export interface ScanRow {
  courier: CourierName;
  waybill: string;
  number: number;
  kind: ScanKind;
  reason: Reason | null;
  city: string;
  country: string;
  /** The courier's own time, in which whole days pass. */
  occurred_at: Date;
  /** The same moment by the sandbox's clock. */
  happens_at: Date;
  /** When tracking shows it, and when its callback is made. */
  known_at: Date;
  /** Whether the courier sends a callback about it; the column is older than the name. */
  has_callback: boolean;
  /** How often it is listed and sent after the first time. */
  copies: number;
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
