import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { LIMITS } from '../limits.ts';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import type { QueuedOperationAnswer } from './review-queue.schema.ts';

type Queued = OperationRow & { currency: string; proposal_id: string | null };

export function queuedView(row: Queued): QueuedOperationAnswer {
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
    proposal_id: row.proposal_id,
  };
}

/** Lists the operations in manual review, with their queue: unknown_outcome, contradiction, reversal_refused. */
export async function listQueue({ pool }: PaymentDependencies, owner: Owner): Promise<QueuedOperationAnswer[]> {
  const { rows } = await pool.query<Queued>(
    `
    SELECT o.*, i.currency, d.id AS proposal_id FROM operation o
    JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    LEFT JOIN review_decision d ON d.account_id = o.account_id AND d.operation_id = o.id AND d.state = 'proposed'
    WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.queue IS NOT NULL ORDER BY o.id
    LIMIT ${LIMITS.queuedOperationsShown}`,
    [owner.accountId, owner.storeId, owner.mode],
  );
  return rows.map(queuedView);
}
