import type { PoolClient } from 'pg';
import type { LedgerLineRow } from './ledger-line.entity.ts';
import { linesOf, postingName } from './postings.ts';
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
  gateway: string;
  at: Date;
}

/** A posting and the books that it belongs to. A payout and an adjustment belong to no intent. */
export interface Entry extends Omit<PostedIntent, 'id'> {
  posting: Posting;
  gateway: string;
  intent_id: string | null;
  attempt_id: string | null;
  at: Date;
}

/** Posts for one intent; see postAll(). */
export function postEntries(
  tx: PoolClient,
  row: PostedIntent,
  { postings, attemptId, gateway, at }: NewEntries,
): Promise<void> {
  const { account_id, store_id, mode, currency, id } = row;
  const books = { account_id, store_id, mode, currency, gateway, intent_id: id, attempt_id: attemptId, at };
  return postAll(
    tx,
    postings.map((posting) => ({ ...books, posting })),
  );
}

/**
 * Posts both lines of each posting in one statement. A second posting of the same thing is a bug, and the primary key
 * refuses it.
 */
export async function postAll(tx: PoolClient, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.flatMap(({ posting, ...books }) =>
    linesOf(posting).map(({ account, amount }, line): LedgerLineRow => ({
      ...books,
      posting: postingName(posting),
      line,
      ledger_account: account,
      amount_minor: String(amount),
      kind: posting.kind,
    })),
  );
  await tx.query({
    name: 'post-entries',
    text: 'INSERT INTO ledger_line SELECT * FROM json_populate_recordset(NULL::ledger_line, $1)',
    values: [JSON.stringify(lines)],
  });
}
