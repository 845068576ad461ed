import type { PoolClient } from 'pg';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { DisputeRow } from './dispute.entity.ts';

export function isOfDispute(row: DisputeRow, { attemptId, gateway }: { attemptId: string; gateway: string }): boolean {
  return row.attempt_id === attemptId && row.gateway === gateway;
}

/** Inserts or changes a dispute, under the lock of its intent. */
export async function saveDispute(tx: PoolClient, row: DisputeRow): Promise<void> {
  await tx.query({
    name: 'save-dispute',
    text: `
      INSERT INTO dispute SELECT * FROM json_populate_recordset(NULL::dispute, $1)
      ON CONFLICT (account_id, id) DO UPDATE SET reference = excluded.reference, status = excluded.status,
        is_inquiry = excluded.is_inquiry, amount_minor = excluded.amount_minor, reason = excluded.reason,
        evidence_due_at = excluded.evidence_due_at, fact_at = excluded.fact_at,
        withheld_minor = excluded.withheld_minor, lost_minor = excluded.lost_minor,
        was_withheld = excluded.was_withheld,
        fee_minor = excluded.fee_minor,
        history = excluded.history, answering = excluded.answering, answered_by = excluded.answered_by,
        remind_at = excluded.remind_at, inquire_at = excluded.inquire_at, revision = excluded.revision,
        updated_at = excluded.updated_at`,
    values: [JSON.stringify([row])],
  });
}

/**
 * What disputes hold or have lost cannot be refunded too. A dispute in another currency than its payment cannot be
 * compared with it, so it stops every refund.
 */
export async function updateDisputedAmount(tx: PoolClient, intent: IntentRow): Promise<void> {
  await tx.query({
    name: 'update-disputed-amount',
    text: `
      UPDATE intent i SET disputed_minor = d.disputed FROM (
        SELECT CASE WHEN bool_or(currency <> $3 AND withheld_minor + lost_minor > 0) THEN $4::bigint
          ELSE sum(withheld_minor + lost_minor) END AS disputed
        FROM dispute WHERE account_id = $1 AND intent_id = $2) d
      WHERE i.account_id = $1 AND i.id = $2`,
    values: [intent.account_id, intent.id, intent.currency, intent.captured_minor],
  });
}
