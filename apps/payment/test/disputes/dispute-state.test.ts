import { expect, test } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { decideDispute, DISPUTE_STATUSES, nextReminderMs } from '../../src/disputes/dispute.state.ts';
import type { DecidedDispute, Dispute, DisputeFact, DisputeStatus } from '../../src/disputes/dispute.state.ts';
import { linesOf } from '../../src/ledger/postings.ts';

const DAY_MS = 86_400_000;

function factOf(status: DisputeStatus, more: Partial<DisputeFact> = {}): DisputeFact {
  return { status, isInquiry: false, amount: 1_000n, reason: 'fraudulent', evidenceDueAtMs: null, atMs: 1, ...more };
}

function posted({ postings }: DecidedDispute): string {
  return postings.map(({ kind, amount }) => `${kind} ${amount}`).join(', ') || '-';
}

/** Every step from one status to another, a second later. */
const STEPS = DISPUTE_STATUSES.flatMap((from) =>
  DISPUTE_STATUSES.map((to) => {
    const { dispute } = decideDispute(null, factOf(from));
    const next = decideDispute(dispute, factOf(to, { atMs: 2 }));
    return [`${from} → ${to}`, `${posted(next)} | ${next.events.join(', ') || '-'}`] as const;
  }),
);

test('every step from one status to another', () => {
  expect(Object.fromEntries(STEPS)).toEqual({
    'needs_response → needs_response': '- | -',
    'needs_response → under_review': '- | updated',
    'needs_response → won': 'dispute_won 1000 | won',
    'needs_response → lost': 'dispute_lost 1000 | lost',
    'needs_response → accepted': 'dispute_lost 1000 | lost',
    'needs_response → closed': 'dispute_release 1000 | closed',
    'under_review → needs_response': '- | updated',
    'under_review → under_review': '- | -',
    'under_review → won': 'dispute_won 1000 | won',
    'under_review → lost': 'dispute_lost 1000 | lost',
    'under_review → accepted': 'dispute_lost 1000 | lost',
    'under_review → closed': 'dispute_release 1000 | closed',
    'won → needs_response': 'dispute_hold 1000 | updated',
    'won → under_review': 'dispute_hold 1000 | updated',
    'won → won': '- | -',
    'won → lost': 'dispute_hold 1000, dispute_lost 1000 | lost',
    'won → accepted': 'dispute_hold 1000, dispute_lost 1000 | lost',
    'won → closed': '- | closed',
    'lost → needs_response': 'dispute_lost_returned 1000 | updated',
    'lost → under_review': 'dispute_lost_returned 1000 | updated',
    'lost → won': 'dispute_lost_returned 1000, dispute_won 1000 | won',
    'lost → lost': '- | -',
    'lost → accepted': '- | lost',
    'lost → closed': 'dispute_lost_returned 1000, dispute_release 1000 | closed',
    'accepted → needs_response': 'dispute_lost_returned 1000 | updated',
    'accepted → under_review': 'dispute_lost_returned 1000 | updated',
    'accepted → won': 'dispute_lost_returned 1000, dispute_won 1000 | won',
    'accepted → lost': '- | -',
    'accepted → accepted': '- | -',
    'accepted → closed': 'dispute_lost_returned 1000, dispute_release 1000 | closed',
    'closed → needs_response': 'dispute_hold 1000 | updated',
    'closed → under_review': 'dispute_hold 1000 | updated',
    'closed → won': '- | won',
    'closed → lost': 'dispute_hold 1000, dispute_lost 1000 | lost',
    'closed → accepted': 'dispute_hold 1000, dispute_lost 1000 | lost',
    'closed → closed': '- | -',
  });
});

