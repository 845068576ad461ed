import type { PoolClient } from 'pg';
import type { IntentRow } from '../intents/intent.entity.ts';
import { linesOf } from './postings.ts';
import type { PostingKind } from './postings.ts';

export interface NewEntry { kind: PostingKind; reference: string; attemptId: string; amount: bigint; at: Date }

/** Posts both lines in one statement; the same thing posted again is a broken rule, and the key says so. */
export async function postEntry(tx: PoolClient, row: IntentRow, entry: NewEntry): Promise<void> {
  const lines = linesOf({ kind: entry.kind, reference: entry.reference, amount: entry.amount });
  await tx.query(`
    INSERT INTO ledger_line (account_id, posting, line, store_id, mode, currency, ledger_account, amount_minor, kind, intent_id, attempt_id, at)
    SELECT $1, $2, line, $3, $4, $5, ledger_account, amount, $6, $7, $8, $9 FROM unnest($10::smallint[], $11::text[], $12::bigint[]) AS t (line, ledger_account, amount)`,
  [row.account_id, `${entry.kind}/${entry.reference}`, row.store_id, row.mode, row.currency, entry.kind, row.id, entry.attemptId, entry.at,
    lines.map((_, at) => at), lines.map((line) => line.account), lines.map((line) => String(line.amount))]);
}
