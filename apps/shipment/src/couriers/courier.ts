import type { IncomingHttpHeaders } from 'node:http';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Scan } from '../shipments/shipment.state.ts';

/** What is booked; `reference` is ours, the same in every try, and what `find` looks for. */
export interface BookingRequest { reference: string; serviceCode?: string; request: ShipmentRequest; callbackUrl: string }

/** What the courier wants on its labels beside what we know. */
export interface LabelData { service: string; sortCode?: string }

/** A booking that may have been made: our reference, and when the last request for it can have left us. */
export interface Wanted { reference: string; sentUntilMs: number }

export type BookingAnswer = { kind: 'booked'; awb: string; label: LabelData } | { kind: 'refused'; code: string; reason: string };
export type FindAnswer = { kind: 'found'; awb: string; label: LabelData } | { kind: 'absent' } | { kind: 'unknown' };
export type CancelAnswer = { kind: 'cancelled' } | { kind: 'refused'; reason: string };

/**
 * A courier, as its adapter presents it. Every call ends by its signal. An answer is the courier's word; anything that leaves the outcome
 * open (a time-out, a lost connection, a 5xx) throws, and is looked up, never repeated blindly.
 */
export interface Courier {
  readonly id: string;
  readonly name: string;
  /** A pretend one, of stage only. */
  readonly isSandbox: boolean;
  /** How often a waybill under way is asked for. A courier that calls us is asked too, seldom: a call may be lost. */
  readonly pollEveryMs: number;
  book(booking: BookingRequest, signal: AbortSignal): Promise<BookingAnswer>;
  /**
   * The waybill of our reference. `absent` only when no request of ours can still take effect: none leaves after `sentUntilMs`, from whichever
   * process; an adapter adds the longest time that its courier may take to act on one, and answers `unknown` until then. The state
   * machine's promise of one booking rests on it.
   */
  find(wanted: Wanted, signal: AbortSignal): Promise<FindAnswer>;
  /** A waybill that is cancelled already answers `cancelled` again. */
  cancel(awb: string, signal: AbortSignal): Promise<CancelAnswer>;
  /** All scans of a waybill so far; they may repeat what was told and come in any order. */
  poll(awb: string, signal: AbortSignal): Promise<CourierScan[]>;
  /** The scans in a call of the courier's. Throws a 401 refusal unless the courier signed these bytes, 400 when they say nothing readable. */
  readCallback(headers: IncomingHttpHeaders, body: Buffer): CourierScan[];
}

/** Told once however often it comes: (courier, awb, courierStatusCode, occurredAtMs, packageNumber) is its key. */
export interface CourierScan extends Scan {
  courierStatusCode: string;
  reasonCode?: string;
  description?: string;
  descriptionAr?: string;
  city?: string;
  countryCode?: string;
  packageNumber?: number;
  signedBy?: string;
  codCollectedMinor?: bigint;
  /** Whose minor units they are, where he says so: cash of another currency than the shipment's is no amount of it. */
  codCurrency?: string;
}
