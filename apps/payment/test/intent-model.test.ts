import { expect, test } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import type { IntentStatus } from '../src/intents/intent-status.ts';
import { decide, isOver, isRefused } from '../src/intents/intent.state.ts';
import type { Command, Effect, Intent } from '../src/intents/intent.state.ts';
import { linesOf } from '../src/ledger/postings.ts';

const AMOUNT = 1_000n;
const RUNS = runLength(100_000, 20_000);
const NEW: Intent = {
  status: 'requires_payment_method',
  amount: AMOUNT,
  captureMethod: 'automatic',
  captured: 0n,
  refunded: 0n,
  refunding: 0n,
  overRefunded: 0n,
  disputed: 0n,
  requested: null,
  tries: 0,
  expiresAtMs: 30,
  open: null,
  attempts: [],
};

/** The oracle: which states may follow which (docs/decisions/0013), as a separate table. */
const LEGAL: Record<IntentStatus, IntentStatus[]> = {
  requires_payment_method: ['processing', 'canceled', 'expired'],
  processing: ['requires_action', 'requires_payment_method', 'requires_capture', 'succeeded', 'failed'],
  requires_action: [
    'processing',
    'requires_payment_method',
    'requires_capture',
    'succeeded',
    'failed',
    'canceled',
    'expired',
  ],
  requires_capture: ['succeeded', 'canceled', 'failed'],
  succeeded: [],
  canceled: [],
  failed: [],
  expired: [],
};

const attempt = fc.constantFrom('txn_1', 'txn_2', 'txn_3', 'txn_4');
const amount = fc.constantFrom(1n, 400n, 600n, AMOUNT);
// Commands of customer, merchant, provider and clock in any order. Providers repeat and contradict themselves and
// report late.
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), attemptId: attempt, fallback: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'challenge' as const,
        'authenticate' as const,
        'markUnknown' as const,
        'authorise' as const,
        'reversed' as const,
      ),
      attemptId: attempt,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decline' as const),
      attemptId: attempt,
      as: fc.constantFrom('FAILED' as const, 'RISK_DECLINED' as const),
      then: fc.constantFrom('customer' as const, 'fallback' as const, 'none' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      attemptId: attempt,
      amount: fc.oneof({ weight: 4, arbitrary: fc.constant(AMOUNT) }, amount),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'requestRefund' as const,
        'refundDone' as const,
        'refundFailed' as const,
        'refundReturned' as const,
      ),
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refundDone' as const), amount, isLate: fc.constant(true) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reversalReturned' as const),
      attemptId: attempt,
      amount: fc.constant(AMOUNT),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('requestCapture' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'requestVoid' as const,
        'captureRefused' as const,
        'captureGivenUp' as const,
        'voidRefused' as const,
        'voided' as const,
        'cancel' as const,
        'expire' as const,
      ),
    }),
  },
);

// What a person in manual review confirms may be a part. It is not a repeat: each has a decision of its own.
const confirmation: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('capture' as const), attemptId: attempt, amount, confirmed: fc.constant(true) }),
  fc.record({ kind: fc.constant('refundDone' as const), amount, requested: amount }),
  fc.record({ kind: fc.constant('reversed' as const), attemptId: attempt, amount }),
);

/** One matcher per run, because a matcher per command would make this test ten times slower. */
function check(isSo: boolean, rule: string): void {
  if (!isSo) throw new Error(`broken: ${rule}`);
}

interface Books {
  balance: Map<string, bigint>;
  captures: number;
  endNotifications: number;
  owedBack: Map<string, bigint>;
}

function post(books: Books, effect: Extract<Effect, { kind: 'post' }>): void {
  for (const { account, amount: line } of linesOf({
    kind: effect.posting,
    reference: effect.attemptId,
    amount: effect.amount,
  }))
    books.balance.set(account, (books.balance.get(account) ?? 0n) + line);
  if (effect.posting === 'capture') books.captures++;
  if (effect.posting === 'late_capture' || effect.posting === 'reversal_returned')
    books.owedBack.set(effect.attemptId, effect.amount);
  if (effect.posting === 'reversal') {
    const rest = (books.owedBack.get(effect.attemptId) ?? 0n) - effect.amount;
    check(rest >= 0n, 'no more goes back than came');
    if (rest > 0n) books.owedBack.set(effect.attemptId, rest);
    else books.owedBack.delete(effect.attemptId);
  }
}

