import { conflict } from '@qafila/envelopes/refusal';
import { BEFORE_PICKUP, isFinal, pathTo } from './status.ts';
import type { ScanStatus, Status } from './status.ts';

/**
 * What `decide()` works on. `booking` is committed as `asked` before the courier is called: a worker that finds it so
 * after a crash or a time-out looks the booking up by our reference, and never books again blindly.
 */
export interface ShipmentState {
  status: Status;
  version: number;
  booking: 'unasked' | 'asked' | 'booked';
  awb: string | null;
  /** The merchant cancelled while a booking may be under way: its result decides what there is to cancel. */
  cancelWanted: boolean;
  /** The status that a cancellation falls back to when the courier refuses it. */
  resumeTo: Status | null;
  /** Time of the newest scan that counted: an older scan adds history only. */
  scannedAtMs: number;
  /** By package number, from 1 on; null while all packages are as the shipment is. */
  packages: readonly PackageState[] | null;
}

/** What is known of one package. */
export interface PackageState {
  status: Status;
  scannedAtMs: number;
}

export interface Scan {
  status: ScanStatus;
  awb: string;
  occurredAtMs: number;
  /** The package, counted from 1; undefined: the whole shipment. */
  packageNumber?: number;
}

/**
 * `version` is that of the state in which the courier was called. A "no" is true of that moment only: a late one, after
 * we called again, would make us forget a live booking. A "yes" is a fact at any time.
 */
export type Command =
  | { kind: 'start-call' }
  | { kind: 'booked'; awb: string }
  | { kind: 'booking-refused'; version: number }
  | { kind: 'booking-absent'; version: number }
  | { kind: 'retry-booking' }
  | { kind: 'cancel' }
  | { kind: 'cancel-confirmed' }
  | { kind: 'cancel-refused'; version: number }
  | { kind: 'scan'; scan: Scan };

/** What a person must look at; the state stays as it is. */
export type Alarm =
  'SCAN_AFTER_CANCEL' | 'SCAN_WITHOUT_WAY' | 'CANCEL_CONFIRMED_AFTER_PICKUP' | 'SECOND_WAYBILL' | 'BOOKED_AFTER_END';
export type Fact = 'booked' | 'cancelled' | 'cancel_rejected' | 'delivered' | 'booking_failed';
export interface EnteredStatus {
  status: Status;
  /** The courier did not scan it: later scans prove it. */
  inferred: boolean;
}

/** `entered` has the statuses in order; each becomes a history entry and a status event. */
export interface Decision {
  state: ShipmentState;
  entered: EnteredStatus[];
  facts: Fact[];
  alarm?: Alarm;
}

/** The state of a shipment that was just created. */
export const INITIAL_STATE: Readonly<ShipmentState> = {
  status: 'PENDING',
  version: 1,
  booking: 'unasked',
  awb: null,
  cancelWanted: false,
  resumeTo: null,
  scannedAtMs: 0,
  packages: null,
};

/** The courier call that is due. It follows from the state alone, so a crash cannot lose it. */
export function nextCourierCall(state: ShipmentState): 'book' | 'find' | 'cancel' | undefined {
  if (state.status === 'PENDING') return state.booking === 'asked' ? 'find' : 'book';
  return state.status === 'CANCEL_REQUESTED' ? 'cancel' : undefined;
}

/** Pure. Throws a 409 refusal for a merchant's command that comes too late; a courier's command is never refused. */
export function decide(state: ShipmentState, command: Command): Decision {
  switch (command.kind) {
    case 'start-call':
      return startCall(state);
    case 'booked':
      return booked(state, command.awb);
    case 'booking-refused':
      return bookingRefused(state, command.version);
    case 'booking-absent':
      return bookingAbsent(state, command.version);
    case 'retry-booking':
      return retryBooking(state);
    case 'cancel':
      return cancel(state);
    case 'cancel-confirmed':
      return cancelConfirmed(state);
    case 'cancel-refused':
      return cancelRefused(state, command.version);
    case 'scan':
      return scanned(state, command.scan);
  }
}

/** Returns the same object: without a change there is no new version. */
function unchanged(state: ShipmentState, alarm?: Alarm): Decision {
  return { state, entered: [], facts: [], alarm };
}

function changeFields(state: ShipmentState, fields: Partial<ShipmentState>): Decision {
  return { state: { ...state, ...fields, version: state.version + 1 }, entered: [], facts: [] };
}

/** Enters the statuses in order; all but the last are inferred. */
function enter(state: ShipmentState, statuses: Status[], fields: Partial<ShipmentState>, facts: Fact[] = []): Decision {
  const last = statuses.at(-1) as Status;
  const entered = statuses.map((status, index) => ({ status, inferred: index < statuses.length - 1 }));
  return {
    ...changeFields(state, { ...fields, status: last }),
    entered,
    facts: [...facts, ...(FACTS_OF_STATUS[last] ?? [])],
  };
}

const FACTS_OF_STATUS: Partial<Record<Status, Fact[]>> = {
  DELIVERED: ['delivered'],
  CANCELLED_BY_COURIER: ['cancelled'],
};

/**
 * Committed before each courier call: the new version outdates every answer to an earlier call, and keeps a second
 * worker from calling.
 */
function startCall(state: ShipmentState): Decision {
  const call = nextCourierCall(state);
  return call === undefined ? unchanged(state) : changeFields(state, call === 'book' ? { booking: 'asked' } : {});
}

