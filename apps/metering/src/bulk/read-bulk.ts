import type { Pool } from 'pg';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { ListQuery } from '@qafila/schema/page-fields';
import type { EventBulkAnswer, EventBulkProblem } from './bulk.schema.ts';
import type { Bulk } from './bulk.entity.ts';

interface Row {
  events: Bulk['events'];
  created_at: Bulk['createdAt'];
  /** Counts: pg returns bigint as text. */
  accepted: string;
  duplicates: string;
  rejected: string;
}

/** The results of a bulk so far. */
export async function readBulk(
  pool: Pool,
  owner: Principal,
  ids: { meterId: string; bulkId: string },
  page: ListQuery,
): Promise<EventBulkAnswer> {
  const size = pageSize(page.limit);
  const after = Number(decodeCursor(page.cursor, 'number')?.[0] ?? -1);
  const {
    rows: [row],
  } = await pool.query<Row>(
    `
    SELECT b.events, b.created_at, count(o.status) FILTER (WHERE o.status = 200) AS accepted,
      count(o.status) FILTER (WHERE o.code = 'duplicate_event') AS duplicates,
      count(o.status) FILTER (WHERE o.status <> 200 AND o.code <> 'duplicate_event') AS rejected
    FROM bulk b JOIN account a USING (account_no) JOIN meter m USING (account_no, meter_no)
    LEFT JOIN bulk_outcome o ON o.account_no = b.account_no AND o.bulk_id = b.id
    WHERE a.account_id = $1 AND m.store_id = $2 AND m.id = $3 AND b.id = $4 GROUP BY b.events, b.created_at`,
    [owner.accountId, owner.storeId, ids.meterId, ids.bulkId],
  );
  if (row === undefined) throw notFound('bulk', ids.bulkId);
  const { rows: problems } = await pool.query<EventBulkProblem>(
    `
    SELECT index, event_id, status, code, message FROM bulk_outcome JOIN account USING (account_no)
    WHERE account_id = $1 AND bulk_id = $2 AND status <> 200 AND index > $3::bigint ORDER BY index LIMIT $4`,
    [owner.accountId, ids.bulkId, after, size + 1],
  );
  const [accepted, duplicates, rejected] = [Number(row.accepted), Number(row.duplicates), Number(row.rejected)];
  const pending = row.events - accepted - duplicates - rejected;
  return {
    bulk_id: ids.bulkId,
    events: row.events,
    accepted,
    duplicates,
    rejected,
    pending,
    done: pending === 0,
    created_at: row.created_at.toISOString(),
    problems: pageOf(problems, size, { item: (problem) => problem, key: (problem) => [String(problem.index)] }),
  };
}
