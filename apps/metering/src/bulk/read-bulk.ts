import type { Pool } from 'pg';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';

export interface BulkProblem { index: number; event_id: string | null; status: number; code: string; message: string }

export interface BulkView {
  bulk_id: string;
  events: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  /** Not yet arrived; 0 when the bulk is done. */
  pending: number;
  done: boolean;
  created_at: string;
  /** The items that were not accepted, by index. */
  problems: Page<BulkProblem>;
}

interface Row { events: number; created_at: Date; accepted: string; duplicates: string; rejected: string }

/** What became of a bulk so far. */
export async function readBulk(pool: Pool, owner: Principal, ids: { meterId: string; bulkId: string }, page: { limit?: string; cursor?: string }): Promise<BulkView> {
  const size = pageSize(page.limit);
  const after = Number(decodeCursor(page.cursor, 1)?.[0] ?? -1);
  const { rows: [row] } = await pool.query<Row>(`
    SELECT b.events, b.created_at, count(o.status) FILTER (WHERE o.status = 200) AS accepted,
      count(o.status) FILTER (WHERE o.code = 'duplicate_event') AS duplicates,
      count(o.status) FILTER (WHERE o.status <> 200 AND o.code <> 'duplicate_event') AS rejected
    FROM bulk b JOIN account a USING (account_no) JOIN meter m USING (account_no, meter_no)
    LEFT JOIN bulk_outcome o ON o.account_no = b.account_no AND o.bulk_id = b.id
    WHERE a.account_id = $1 AND m.store_id = $2 AND m.id = $3 AND b.id = $4 GROUP BY b.events, b.created_at`,
  [owner.accountId, owner.storeId, ids.meterId, ids.bulkId]);
  if (row === undefined) throw notFound('bulk', ids.bulkId);
  const { rows: problems } = await pool.query<BulkProblem>(`
    SELECT index, event_id, status, code, message FROM bulk_outcome JOIN account USING (account_no)
    WHERE account_id = $1 AND bulk_id = $2 AND status <> 200 AND index > $3 ORDER BY index LIMIT $4`, [owner.accountId, ids.bulkId, after, size + 1]);
  const [accepted, duplicates, rejected] = [Number(row.accepted), Number(row.duplicates), Number(row.rejected)];
  const pending = row.events - accepted - duplicates - rejected;
  return {
    bulk_id: ids.bulkId, events: row.events, accepted, duplicates, rejected, pending, done: pending === 0, created_at: row.created_at.toISOString(),
    problems: pageOf(problems, size, { item: (problem) => problem, key: (problem) => [String(problem.index)] }),
  };
}
