import type { Posting } from '../ledger/postings.ts';
import { postingName } from '../ledger/postings.ts';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { matchLine, settledAmount } from './match-line.ts';
import type { Candidate } from './match-line.ts';
import type { ExceptionKind } from './settlement.entity.ts';
import { isPayout, netOf } from './settlement-line.ts';
import type { Exchanged, SettlementLine } from './settlement-line.ts';

/** An exception before it is stored. Amounts are minor units. */
export interface FoundException {
  kind: ExceptionKind;
  /** What it is about: the same thing is one exception, however often it is found. */
  subject: string;
  currency: string;
  why: string;
  lineKey?: string;
  posting?: string;
  payoutId?: string;
  intentId?: string;
  attemptId?: string;
  expected?: bigint;
  actual?: bigint;
  /** What an adjustment posts: the difference of the receivable before fees, and of the fees. */
  gross: bigint;
  fee: bigint;
}

/** What a line means for the books. */
export interface JudgedLine {
  line: SettlementLine;
  state: 'matched' | 'exception';
  /** The posting that it settles, or posts. */
  posting: string | null;
  intentId: string | null;
  attemptId: string | null;
  /** What it settles in the currency of the payment, where the gateway exchanged the money. */
  exchanged?: Exchanged;
}

export interface JudgedLines {
  lines: JudgedLine[];
  postings: { posting: Posting; currency: string; intentId: string | null; attemptId: string | null }[];
  exceptions: FoundException[];
  /** The postings whose lines now sum to what is booked, so that exceptions about them are explained. */
  explained: string[];
}

export interface JudgeContext {
  candidates: readonly Candidate[];
  refunds: ReadonlySet<string>;
  /** Makes the reference of a posting unique in the account: store, mode and gateway. */
  scope: string;
  feeToleranceBasisPoints: number;
}

/**
 * Judges new lines of one gateway: which posting each settles, what it posts, and what is wrong. It counts the lines on
 * the candidates, so that a later line sees the earlier ones.
 */
export function judgeLines(lines: readonly SettlementLine[], context: JudgeContext): JudgedLines {
  const judged: JudgedLines = { lines: [], postings: [], exceptions: [], explained: [] };
  const touched = new Set<Candidate>();
  for (const line of lines) {
    if (isPayout(line) || line.kind === 'fee') bookOwn(judged, line, context);
    else judgePayment(judged, touched, line, context);
  }
  for (const candidate of touched) judgeAmount(judged, candidate);
  return judged;
}

/** A payout, or a fee that belongs to no payment, is booked as the gateway reports it. */
function bookOwn(judged: JudgedLines, line: SettlementLine, { scope }: JudgeContext): void {
  const reference = `${scope}/${line.key}`;
  const own: Posting[] = isPayout(line)
    ? [
        { kind: 'payout' as const, reference, amount: -line.gross },
        { kind: 'fee_actual' as const, reference, amount: line.fee },
      ]
    : [{ kind: 'fee_actual' as const, reference, amount: -netOf(line) }];
  const postings = own.filter(({ amount }) => amount !== 0n);
  const [first] = postings;
  const { currency } = line;
  judged.postings.push(...postings.map((posting) => ({ posting, currency, intentId: null, attemptId: null })));
  const posting = first === undefined ? null : postingName(first);
  judged.lines.push({ line, state: 'matched', posting, intentId: null, attemptId: null });
}

function judgePayment(judged: JudgedLines, touched: Set<Candidate>, line: SettlementLine, context: JudgeContext): void {
  const match = matchLine(line, context.candidates, context.refunds);
  if ('exception' in match) {
    const { exception: kind, why } = match;
    const { key: lineKey, currency, gross, fee } = line;
    judged.exceptions.push({ kind, subject: lineKey, lineKey, currency, why, actual: gross, gross, fee });
    const { exchanged } = line;
    judged.lines.push({ line, state: 'exception', posting: null, intentId: null, attemptId: null, exchanged });
    return;
  }
  const { candidate } = match;
  const isFirst = candidate.lines === 0;
  const amount = settledAmount(line, candidate);
  candidate.lines += 1;
  candidate.settled += amount;
  touched.add(candidate);
  const { posting, intentId, attemptId, currency } = candidate;
  const exchanged = line.exchanged && { currency, amount, within: 0n };
  judged.lines.push({ line, state: 'matched', posting, intentId, attemptId, exchanged });
  const reference = `${context.scope}/${line.key}`;
  const booked = [
    ...exchangePostings(line, { currency, amount }, reference),
    ...feePostings(line, candidate, { reference, isFirst }),
  ];
  for (const each of booked.filter((one) => one.posting.amount !== 0n))
    judged.postings.push({ ...each, intentId, attemptId });
  const wrong = judgeFee(line, candidate, { isFirst, basisPoints: context.feeToleranceBasisPoints });
  if (wrong !== undefined) judged.exceptions.push(wrong);
}

