import { conflict } from '@qafila/envelopes/refusal';
import type { EvidenceAlarm, PackageState } from './evidence.ts';
import { judgePackages, statusOfPackages } from './packages.ts';
import { declareEnd, outcomeNotPossible } from './outcomes.ts';
import type { DeclaredEnd, Declared } from './outcomes.ts';
import { BEFORE_PICKUP, inferredBetween, isCancelled } from './status.ts';
import type { ScanStatus, Status } from './status.ts';

/**
 * What `decide()` works on. `booking` is committed as `asked` before the courier is called: a worker that finds it so
 * after a crash or a time-out looks the booking up by our reference, and never books again blindly.
 */
export interface ShipmentState {
  status: Status;
  version: number;
  booking: 'unasked' | 'asked' | 'booked';
  /** Who is asked to carry it. A refused booking may be tried at another one. */
  courier: string;
  awb: string | null;
  /** The merchant cancelled while a booking may be under way: its result decides what there is to cancel. */
  cancelWanted: boolean;
  /** The status that a cancellation falls back to when the courier refuses it. */
  resumeTo: Status | null;
  /** Time of the scan that says so; of several packages, the newest. */
  scannedAtMs: number;
  /** By package number, from 1 on; null while all packages are as the shipment is. */
  packages: readonly PackageState[] | null;
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
  | { kind: 'booked'; awb: string; courier: string }
  /** `next`: who is asked instead, where the choice of the courier names another one. */
  | { kind: 'booking-refused'; version: number; next?: string }
  | { kind: 'booking-absent'; version: number }
  | { kind: 'retry-booking'; courier?: string }
  | { kind: 'set-waybill'; awb: string; courier: string }
  | { kind: 'declare-absent' }
  | { kind: 'edit' }
  | { kind: 'cancel' }
  | { kind: 'cancel-confirmed' }
  | { kind: 'cancel-refused'; version: number }
  /** `packageCount` is needed where a package is named. */
  | { kind: 'declare-outcome'; outcome: Declared; atMs: number; packageNumber?: number; packageCount?: number }
  | { kind: 'scan'; scan: Scan; packageCount?: number };

/** What a person must look at. */
export type Alarm =
  | EvidenceAlarm
  | 'UNKNOWN_PACKAGE'
  | 'PACKAGES_DIFFER'
  | 'CANCEL_CONFIRMED_AFTER_PICKUP'
  | 'SECOND_WAYBILL'
  | 'BOOKED_AFTER_END';
export type Fact = 'booked' | 'cancelled' | 'cancel_rejected' | 'delivered' | 'booking_failed';
export interface EnteredStatus {
  status: Status;
  /** The courier did not scan it: later scans prove it. */
  inferred: boolean;
}

/** A package that entered a state while others of the shipment may be elsewhere. */
export interface EnteredPackage {
  packageNumber: number;
  status: Status;
  previous: Status;
}

/** `entered` has the statuses in order; each becomes a history entry, and an event unless it is inferred. */
export interface Decision {
  state: ShipmentState;
  entered: EnteredStatus[];
  enteredPackage?: EnteredPackage;
  facts: Fact[];
  alarms: readonly Alarm[];
}

/** The state of a shipment that was just created. */
export const INITIAL_STATE: Readonly<ShipmentState> = {
  status: 'PENDING',
  version: 1,
  booking: 'unasked',
  courier: '',
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
      return booked(state, command);
    case 'booking-refused':
      return bookingRefused(state, command);
    case 'booking-absent':
      return bookingAbsent(state, command.version);
    case 'retry-booking':
      return retryBooking(state, command.courier);
    case 'set-waybill':
      return setWaybill(state, command);
    case 'declare-absent':
      return declareAbsent(state);
    case 'edit':
      return edit(state);
    case 'cancel':
      return cancel(state);
    case 'cancel-confirmed':
      return cancelConfirmed(state);
    case 'cancel-refused':
      return cancelRefused(state, command.version);
    case 'declare-outcome':
      return declareOutcome(state, command);
    case 'scan':
      return scanned(state, command.scan, command.packageCount);
  }
}

/** Returns the same object: without a change there is no new version. */
function unchanged(state: ShipmentState, ...alarms: readonly Alarm[]): Decision {
  return { state, entered: [], facts: [], alarms };
}

