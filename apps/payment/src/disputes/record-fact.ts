import { DISPUTE_EVENT } from '@qafila/contracts/dispute-events';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import { postEntries } from '../ledger/post-entry.ts';
import type { Posting } from '../ledger/postings.ts';
import { DISPUTES } from '../limits.ts';
import { publishNotifications } from '../notifications/publish-notification.ts';
import { disputeState } from './dispute.entity.ts';
import type { DisputeRow } from './dispute.entity.ts';
import { decideDispute, nextReminderMs } from './dispute.state.ts';
import type { DecidedDispute, Dispute, DisputeFact } from './dispute.state.ts';
import { disputeNotification } from './dispute-view.ts';
import { isOfDispute, saveDispute, updateDisputedAmount } from './save-dispute.ts';

/** The disputed payment. */
export interface DisputedPayment {
  accountId: string;
  intentId: string;
  attemptId: string;
  storeId: string;
  mode: string;
  gateway: string;
}

export interface ReportedFact {
  /** The gateway's id; null where it is not known. */
  reference: string | null;
  currency: string;
  /** `atMs` null: the gateway does not say when. */
  fact: Omit<DisputeFact, 'atMs'> & { atMs: number | null };
  /**
   * It answers a request of ours. It counts at the time of what is known, where it is further: our clock cannot be
   * compared with the gateway's, whose next call must not seem older.
   */
  isReply?: boolean;
  fee?: bigint;
  /** Who brought it. */
  by: string;
}

/**
 * Applies a fact about a dispute under the lock of its intent: the row, its postings, what can be refunded and its
 * events commit together. A fact that is known or older changes nothing.
 */
export async function recordFact(
  tx: PoolClient,
  payment: DisputedPayment,
  reported: ReportedFact,
  nowMs: number,
): Promise<DisputeRow> {
  const { row: intent } = (await lockIntent(tx, payment.accountId, payment.intentId)) ?? {};
  if (intent === undefined) throw new RangeError(`the intent ${payment.intentId} of a dispute does not exist`);
  const before = await findDispute(tx, payment, reported);
  const known = before === undefined ? null : disputeState(before);
  const fact = { ...reported.fact, atMs: timeOf(reported, known, nowMs) };
  const decided = decideDispute(known, before === undefined ? fact : inCurrencyOf(before, reported, fact));
  const after = rowOf({ before, payment, reported, decided }, nowMs);
  const isNamed = before !== undefined && before.reference === null && reported.reference !== null;
  if (before !== undefined && decided.dispute.atMs === before.fact_at.getTime() && isUnchanged(decided) && !isNamed)
    return before;
  const fee = feeOf(before, decided, reported);
  const row = { ...after, fee_minor: fee === null ? after.fee_minor : String(fee) };
  await saveDispute(tx, row);
  await post(tx, intent, row, { decided, fee, at: new Date(nowMs) });
  await updateDisputedAmount(tx, intent);
  const data = disputeNotification(row, intent);
  const events = decided.events.map((event) => ({ type: DISPUTE_EVENT[event], data }));
  await publishNotifications(tx, row, events);
  return row;
}

/**
 * Its books are in the currency of its first fact. An amount in another one, as of a gateway that names the
 * cardholder's at the end, cannot be compared with it: the status counts, and the amount stays.
 */
function inCurrencyOf(before: DisputeRow, { currency }: ReportedFact, fact: DisputeFact): DisputeFact {
  return currency === before.currency ? fact : { ...fact, amount: BigInt(before.amount_minor) };
}

/** A call without a time is later than every fact before it. */
function timeOf({ fact, isReply = false }: ReportedFact, known: Dispute | null, nowMs: number): number {
  if (fact.atMs !== null) return fact.atMs;
  return isReply && known !== null ? known.atMs : Math.max(nowMs, (known?.atMs ?? 0) + 1);
}

function isUnchanged({ postings, events }: DecidedDispute): boolean {
  return postings.length === 0 && events.length === 0;
}

/**
 * A dispute that only a line of the settlement has shown gets its id by the first notice in its currency: postings of
 * one dispute never mix currencies.
 */