type PostedIn = { posting: Posting; currency: string };

/** What the gateway owed in the currency of the payment is owed in that of the line from now on. */
function exchangePostings(
  line: SettlementLine,
  { currency, amount }: { currency: string; amount: bigint },
  reference: string,
): PostedIn[] {
  if (line.exchanged === undefined) return [];
  return [
    { posting: { kind: 'exchange_from', reference, amount }, currency },
    { posting: { kind: 'exchange_to', reference, amount: line.gross }, currency: line.currency },
  ];
}

/** The first line of a posting replaces its estimate, which is in the currency of the payment. */
function feePostings(
  line: SettlementLine,
  { estimatedFee, oldFee, currency }: Candidate,
  { reference, isFirst }: { reference: string; isFirst: boolean },
): PostedIn[] {
  const estimated = isFirst ? estimatedFee : 0n;
  const correction: PostedIn = {
    posting: { kind: 'fee_correction', reference, amount: isFirst ? oldFee : 0n },
    currency,
  };
  if (line.exchanged === undefined)
    return [{ posting: { kind: 'fee_actual', reference, amount: line.fee - estimated }, currency }, correction];
  return [
    { posting: { kind: 'fee_actual', reference: `${reference}/estimate`, amount: -estimated }, currency },
    { posting: { kind: 'fee_actual', reference, amount: line.fee }, currency: line.currency },
    correction,
  ];
}

/** The fee is booked as it was kept; the exception reports that it is not as expected. */
function judgeFee(
  line: SettlementLine,
  { estimatedFee, posting, intentId, attemptId }: Candidate,
  { isFirst, basisPoints }: { isFirst: boolean; basisPoints: number },
): FoundException | undefined {
  const about = { kind: 'fee_differs', subject: line.key, lineKey: line.key, posting, intentId, attemptId } as const;
  const { fee, statedFee, gross, currency } = line;
  const booked = { currency, actual: fee, gross: 0n, fee: 0n };
  if (statedFee !== fee)
    return { ...about, ...booked, expected: statedFee, why: 'gross less fee is not net; net is booked' };
  // An estimate in another currency is no measure of the fee.
  if (line.exchanged !== undefined) return undefined;
  const tolerance = (absolute(gross) * BigInt(basisPoints)) / 10_000n;
  if (!isFirst || estimatedFee === 0n || absolute(fee - estimatedFee) <= tolerance) return undefined;
  return { ...about, ...booked, expected: estimatedFee, why: 'the fee is not what was estimated' };
}

function judgeAmount(judged: JudgedLines, candidate: Candidate): void {
  const { posting, others, intentId, attemptId, currency, booked, settled } = candidate;
  judged.explained.push(posting, ...others);
  if (booked === settled) return;
  const why = `${posting} is ${major(booked, currency)} in the books; the gateway settled ${major(settled, currency)}`;
  judged.exceptions.push({
    kind: 'amount_differs',
    subject: posting,
    posting,
    intentId,
    attemptId,
    currency,
    why,
    expected: booked,
    actual: settled,
    gross: settled - booked,
    fee: 0n,
  });
}

/** A line that was reported before. Undefined when it says the same; else what an adjustment would add. */
export function judgeRepeat(
  line: SettlementLine,
  stored: { kind: string; currency: string; gross: bigint; fee: bigint },
): FoundException | undefined {
  const { key: lineKey, kind, currency, gross, fee } = line;
  const isSame = stored.kind === kind && stored.currency === currency && stored.gross === gross && stored.fee === fee;
  if (isSame) return undefined;
  const said = `${stored.kind} of ${major(stored.gross, stored.currency)}, fee ${major(stored.fee, stored.currency)}`;
  const isComparable = stored.currency === currency;
  return {
    kind: 'reissued_line',
    subject: `${lineKey}=${kind}/${currency}/${gross}/${fee}`,
    lineKey,
    currency,
    why: `the gateway had reported a ${said}; the first report stays booked`,
    expected: isComparable ? stored.gross : undefined,
    actual: gross,
    gross: isComparable ? gross - stored.gross : 0n,
    fee: isComparable ? fee - stored.fee : 0n,
  };
}

function major(minor: bigint, currency: string): string {
  return `${fromMinorUnits(minor, currency)} ${currency}`;
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
