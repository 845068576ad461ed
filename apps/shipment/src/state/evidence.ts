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
 * What a scan proves beside what is known (decision 0028). Scans arrive in any order: those of goods under way end in
 * the same state in each, because the heavier evidence stands, and of equal evidence the later one. Pure.
 */
export function judgeEvidence(known: PackageState, scan: Evidence): Judgement {
  if (isFinal(known.status)) return isFinal(scan.status) ? judgeEnds(known, scan) : judgeAfterEnd(known, scan);
  if (scan.status === 'CANCELLED_BY_COURIER') {
    // Couriers cancel what they have not picked up, and may report it late.
    const isPossible = BEFORE_PICKUP.includes(known.status);
    return isPossible ? { after: stateOf(scan) } : { after: known, alarm: 'SCAN_WITHOUT_WAY' };
  }
  const heavier = weightOf(scan.status) - weightOf(known.status);
  if (heavier < 0) {
    const isBack = BEFORE_PICKUP.includes(scan.status) && scan.occurredAtMs > known.scannedAtMs;
    return { after: known, alarm: isBack ? 'SCAN_WITHOUT_WAY' : undefined };
  }
  // Couriers also report the hand-over to the sender as a delivery: a person finds out who has the goods.
  const isDoubtful = known.status === 'RETURN_TO_ORIGIN' && scan.status === 'DELIVERED';
  if (heavier > 0) return { after: stateOf(scan), alarm: isDoubtful ? 'SCANS_CONTRADICT' : undefined };
  return { after: isLater(scan, known) ? stateOf(scan) : known };
}

/** Goods that move after their end: a cancelled parcel that is carried, or one that did not end at all. */
function judgeAfterEnd(known: PackageState, { status, occurredAtMs }: Evidence): Judgement {
  if (isCancelled(known.status))
    return { after: known, alarm: BEFORE_PICKUP.includes(status) ? undefined : 'SCAN_AFTER_CANCEL' };
  return { after: known, alarm: occurredAtMs > known.scannedAtMs ? 'SCAN_AFTER_END' : undefined };
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
    CANCELLED_BY_COURIER: ['known'],
  },
};

function judgeEnds(known: PackageState, scan: Evidence): Judgement {
  const [stands, alarm] = ENDS_JUDGED[known.status as End][scan.status as ReportedEnd];
  const isReported = stands === 'reported' || (stands === 'later' && isLater(scan, known));
  return { after: isReported ? stateOf(scan) : known, alarm };
}

function weightOf(status: Status): number {
  if (CARRIED.includes(status)) return 2;
  if (status === 'RETURN_TO_ORIGIN') return 3;
  if (isFinal(status)) return 4;
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
