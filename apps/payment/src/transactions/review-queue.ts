import { notFound } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { LIMITS } from '../limits.ts';
import { majorNumber } from '../money/amount.ts';
import { applyReport } from '../operations/apply-report.ts';
import { inquire } from '../operations/run-operation.ts';
import type { Owner } from '../owner.ts';
import type { ProviderReport } from '../providers/provider.ts';
import type { QueuedOperationAnswer, ResolveBody } from './review-queue.schema.ts';

type Queued = OperationRow & { currency: string; capture_method: 'automatic' | 'manual' };

function queuedView(row: Queued): QueuedOperationAnswer {
  return {
    operation_id: row.id,
    queue: row.queue,
    why: row.queue_why,
    kind: row.kind,
    state: row.state,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    gateway: row.gateway,
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    inquiries: row.inquiries,
    started_at: row.started_at.toISOString(),
  };
}

/** Lists the operations in manual review, with their queue: unknown_outcome, contradiction, reversal_refused. */
export async function listQueue({ pool }: PaymentDependencies, owner: Owner): Promise<QueuedOperationAnswer[]> {
  const { rows } = await pool.query<Queued>(
    `
    SELECT o.*, i.currency, i.capture_method FROM operation o JOIN intent i ON i.account_id = o.account_id
    AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.queue IS NOT NULL ORDER BY o.id
    LIMIT ${LIMITS.queuedOperationsShown}`,
    [owner.accountId, owner.storeId, owner.mode],
  );
  return rows.map(queuedView);
}

/**
 * Resolves an operation in manual review. `done` and `failed` are what the provider's staff said; `ask` inquires once
 * more.
 */
export async function resolveQueued(
  deps: PaymentDependencies,
  owner: Owner,
  id: string,
  how: ResolveBody['outcome'],
): Promise<QueuedOperationAnswer> {
  const find = async (): Promise<Queued> => {
    const {
      rows: [row],
    } = await deps.pool.query<Queued>(
      `
      SELECT o.*, i.currency, i.capture_method FROM operation o JOIN intent i ON i.account_id = o.account_id
      AND i.id = o.intent_id
      WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.id = $4 AND o.queue IS NOT NULL`,
      [owner.accountId, owner.storeId, owner.mode, id],
    );
    if (row === undefined) throw notFound('queued operation', id);
    return row;
  };
  const row = await find();
  if (how === 'ask') await inquire(deps, row, row.currency);
  else {
    await applyReport(deps, { operation: row, report: reportOf(row, how), actor: 'person' });
    // An operation that was settled before its review keeps its state, and the person confirms it.
    await deps.pool.query(
      `UPDATE operation SET queue = NULL, queue_why = NULL WHERE account_id = $1 AND id = $2 AND state = $3
        AND queue IS NOT NULL`,
      [owner.accountId, id, how],
    );
  }
  return find().then(queuedView, () => ({
    ...queuedView(row),
    queue: null,
    why: null,
    state: how === 'failed' ? 'failed' : 'done',
  }));
}

function reportOf(
  { kind, amount_minor: amount, capture_method: method }: Queued,
  how: 'done' | 'failed',
): ProviderReport {
  if (how === 'failed') return { kind: 'declined', as: 'FAILED', then: 'none', message: 'Resolved by a person' };
  if (kind === 'void') return { kind: 'voided' };
  // The payment only authorises. Its capture is a separate operation.
  if (kind === 'pay' && method === 'manual') return { kind: 'authorised' };
  return kind === 'refund' || kind === 'reverse' ? { kind: 'refunded' } : { kind: 'captured', amount: BigInt(amount) };
}
