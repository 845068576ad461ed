import { conflict } from '@qafila/envelopes/refusal';
import { BEFORE_PICKUP, isFinal, wayTo } from './status.ts';
import type { ScanStatus, Status } from './status.ts';

/**
 * What decides. `booking` is committed as `asked` before the courier is called: whoever finds it so after a crash or a time-out looks the
 * booking up by our reference and never asks blindly again.
 */
export interface ShipmentState {
  status: Status;
  version: number;
  booking: 'unasked' | 'asked' | 'booked';
  awb: string | null;
  /** Cancelled by the merchant while a booking may be under way: its outcome decides what there is to cancel. */
  cancelWanted: boolean;
  /** Where a cancellation that the courier refuses goes back to. */
  resumeTo: Status | null;
  /** Of the newest scan taken: an older one adds history only. */
  scannedAtMs: number;
}

export interface Scan { status: ScanStatus; awb: string; occurredAtMs: number }

/**
 * `version` is that of the state in which the courier was asked. A "no" is true of that moment only: one that comes late, after we asked
 * again, would make us forget a live booking. A "yes" is a fact whenever it comes.
 */
export type Command =
  | { kind: 'ask' }
  | { kind: 'booked'; awb: string }
  | { kind: 'booking-refused'; version: number }
  | { kind: 'booking-absent'; version: number }
  | { kind: 'retry-booking' }
  | { kind: 'cancel' }
  | { kind: 'cancel-confirmed' }
  | { kind: 'cancel-refused'; version: number }
  | { kind: 'scan'; scan: Scan };

/** What a person must look at; the state stays as it is. */
export type Alarm = 'SCAN_AFTER_CANCEL' | 'SCAN_WITHOUT_WAY' | 'CANCEL_CONFIRMED_AFTER_PICKUP' | 'SECOND_WAYBILL' | 'BOOKED_AFTER_END';
export type Fact = 'booked' | 'cancelled' | 'cancel_rejected' | 'delivered' | 'booking_failed';
export interface Step { status: Status; inferred: boolean }

/** `steps` are the states entered, in order; each becomes a history entry and a status event. */
export interface Outcome { state: ShipmentState; steps: Step[]; facts: Fact[]; alarm?: Alarm }

export function newShipment(): ShipmentState {
  return { status: 'PENDING', version: 1, booking: 'unasked', awb: null, cancelWanted: false, resumeTo: null, scannedAtMs: 0 };
}

/** What is owed to the courier. After a crash the same question has the same answer, so nothing is forgotten. */
export function nextCourierCall(state: ShipmentState): 'book' | 'find' | 'cancel' | undefined {
  if (state.status === 'PENDING') return state.booking === 'asked' ? 'find' : 'book';
  return state.status === 'CANCEL_REQUESTED' ? 'cancel' : undefined;
}

/** Pure: (state, command) → outcome. Throws a 409 refusal for a merchant's command that comes too late; couriers are never refused. */
export function decide(state: ShipmentState, command: Command): Outcome {
  switch (command.kind) {
    case 'ask': return ask(state);
    case 'booked': return booked(state, command.awb);
    case 'booking-refused': return bookingRefused(state, command.version);
    case 'booking-absent': return bookingAbsent(state, command.version);
    case 'retry-booking': return retryBooking(state);
    case 'cancel': return cancel(state);
    case 'cancel-confirmed': return cancelConfirmed(state);
    case 'cancel-refused': return cancelRefused(state, command.version);
    case 'scan': return scanned(state, command.scan);
  }
}

/** No change is no new version. */
function same(state: ShipmentState, alarm?: Alarm): Outcome {
  return { state, steps: [], facts: [], alarm };
}

function changed(state: ShipmentState, change: Partial<ShipmentState>): Outcome {
  return { state: { ...state, ...change, version: state.version + 1 }, steps: [], facts: [] };
}

function moved(state: ShipmentState, statuses: Status[], change: Partial<ShipmentState>, facts: Fact[] = []): Outcome {
  const status = statuses.at(-1) as Status;
  const reached: Fact[] = status === 'DELIVERED' ? ['delivered'] : status === 'CANCELLED_BY_COURIER' ? ['cancelled'] : [];
  const steps = statuses.map((one, index) => ({ status: one, inferred: index < statuses.length - 1 }));
  return { ...changed(state, { ...change, status }), steps, facts: [...facts, ...reached] };
}

/** Committed before each call of the courier: the new version makes every answer to an earlier call old, and keeps a second worker from calling. */
function ask(state: ShipmentState): Outcome {
  const call = nextCourierCall(state);
  return call === undefined ? same(state) : changed(state, call === 'book' ? { booking: 'asked' } : {});
}

function booked(state: ShipmentState, awb: string): Outcome {
  if (state.awb !== null) return same(state, state.awb === awb ? undefined : 'SECOND_WAYBILL');
  if (state.status !== 'PENDING') return same(state, 'BOOKED_AFTER_END');
  const waybill = { booking: 'booked', awb } as const;
  if (!state.cancelWanted) return moved(state, ['BOOKED'], waybill, ['booked']);
  const both = moved(state, ['BOOKED', 'CANCEL_REQUESTED'], { ...waybill, cancelWanted: false, resumeTo: 'BOOKED' }, ['booked']);
  return { ...both, steps: both.steps.map((step) => ({ ...step, inferred: false })) };
}

