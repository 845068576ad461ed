import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { postEntries } from '../ledger/post-entry.ts';
import { tellIntent } from '../notifications/tell-intent.ts';
import { newOperation } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import { endSession } from '../wallet/end-session.ts';
import { noteEvent, saveHeld } from './held-intent.ts';
import type { HeldIntent } from './held-intent.ts';
import { intentOf } from './intent.entity.ts';
import type { AttemptRow } from './intent.entity.ts';
import { decide, isOver, isRefused } from './intent.state.ts';
import type { Changed, Command, Effect, Refused } from './intent.state.ts';

/** Who did it and what is known beside the state: for the timeline, the attempt's bank fields and the notification. */
export interface Note { actor: 'customer' | 'merchant' | 'gateway' | 'inquiry' | 'clock' | 'person'; note?: string; refundId?: string; fee?: bigint }

export const STATUS_OF_REFUSAL: Record<Refused['refused'], number> = {
  illegal_transition: 409, expired: 409, amount_exceeds_authorised: 422, refund_exceeds_captured: 422, contradiction: 409,
};

/** The one way in which an intent changes: judge, post, tell, write, in the caller's transaction, with whatever else is unsaved. Throws what the state refuses. */
export async function changeIntent(payments: Payments, tx: PoolClient, held: HeldIntent, { command, ...note }: Note & { command: Command }): Promise<boolean> {
  const result = decide(intentOf(held.row, held.attempts), command, payments.clock());
  if (isRefused(result)) throw new Refusal(STATUS_OF_REFUSAL[result.refused], result.refused, result.message, { details: { pi_status: held.row.status } });
  const { row: { status: before } } = held;
  if (!(await move(payments, tx, held, { result, note }))) return false;
  if (isOver(held.row.status) && !isOver(before)) {
    payments.metrics.ended(held.row.status);
    await endSession(payments, tx, held);
  }
  for (const effect of result.effects) await carryOut(payments, tx, held, { effect, note });
  await saveHeld(tx, held);
  return true;
}

/** The rows as they are to be; false: nothing is different. */
async function move(payments: Payments, tx: PoolClient, held: HeldIntent, { result: { intent }, note }: { result: Changed; note: Note }): Promise<boolean> {
  const { row, attempts, unsaved } = held;
  const before = intentOf(row, attempts);
  const now = new Date(payments.clock());
  let moved = JSON.stringify(flat(before)) !== JSON.stringify(flat(intent));
  for (const attempt of intent.attempts) {
    const own = attempts.find((one) => one.id === attempt.id);
    if (own === undefined) continue;
    const isOpen = intent.open === attempt.id;
    if (own.status === attempt.status && own.is_open === isOpen && BigInt(own.taken_minor) === attempt.taken) continue;
    moved = true;
    Object.assign(own, { status: attempt.status, is_open: isOpen, taken_minor: String(attempt.taken), updated_at: now });
    unsaved.attempts.add(own);
    noteEvent(held, own, { at: now, status: own.status, ...note });
    // Given up while undecided: the worker asks now, and tells the gateway to let go.
    if (isOver(intent.status) && attempt.status === 'TIMEOUT') {
      await tx.query("UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'", [row.account_id, own.id, now]);
    }
  }
  if (!moved) return false;
  Object.assign(row, {
    status: intent.status, captured_minor: String(intent.captured), refunded_minor: String(intent.refunded), refunding_minor: String(intent.refunding),
    asked: intent.asked?.kind ?? null, asked_minor: intent.asked?.kind === 'capture' ? String(intent.asked.amount) : null, tries: intent.tries,
    open_attempt: intent.open, revision: row.revision + 1, updated_at: now, last_refund: note.refundId ?? row.last_refund,
  });
  unsaved.intent = true;
  return true;
}

function flat({ attempts: _, ...own }: Changed['intent']): unknown[] {
  return Object.values(own).map((value) => (typeof value === 'bigint' ? String(value) : value !== null && typeof value === 'object' ? Object.values(value).map(String) : value));
}

async function carryOut(payments: Payments, tx: PoolClient, held: HeldIntent, { effect, note }: { effect: Effect; note: Note }): Promise<void> {
  if (effect.kind === 'tell') return tellIntent(tx, held, { refundId: note.refundId ?? null, attemptId: effect.attemptId });
  if (effect.kind === 'post') {
    const reference = effect.posting === 'refund' ? note.refundId as string : effect.attemptId;
    const fee = effect.posting === 'capture' ? note.fee ?? 0n : 0n;
    const postings = [{ kind: effect.posting, reference, amount: effect.amount }, ...(fee > 0n ? [{ kind: 'fee' as const, reference, amount: fee }] : [])];
    return postEntries(tx, held.row, { postings, attemptId: effect.attemptId, at: new Date(payments.clock()) });
  }
  const attempt = held.attempts.find((one) => one.id === effect.attemptId) as AttemptRow;
  payments.log.warn({ intent: held.row.id, transaction: attempt.id }, 'payment.late_money_reversed');
  await newOperation(tx, attempt, { kind: 'reverse', amount: effect.amount > 0n ? effect.amount : BigInt(attempt.amount_minor), nowMs: payments.clock(), due: true });
}
