import { operationOf } from '../ledger/postings.ts';
import type { PostingKind } from '../ledger/postings.ts';
import { settledBy } from './settlement-line.ts';
import type { SettledKind, SettlementLine } from './settlement-line.ts';

/**
 * What a line may settle, with what has settled it so far: a posting, or those of one result of a refund. Amounts are
 * minor units.
 */
export interface Candidate {
  posting: string;
  /** A refund of which a part is an excess is two postings, and one line at the gateway. */
  others: readonly string[];
  kind: PostingKind;
  currency: string;
  intentId: string;
  attemptId: string;
  /** What a line may call the payment: ids of our operations, and the gateway's reference. */
  references: ReadonlySet<string>;
  /** What the posting is for: the id of a refund, or of the attempt. */
  reference: string;
  /** The change of the receivable that is booked, corrections included. */
  booked: bigint;
  /** The sum of the lines that settle it, and their number. */
  settled: bigint;
  lines: number;
  /** The fee that was estimated for it, less corrections; and that of a version before decision 0019. */
  estimatedFee: bigint;
  oldFee: bigint;
}

export type MatchException = 'unmatched_line' | 'duplicate' | 'currency_differs';
export type Match = { candidate: Candidate } | { exception: MatchException; why: string };

const SETTLES: Record<SettledKind, readonly PostingKind[]> = {
  capture: ['capture', 'late_capture'],
  capture_reversal: ['capture', 'late_capture'],
  refund: ['refund', 'refund_excess', 'reversal'],
  refund_reversal: ['refund_returned', 'refund_excess_returned', 'reversal_returned'],
  dispute: ['dispute_hold'],
  dispute_reversal: ['dispute_won', 'dispute_release'],
  fee: [],
  payout: [],
  payout_reversal: [],
  adjustment: [],
};

/** The postings that lines can settle. */
export const SETTLED_POSTINGS: readonly PostingKind[] = [...new Set(Object.values(SETTLES).flat())];

/** The postings that one result of a refund may have, the first one first. */
export const REFUND_PARTS: readonly (readonly [PostingKind, PostingKind])[] = [
  ['refund', 'refund_excess'],
  ['refund_returned', 'refund_excess_returned'],
];

/**
 * Which posting a line settles, or why none. The amounts are compared later, because several lines may settle one
 * posting. `refunds` are the ids of our refunds among the references: a line that names one settles no other.
 */
export function matchLine(
  line: SettlementLine,
  candidates: readonly Candidate[],
  refunds: ReadonlySet<string> = new Set(),
): Match {
  const found = ofThisPayment(line, candidates, refunds);
  if (found.length === 0) return { exception: 'unmatched_line', why: `${describe(line)}; the books have no posting` };
  const said = settledBy(line);
  const inCurrency = found.filter(({ currency }) => currency === said.currency);
  if (inCurrency.length === 0) {
    const [{ currency, posting }] = found as [Candidate];
    return { exception: 'currency_differs', why: `${posting} is in ${currency}; the line is in ${said.currency}` };
  }
  const free = inCurrency.filter((candidate) => isFree(line, candidate));
  const best =
    free.find((candidate) => settledAmount(line, candidate) === candidate.booked - candidate.settled) ?? free[0];
  if (best !== undefined) return { candidate: best };
  if (line.kind === 'capture_reversal')
    return { exception: 'unmatched_line', why: `${describe(line)}; no line has settled the capture` };
  return { exception: 'duplicate', why: `another line has settled ${inCurrency[0]?.posting}` };
}

/** What a line settles of a posting. Where only a rate is known, what is booked says it within the rounding. */
export function settledAmount(line: SettlementLine, { booked, settled }: Candidate): bigint {
  const { amount, within } = settledBy(line);
  const difference = booked - settled - amount;
  return difference <= within && difference >= -within ? booked - settled : amount;
}

function ofThisPayment(
  { kind, references }: SettlementLine,
  candidates: readonly Candidate[],
  refunds: ReadonlySet<string>,
): readonly Candidate[] {
  const found = candidates.filter(
    (candidate) => SETTLES[kind].includes(candidate.kind) && references.some((each) => candidate.references.has(each)),
  );
  const exact = found.filter(({ reference }) => references.includes(operationOf(reference)));
  return exact.length > 0 || references.some((each) => refunds.has(each)) ? exact : found;
}

/** A posting is settled by one line. A capture reversal belongs to a capture that has its line. */
function isFree({ kind }: SettlementLine, { lines }: Candidate): boolean {
  return kind === 'capture_reversal' ? lines > 0 : lines === 0;
}

function describe({ kind, references }: SettlementLine): string {
  return `${ABOUT[kind]} ${references.length === 0 ? 'names no payment' : `names ${references.join(', ')}`}`;
}

const ABOUT: Record<SettledKind, string> = {
  capture: 'a capture',
  capture_reversal: 'a reversal of a capture',
  refund: 'a refund',
  refund_reversal: 'a refund that failed at the bank',
  dispute: 'a dispute',
  dispute_reversal: 'a reversal of a dispute',
  fee: 'a fee',
  payout: 'a payout',
  payout_reversal: 'a returned payout',
  adjustment: 'an adjustment by the gateway',
};