function booked(state: ShipmentState, awb: string): Decision {
  if (state.awb !== null) return unchanged(state, state.awb === awb ? undefined : 'SECOND_WAYBILL');
  if (state.status !== 'PENDING') return unchanged(state, 'BOOKED_AFTER_END');
  const waybill = { booking: 'booked', awb } as const;
  if (!state.cancelWanted) return enter(state, ['BOOKED'], waybill, ['booked']);
  const decision = enter(
    state,
    ['BOOKED', 'CANCEL_REQUESTED'],
    { ...waybill, cancelWanted: false, resumeTo: 'BOOKED' },
    ['booked'],
  );
  return { ...decision, entered: decision.entered.map(({ status }) => ({ status, inferred: false })) };
}

function bookingRefused(state: ShipmentState, version: number): Decision {
  if (state.status !== 'PENDING' || state.version !== version) return unchanged(state);
  return enter(state, ['BOOKING_FAILED'], { booking: 'unasked' }, ['booking_failed']);
}

/** The courier has no booking of our reference and can no longer make one: booking again makes one only. */
function bookingAbsent(state: ShipmentState, version: number): Decision {
  if (state.status !== 'PENDING' || state.version !== version) return unchanged(state);
  if (!state.cancelWanted) return changeFields(state, { booking: 'unasked' });
  return enter(state, ['CANCELLED'], { booking: 'unasked', cancelWanted: false }, ['cancelled']);
}

function retryBooking(state: ShipmentState): Decision {
  return state.status === 'BOOKING_FAILED' ? enter(state, ['PENDING'], {}) : unchanged(state);
}

/**
 * Accepted, not done: an event reports the result. The courier cancels before we do, so that no live waybill is left
 * without a shipment that points at it.
 */
function cancel(state: ShipmentState): Decision {
  const { status } = state;
  if (status === 'CANCELLED' || status === 'CANCEL_REQUESTED' || state.cancelWanted) return unchanged(state);
  if (status === 'BOOKING_FAILED' || (status === 'PENDING' && state.booking === 'unasked'))
    return enter(state, ['CANCELLED'], {}, ['cancelled']);
  if (status === 'PENDING') return changeFields(state, { cancelWanted: true });
  if (BEFORE_PICKUP.includes(status)) return enter(state, ['CANCEL_REQUESTED'], { resumeTo: status });
  throw conflict(
    'NOT_CANCELLABLE',
    `A shipment in the state ${status} cannot be cancelled: only one that is not yet picked up can. ` +
      'Return it once it is delivered.',
    { status },
  );
}

function cancelConfirmed(state: ShipmentState): Decision {
  if (state.status === 'CANCEL_REQUESTED') return enter(state, ['CANCELLED'], { resumeTo: null }, ['cancelled']);
  // The answer to an earlier request, after a later one was refused.
  if (BEFORE_PICKUP.includes(state.status)) return enter(state, ['CANCEL_REQUESTED', 'CANCELLED'], {}, ['cancelled']);
  return unchanged(
    state,
    state.status === 'CANCELLED' || state.status === 'CANCELLED_BY_COURIER'
      ? undefined
      : 'CANCEL_CONFIRMED_AFTER_PICKUP',
  );
}

function cancelRefused(state: ShipmentState, version: number): Decision {
  if (state.status !== 'CANCEL_REQUESTED' || state.version !== version) return unchanged(state);
  return enter(state, [state.resumeTo ?? 'BOOKED'], { resumeTo: null }, ['cancel_rejected']);
}

/** Decides whether a scan moves the shipment forward. The history keeps the scan in either case. */
function scanned(state: ShipmentState, scan: Scan): Decision {
  if (state.status === 'CANCELLED' || state.status === 'CANCELLED_BY_COURIER')
    return unchanged(state, meansPickedUp(scan) ? 'SCAN_AFTER_CANCEL' : undefined);
  if (state.awb !== null && state.awb !== scan.awb) return unchanged(state, 'SECOND_WAYBILL');
  // A courier's cancellation ends a shipment that is not yet picked up, even when it reaches us late.
  const isLate = scan.occurredAtMs < state.scannedAtMs && scan.status !== 'CANCELLED_BY_COURIER';
  if (isFinal(state.status) || isLate) return unchanged(state);
  const scanTime = { scannedAtMs: scan.occurredAtMs };
  // A repeat of the same status moves the time forward: scans from before it are old.
  if (scan.status === state.status)
    return scan.occurredAtMs > state.scannedAtMs ? changeFields(state, scanTime) : unchanged(state);
  if (state.status === 'CANCEL_REQUESTED') return scannedWhileCancelling(state, scan, scanTime);
  const path = pathTo(state.status, scan.status);
  return path === undefined ? unchanged(state, 'SCAN_WITHOUT_WAY') : enter(state, path, scanTime);
}

/** Goods that are picked up cannot be cancelled: pick-up wins, and an event reports it to the merchant. */
function scannedWhileCancelling(state: ShipmentState, scan: Scan, scanTime: { scannedAtMs: number }): Decision {
  if (scan.status === 'CANCELLED_BY_COURIER')
    return enter(state, ['CANCELLED'], { ...scanTime, resumeTo: null }, ['cancelled']);
  if (BEFORE_PICKUP.includes(scan.status)) return changeFields(state, { ...scanTime, resumeTo: scan.status });
  const pathFromPickup = scan.status === 'PICKED_UP' ? [] : pathTo('PICKED_UP', scan.status);
  if (pathFromPickup === undefined) return unchanged(state, 'SCAN_WITHOUT_WAY');
  return enter(state, ['PICKED_UP', ...pathFromPickup], { ...scanTime, resumeTo: null }, ['cancel_rejected']);
}

function meansPickedUp({ status }: Scan): boolean {
  return status !== 'CANCELLED_BY_COURIER' && !BEFORE_PICKUP.includes(status);
}