function bookingRefused(state: ShipmentState, version: number): Outcome {
  if (state.status !== 'PENDING' || state.version !== version) return same(state);
  return moved(state, ['BOOKING_FAILED'], { booking: 'unasked' }, ['booking_failed']);
}

/** The courier has no booking of our reference and none can come any more: asking again books once. */
function bookingAbsent(state: ShipmentState, version: number): Outcome {
  if (state.status !== 'PENDING' || state.version !== version) return same(state);
  if (!state.cancelWanted) return changed(state, { booking: 'unasked' });
  return moved(state, ['CANCELLED'], { booking: 'unasked', cancelWanted: false }, ['cancelled']);
}

function retryBooking(state: ShipmentState): Outcome {
  return state.status === 'BOOKING_FAILED' ? moved(state, ['PENDING'], {}) : same(state);
}

/** Accepted, not done: the final word is an event. Courier first, then ours, so that no live waybill is left that nothing points at. */
function cancel(state: ShipmentState): Outcome {
  const { status } = state;
  if (status === 'CANCELLED' || status === 'CANCEL_REQUESTED' || state.cancelWanted) return same(state);
  if (status === 'BOOKING_FAILED' || (status === 'PENDING' && state.booking === 'unasked')) return moved(state, ['CANCELLED'], {}, ['cancelled']);
  if (status === 'PENDING') return changed(state, { cancelWanted: true });
  if (BEFORE_PICKUP.includes(status)) return moved(state, ['CANCEL_REQUESTED'], { resumeTo: status });
  throw conflict('NOT_CANCELLABLE', `A shipment in the state ${status} cannot be cancelled: only one that is not yet picked up can. Return it once it is delivered.`, { status });
}

function cancelConfirmed(state: ShipmentState): Outcome {
  if (state.status === 'CANCEL_REQUESTED') return moved(state, ['CANCELLED'], { resumeTo: null }, ['cancelled']);
  // The answer to an earlier request, after a later one was refused.
  if (BEFORE_PICKUP.includes(state.status)) return moved(state, ['CANCEL_REQUESTED', 'CANCELLED'], {}, ['cancelled']);
  return same(state, state.status === 'CANCELLED' || state.status === 'CANCELLED_BY_COURIER' ? undefined : 'CANCEL_CONFIRMED_AFTER_PICKUP');
}

function cancelRefused(state: ShipmentState, version: number): Outcome {
  if (state.status !== 'CANCEL_REQUESTED' || state.version !== version) return same(state);
  return moved(state, [state.resumeTo ?? 'BOOKED'], { resumeTo: null }, ['cancel_rejected']);
}

/** A scan is kept whatever comes of it; here it moves the shipment forward, or not at all. */
function scanned(state: ShipmentState, scan: Scan): Outcome {
  if (state.status === 'PENDING') return scannedBeforeBooked(state, scan);
  if (state.status === 'CANCELLED' || state.status === 'CANCELLED_BY_COURIER') return same(state, meansPickedUp(scan) ? 'SCAN_AFTER_CANCEL' : undefined);
  if (state.awb !== null && state.awb !== scan.awb) return same(state, 'SECOND_WAYBILL');
  // A courier's cancellation ends what is not yet picked up, however late we hear of it.
  const late = scan.occurredAtMs < state.scannedAtMs && scan.status !== 'CANCELLED_BY_COURIER';
  if (isFinal(state.status) || late) return same(state);
  const seen = { scannedAtMs: scan.occurredAtMs };
  // Told again later it is still so then: what happened between is old.
  if (scan.status === state.status) return scan.occurredAtMs > state.scannedAtMs ? changed(state, seen) : same(state);
  if (state.status === 'CANCEL_REQUESTED') return scannedWhileCancelling(state, scan, seen);
  const way = wayTo(state.status, scan.status);
  return way === undefined ? same(state, 'SCAN_WITHOUT_WAY') : moved(state, way, seen);
}

/** A courier's webhook can overtake its own answer to our booking; it proves the booking. */
function scannedBeforeBooked(state: ShipmentState, scan: Scan): Outcome {
  const first = booked(state, scan.awb);
  const then = scanned(first.state, scan);
  return { state: then.state, steps: [...first.steps, ...then.steps], facts: [...first.facts, ...then.facts], alarm: then.alarm };
}

/** Goods that are picked up cannot be cancelled: pick-up wins, and the merchant is told. */
function scannedWhileCancelling(state: ShipmentState, scan: Scan, seen: Partial<ShipmentState>): Outcome {
  if (scan.status === 'CANCELLED_BY_COURIER') return moved(state, ['CANCELLED'], { ...seen, resumeTo: null }, ['cancelled']);
  if (BEFORE_PICKUP.includes(scan.status)) return changed(state, { ...seen, resumeTo: scan.status });
  const beyond = scan.status === 'PICKED_UP' ? [] : wayTo('PICKED_UP', scan.status);
  if (beyond === undefined) return same(state, 'SCAN_WITHOUT_WAY');
  return moved(state, ['PICKED_UP', ...beyond], { ...seen, resumeTo: null }, ['cancel_rejected']);
}

function meansPickedUp({ status }: Scan): boolean {
  return status !== 'CANCELLED_BY_COURIER' && !BEFORE_PICKUP.includes(status);
}
