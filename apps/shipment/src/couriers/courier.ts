import type { ShipmentRequest } from '../body/create-body.ts';
import type { Scan } from '../shipments/shipment.state.ts';

/** What is booked; `reference` is ours, the same in every try, and what `find` looks for. */
export interface BookingRequest { reference: string; serviceCode?: string; request: ShipmentRequest }

export type BookingAnswer = { kind: 'booked'; awb: string } | { kind: 'refused'; reason: string };
export type CancelAnswer = { kind: 'cancelled' } | { kind: 'refused'; reason: string };

/**
 * A courier, as its adapter presents it. Every call ends by its deadline. An answer is the courier's word; anything that leaves the outcome
 * open (a time-out, a lost connection, a 5xx) throws, and is looked up, never repeated blindly.
 */
export interface Courier {
  readonly id: string;
  book(booking: BookingRequest, signal: AbortSignal): Promise<BookingAnswer>;
  /**
   * The waybill of our reference. `absent` only when no request of ours can still take effect: an adapter waits out the longest time that
   * its courier may take to act on one, and answers `unknown` until then. The state machine's promise of one booking rests on it.
   */
  find(reference: string, signal: AbortSignal): Promise<{ kind: 'found'; awb: string } | { kind: 'absent' } | { kind: 'unknown' }>;
  /** A waybill that is cancelled already answers `cancelled` again. */
  cancel(awb: string, signal: AbortSignal): Promise<CancelAnswer>;
  /** For couriers that do not tell of themselves; scans may repeat and come in any order. */
  poll(awb: string, signal: AbortSignal): Promise<CourierScan[]>;
}

/** Told once however often it comes: (courier, awb, courierStatusCode, occurredAt) is its key. */
export interface CourierScan extends Scan { courierStatusCode: string; reasonCode?: string; description?: string; city?: string; countryCode?: string; packageNumber?: number }