async function findDispute(
  tx: PoolClient,
  payment: DisputedPayment,
  { reference, currency }: Pick<ReportedFact, 'reference' | 'currency'>,
): Promise<DisputeRow | undefined> {
  const { rows } = await tx.query<DisputeRow>({
    name: 'disputes-of-payment',
    text: 'SELECT * FROM dispute WHERE account_id = $1 AND intent_id = $2 ORDER BY id',
    values: [payment.accountId, payment.intentId],
  });
  const own = rows.filter((row) => isOfDispute(row, payment));
  const unnamed = own.find((row) => row.reference === null && row.currency === currency);
  return reference === null ? unnamed : (own.find((row) => row.reference === reference) ?? unnamed);
}

interface Decision {
  before: DisputeRow | undefined;
  payment: DisputedPayment;
  reported: ReportedFact;
  decided: DecidedDispute;
}

function rowOf({ before, payment, reported, decided: { dispute } }: Decision, nowMs: number): DisputeRow {
  const base = before ?? newRow(payment, reported, nowMs);
  const step = { at: new Date(dispute.atMs || nowMs).toISOString(), status: dispute.status, by: reported.by };
  const isNewStatus = before?.status !== dispute.status;
  return {
    ...base,
    reference: base.reference ?? reported.reference,
    status: dispute.status,
    is_inquiry: dispute.isInquiry,
    amount_minor: String(dispute.amount),
    reason: dispute.reason,
    evidence_due_at: dateOf(dispute.evidenceDueAtMs),
    fact_at: new Date(dispute.atMs),
    withheld_minor: String(dispute.withheld),
    lost_minor: String(dispute.lost),
    was_withheld: dispute.wasWithheld,
    history: isNewStatus ? [...base.history, step].slice(-DISPUTES.stepsMax) : base.history,
    remind_at: dateOf(nextReminderMs(dispute, nowMs, DISPUTES.remindersMs)),
    revision: base.revision + 1,
    updated_at: new Date(nowMs),
  };
}

type NewRow = Omit<DisputeRow, 'status' | 'is_inquiry' | 'amount_minor' | 'reason' | 'fact_at'>;

function newRow(payment: DisputedPayment, { reference, currency }: ReportedFact, nowMs: number): NewRow {
  const now = new Date(nowMs);
  return {
    account_id: payment.accountId,
    id: newId('dsp', nowMs),
    store_id: payment.storeId,
    mode: payment.mode,
    gateway: payment.gateway,
    reference,
    intent_id: payment.intentId,
    attempt_id: payment.attemptId,
    currency,
    evidence_due_at: null,
    withheld_minor: '0',
    lost_minor: '0',
    was_withheld: false,
    fee_minor: null,
    history: [],
    answering: null,
    answered_by: null,
    remind_at: null,
    inquire_at: null,
    revision: 0,
    created_at: now,
    updated_at: now,
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/**
 * The fee is posted with the first hold, under its reference, so that the gateway's settled line replaces it. A fee
 * that is named later comes with that line.
 */
function feeOf(
  before: DisputeRow | undefined,
  decided: DecidedDispute,
  { fee = 0n, currency }: ReportedFact,
): bigint | null {
  if (before !== undefined && before.currency !== currency) return null;
  const isFirstHold = before?.was_withheld !== true && decided.dispute.wasWithheld;
  return isFirstHold && fee > 0n ? fee : null;
}

/** The reference has no slash: the import of settlements finds the fee of a hold by it. */
async function post(
  tx: PoolClient,
  intent: IntentRow,
  row: DisputeRow,
  { decided, fee, at }: { decided: DecidedDispute; fee: bigint | null; at: Date },
): Promise<void> {
  const reference = `${row.id}.${row.revision}`;
  const postings: Posting[] = decided.postings.map((posting) => ({ ...posting, reference }));
  if (fee !== null) postings.push({ kind: 'dispute_fee', reference, amount: fee });
  if (postings.length === 0) return;
  const books = { ...intent, currency: row.currency };
  await postEntries(tx, books, { postings, attemptId: row.attempt_id, gateway: row.gateway, at });
}
