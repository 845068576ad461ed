import type { PoolClient } from 'pg';
import type { IntentRow } from '../intents/intent.entity.ts';
import { linesOf } from './postings.ts';
import type { Posting } from './postings.ts';

export interface NewEntries { postings: readonly Posting[]; attemptId: string; at: Date }

/** Posts both lines of each in one statement; the same thing posted again is a broken rule, and the key says so. */
export async function postEntries(tx: PoolClient, row: IntentRow, { postings, attemptId, at }: NewEntries): Promise<void> {
  const lines = postings.flatMap((posting) => linesOf(posting).map(({ account, amount }, line) => ({
    account_id: row.account_id, posting: `${posting.kind}/${posting.reference}`, line, store_id: row.store_id, mode: row.mode, currency: row.currency, ledger_account: account,
    amount_minor: String(amount), kind: posting.kind, intent_id: row.id, attempt_id: attemptId, at,
  })));
  await tx.query({ name: 'post-entries', text: 'INSERT INTO ledger_line SELECT * FROM json_populate_recordset(NULL::ledger_line, $1)', values: [JSON.stringify(lines)] });
}
