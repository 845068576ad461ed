import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import { callbackId, insertCallback } from '../callbacks/insert-callback.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { illegalStatus, unknownReference } from '../http/refusals.ts';
import { LIMITS } from '../limits.ts';
import { lockPayment } from '../payments/find-payment.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { disputeCallback } from './dispute-view.ts';

export interface NewDispute {
  /** In minor units; without it, what was captured and not refunded or disputed. */
  amount?: number;
  reason?: string;
  dueInMs?: number;
  /** No callback: only the settlement shows it. */
  silent?: boolean;
}

/** What can become of a dispute by hand. */
export const DISPUTE_MOVES = ['evidence_due', 'review', 'win', 'lose'] as const;
export type DisputeMove = (typeof DISPUTE_MOVES)[number];

/** The gateway that has disputes. */
const PROVIDER = 'cardgateway-a';

/** A cardholder disputes a captured payment: the gateway withholds the amount, and calls. */
export function openDispute(
  sandbox: Sandbox,
  { provider, id: paymentId }: PaymentRow,
  { amount, reason = 'fraudulent', dueInMs = LIMITS.evidenceMsDefault, silent = false }: NewDispute,
): Promise<DisputeRow> {
  if (provider !== PROVIDER) throw new Refusal(409, 'illegal_status', `Only payments of ${PROVIDER} can be disputed.`);
  return inTransaction(sandbox.pool, async (tx) => {
    const payment = await lockPayment(tx, provider, paymentId);
    const { rows: earlier } = await tx.query<DisputeRow>(
      'SELECT * FROM dispute WHERE provider = $1 AND payment_id = $2',
      [provider, paymentId],
    );
    const left = leftToDispute(payment, earlier);
    if (left <= 0n) throw illegalStatus(payment.status);
    if (amount !== undefined && BigInt(amount) > left)
      throw invalid('amount_minor', `amount_minor must be at most ${left}: what is captured, and not given back.`);
    const now = sandbox.clock.now();
    const dispute: DisputeRow = {
      provider,
      id: `dp_${sandbox.keys.derive('dispute', [provider, paymentId, String(earlier.length)], 24)}`,
      payment_id: paymentId,
      amount_minor: String(amount ?? left),
      status: 'needs_response',
      reason,
      evidence_due_at: sandbox.clock.after(dueInMs),
      returned_at: null,
      created_at: now,
      updated_at: now,
    };
    return save(sandbox, tx, { payment, dispute, silent });
  });
}

function leftToDispute({ captured_minor: captured, refunded_minor: refunded }: PaymentRow, all: DisputeRow[]): bigint {
  const disputed = all
    .filter(({ status }) => status !== 'won')
    .reduce((sum, { amount_minor: amount }) => sum + BigInt(amount), 0n);
  return BigInt(captured) - BigInt(refunded) - disputed;
}

/** Moves a dispute as the bank would. A decision is final. */
export async function moveDispute(
  sandbox: Sandbox,
  id: string,
  {
    move,
    dueInMs = LIMITS.evidenceMsDefault,
    silent = false,
  }: { move: DisputeMove; dueInMs?: number; silent?: boolean },
): Promise<DisputeRow> {
  const { payment_id: paymentId } = await findDispute(sandbox.pool, id);
  return inTransaction(sandbox.pool, async (tx) => {
    const payment = await lockPayment(tx, PROVIDER, paymentId);
    const dispute = await findDispute(tx, id);
    if (dispute.status === 'won' || dispute.status === 'lost') throw illegalStatus(dispute.status);
    const now = sandbox.clock.now();
    const moved: DisputeRow = { ...dispute, updated_at: now, ...changeOf(move) };
    if (move === 'evidence_due') moved.evidence_due_at = sandbox.clock.after(dueInMs);
    if (move === 'win') moved.returned_at = now;
    return save(sandbox, tx, { payment, dispute: moved, silent });
  });
}

function changeOf(move: DisputeMove): Pick<DisputeRow, 'status'> {
  const status = { evidence_due: 'needs_response', review: 'under_review', win: 'won', lose: 'lost' } as const;
  return { status: status[move] };
}

export async function findDispute(database: Pick<PoolClient, 'query'>, id: string): Promise<DisputeRow> {
  const { rows } = await database.query<DisputeRow>('SELECT * FROM dispute WHERE provider = $1 AND id = $2', [
    PROVIDER,
    id,
  ]);
  if (rows[0] === undefined) throw unknownReference();
  return rows[0];
}

/** The dispute and its callback commit together. The callback is numbered among those of the payment. */
async function save(
  sandbox: Sandbox,
  tx: PoolClient,
  { payment, dispute, silent }: { payment: PaymentRow; dispute: DisputeRow; silent: boolean },
): Promise<DisputeRow> {
  const { provider, id: subject, sequence, callback_url: url } = payment;
  const saved = await savePayment(sandbox, tx, { ...payment, sequence: sequence + 1 }, null);
  const columns = Object.keys(dispute);
  await tx.query(
    `INSERT INTO dispute (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
    ON CONFLICT (provider, id) DO UPDATE SET status = excluded.status, evidence_due_at = excluded.evidence_due_at,
      returned_at = excluded.returned_at, updated_at = excluded.updated_at`,
    Object.values(dispute),
  );
  const key = { provider, subject, sequence: saved.sequence };
  const id = callbackId(sandbox, key);
  const content = disputeCallback(dispute, saved, id);
  await insertCallback(sandbox, tx, { ...key, id, url, ...content, fault: null, suppressed: silent, copies: 0 });
  return dispute;
}
