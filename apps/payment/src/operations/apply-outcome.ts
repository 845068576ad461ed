import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { changeIntent } from '../intents/change-intent.ts';
import type { Note } from '../intents/change-intent.ts';
import { holdIntent, saveHeld } from '../intents/held-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { Command } from '../intents/intent.state.ts';
import { INQUIRY } from '../limits.ts';
import type { Payments } from '../payments.ts';
import type { Facts, Outcome } from '../providers/provider.ts';
import { noteStep } from '../routing/history.ts';
import { changeToken } from '../tokens/change-token.ts';
import { afterWalletDecline } from '../wallet/after-decline.ts';
import { resumeSession } from '../wallet/resume-session.ts';
import { settleOperation } from './operation.ts';
import type { OperationRow } from './operation.ts';

/** Heard of an operation, and from whom. */
export interface Heard { operation: OperationRow; outcome: Outcome; actor: Note['actor']; latencyMs?: number }

/** Where the payment stands after an outcome was written down. */
export interface Applied {
  held: HeldIntent;
  attempt: AttemptRow;
  operation: OperationRow;
  /** The law permits the next gateway, and there is one: it refused before anything was sent, or in a way that another may not. */
  fallback: boolean;
}

/** Writes down what a gateway said: under the intent's lock, with its postings and its event, once. What it cannot be believed goes to a person. */
export async function applyOutcome(payments: Payments, told: Heard): Promise<Applied> {
  const heard = { ...told, outcome: believed(told, payments.clock()) };
  const { account_id: accountId, intent_id: intentId, id } = heard.operation;
  const apply = (outcome: Outcome): Promise<Applied> => inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, accountId, intentId) as HeldIntent;
    const { rows: [operation] } = await tx.query<OperationRow>({ name: 'hold-operation', text: 'SELECT * FROM operation WHERE account_id = $1 AND id = $2 FOR UPDATE', values: [accountId, id] });
    const attempt = held.attempts.find((one) => one.id === heard.operation.attempt_id) as AttemptRow;
    const applied = { held, attempt, operation: operation as OperationRow, fallback: false };
    await noteOutcome(payments, tx, applied, { ...heard, outcome });
    await saveHeld(tx, held);
    return applied;
  });
  payments.metrics.answered({ gateway: heard.operation.gateway, kind: heard.operation.kind, outcome: heard.outcome.kind, latencyMs: heard.latencyMs });
  try {
    const applied = await apply(heard.outcome);
    payments.onCommit();
    return applied;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'contradiction') throw error;
    await queueForPerson(payments, heard.operation, { queue: 'contradiction', why: error.message });
    return apply({ kind: 'unknown', why: error.message });
  }
}

/**
 * That no byte left is said of this call alone. Once it is a repeat, after a process that died or a reply that was lost, the call before
 * may have had its effect: no refusal, and no leave to ask another gateway.
 */
function believed({ operation, outcome }: Heard, nowMs: number): Outcome {
  const isRepeat = nowMs - operation.started_at.getTime() >= INQUIRY.notFoundProvesAfterMs;
  return outcome.kind === 'not_sent' && isRepeat ? { kind: 'unknown', why: outcome.why } : outcome;
}

/** Notes first what is known, so that the change of the intent writes it along. */
async function noteOutcome(payments: Payments, tx: PoolClient, applied: Applied, heard: Heard): Promise<void> {
  const { outcome, actor } = heard;
  const { held, attempt, operation } = applied;
  if (!('why' in outcome)) keepFacts(payments, held, attempt, outcome);
  if (outcome.kind === 'unknown' || outcome.kind === 'pending' || outcome.kind === 'redirect') return undecided(payments, tx, applied, heard);
  const isPayment = operation.kind === 'pay' || operation.kind === 'charge';
  if (isPayment) noteStep(held, attempt, { outcome: explain(outcome), latencyMs: heard.latencyMs });
  const command = commandFor(applied, outcome);
  if (command?.kind === 'decline' && operation.kind === 'pay' && attempt.method !== 'card' && held.row.open_attempt === attempt.id) {
    command.then = await afterWalletDecline(payments, tx, held, command.then);
  }
  const fee = 'fee' in outcome ? outcome.fee : undefined;
  const by = { actor, note: 'message' in outcome ? outcome.message : 'why' in outcome ? outcome.why : undefined, fee, ...(operation.kind === 'refund' ? { refundId: operation.id } : {}) };
  if (operation.kind === 'reverse' && isDeclined(outcome)) return;
  const wasPending = operation.state === 'pending';
  if (wasPending) settleOperation(held, operation, { state: isDeclined(outcome) ? 'failed' : 'done', code: 'code' in outcome ? outcome.code : '', nowMs: payments.clock() });
  // A refund or void that is known already is not done twice; of a payment even late news count.
  if ((wasPending || isPayment) && command !== null) {
    const moved = await changeIntent(payments, tx, held, { command, ...by });
    applied.fallback = moved && command.kind === 'decline' && command.then === 'fallback' && held.row.status === 'requires_payment_method';
    // Kept with the attempt: whoever told of it may not be the one who goes on.
    if (applied.fallback) {
      attempt.routing = { ...attempt.routing, falls_back: true };
      held.unsaved.attempts.add(attempt);
    }
  }
  if (wasPending && isPayment) payments.metrics.decided(operation.gateway, outcome.kind);
  if (wasPending && operation.kind === 'charge') await countCharge(payments, tx, attempt, outcome);
}

