import type { PaymentDependencies } from '../dependencies.ts';
import { checkBooks } from '../ledger/check-books.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { LedgerCheckAnswer } from './reports.schema.ts';

/** Proves the books of one store. */
export async function checkOwnBooks({ pool }: PaymentDependencies, owner: Owner): Promise<LedgerCheckAnswer> {
  const found = await checkBooks(pool, owner, LIMITS.imbalancesShown);
  const { rows } = await pool.query<{ postings: number }>(
    `SELECT count(*)::int AS postings FROM ledger_line
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND line = 0`,
    [owner.accountId, owner.storeId, owner.mode],
  );
  const imbalances = found.map(({ what, place, detail }) => ({ what, place, detail }));
  return { balanced: found.length === 0, postings: rows[0]?.postings ?? 0, imbalances };
}
