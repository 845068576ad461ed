import { isFinal } from '../../state/status.ts';
import { unreadable } from '../code-book.ts';
import { isUnreadable } from '../courier.ts';
import type { PolledWaybill, ReportedScan } from '../courier.ts';
import { SMSA_LIMITS } from './smsa-limits.ts';

/** The numbers that are tracked: of several packages each has its own, beside that of the shipment. */
export function numbersOf(waybills: readonly PolledWaybill[]): string[] {
  return [...new Set(waybills.flatMap(({ awb, pieceNumbers = [] }) => [awb, ...pieceNumbers]))];
}

export function groupsOf(numbers: readonly string[]): string[][] {
  const size = SMSA_LIMITS.trackedAtOnceMax;
  return Array.from({ length: Math.ceil(numbers.length / size) }, (_, at) => numbers.slice(at * size, (at + 1) * size));
}

/**
 * The scans of numbers as those of their shipments. SMSA does not say of which parcel a scan of the shipment's number
 * is, so of several packages their own numbers decide. Where SMSA reports nothing under them, the shipment's number
 * does; its end may be that of one package, so a person decides.
 */
export function scansOfWaybills(waybills: readonly PolledWaybill[], scans: readonly ReportedScan[]): ReportedScan[] {
  const of = (number: string): ReportedScan[] => scans.filter(({ awb }) => awb === number);
  return waybills.flatMap(({ awb, pieceNumbers = [], packageCount = 1 }) => {
    if (packageCount === 1) return of(awb);
    const ofPieces = pieceNumbers.flatMap((piece) => of(piece).map((scan) => ({ ...scan, awb, pieceNumber: piece })));
    return ofPieces.length > 0 ? ofPieces : of(awb).map(withoutEnd);
  });
}

function withoutEnd(scan: ReportedScan): ReportedScan {
  if (isUnreadable(scan) || !isFinal(scan.status)) return scan;
  return unreadable('package', { ...scan, writtenAt: new Date(scan.occurredAtMs).toISOString() });
}
