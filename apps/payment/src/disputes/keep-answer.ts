import type { Pool, PoolClient } from 'pg';
import { DISPUTES } from '../limits.ts';
import type { DisputeAnswerRow } from './dispute-answer.entity.ts';
import type { DisputeRow } from './dispute.entity.ts';

type Named = Pick<DisputeRow, 'account_id' | 'id'>;

/** Keeps the answer that begins, so that the worker can send it again. */
export async function keepAnswer(
  tx: PoolClient,
  { account_id: accountId, id }: Named,
  { request_id: requestId, how, evidence }: Pick<DisputeAnswerRow, 'request_id' | 'how' | 'evidence'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO dispute_answer (account_id, dispute_id, request_id, how, evidence) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (account_id, dispute_id) DO UPDATE SET request_id = excluded.request_id, how = excluded.how,
      evidence = excluded.evidence, times_sent = 1`,
    [accountId, id, requestId, how, evidence],
  );
}

/** The answer that is under way; undefined where an older replica has started it. */
export async function findAnswer(
  db: Pool | PoolClient,
  { account_id: accountId, id }: Named,
): Promise<DisputeAnswerRow | undefined> {
  const { rows } = await db.query<DisputeAnswerRow>(
    'SELECT * FROM dispute_answer WHERE account_id = $1 AND dispute_id = $2',
    [accountId, id],
  );
  return rows[0];
}

/** Counts that this answer is sent once more. Undefined when it was sent often enough, or has ended. */
export async function countAnswer(
  pool: Pool,
  { account_id: accountId, id }: Named,
  requestId: string | undefined,
): Promise<DisputeAnswerRow | undefined> {
  const { rows } = await pool.query<DisputeAnswerRow>(
    `UPDATE dispute_answer SET times_sent = times_sent + 1 WHERE account_id = $1 AND dispute_id = $2
    AND request_id = $4 AND times_sent < $3 RETURNING *`,
    [accountId, id, DISPUTES.answerTimesMax, requestId],
  );
  return rows[0];
}

export async function forgetAnswer(tx: PoolClient, { account_id: accountId, id }: Named): Promise<void> {
  await tx.query('DELETE FROM dispute_answer WHERE account_id = $1 AND dispute_id = $2', [accountId, id]);
}
