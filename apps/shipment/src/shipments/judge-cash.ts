import { isFinal } from '../state/status.ts';
import type { Status } from '../state/status.ts';

/** What a courier reports as collected. Amounts are minor units. */
export interface CashReport {
  /** Counted from 1; 0: the whole shipment. */
  packageNumber: number;
  amountMinor: bigint;
  currency: string;
}

export interface CollectedCash {
  /** Null: none is reported in the currency of the shipment. */
  totalMinor: bigint | null;
  /** The courier reports cash in another currency, which is not counted. */
  isForeign: boolean;
}

/**
 * What all reports, the oldest first, say together. The newest report of a package counts; one of the whole shipment
 * counts before those of packages. Pure.
 */
export function cashOfReports(reports: readonly CashReport[], currency: string): CollectedCash {
  const newest = new Map(reports.map((report) => [report.packageNumber, report]));
  const whole = newest.get(0);
  const counted = whole === undefined ? [...newest.values()] : [whole];
  const own = counted.filter((report) => report.currency === currency);
  return {
    totalMinor: own.length === 0 ? null : own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    isForeign: own.length < counted.length,
  };
}

/**
 * Whether the cash is other than the shipment asks for. Of a parcel under way only too much is wrong: packages may
 * still follow. One that is not delivered has none. Silence about the cash is not a difference. Pure.
 */
export function cashDiffers(
  { status, wantedMinor }: { status: Status; wantedMinor: bigint },
  { totalMinor, isForeign }: CollectedCash,
): boolean {
  if (isForeign) return true;
  if (totalMinor === null) return false;
  if (status === 'DELIVERED') return totalMinor !== wantedMinor;
  return totalMinor > (isFinal(status) ? 0n : wantedMinor);
}
