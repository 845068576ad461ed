import type { PoolClient } from 'pg';
import type { Changes } from '../intents/changes.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { notificationOf } from '../intents/notify-merchant.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { linesOf, postingName } from '../ledger/postings.ts';
import type { Posting } from '../ledger/postings.ts';
import { majorNumber } from '../money/amount.ts';
import type { Reported } from '../operations/decide-report.ts';
import type { ChangesAnswer, PostedLineAnswer, ReviewedStateAnswer } from './decision.schema.ts';

/** What a resolution or an inquiry changed. `after` has the queue in which the operation is afterwards. */
export async function changesView(
  db: Pick<PoolClient, 'query'>,
  before: Reported,
  { changes, after }: { changes: Changes; after: Reported },
): Promise<ChangesAnswer> {
  const { currency } = before.row;
  const notifications: string[] = [];
  for (const notification of changes.notifications)
    notifications.push((await notificationOf(db, changes.after, notification)).type);
  return {
    before: stateView(before),
    after: stateView(after),
    postings: changes.postings.flatMap((posting) => postedLines(posting, currency)),
    requests: changes.newOperations.map(({ kind, amount }) => ({ kind, amount: majorNumber(amount, currency) })),
    notifications,
  };
}

export function postedLines(posting: Posting, currency: string): PostedLineAnswer[] {
  return linesOf(posting).map(({ account, amount }) => ({
    posting: postingName(posting),
    account,
    amount: majorNumber(amount, currency),
  }));
}

function stateView({
  row,
  attempts,
  operation,
}: {
  row: IntentRow;
  attempts: readonly AttemptRow[];
  operation: OperationRow;
}): ReviewedStateAnswer {
  const attempt = attempts.find(({ id }) => id === operation.attempt_id) as AttemptRow;
  return {
    operation_state: operation.state,
    queue: operation.queue,
    pi_status: row.status,
    transaction_status: attempt.status,
    amount_captured: majorNumber(BigInt(row.captured_minor), row.currency),
    amount_refunded: majorNumber(BigInt(row.refunded_minor), row.currency),
  };
}
