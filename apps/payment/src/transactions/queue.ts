import { invalid, notFound } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { majorNumber } from '../intents/amount.ts';
import { applyOutcome } from '../operations/apply-outcome.ts';
import type { OperationRow } from '../operations/operation.ts';
import { inquire } from '../operations/run-operation.ts';
import type { Owner, Payments } from '../payments.ts';
import type { Outcome } from '../providers/provider.ts';
import { readBody, readText } from '../reading.ts';

type Queued = OperationRow & { currency: string; capture_method: 'automatic' | 'manual' };

function queuedView(row: Queued): Record<string, unknown> {
  return {
    operation_id: row.id, queue: row.queue, why: row.queue_why, kind: row.kind, state: row.state, payment_intent_id: row.intent_id, transaction_id: row.attempt_id, gateway: row.gateway,
    amount: majorNumber(BigInt(row.amount_minor), row.currency), currency: row.currency, inquiries: row.inquiries, started_at: row.started_at.toISOString(),
  };
}

/** What machines could not find out, by the name of its queue: unknown_outcome, contradiction, reversal_refused. */
export async function listQueue({ pool }: Payments, owner: Owner): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Queued>(`
    SELECT o.*, i.currency, i.capture_method FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.queue IS NOT NULL ORDER BY o.id LIMIT 500`, [owner.accountId, owner.storeId, owner.mode]);
  return rows.map(queuedView);
}

/** A person has asked the gateway's people: `done` or `failed` is what they said; `ask` only asks the machine once more. */
export async function resolveQueued(payments: Payments, owner: Owner, id: string, body: JsonValue | undefined): Promise<Record<string, unknown>> {
  const how = readText(readBody(body).outcome, 'outcome');
  const find = async (): Promise<Queued> => {
    const { rows: [row] } = await payments.pool.query<Queued>(`
      SELECT o.*, i.currency, i.capture_method FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
      WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.id = $4 AND o.queue IS NOT NULL`, [owner.accountId, owner.storeId, owner.mode, id]);
    if (row === undefined) throw notFound('queued operation', id);
    return row;
  };
  const row = await find();
  if (how === 'ask') await inquire(payments, row, row.currency);
  else if (how === 'done' || how === 'failed') {
    await applyOutcome(payments, { operation: row, outcome: outcomeOf(row, how), actor: 'person' });
    // One that was settled before it was doubted: the person bears out what stands.
    await payments.pool.query('UPDATE operation SET queue = NULL, queue_why = NULL WHERE account_id = $1 AND id = $2 AND state = $3 AND queue IS NOT NULL', [owner.accountId, id, how]);
  }
  else throw invalid('outcome', 'outcome must be done, failed or ask.');
  return find().then(queuedView, () => ({ ...queuedView(row), queue: null, why: null, state: how === 'failed' ? 'failed' : 'done' }));
}

function outcomeOf({ kind, amount_minor: amount, capture_method: method }: Queued, how: 'done' | 'failed'): Outcome {
  if (how === 'failed') return { kind: 'declined', as: 'FAILED', then: 'nobody', message: 'Resolved by a person' };
  if (kind === 'void') return { kind: 'voided' };
  // What was only to be held is held: its capture is a step of its own.
  if (kind === 'pay' && method === 'manual') return { kind: 'authorised' };
  return kind === 'refund' || kind === 'reverse' ? { kind: 'refunded' } : { kind: 'captured', amount: BigInt(amount) };
}
