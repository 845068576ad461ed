import type { PoolClient } from 'pg';
import { lockIntent } from '../intents/locked-intent.ts';
import type { DisputeRow } from './dispute.entity.ts';
import type { DisputeFact } from './dispute.state.ts';
import { recordFact } from './record-fact.ts';
import type { DisputedPayment } from './record-fact.ts';
import { isOfDispute } from './save-dispute.ts';

/** A line of the gateway's settlement that no posting explains yet. The amount is positive. */
export interface DisputeLine {
  kind: 'dispute' | 'dispute_reversal';
  amount: bigint;
  currency: string;
  atMs: number;
}

/**
 * The gateway withheld money, or gave it back, before its notice came, or without one. A dispute that begins so counts
 * as older than every notice, because the notice says more. A reversal that fits no dispute is left to a person.
 */
export async function recordDisputeLine(
  tx: PoolClient,
  payment: DisputedPayment,
  { kind, amount, currency, atMs }: DisputeLine,
  nowMs: number,
): Promise<void> {
  await lockIntent(tx, payment.accountId, payment.intentId);
  const { rows } = await tx.query<DisputeRow>('SELECT * FROM dispute WHERE account_id = $1 AND intent_id = $2', [
    payment.accountId,
    payment.intentId,
  ]);
  const own = rows.filter((row) => isOfDispute(row, payment) && row.currency === currency);
  const isFitting = (row: DisputeRow): boolean =>
    kind === 'dispute'
      ? BigInt(row.amount_minor) === amount && BigInt(row.withheld_minor) === 0n
      : BigInt(row.withheld_minor) === amount || BigInt(row.lost_minor) === amount;
  const found = own.find(isFitting);
  if (found === undefined && (kind === 'dispute_reversal' || own.length > 0)) return;
  const status = kind === 'dispute' ? 'needs_response' : 'won';
  const known = { reason: found?.reason ?? '', evidenceDueAtMs: found?.evidence_due_at?.getTime() ?? null };
  const fact: DisputeFact = { status, isInquiry: false, amount, ...known, atMs: found === undefined ? 0 : atMs };
  await recordFact(tx, payment, { reference: found?.reference ?? null, currency, fact, by: 'settlement' }, nowMs);
}
