import { BEFORE_PICKUP, CARRIED, isCancelled, isFinal, SCAN_STATUSES } from './status.ts';
import type { ScanStatus, Status } from './status.ts';

/** What is known of the goods: of a shipment, or of one of its packages. */
export interface PackageState {
  status: Status;
  /** Time of the scan that says so. */
  scannedAtMs: number;
}
export interface Evidence {
  status: ScanStatus;
  occurredAtMs: number;
}
export type EvidenceAlarm = 'SCAN_AFTER_CANCEL' | 'SCAN_WITHOUT_WAY' | 'SCAN_AFTER_END' | 'SCANS_CONTRADICT';
export interface Judgement {
  after: PackageState;
  alarm?: EvidenceAlarm;
}

/**
 * What a scan proves beside what is known (decision 0028). Scans arrive in any order and end in the same state in each,
 * because the heavier evidence stands, and of equal evidence the later one. Pure.
 */
export function judgeEvidence(known: PackageState, scan: Evidence): Judgement {
  if (isFinal(known.status) && isFinal(scan.status)) return judgeEnds(known, scan);
  const heavier = weightOf(scan.status) - weightOf(known.status);
  const stands = heavier > 0 || (heavier === 0 && isLater(scan, known));
  return { after: stands ? stateOf(scan) : known, alarm: alarmOf(known, scan) };
}

function alarmOf(known: PackageState, { status, occurredAtMs }: Evidence): EvidenceAlarm | undefined {
  const isBeforePickup = BEFORE_PICKUP.includes(status);
  if (isCancelled(known.status)) return isBeforePickup ? undefined : 'SCAN_AFTER_CANCEL';
  // Couriers also report the hand-over to the sender as a delivery: a person finds out who has the goods.
  if (areBoth(known.status, status, ['RETURN_TO_ORIGIN', 'DELIVERED'])) return 'SCANS_CONTRADICT';
  const isLate = occurredAtMs > known.scannedAtMs;
  if (isFinal(known.status)) return isLate ? 'SCAN_AFTER_END' : undefined;
  if (BEFORE_PICKUP.includes(known.status)) return undefined;
  // Couriers cancel what they have not picked up, and may report it late.
  return status === 'CANCELLED_BY_COURIER' || (isBeforePickup && isLate) ? 'SCAN_WITHOUT_WAY' : undefined;
}

function areBoth(one: Status, other: Status, pair: readonly [Status, Status]): boolean {
  return one !== other && pair.includes(one) && pair.includes(other);
}

type End = 'DELIVERED' | 'RETURNED' | 'LOST' | 'CANCELLED' | 'CANCELLED_BY_COURIER';
type ReportedEnd = Exclude<End, 'CANCELLED'>;
type Verdict = readonly [stands: 'known' | 'reported' | 'later', alarm?: EvidenceAlarm];

const CONTRADICTION = 'SCANS_CONTRADICT';
/**
 * For each pair of terminal facts, which one stands and which alarm it raises. The one who has the goods outweighs a
 * loss, and a loss a cancellation; between the receiver and the sender the later hand-over stands.
 */
export const ENDS_JUDGED: Record<End, Record<ReportedEnd, Verdict>> = {
  DELIVERED: {
    DELIVERED: ['later'],
    RETURNED: ['later', CONTRADICTION],
    LOST: ['known', CONTRADICTION],
    CANCELLED_BY_COURIER: ['known', CONTRADICTION],
  },
  RETURNED: {
    DELIVERED: ['later', CONTRADICTION],
    RETURNED: ['later'],
    LOST: ['known', CONTRADICTION],
    CANCELLED_BY_COURIER: ['known', CONTRADICTION],
  },
  LOST: {
    DELIVERED: ['reported', CONTRADICTION],
    RETURNED: ['reported', CONTRADICTION],
    LOST: ['later'],
    CANCELLED_BY_COURIER: ['known', CONTRADICTION],
  },
  CANCELLED: {
    DELIVERED: ['reported', 'SCAN_AFTER_CANCEL'],
    RETURNED: ['reported', 'SCAN_AFTER_CANCEL'],
    LOST: ['reported', 'SCAN_AFTER_CANCEL'],
    CANCELLED_BY_COURIER: ['known'],
  },
  CANCELLED_BY_COURIER: {
    DELIVERED: ['reported', 'SCAN_AFTER_CANCEL'],
    RETURNED: ['reported', 'SCAN_AFTER_CANCEL'],
    LOST: ['reported', 'SCAN_AFTER_CANCEL'],
    CANCELLED_BY_COURIER: ['later'],
  },
};

function judgeEnds(known: PackageState, scan: Evidence): Judgement {
  const [stands, alarm] = ENDS_JUDGED[known.status as End][scan.status as ReportedEnd];
  const isReported = stands === 'reported' || (stands === 'later' && isLater(scan, known));
  return { after: isReported ? stateOf(scan) : known, alarm };
}

/** Goods that the courier carries outweigh a cancellation: that is what it planned, and where they are is a fact. */
function weightOf(status: Status): number {
  if (isCancelled(status)) return 2;
  if (CARRIED.includes(status)) return 3;
  if (status === 'RETURN_TO_ORIGIN') return 4;
  if (isFinal(status)) return 5;
  return status === 'BOOKED' ? 0 : 1;
}

/** Of the same time, the state that is farther on the way counts as the later one. */
function isLater({ status, occurredAtMs }: Evidence, known: PackageState): boolean {
  if (occurredAtMs !== known.scannedAtMs) return occurredAtMs > known.scannedAtMs;
  return SCAN_STATUSES.indexOf(status) > SCAN_STATUSES.indexOf(known.status as ScanStatus);
}

function stateOf({ status, occurredAtMs }: Evidence): PackageState {
  return { status, scannedAtMs: occurredAtMs };
}
