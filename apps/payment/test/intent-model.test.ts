import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decide, isOver, isRefused } from '../src/intents/intent.state.ts';
import type { Command, Effect, Intent, IntentStatus } from '../src/intents/intent.state.ts';
import { linesOf } from '../src/ledger/postings.ts';

const AMOUNT = 1_000n;
const NEW: Intent = {
  status: 'requires_payment_method', amount: AMOUNT, captureMethod: 'automatic', captured: 0n, refunded: 0n, refunding: 0n, asked: null, tries: 0, expiresAtMs: 30, open: null, attempts: [],
};

/** Research 5.1 as a table of its own: the oracle for which states may follow which. */
const LEGAL: Record<IntentStatus, IntentStatus[]> = {
  requires_payment_method: ['processing', 'canceled', 'expired'],
  processing: ['requires_action', 'requires_payment_method', 'requires_capture', 'succeeded', 'failed'],
  requires_action: ['processing', 'requires_payment_method', 'requires_capture', 'succeeded', 'failed', 'canceled', 'expired'],
  requires_capture: ['succeeded', 'canceled'],
  succeeded: [], canceled: [], failed: [], expired: [],
};

const attempt = fc.constantFrom('txn_1', 'txn_2', 'txn_3', 'txn_4');
const amount = fc.constantFrom(1n, 400n, 600n, AMOUNT);
// Customer, merchant, provider and clock, in any order; providers repeat, contradict themselves and come late.
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('submit' as const), attemptId: attempt, fallback: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('challenge' as const, 'authenticate' as const, 'lose' as const, 'authorise' as const, 'reversed' as const), attemptId: attempt }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decline' as const), attemptId: attempt, as: fc.constantFrom('FAILED' as const, 'RISK_DECLINED' as const), then: fc.constantFrom('customer' as const, 'fallback' as const, 'nobody' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('capture' as const), attemptId: attempt, amount: fc.oneof({ weight: 4, arbitrary: fc.constant(AMOUNT) }, amount) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('askRefund' as const, 'refundDone' as const, 'refundFailed' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('askCapture' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('askVoid' as const, 'captureRefused' as const, 'voidRefused' as const, 'voided' as const, 'cancel' as const, 'expire' as const) }) },
);

/** A matcher a step would make this test ten times as long. */
function hold(isSo: boolean, rule: string): void {
  if (!isSo) throw new Error(`broken: ${rule}`);
}

interface Books { balance: Map<string, bigint>; captures: number; toldEnd: number; owedBack: Map<string, bigint> }

function post(books: Books, effect: Extract<Effect, { kind: 'post' }>): void {
  for (const { account, amount: line } of linesOf({ kind: effect.posting, reference: effect.attemptId, amount: effect.amount })) books.balance.set(account, (books.balance.get(account) ?? 0n) + line);
  if (effect.posting === 'capture') books.captures++;
  if (effect.posting === 'late_capture') books.owedBack.set(effect.attemptId, effect.amount);
  if (effect.posting === 'reversal') {
    hold(books.owedBack.get(effect.attemptId) === effect.amount, 'what goes back is what came');
    books.owedBack.delete(effect.attemptId);
  }
}

test('no interleaving of customer, merchant, provider and clock makes an illegal step, a second capture, too much refund or unbalanced books', () => {
  let steps = 0;
  fc.assert(fc.property(fc.constantFrom('automatic' as const, 'manual' as const), fc.array(fc.tuple(command, fc.nat(3)), { minLength: 6, maxLength: 30 }), (captureMethod, commands) => {
    let intent: Intent = { ...NEW, captureMethod };
    let now = 0;
    const books: Books = { balance: new Map(), captures: 0, toldEnd: 0, owedBack: new Map() };
    for (const [next, wait] of commands) {
      now += wait;
      // Ids of attempts are new each time: the service makes them.
      if (next.kind === 'submit' && intent.attempts.some((one) => one.id === next.attemptId)) continue;
      steps++;
      const result = decide(intent, next, now);
      if (isRefused(result)) continue;
      const { intent: after, effects } = result;
      if (after.status !== intent.status) hold(LEGAL[intent.status].includes(after.status), `${intent.status} to ${after.status}`);
      for (const effect of effects) if (effect.kind === 'post') post(books, effect);
      if (isOver(after.status) && !isOver(intent.status)) {
        hold(effects.filter((effect) => effect.kind === 'tell').length === 1, 'an end is told once');
        hold(after.open === null, 'an end leaves nothing open');
      }
      hold(after.refunded + after.refunding <= after.captured, 'no more is refunded than captured');
      hold(after.captured <= after.amount, 'no more is captured than asked for');
      hold(after.captured > 0n === (after.status === 'succeeded'), 'succeeded means captured');
      intent = after;
    }
    hold(books.captures <= 1, 'one capture');
    hold([...books.balance.values()].reduce((sum, value) => sum + value, 0n) === 0n, 'the books sum to zero');
    // What the store may keep is what the intent says; what came late waits in suspense until it is back.
    hold(-(books.balance.get('merchant_payable') ?? 0n) === intent.captured - intent.refunded, 'the store is owed what the intent says');
    hold(-(books.balance.get('suspense') ?? 0n) === [...books.owedBack.values()].reduce((sum, value) => sum + value, 0n), 'suspense holds what is owed back');
    // Late money is always on its way back: each attempt that took it says so.
    for (const id of books.owedBack.keys()) hold(intent.attempts.find((one) => one.id === id)?.status === 'LATE_CAPTURED', 'late money is marked');
  }), { numRuns: 100_000, seed: 20261121 });
  expect(steps).toBeGreaterThan(500_000);
});

test('a fact that is repeated changes nothing and has no effect', () => {
  fc.assert(fc.property(fc.array(command, { maxLength: 12 }), command, (commands, last) => {
    let intent = NEW;
    for (const next of commands) {
      if (next.kind === 'submit' && intent.attempts.some((one) => one.id === next.attemptId)) continue;
      const result = decide(intent, next, 0);
      if (!isRefused(result)) intent = result.intent;
    }
    if (!['challenge', 'lose', 'authorise', 'decline', 'capture', 'reversed', 'voided', 'cancel', 'expire'].includes(last.kind)) return;
    const once = decide(intent, last, 0);
    if (isRefused(once)) return;
    const twice = decide(once.intent, last, 0);
    if (isRefused(twice)) expect(twice.refused).toBe('contradiction');
    else expect({ next: twice.intent, effects: twice.effects }).toEqual({ next: once.intent, effects: [] });
  }), { numRuns: 20_000, seed: 20261122 });
});
