import type { IncomingHttpHeaders } from 'node:http';
import type { Scan } from '../state/shipment.state.ts';
import type { Consignment } from './consignment.ts';

export interface BookingRequest {
  /** Our reference, the same in every attempt: `find` looks the booking up by it. */
  shipmentId: string;
  serviceCode?: string;
  consignment: Consignment;
  callbackUrl: string;
}

/** What the courier wants on its labels beside what we know. */
export interface LabelData {
  service: string;
  sortCode?: string;
}

/** A booking that may exist, and the last moment at which a request for it can have left us. */
export interface BookingLookup {
  shipmentId: string;
  sentUntilMs: number;
}

export type BookingResult =
  { kind: 'booked'; awb: string; label: LabelData } | { kind: 'refused'; code: string; reason: string };
export type LookupResult = { kind: 'found'; awb: string; label: LabelData } | { kind: 'absent' } | { kind: 'unknown' };
export type CancelResult = { kind: 'cancelled' } | { kind: 'refused'; code?: string; reason: string };

/**
 * The port of a courier; its adapters implement it. The signal bounds every call. A returned result is the courier's
 * own statement. Anything that leaves the result open (a time-out, a lost connection, a 5xx) throws: the booking is
 * then looked up, never repeated blindly.
 */
export interface Courier {
  readonly id: string;
  readonly name: string;
  /** True for a simulated courier of stage mode. */
  readonly isSandbox: boolean;
  /**
   * How often a waybill under way is polled. A courier that calls us is polled too, seldom, because a call may be lost.
   */
  readonly pollEveryMs: number;
  book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult>;
  /**
   * Looks up the waybill of our reference. Return `absent` only when no request of ours can still take effect: no
   * process sends one after `sentUntilMs`; add the longest time that the courier may take to act on one, and return
   * `unknown` until then. That a shipment is booked once rests on this.
   */
  find(lookup: BookingLookup, signal: AbortSignal): Promise<LookupResult>;
  /** Returns `cancelled` again for a waybill that is cancelled already. */
  cancel(awb: string, signal: AbortSignal): Promise<CancelResult>;
  /**
   * How far the courier's clock may run ahead of ours: a later time counts as the time of receipt. Left out:
   * `COURIER.scanAheadMsMax`.
   */
  readonly scanAheadMsMax?: number;
  /** All scans of a waybill so far, in any order; they may repeat earlier ones. */
  poll(awb: string, signal: AbortSignal): Promise<CourierScan[]>;
  /**
   * The scans in a courier's call. Throws a 401 refusal unless the courier signed these bytes, 400 when they are
   * unreadable.
   */
  readCallback(headers: IncomingHttpHeaders, body: Buffer): CourierScan[];
}

/** Counts once, however often it arrives: its key is (courier, awb, courierStatusCode, occurredAtMs, packageNumber). */
export interface CourierScan extends Scan {
  courierStatusCode: string;
  /** The courier's own number of the piece. One that the booking named stands for `packageNumber`. */
  pieceNumber?: string;
  /** A code such as `customer_not_available`, never a sentence. */
  reasonCode?: string;
  /** The courier's own words for the reason. */
  reason?: string;
  description?: string;
  descriptionAr?: string;
  city?: string;
  countryCode?: string;
  latitude?: number;
  longitude?: number;
  signedBy?: string;
  /** Where the courier shows its proof of delivery. */
  proofUrl?: string;
  codCollectedMinor?: bigint;
  /**
   * Currency of `codCollectedMinor` when the courier names it. Cash in another currency than the shipment's is not
   * counted.
   */
  codCurrency?: string;
}
