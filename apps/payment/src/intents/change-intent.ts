import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { postEntry } from '../ledger/post-entry.ts';
import { tellIntent } from '../notifications/tell-intent.ts';
import { newOperation } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import { endSession } from '../wallet/end-session.ts';
import { intentOf } from './intent.entity.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { decide, isOver, isRefused } from './intent.state.ts';
import type { Changed, Command, Effect, Refused } from './intent.state.ts';

/** An intent and its attempts, read under its row's lock: one writer at a time. */
export interface HeldIntent { row: IntentRow; attempts: AttemptRow[] }

/** Who did it and what is known beside the state: for the timeline, the attempt's bank fields and the notification. */
export interface Note { actor: 'customer' | 'merchant' | 'gateway' | 'inquiry' | 'clock' | 'person'; note?: string; refundId?: string; fee?: bigint }

/** Locks an intent. Undefined when there is none. */
export async function holdIntent(tx: PoolClient, accountId: string, id: string): Promise<HeldIntent | undefined> {
  const { rows: [row] } = await tx.query<IntentRow>('SELECT * FROM intent WHERE account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
  if (row === undefined) return undefined;
  const { rows: attempts } = await tx.query<AttemptRow>('SELECT * FROM attempt WHERE account_id = $1 AND intent_id = $2 ORDER BY no', [accountId, id]);
  return { row, attempts };
}

export const STATUS_OF_REFUSAL: Record<Refused['refused'], number> = {
  illegal_transition: 409, expired: 409, amount_exceeds_authorised: 422, refund_exceeds_captured: 422, contradiction: 409,
};

/** The one way in which an intent changes: judge, write, post, tell, in the caller's transaction. Throws what the state refuses. */
export async function changeIntent(payments: Payments, tx: PoolClient, held: HeldIntent, { command, ...note }: Note & { command: Command }): Promise<boolean> {
  const result = decide(intentOf(held.row, held.attempts), command, payments.clock());
  if (isRefused(result)) throw new Refusal(STATUS_OF_REFUSAL[result.refused], result.refused, result.message, { details: { pi_status: held.row.status } });
  const { row: { status: before } } = held;
  const moved = await save(payments, tx, held, { result, note });
  if (!moved) return false;
  if (isOver(held.row.status) && !isOver(before)) {
    payments.metrics.ended(held.row.status);
    await endSession(payments, tx, held);
  }
  for (const effect of result.effects) await carryOut(payments, tx, held, { effect, note });
  return true;
}

async function save(payments: Payments, tx: PoolClient, held: HeldIntent, { result: { intent }, note }: { result: Changed; note: Note }): Promise<boolean> {
  const { row, attempts } = held;
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
    await tx.query('UPDATE attempt SET status = $3, is_open = $4, taken_minor = $5, updated_at = $6 WHERE account_id = $1 AND id = $2',
      [row.account_id, own.id, own.status, isOpen, own.taken_minor, now]);
    await logAttempt(tx, own, { at: now, status: own.status, ...note });
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
  await tx.query(`
    UPDATE intent SET status = $3, captured_minor = $4, refunded_minor = $5, refunding_minor = $6, asked = $7, asked_minor = $8, tries = $9, open_attempt = $10,
      revision = $11, updated_at = $12, last_refund = $13, routing_history = $14 WHERE account_id = $1 AND id = $2`,
  [row.account_id, row.id, row.status, row.captured_minor, row.refunded_minor, row.refunding_minor, row.asked, row.asked_minor, row.tries, row.open_attempt,
    row.revision, now, row.last_refund, JSON.stringify(row.routing_history)]);
  return true;
}

function flat({ attempts: _, ...own }: Changed['intent']): unknown[] {
  return Object.values(own).map((value) => (typeof value === 'bigint' ? String(value) : value !== null && typeof value === 'object' ? Object.values(value).map(String) : value));
}

async function carryOut(payments: Payments, tx: PoolClient, held: HeldIntent, { effect, note }: { effect: Effect; note: Note }): Promise<void> {
  if (effect.kind === 'tell') return tellIntent(tx, held, note.refundId ?? null);
  if (effect.kind === 'post') {
    const reference = effect.posting === 'refund' ? note.refundId as string : effect.attemptId;
    await postEntry(tx, held.row, { kind: effect.posting, reference, attemptId: effect.attemptId, amount: effect.amount, at: new Date(payments.clock()) });
    const fee = effect.posting === 'capture' ? note.fee ?? 0n : 0n;
    if (fee > 0n) await postEntry(tx, held.row, { kind: 'fee', reference, attemptId: effect.attemptId, amount: fee, at: new Date(payments.clock()) });
    return;
  }
  const attempt = held.attempts.find((one) => one.id === effect.attemptId) as AttemptRow;
  payments.log.warn({ intent: held.row.id, transaction: attempt.id }, 'payment.late_money_reversed');
  await newOperation(tx, attempt, { kind: 'reverse', amount: effect.amount > 0n ? effect.amount : BigInt(attempt.amount_minor), nowMs: payments.clock(), due: true });
}

/** One line of a transaction's timeline. */
export async function logAttempt(tx: PoolClient, attempt: Pick<AttemptRow, 'account_id' | 'id'>, event: { at: Date; status: string; actor: string; note?: string }): Promise<void> {
  await tx.query('INSERT INTO attempt_event (account_id, attempt_id, at, status, actor, note) VALUES ($1, $2, $3, $4, $5, $6)',
    [attempt.account_id, attempt.id, event.at, event.status, event.actor, event.note ?? '']);
}