test('a question holds nothing until it becomes a dispute; a part that is disputed less is released', () => {
  const question = decideDispute(null, factOf('needs_response', { isInquiry: true }));
  expect([posted(question), question.events]).toEqual(['-', ['opened']]);
  const answered = decideDispute(question.dispute, factOf('closed', { isInquiry: true, atMs: 2 }));
  expect([posted(answered), answered.events]).toEqual(['-', ['closed']]);
  const disputed = decideDispute(question.dispute, factOf('needs_response', { atMs: 2 }));
  expect([posted(disputed), disputed.events]).toEqual(['dispute_hold 1000', ['updated']]);
  const less = decideDispute(disputed.dispute, factOf('needs_response', { atMs: 3, amount: 400n }));
  expect([posted(less), less.dispute.withheld]).toEqual(['dispute_release 600', 400n]);
  const more = decideDispute(less.dispute, factOf('lost', { atMs: 4, amount: 900n }));
  expect([posted(more), more.dispute.lost]).toEqual(['dispute_hold 500, dispute_lost 900', 900n]);
});

test('a dispute that is first reported after its end was withheld too, and is opened and ended by events', () => {
  const won = decideDispute(null, factOf('won'));
  expect([posted(won), won.events]).toEqual(['dispute_hold 1000, dispute_won 1000', ['opened', 'won']]);
  const lost = decideDispute(null, factOf('lost'));
  expect([posted(lost), lost.events]).toEqual(['dispute_hold 1000, dispute_lost 1000', ['opened', 'lost']]);
});

test('reminders come seven, three and one day before the evidence is due, and only while an answer is needed', () => {
  const due = 30 * DAY_MS;
  const beforeMs = [7 * DAY_MS, 3 * DAY_MS, DAY_MS];
  const next = (nowMs: number, status: DisputeStatus = 'needs_response'): number | null =>
    nextReminderMs({ status, evidenceDueAtMs: due }, nowMs, beforeMs);
  expect([next(0), next(23 * DAY_MS), next(27 * DAY_MS), next(29 * DAY_MS)]).toEqual([
    23 * DAY_MS,
    27 * DAY_MS,
    29 * DAY_MS,
    null,
  ]);
  expect(next(0, 'under_review')).toBeNull();
});

const fact: fc.Arbitrary<DisputeFact> = fc.record({
  status: fc.constantFrom(...DISPUTE_STATUSES),
  isInquiry: fc.boolean(),
  amount: fc.constantFrom(400n, 600n, 1_000n),
  reason: fc.constantFrom('fraudulent', 'duplicate'),
  evidenceDueAtMs: fc.constantFrom(null, 5_000, 9_000),
  atMs: fc.nat(6),
});

interface Run {
  dispute: Dispute | null;
  balances: Record<string, bigint>;
}

function run(facts: readonly DisputeFact[]): Run {
  let dispute: Dispute | null = null;
  const balances: Record<string, bigint> = {};
  for (const each of facts) {
    const decided: DecidedDispute = decideDispute(dispute, each);
    dispute = decided.dispute;
    for (const posting of decided.postings)
      for (const { account, amount } of linesOf({ ...posting, reference: 'dsp' }))
        balances[account] = (balances[account] ?? 0n) + amount;
    const { withheld, lost } = dispute;
    const { dispute_reserve: reserve = 0n, merchant_payable: payable = 0n, gateway_receivable: owed = 0n } = balances;
    // One comparison in place of three matchers, which would make the test ten times slower.
    if (reserve !== withheld || payable !== lost || owed !== -withheld - lost)
      throw new Error(`books ${reserve}, ${payable}, ${owed}; dispute ${withheld}, ${lost}`);
  }
  return { dispute, balances };
}

/** A loss that the merchant accepted and one that the bank decided are the same money. */
function shown({ dispute }: Run): object {
  const { status, wasWithheld: _, ...rest } = dispute as Dispute;
  return { ...rest, status: status === 'accepted' ? 'lost' : status };
}

test('facts in any order, repeated, end in the same state and the same books', () => {
  const facts = fc.array(fact, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      facts.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
      ),
      ([inOrder, mixed]) => {
        const complete = [...mixed, ...inOrder];
        const text = (value: object): string =>
          JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
        expect(text(shown(run(complete)))).toBe(text(shown(run([...inOrder].reverse()))));
        expect(text(run([...complete, ...inOrder]))).toBe(text(run(complete)));
      },
    ),
    { numRuns: runLength(20_000, 2_000), seed: runSeed() },
  );
});
