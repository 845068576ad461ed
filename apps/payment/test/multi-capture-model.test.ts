import { expect, test } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { leftToCapture } from '../src/intents/capture.state.ts';
import type { Changes, Known } from '../src/intents/changes.ts';
import { decideChange } from '../src/intents/decide-change.ts';
import { intentState } from '../src/intents/intent.entity.ts';
import type { Command, Intent } from '../src/intents/intent.state.ts';
import { operationRow } from '../src/intents/operation.ts';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { linesOf, postingName } from '../src/ledger/postings.ts';
import { amountsOf } from '../src/money/amounts-of.ts';
import { decideReport } from '../src/operations/decide-report.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { AMOUNT, NOW_MS, reportedCase, SITUATIONS } from './report-cases.ts';

/** What happens next: a request of the merchant, or a report on the operation with this number. */
type Step =
  | { kind: 'capture'; amount: bigint; isFinal: boolean }
  | { kind: 'refund'; amount: bigint }
  | { kind: 'void' }
  | { kind: 'report'; no: number; report: 'done' | 'declined' | 'unknown' | 'pending' | 'wrong amount' };

const amount = fc.constantFrom(1_000n, 2_500n, 4_000n, 6_000n, AMOUNT);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('capture' as const), amount, isFinal: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      no: fc.nat(5),
      report: fc.oneof(
        { weight: 5, arbitrary: fc.constant('done' as const) },
        {
          weight: 3,
          arbitrary: fc.constantFrom(
            'declined' as const,
            'unknown' as const,
            'pending' as const,
            'wrong amount' as const,
          ),
        },
      ),
    }),
  },
);

function reportOf({ kind, amount_minor: minor }: OperationRow, what: string): ProviderReport {
  if (what === 'unknown') return { kind: 'unknown', why: 'the reply was lost' };
  if (what === 'pending') return { kind: 'pending' };
  if (what === 'declined') return { kind: 'declined', as: 'FAILED', then: 'none', code: '05', message: 'Declined' };
  if (kind === 'void') return { kind: 'voided' };
  if (kind === 'refund') return { kind: 'refunded' };
  return { kind: 'captured', amount: BigInt(minor) + (what === 'wrong amount' ? 1n : 0n) };
}

function commandOf(next: Exclude<Step, { kind: 'report' }>, moved: bigint): Command {
  if (next.kind === 'void') return { kind: 'requestVoid' };
  if (next.kind === 'refund') return { kind: 'requestRefund', amount: moved };
  return { kind: 'requestCapture', amount: moved, isFinal: next.isFinal };
}

/** One matcher per run, because a matcher per step would make this test ten times slower. */
function check(isSo: boolean, rule: string): void {
  if (!isSo) throw new Error(`broken: ${rule}`);
}

/** An authorised payment at a gateway with several captures, without a database. */
class Model {
  known: Known = reportedCase('capture', 'pending', SITUATIONS.requires_capture as never);
  readonly operations: OperationRow[] = [];
  readonly balances = new Map<string, bigint>();
  readonly postings = new Set<string>();
  captured = 0;
  events = 0;

  get intent(): Intent {
    return intentState(this.known.row, this.known.attempts);
  }

  run(next: Step): void {
    if (next.kind === 'report') return this.#report(next);
    const { row, attempts } = this.known;
    const isPart =
      next.kind === 'capture' && (!next.isFinal || this.operations.some((each) => each.final_capture !== null));
    const moved = next.kind === 'void' ? leftToCapture(this.intent) : next.amount;
    const command = commandOf(next, moved);
    const changes = decideChange({ row, attempts }, { command, actor: 'merchant' }, NOW_MS);
    if ('refused' in changes) return;
    const wanted = {
      kind: next.kind,
      amount: moved,
      requestedBy: 'key_1',
      ...(isPart ? { finalCapture: next.isFinal } : {}),
    };
    this.operations.push(
      operationRow(attempts[0] as never, { ...wanted, id: `op_${this.operations.length}`, nowMs: NOW_MS }),
    );
    this.#apply(changes);
  }

  #report({ no, report: what }: Extract<Step, { kind: 'report' }>): void {
    const operation = this.operations[no];
    if (operation === undefined) return;
    const report = reportOf(operation, what);
    const decision = decideReport({ ...this.known, operation }, { report, actor: 'gateway' }, NOW_MS);
    const before = this.intent;
    this.operations[no] = decision.changes.after.operation as OperationRow;
    this.#apply(decision.changes);
    if (decision.review?.queue === 'contradiction')
      check(this.intent.captured === before.captured && this.intent.status === before.status, 'a doubt moves nothing');
  }

  #apply(changes: Changes): void {
    const { row, attempts } = changes.after;
    this.known = { row, attempts };
    for (const posting of changes.postings) {
      const name = postingName(posting);
      check(!this.postings.has(name), `${name} is posted once`);
      this.postings.add(name);
      if (posting.kind === 'capture') this.captured++;
      for (const { account, amount: line } of linesOf(posting))
        this.balances.set(account, (this.balances.get(account) ?? 0n) + line);
    }
    this.events += changes.notifications.filter((each) => each.kind === 'money' && each.event === 'captured').length;
    this.#checkAll();
  }

  #checkAll(): void {
    const { intent } = this;
    const [attempt] = intent.attempts;
    const pending = this.operations.filter(({ kind, state }) => kind === 'capture' && state === 'pending');
    const reserved = pending.reduce((sum, { amount_minor: minor }) => sum + BigInt(minor), 0n);
    check(intent.captured <= intent.amount, 'no more is captured than was authorised');
    check(intent.refunded + intent.refunding <= intent.captured, 'no more is refunded than was captured');
    check(-(this.balances.get('merchant_payable') ?? 0n) === intent.captured - intent.refunded, 'the books agree');
    check(this.events === this.captured, 'each capture has its event');
    if (intent.status === 'requires_capture') {
      check(intent.open !== null && attempt?.status === 'AUTHORIZED', 'an open authorisation has its attempt');
      check(intent.captured < intent.amount, 'what is used up is over');
      check(leftToCapture(intent) >= 0n, 'nothing is reserved twice');
      check(leftToCapture(intent) === intent.amount - intent.captured - reserved, 'captures under way reserve');
      const { amount_captured: captured, amount_capturable: capturable } = amountsOf(this.known.row);
      check(BigInt(Math.round(captured * 100)) === intent.captured, 'amount_captured is exact');
      check(BigInt(Math.round(capturable * 100)) === leftToCapture(intent), 'amount_capturable is exact');
    } else {
      check(intent.open === null && intent.requested === null, 'an end leaves nothing open');
      check(intent.captured > 0n === (intent.status === 'succeeded'), 'succeeded means captured');
      check(attempt?.status !== 'AUTHORIZED', 'an end ends the attempt');
    }
  }
}

test('captures in parts, refunds and voids in any order, repeated and late, keep amounts and books exact', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 24 }), (steps) => {
      const model = new Model();
      for (const next of steps) model.run(next);
      const { intent } = model;
      if (model.captured > 1) seen.add(`${model.captured} captures, ${intent.status}`);
      if (intent.status === 'succeeded' && intent.captured < intent.amount) seen.add('a part, and the rest released');
      if (intent.status === 'requires_capture' && intent.refunded > 0n) seen.add('refunded while open');
    }),
    { numRuns: runLength(50_000, 25_000), seed: runSeed() },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      '2 captures, requires_capture',
      '2 captures, succeeded',
      '3 captures, requires_capture',
      'a part, and the rest released',
      'refunded while open',
    ]),
  );
});
