import type { NewPostingKind } from '../ledger/postings.ts';

export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost', 'accepted', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What the gateway said last of a dispute. Amounts are minor units. */
export interface DisputeFact {
  readonly status: DisputeStatus;
  /** A question before a dispute: the gateway withholds nothing. */
  readonly isInquiry: boolean;
  readonly amount: bigint;
  readonly reason: string;
  readonly evidenceDueAtMs: number | null;
  /** When the gateway says that it happened. */
  readonly atMs: number;
}

/** A dispute and its part of the books. */
export interface Dispute extends DisputeFact {
  /** What is in the reserve. */
  readonly withheld: bigint;
  /** What the store has lost for good. */
  readonly lost: bigint;
  /** Whether the gateway has ever withheld money. */
  readonly wasWithheld: boolean;
}

export type DisputePosting = Extract<NewPostingKind, `dispute_${string}`>;
export type DisputeEvent = 'opened' | 'updated' | 'won' | 'lost' | 'closed';

export interface DecidedDispute {
  readonly dispute: Dispute;
  readonly postings: readonly { kind: DisputePosting; amount: bigint }[];
  /** In this order. None: the fact is known, or older than what is known. */
  readonly events: readonly DisputeEvent[];
}

const RANK: Record<DisputeStatus, number> = {
  needs_response: 0,
  under_review: 1,
  closed: 2,
  won: 3,
  accepted: 4,
  lost: 4,
};
const EVENT: Record<DisputeStatus, DisputeEvent> = {
  needs_response: 'updated',
  under_review: 'updated',
  won: 'won',
  lost: 'lost',
  accepted: 'lost',
  closed: 'closed',
};

export function isDecidedDispute(status: DisputeStatus): boolean {
  return status !== 'needs_response' && status !== 'under_review';
}

/** Whether the gateway has shown an effect of this answer. A loss without a review is also that of a late answer. */
export function hasAnswer(
  { status, history }: { status: DisputeStatus; history: readonly { status: DisputeStatus }[] },
  how: 'accept' | 'evidence',
): boolean {
  if (how === 'accept') return status === 'accepted' || status === 'lost';
  return status !== 'needs_response' && history.some((step) => step.status === 'under_review');
}

/**
 * (what is known, a fact) → the dispute, what is posted, and the events. Pure. Facts repeat and come in any order: the
 * latest one by the gateway's own time counts, so that every order ends in the same state and the same balances. A
 * decision may still be changed by a later one, for instance when money is given back after a loss.
 */
export function decideDispute(known: Dispute | null, fact: DisputeFact): DecidedDispute {
  if (known !== null && compareFacts(fact, known) <= 0) return { dispute: known, postings: [], events: [] };
  const before = known ?? { ...fact, withheld: 0n, lost: 0n, wasWithheld: false };
  const { postings, ...books } = bookDispute(before, fact);
  // Gateways report what the merchant gave up as lost.
  const isGivenUp = known?.status === 'accepted' && fact.status === 'lost';
  const dispute: Dispute = { ...factOf(fact), ...(isGivenUp ? { status: 'accepted' } : {}), ...books };
  return { dispute, postings, events: eventsOf(known, dispute) };
}

/** Of two facts of the same second, the one that is further counts; the rest makes the order total. */
export function compareFacts(first: DisputeFact, second: DisputeFact): number {
  const keys = (fact: DisputeFact): (number | bigint | string)[] => [
    fact.atMs,
    RANK[fact.status],
    fact.isInquiry ? 0 : 1,
    fact.amount,
    fact.evidenceDueAtMs ?? 0,
    fact.reason,
  ];
  const [left, right] = [keys(first), keys(second)];
  const at = left.findIndex((key, index) => key !== right[index]);
  if (at < 0) return 0;
  return (left[at] as number) < (right[at] as number) ? -1 : 1;
}

function factOf({ status, isInquiry, amount, reason, evidenceDueAtMs, atMs }: DisputeFact): DisputeFact {
  return { status, isInquiry, amount, reason, evidenceDueAtMs, atMs };
}

/** What must be in the reserve, and what is lost. */
function targetOf({ status, isInquiry, amount }: DisputeFact): { withheld: bigint; lost: bigint } {
  if (status === 'lost' || status === 'accepted') return { withheld: 0n, lost: isInquiry ? 0n : amount };
  return { withheld: isInquiry || isDecidedDispute(status) ? 0n : amount, lost: 0n };
}

/**
 * The postings that lead from the balances to those of the fact. A dispute that is first reported after its end was
 * withheld too: the gateway's settlement shows both movements.
 */
function bookDispute(
  { withheld, lost, wasWithheld }: Dispute,
  fact: DisputeFact,
): Pick<Dispute, 'withheld' | 'lost' | 'wasWithheld'> & Pick<DecidedDispute, 'postings'> {
  const target = targetOf(fact);
  const isFirst = !wasWithheld && !fact.isInquiry;
  const returned = positive(lost - target.lost);
  const newlyLost = positive(target.lost - lost);
  const reserve = withheld + returned;
  const needed = target.withheld + newlyLost;
  const hold = isFirst ? fact.amount : positive(needed - reserve);
  const released = reserve + hold - needed;
  const postings = [
    { kind: 'dispute_lost_returned' as const, amount: returned },
    { kind: 'dispute_hold' as const, amount: hold },
    { kind: 'dispute_lost' as const, amount: newlyLost },
    { kind: fact.status === 'won' ? ('dispute_won' as const) : ('dispute_release' as const), amount: released },
  ].filter(({ amount }) => amount > 0n);
  return { ...target, wasWithheld: wasWithheld || hold > 0n, postings };
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function eventsOf(known: Dispute | null, next: Dispute): DisputeEvent[] {
  if (known === null) return isDecidedDispute(next.status) ? ['opened', EVENT[next.status]] : ['opened'];
  const isSame =
    known.status === next.status &&
    known.isInquiry === next.isInquiry &&
    known.amount === next.amount &&
    known.reason === next.reason &&
    known.evidenceDueAtMs === next.evidenceDueAtMs;
  if (isSame) return [];
  return [known.status === next.status ? 'updated' : EVENT[next.status]];
}

/** When the next reminder of the evidence is due; null: none. */
export function nextReminderMs(
  { status, evidenceDueAtMs }: Pick<DisputeFact, 'status' | 'evidenceDueAtMs'>,
  nowMs: number,
  beforeMs: readonly number[],
): number | null {
  if (status !== 'needs_response' || evidenceDueAtMs === null) return null;
  const times = beforeMs.map((before) => evidenceDueAtMs - before).filter((at) => at > nowMs);
  return times.length === 0 ? null : Math.min(...times);
}
