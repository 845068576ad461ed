import type { PoolClient } from 'pg';
import type { LedgerLineRow } from './ledger-line.entity.ts';
import { linesOf } from './postings.ts';
import type { Posting } from './postings.ts';

/** The intent that entries are posted for. */
export interface PostedIntent {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  currency: string;
}

export interface NewEntries {
  postings: readonly Posting[];
  attemptId: string;
  at: Date;
}

/**
 * Posts both lines of each posting in one statement. A second posting of the same thing is a bug, and the primary key
 * refuses it.
 */
export async function postEntries(
  tx: PoolClient,
  row: PostedIntent,
  { postings, attemptId, at }: NewEntries,
): Promise<void> {
  const lines = postings.flatMap((posting) =>
    linesOf(posting).map(({ account, amount }, line): LedgerLineRow => ({
      account_id: row.account_id,
      posting: `${posting.kind}/${posting.reference}`,
      line,
      store_id: row.store_id,
      mode: row.mode,
      currency: row.currency,
      ledger_account: account,
      amount_minor: String(amount),
      kind: posting.kind,
      intent_id: row.id,
      attempt_id: attemptId,
      at,
    })),
  );
  await tx.query({
    name: 'post-entries',
    text: 'INSERT INTO ledger_line SELECT * FROM json_populate_recordset(NULL::ledger_line, $1)',
    values: [JSON.stringify(lines)],
  });
}