/** In the charge's own transaction: of declines in a row none may be missed, however late it is known. */
async function countCharge(payments: Payments, tx: PoolClient, { account_id: accountId, token_id: id }: AttemptRow, outcome: Outcome): Promise<void> {
  const isHard = outcome.kind === 'declined' && outcome.then === 'nobody';
  if (id !== null && (isHard || outcome.kind === 'captured')) await changeToken(payments, tx, { accountId, id }, { kind: isHard ? 'chargeDeclined' : 'charged' });
}

function isDeclined(outcome: Outcome): boolean {
  return outcome.kind === 'declined' || outcome.kind === 'not_sent' || outcome.kind === 'not_found';
}

/** What an outcome means for the intent. */
function commandFor({ held, attempt, operation }: Applied, outcome: Outcome): Command | null {
  const amount = BigInt(operation.amount_minor);
  const declined = isDeclined(outcome) || (outcome.kind === 'voided' && (operation.kind === 'pay' || operation.kind === 'charge'));
  switch (operation.kind) {
    case 'refund': return declined ? { kind: 'refundFailed', amount } : { kind: 'refundDone', amount };
    case 'capture': return declined ? { kind: 'captureRefused' } : { kind: 'capture', attemptId: attempt.id, amount: 'amount' in outcome ? outcome.amount : amount };
    case 'void': return declined ? { kind: 'voidRefused' } : { kind: 'voided' };
    case 'reverse': return declined ? null : { kind: 'reversed', attemptId: attempt.id };
    default: {
      if (outcome.kind === 'captured') return { kind: 'capture', attemptId: attempt.id, amount: outcome.amount };
      if (outcome.kind === 'authorised') return { kind: 'authorise', attemptId: attempt.id };
      const wanted = outcome.kind === 'declined' ? outcome.then : outcome.kind === 'not_sent' ? 'fallback' : 'customer';
      const then = wanted === 'fallback' && nextGateway(attempt) === null ? 'customer' : wanted;
      // A charge has no customer at hand who could choose another way.
      return { kind: 'decline', attemptId: attempt.id, as: outcome.kind === 'declined' ? outcome.as : 'FAILED', then: held.row.source === 'token' ? 'nobody' : then };
    }
  }
}

/** The gateway to ask when this attempt's refused in a way that permits another; null when there is none left. */
export function nextGateway(attempt: AttemptRow): string | null {
  const { gateways } = attempt.routing as { gateways?: string[] };
  return gateways?.[gateways.indexOf(attempt.gateway) + 1] ?? null;
}

/** The customer is on the gateway's page, or the reply is lost: the state says so and the worker goes on asking. */
async function undecided(payments: Payments, tx: PoolClient, { held, attempt, operation }: Applied, { outcome, actor, latencyMs }: Heard): Promise<void> {
  const isPayment = operation.kind === 'pay' || operation.kind === 'charge';
  if (operation.state !== 'pending') return;
  if (isPayment && actor !== 'inquiry') noteStep(held, attempt, { outcome: explain(outcome), latencyMs });
  if (actor !== 'inquiry') {
    operation.inquire_at = new Date(payments.clock() + (outcome.kind === 'redirect' ? INQUIRY.gapMsMax : INQUIRY.firstMs));
    operation.gateway_reference = attempt.gateway_reference ?? operation.gateway_reference;
    held.unsaved.operations.add(operation);
  }
  if (outcome.kind === 'unknown' && isPayment) await changeIntent(payments, tx, held, { command: { kind: 'lose', attemptId: attempt.id }, actor, note: outcome.why });
  // Open at the gateway: the customer's turn, also when the reply that said so was lost.
  if (operation.kind === 'pay' && attempt.method === 'card' && outcome.kind !== 'unknown') await changeIntent(payments, tx, held, { command: { kind: 'challenge', attemptId: attempt.id }, actor });
  if (outcome.kind === 'pending' && isPayment) await resumeSession(payments, tx, held, { attempt, step: outcome.step ?? 'code' });
}

function keepFacts(payments: Payments, { unsaved }: HeldIntent, attempt: AttemptRow, facts: Facts & { url?: string }): void {
  Object.assign(attempt, {
    gateway_reference: attempt.gateway_reference ?? facts.reference ?? null, bank_code: facts.code ?? attempt.bank_code, bank_message: facts.message ?? attempt.bank_message,
    secure: facts.secure ?? attempt.secure, instrument: { ...attempt.instrument, ...facts.instrument },
    routing: { ...attempt.routing, ...(facts.url === undefined ? {} : { redirect_url: facts.url }), ...(facts.appUrl === undefined ? {} : { app_url: facts.appUrl }) },
    updated_at: new Date(payments.clock()),
  });
  unsaved.attempts.add(attempt);
}

function explain(outcome: Outcome): string {
  if ('why' in outcome) return `${outcome.kind}: ${outcome.why}`;
  return outcome.code === undefined ? outcome.kind : `${outcome.kind} (${outcome.code})`;
}

/** The machine cannot know; it goes on asking, and a person is told where to look. */
export async function queueForPerson(payments: Payments, operation: OperationRow, { queue, why }: { queue: string; why: string }): Promise<void> {
  const { rowCount } = await payments.pool.query('UPDATE operation SET queue = $3, queue_why = $4 WHERE account_id = $1 AND id = $2 AND queue IS DISTINCT FROM $3',
    [operation.account_id, operation.id, queue, why]);
  if (rowCount === 1) payments.log.error({ operation: operation.id, intent: operation.intent_id, queue, why }, 'payment.person_needed');
}