function record(books: Books, effects: readonly Effect[]): void {
  for (const effect of effects) if (effect.kind === 'post') post(books, effect);
  for (const effect of effects)
    if (effect.kind === 'reverse')
      check(effect.amount === (books.owedBack.get(effect.attemptId) ?? 0n), 'what is asked back is what is left');
}

test('no order of commands leads to an illegal transition, a second capture, an excess refund or wrong books', () => {
  let steps = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('automatic' as const, 'manual' as const),
      fc.array(fc.tuple(fc.oneof({ weight: 6, arbitrary: command }, confirmation), fc.nat(3)), {
        minLength: 6,
        maxLength: 30,
      }),
      (captureMethod, commands) => {
        let intent: Intent = { ...NEW, captureMethod };
        let now = 0;
        const books: Books = { balance: new Map(), captures: 0, endNotifications: 0, owedBack: new Map() };
        for (const [next, wait] of commands) {
          now += wait;
          // The service creates new ids of attempts in each run.
          if (next.kind === 'submit' && intent.attempts.some((candidate) => candidate.id === next.attemptId)) continue;
          steps++;
          const result = decide(intent, next, now);
          if (isRefused(result)) continue;
          const { intent: after, effects } = result;
          if (after.status !== intent.status)
            check(LEGAL[intent.status].includes(after.status), `${intent.status} to ${after.status}`);
          record(books, effects);
          if (isOver(after.status) && !isOver(intent.status)) {
            check(effects.filter((effect) => effect.kind === 'notify').length === 1, 'an end is notified once');
            check(after.open === null, 'an end leaves nothing open');
          }
          check(after.refunded + after.refunding <= after.captured, 'no more is refunded than captured');
          check(after.captured <= after.amount, 'no more is captured than the amount');
          check(
            after.overRefunded === 0n || after.refunded + after.refunding === after.captured,
            'an excess exists only when nothing is left to refund',
          );
          check(after.captured > 0n === (after.status === 'succeeded'), 'succeeded means captured');
          intent = after;
        }
        check(books.captures <= 1, 'one capture');
        check([...books.balance.values()].reduce((sum, value) => sum + value, 0n) === 0n, 'the books sum to zero');
        // The store is owed what the intent says. Late money stays in suspense until it is returned.
        check(
          -(books.balance.get('merchant_payable') ?? 0n) === intent.captured - intent.refunded,
          'the store is owed what the intent says',
        );
        check(
          -(books.balance.get('suspense') ?? 0n) ===
            [...books.owedBack.values()].reduce((sum, value) => sum + value, 0n) - intent.overRefunded,
          'suspense contains what must be returned, less what was refunded too much',
        );
        // Late money is always being returned: each attempt that took it has a reversal.
        for (const id of books.owedBack.keys())
          check(
            intent.attempts.find((candidate) => candidate.id === id)?.status === 'LATE_CAPTURED',
            'late money is marked',
          );
      },
    ),
    { numRuns: RUNS, seed: runSeed() },
  );
  expect(steps).toBeGreaterThan(5 * RUNS);
});

test('a repeated fact changes nothing and has no effect', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), command, (commands, last) => {
      let intent = NEW;
      for (const next of commands) {
        if (next.kind === 'submit' && intent.attempts.some((candidate) => candidate.id === next.attemptId)) continue;
        const result = decide(intent, next, 0);
        if (!isRefused(result)) intent = result.intent;
      }
      if (
        ![
          'challenge',
          'markUnknown',
          'authorise',
          'decline',
          'capture',
          'reversed',
          'voided',
          'cancel',
          'expire',
        ].includes(last.kind)
      )
        return;
      const once = decide(intent, last, 0);
      if (isRefused(once)) return;
      const twice = decide(once.intent, last, 0);
      if (isRefused(twice)) expect(twice.refused).toBe('contradiction');
      else expect({ next: twice.intent, effects: twice.effects }).toEqual({ next: once.intent, effects: [] });
    }),
    { numRuns: 20_000, seed: runSeed() },
  );
});