function changeFields(state: ShipmentState, fields: Partial<ShipmentState>): Decision {
  return { state: { ...state, ...fields, version: state.version + 1 }, entered: [], facts: [], alarms: [] };
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
  CANCELLED: ['cancelled'],
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

function booked(state: ShipmentState, { awb, courier }: { awb: string; courier: string }): Decision {
  // A late answer of a courier that a person gave up.
  if (courier !== state.courier) return unchanged(state, 'SECOND_WAYBILL');
  if (state.awb !== null) return unchanged(state, ...(state.awb === awb ? [] : (['SECOND_WAYBILL'] as const)));
  if (state.status !== 'PENDING') return unchanged(state, 'BOOKED_AFTER_END');
  return enterBooked(state, awb);
}

function enterBooked(state: ShipmentState, awb: string): Decision {
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

/** The courier booked nothing and will not, so the next one may be asked: it is booked at one of them only. */
function bookingRefused(state: ShipmentState, { version, next }: { version: number; next?: string }): Decision {
  if (state.status !== 'PENDING' || state.version !== version) return unchanged(state);
  if (next !== undefined && !state.cancelWanted) return changeFields(state, { booking: 'unasked', courier: next });
  return enter(state, ['BOOKING_FAILED'], { booking: 'unasked' }, ['booking_failed']);
}

/** The courier has no booking of our reference and can no longer make one: booking again makes one only. */
function bookingAbsent(state: ShipmentState, version: number): Decision {
  if (state.status !== 'PENDING' || state.version !== version) return unchanged(state);
  if (!state.cancelWanted) return changeFields(state, { booking: 'unasked' });
  return enter(state, ['CANCELLED'], { booking: 'unasked', cancelWanted: false });
}

/** The courier booked nothing, or was sent nothing yet, so another one may be asked. */
function retryBooking(state: ShipmentState, courier: string = state.courier): Decision {
  if (state.status === 'BOOKING_FAILED') return enter(state, ['PENDING'], { courier });
  const isUnsent = state.status === 'PENDING' && state.booking === 'unasked';
  return isUnsent && courier !== state.courier ? changeFields(state, { courier }) : unchanged(state);
}

/**
 * A person got the waybill from the courier by another way. One of another courier does not end a booking that may be
 * live and paid.
 */
function setWaybill(state: ShipmentState, { awb, courier }: { awb: string; courier: string }): Decision {
  const isOpen = state.status === 'PENDING' || state.status === 'BOOKING_FAILED';
  if (isOpen && state.booking === 'asked' && courier !== state.courier)
    throw conflict(
      'BOOKING_NOT_OPEN',
      `${state.courier} was asked to book and may have: declare-absent ends that booking, before another courier's.`,
      { status: state.status },
    );
  if (isOpen) return enterBooked({ ...state, courier }, awb);
  if (state.awb === awb && state.courier === courier) return unchanged(state);
  throw conflict(
    'BOOKING_NOT_OPEN',
    `A shipment in the state ${state.status} has its booking already: a waybill is set only before that.`,
    { status: state.status },
  );
}

/** A person knows that the courier has no booking, where its look-up does not say so. */
function declareAbsent(state: ShipmentState): Decision {
  if (state.status !== 'PENDING' || state.booking !== 'asked')
    throw conflict(
      'BOOKING_NOT_OPEN',
      `Only a booking without an answer can be declared absent; this shipment is ${state.status}.`,
      { status: state.status },
    );
  if (state.cancelWanted) return enter(state, ['CANCELLED'], { booking: 'unasked', cancelWanted: false });
  return enter(state, ['BOOKING_FAILED'], { booking: 'unasked' }, ['booking_failed']);
}

/** What the courier may know already cannot change any more. */
function edit(state: ShipmentState): Decision {
  if (state.status === 'BOOKING_FAILED' || (state.status === 'PENDING' && state.booking === 'unasked'))
    return changeFields(state, {});
  throw conflict(
    'NOT_EDITABLE',
    `A shipment in the state ${state.status} cannot be edited: only one that no courier has been asked to book can.`,
    { status: state.status },
  );
}

/**
 * Accepted, not done: an event reports the result. The courier cancels before we do, so that no live waybill is left
 * without a shipment that points at it.
 */
function cancel(state: ShipmentState): Decision {
  const { status } = state;
  if (status === 'CANCELLED' || status === 'CANCEL_REQUESTED' || state.cancelWanted) return unchanged(state);
  if (status === 'BOOKING_FAILED' || (status === 'PENDING' && state.booking === 'unasked'))
    return enter(state, ['CANCELLED'], {});
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
  const fields = { resumeTo: null, packages: null };
  if (state.status === 'CANCEL_REQUESTED') return enter(state, ['CANCELLED'], fields);
  // The answer to an earlier request, after a later one was refused.
  if (BEFORE_PICKUP.includes(state.status)) return enter(state, ['CANCEL_REQUESTED', 'CANCELLED'], fields);
  return unchanged(state, ...(isCancelled(state.status) ? [] : (['CANCEL_CONFIRMED_AFTER_PICKUP'] as const)));
}

function cancelRefused(state: ShipmentState, version: number): Decision {
  if (state.status !== 'CANCEL_REQUESTED' || state.version !== version) return unchanged(state);
  return resume(state);
}

function resume(state: ShipmentState): Decision {
  return enter(state, [state.resumeTo ?? 'BOOKED'], { resumeTo: null }, ['cancel_rejected']);
}

/** A person knows what became of the shipment, from the courier or from the goods (decision 0028). */
function declareOutcome(
  state: ShipmentState,
  { outcome, atMs, packageNumber, packageCount = 1 }: Extract<Command, { kind: 'declare-outcome' }>,
): Decision {
  if (outcome !== 'not_cancelled')
    return declareEndOf(state, { outcome, atMs, packageNumber }, packageNumber === undefined ? 1 : packageCount);
  if (state.status === 'CANCEL_REQUESTED') return resume(state);
  throw outcomeNotPossible(state.status, 'Only a cancellation that the courier has not decided can be rejected.');
}

function declareEndOf(
  state: ShipmentState,
  declared: { outcome: DeclaredEnd; atMs: number; packageNumber?: number },
  packageCount: number,
): Decision {
  if (state.booking !== 'booked')
    throw outcomeNotPossible(state.status, 'No courier has booked it: cancel it, or declare the booking absent.');
  const known = packagesOf(state, packageCount);
  return enterPackages(state, { known, after: declareEnd(known, declared), packageNumber: declared.packageNumber });
}

/** What a scan proves of the goods (evidence.ts). The history keeps the scan in any case. */
function scanned(state: ShipmentState, { packageNumber, ...scan }: Scan, packageCount = 1): Decision {
  if (state.awb !== null && state.awb !== scan.awb) return unchanged(state, 'SECOND_WAYBILL');
  const known = packagesOf(state, packageNumber === undefined ? 1 : packageCount);
  const { after, alarms } = judgePackages(known, scan, packageNumber);
  return { ...enterPackages(state, { known, after, packageNumber }), alarms };
}

function enterPackages(
  state: ShipmentState,
  {
    known,
    after,
    packageNumber,
  }: { known: readonly PackageState[]; after: readonly PackageState[]; packageNumber: number | undefined },
): Decision {
  if (after.every((parcel, index) => isSame(parcel, known[index]))) return unchanged(state);
  const fields = {
    scannedAtMs: Math.max(...after.map(({ scannedAtMs }) => scannedAtMs)),
    packages: after.length === 1 ? null : after,
  };
  const decision = enterFromGoods(state, statusOfPackages(after), fields);
  return { ...decision, enteredPackage: enteredPackage(known, after, packageNumber) };
}

/** What is known of each package. While they are alike, the shipment's own state stands for all of them. */
function packagesOf(
  { status, resumeTo, scannedAtMs, packages }: ShipmentState,
  count: number,
): readonly PackageState[] {
  const ofShipment = { status: status === 'CANCEL_REQUESTED' ? (resumeTo ?? 'BOOKED') : status, scannedAtMs };
  return packages ?? Array.from({ length: count }, () => ofShipment);
}

function isSame(one: PackageState, other: PackageState | undefined): boolean {
  return one.status === other?.status && one.scannedAtMs === other.scannedAtMs;
}

function enteredPackage(
  known: readonly PackageState[],
  after: readonly PackageState[],
  packageNumber: number | undefined,
): EnteredPackage | undefined {
  if (packageNumber === undefined || after.length === 1) return undefined;
  const [previous, { status }] = [known[packageNumber - 1]?.status as Status, after[packageNumber - 1] as PackageState];
  return status === previous ? undefined : { packageNumber, status, previous };
}

/** Enters the state that the goods are in. While a cancellation is requested, pick-up wins: an event reports it. */
function enterFromGoods(state: ShipmentState, status: Status, fields: Partial<ShipmentState>): Decision {
  if (state.status !== 'CANCEL_REQUESTED') {
    if (status === state.status) return changeFields(state, fields);
    return enter(state, [...inferredBetween(state.status, status), status], fields);
  }
  if (BEFORE_PICKUP.includes(status)) return changeFields(state, { ...fields, resumeTo: status });
  const ended = { ...fields, resumeTo: null };
  if (isCancelled(status)) return enter(state, ['CANCELLED'], { ...ended, packages: null });
  return enter(state, [...inferredBetween('BOOKED', status), status], ended, ['cancel_rejected']);
}
