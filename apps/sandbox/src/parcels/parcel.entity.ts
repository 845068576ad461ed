export const COURIERS = ['sandbox-express', 'sandbox-economy'] as const;
export type CourierName = (typeof COURIERS)[number];

/** What a driver or a depot scans. `weighed` moves nothing: a code that a platform need not know. */
export type ScanKind =
  | 'ready' | 'pickup_failed' | 'picked_up' | 'transit' | 'weighed' | 'arrived' | 'hold' | 'released' | 'out' | 'shop' | 'failed' | 'rto' | 'returned'
  | 'delivered' | 'lost' | 'cancelled' | 'courier_cancelled';
export type Reason = 'not_there' | 'refused' | 'address' | 'customs' | 'closed';

/** A row of `parcel`. What became of it is in its scans: those whose time has come. */
export interface ParcelRow {
  courier: CourierName;
  waybill: string;
  /** The platform's, of the booking. */
  reference: string;
  /** The merchant's, which holds the levers. */
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
  asked_digest: Buffer;
  /** From when on the booking is in force; null: it was asked for, and is not. */
  booked_at: Date | null;
  cancelled_at: Date | null;
  /** Of its callbacks. */
  sequence: number;
  created_at: Date;
}

/** A row of `parcel_scan`, planned or done. */
export interface ScanRow {
  courier: CourierName;
  waybill: string;
  number: number;
  kind: ScanKind;
  reason: Reason | null;
  city: string;
  country: string;
  /** The courier's own time, in which days pass. */
  occurred_at: Date;
  /** The same moment by the sandbox's clock. */
  happens_at: Date;
  /** From then on it is in the tracking, and told where the courier tells it. */
  known_at: Date;
  tells: boolean;
  told: boolean;
  copies: number;
}

/** What a callback tells of. */
export interface ScanFact { parcel: ParcelRow; scan: ScanRow; sequence: number; createdAt: Date }

const BEFORE_PICKUP: ReadonlySet<ScanKind> = new Set(['ready', 'pickup_failed', 'cancelled', 'courier_cancelled']);
const ENDS: ReadonlySet<ScanKind> = new Set(['returned', 'delivered', 'lost', 'cancelled', 'courier_cancelled']);

/** The courier has the goods. */
export function isPickedUp(done: readonly ScanKind[]): boolean {
  return done.some((kind) => !BEFORE_PICKUP.has(kind));
}

export function hasEnded(done: readonly ScanKind[]): boolean {
  return done.some((kind) => ENDS.has(kind));
}
