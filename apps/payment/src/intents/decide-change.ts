import type { SettledOperation } from '@qafila/contracts/payment-events';
import { eventOf, isEnd, unchanged } from './changes.ts';
import type { Changes, Known } from './changes.ts';
import { endedSession } from './end-session.ts';
import { intentState } from './intent.entity.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { hasPageEnded } from './intent-status.ts';
import { estimateFee } from '../money/fee.ts';
import type { FeeTerms } from '../money/fee.ts';
import { decide, isOver, isRefused } from './intent.state.ts';
import type { Command, Effect, Intent, Refused } from './intent.state.ts';

/**
 * Who caused the change and what is known beside the state. It goes into the timeline, the attempt's bank fields and
 * the notification.
 */
export interface ChangeContext {
  actor: 'customer' | 'merchant' | 'gateway' | 'inquiry' | 'clock' | 'person';
  note?: string;
  /** The capture, void or refund whose result causes the change. */
  operation?: SettledOperation;
  /** As the gateway reports it. */
  fee?: bigint;
  /** The store's terms, which estimate what the gateway does not report. */
  terms?: FeeTerms;
  /** What postings of refunds and returns are for, where it is not the transaction. */
  reference?: string;
  /** The field of the request that has the amount. */
  param?: string;
}

/** What a command changes in the rows, and what follows. Pure. */
export function decideChange(
  known: Known,
  { command, ...context }: ChangeContext & { command: Command },
  nowMs: number,
): Changes | Refused {
  const before = intentState(known.row, known.attempts);
  const result = decide(before, command, nowMs);
  if (isRefused(result)) return result;
  if (isSame(before, result.intent)) return unchanged(known);
  const now = new Date(nowMs);
  const moved = known.attempts.map((attempt) => movedAttempt(attempt, result.intent, now));
  const changed = moved.filter((attempt, at) => attempt !== known.attempts[at]);
  const after: Known = { ...known, attempts: moved, row: movedRow(known.row, result.intent, { context, now }) };
  const base: Changes = {
    ...unchanged(after),
    events: changed.map((attempt) => eventOf(attempt, { at: now, status: attempt.status, ...context })),
    // The intent ended while this attempt was undecided. The worker inquires at once and asks the provider to abandon
    // the payment.
    inquireNow: changed
      .filter(({ status }) => isOver(result.intent.status) && status === 'TIMEOUT')
      .map(({ id }) => id),
  };
  const ended = isEnd(known.row.status, after.row.status) ? endSession(base, nowMs) : base;
  return result.effects.reduce((changes, effect) => withEffect(changes, effect, context), ended);
}

/** The session ends with its intent. The first of §6.1's two webhooks comes before the intent's own. */
function endSession(changes: Changes, nowMs: number): Changes {
  const { session, row } = changes.after;
  if (session === undefined) return changes;
  return {
    ...changes,
    after: { ...changes.after, session: endedSession(session, row.status, nowMs) },
    // A wallet chosen on a checkout page has one webhook, the intent's.
    notifications: row.source === 'bnpl' ? [{ kind: 'session' }] : [],
  };
}

function movedAttempt(attempt: AttemptRow, intent: Intent, now: Date): AttemptRow {
  const next = intent.attempts.find(({ id }) => id === attempt.id);
  if (next === undefined) return attempt;
  const [isOpen, taken] = [intent.open === attempt.id, String(next.taken)];
  if (attempt.status === next.status && attempt.is_open === isOpen && attempt.taken_minor === taken) return attempt;
  return { ...attempt, status: next.status, is_open: isOpen, taken_minor: taken, updated_at: now };
}

function movedRow(row: IntentRow, intent: Intent, { context, now }: { context: ChangeContext; now: Date }): IntentRow {
  return {
    ...row,
    status: intent.status,
    captured_minor: String(intent.captured),
    refunded_minor: String(intent.refunded),
    refunding_minor: String(intent.refunding),
    asked: intent.requested?.kind ?? null,
    asked_minor: intent.requested?.kind === 'capture' ? String(intent.requested.amount) : null,
    asked_final: intent.requested?.kind === 'capture' ? intent.requested.isFinal : null,
    tries: intent.tries,
    open_attempt: intent.open,
    revision: row.revision + 1,
    updated_at: now,
    last_refund: lastRefundOf(row, context),
    over_refunded_minor: String(intent.overRefunded),
    ended_at: row.ended_at ?? (hasPageEnded(intent.status) ? now : null),
  };
}

/** The last refund that succeeded. One that failed after all is none. */
function lastRefundOf({ last_refund: last }: IntentRow, { operation }: ChangeContext): string | null {
  if (operation?.kind !== 'refund') return last;
  if (operation.status === 'succeeded') return operation._id;
  return last === operation._id ? null : last;
}

function isSame(before: Intent, after: Intent): boolean {
  const text = (intent: Intent): string =>
    JSON.stringify(intent, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return before === after || text(before) === text(after);
}

function withEffect(changes: Changes, effect: Effect, context: ChangeContext): Changes {
  switch (effect.kind) {
    case 'notify':
      return {
        ...changes,
        notifications: [
          ...changes.notifications,
          { kind: 'intent', attemptId: effect.attemptId, operation: context.operation },
        ],
      };
    case 'post':
      return { ...changes, postings: [...changes.postings, ...postingsOf(effect, context)] };
    case 'publish': {
      const { kind: _, ...money } = effect;
      return { ...changes, notifications: [...changes.notifications, { ...money, kind: 'money' }] };
    }
    case 'capture':
    case 'reverse':
      return { ...changes, newOperations: [...changes.newOperations, requestOf(changes.after, effect)] };
  }
}

function postingsOf(
  { posting: kind, attemptId, amount, reference: part, isPart = false }: Extract<Effect, { kind: 'post' }>,
  context: ChangeContext,
): Changes['postings'] {
  const isOfPayment = (kind === 'capture' && !isPart) || kind === 'late_capture';
  const reference = part ?? (isOfPayment ? attemptId : (context.reference ?? attemptId));
  const fee = kind === 'capture' ? feeOfCapture(amount, context) : 0n;
  return [
    { kind, reference, amount, attemptId },
    ...(fee > 0n ? [{ kind: 'fee_estimate' as const, reference, amount: fee, attemptId }] : []),
  ];
}

function feeOfCapture(amount: bigint, { fee, terms }: ChangeContext): bigint {
  return fee ?? (terms === undefined ? 0n : estimateFee(amount, terms));
}

/** No caller waits for it, so the worker runs it at once. Without an amount the whole authorisation is released. */
function requestOf(
  { attempts }: Known,
  { kind, attemptId, amount }: Extract<Effect, { kind: 'capture' | 'reverse' }>,
): Changes['newOperations'][number] {
  const attempt = attempts.find(({ id }) => id === attemptId) as AttemptRow;
  return {
    attemptId,
    kind,
    amount: amount > 0n ? amount : BigInt(attempt.amount_minor),
    due: true,
    requestedBy: 'system',
  };
}
