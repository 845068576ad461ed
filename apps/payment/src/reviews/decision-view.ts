import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { PaymentDependencies } from '../dependencies.ts';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import type { DecisionAnswer, ListDecisionsQuery } from './decision.schema.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';

export function decisionView(row: ReviewDecisionRow): DecisionAnswer {
  return {
    _id: row.id,
    kind: row.kind,
    state: row.state,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    gateway: row.gateway,
    operation_id: row.operation_id,
    queue: row.queue,
    outcome: row.outcome,
    amount: row.amount_minor === null ? null : majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    debit_account: row.debit_account,
    credit_account: row.credit_account,
    reason: row.reason,
    evidence: row.evidence,
    note: row.note,
    decided_by: row.decided_by,
    person: row.person,
    decided_at: row.decided_at.toISOString(),
    second_by: row.second_by,
    second_person: row.second_person,
    second_note: row.second_note,
    second_at: row.second_at?.toISOString() ?? null,
    changes: row.changes,
  };
}

/** The history of decisions, the newest first. */
export async function listDecisions(
  { pool }: PaymentDependencies,
  owner: Owner,
  query: ListDecisionsQuery & { kind?: ReviewDecisionRow['kind'] },
): Promise<Page<DecisionAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<ReviewDecisionRow>(
    `SELECT * FROM review_decision WHERE account_id = $1 AND store_id = $2 AND mode = $3
      AND ($4::text IS NULL OR id < $4) AND ($5::text IS NULL OR operation_id = $5)
      AND ($6::text IS NULL OR intent_id = $6) AND ($7::text IS NULL OR state = $7)
      AND ($8::text IS NULL OR kind = $8) ORDER BY id DESC LIMIT $9`,
    [
      owner.accountId,
      owner.storeId,
      owner.mode,
      before?.[0] ?? null,
      query.operation_id ?? null,
      query.payment_intent_id ?? null,
      query.state ?? null,
      query.kind ?? null,
      size + 1,
    ],
  );
  return pageOf(rows, size, { item: decisionView, key: (row) => [row.id] });
}

/** All decisions about an intent, the first one first. */
export async function decisionsOf(
  { pool }: Pick<PaymentDependencies, 'pool'>,
  accountId: string,
  intentId: string,
): Promise<DecisionAnswer[]> {
  const { rows } = await pool.query<ReviewDecisionRow>(
    'SELECT * FROM review_decision WHERE account_id = $1 AND intent_id = $2 ORDER BY id',
    [accountId, intentId],
  );
  return rows.map(decisionView);
}
