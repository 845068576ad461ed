import type { PayoutStatus } from './settlement.entity.ts';

/** What is known of a payout. Amounts are minor units. */
export interface PayoutFacts {
  /** What the gateway says that it paid, and what of it came back. */
  paid: bigint;
  returned: bigint;
  /** How many lines say so. */
  reports: number;
  /** The net sum of the lines that it pays, and their number. */
  linesSum: bigint;
  lines: number;
}

export interface JudgedPayout {
  status: PayoutStatus;
  exception: 'unknown_payout' | 'payout_differs' | null;
  /** What the payout has more than its lines. */
  difference: bigint;
}

/** A payout is reconciled when its lines sum to what was paid. Before the gateway reports it, it is open. */
export function judgePayout({ paid, returned, reports, linesSum, lines }: PayoutFacts): JudgedPayout {
  if (reports === 0) return { status: 'open', exception: null, difference: 0n };
  if (returned !== 0n && paid === returned) return { status: 'returned', exception: null, difference: 0n };
  const difference = paid - returned - linesSum;
  if (lines === 0 && difference !== 0n) return { status: 'paid', exception: 'unknown_payout', difference };
  return difference === 0n
    ? { status: 'reconciled', exception: null, difference }
    : { status: 'paid', exception: 'payout_differs', difference };
}
