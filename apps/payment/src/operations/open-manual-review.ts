import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import type { Queue } from '../review-queues.ts';

/** Opens a case for manual review, in the transaction `db` if there is one. The worker goes on inquiring. */
export async function openManualReview(
  deps: Pick<PaymentDependencies, 'pool' | 'log'> & { db?: PoolClient },
  operation: OperationRow,
  { queue, why }: { queue: Queue; why: string },
): Promise<void> {
  const { rowCount } = await (deps.db ?? deps.pool).query(
    `UPDATE operation SET queue = $3, queue_why = $4
    WHERE account_id = $1 AND id = $2 AND queue IS DISTINCT FROM $3`,
    [operation.account_id, operation.id, queue, why],
  );
  if (rowCount === 1)
    deps.log.error(
      { operation: operation.id, intent: operation.intent_id, queue, why },
      'payment.manual_review_required',
    );
}
