import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PaymentDependencies } from '../dependencies.ts';
import { REPORTS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { ReportFileRow, ReportScheduleRow } from './report.entity.ts';
import { PERIOD_MS } from './report-loop.ts';
import type { CreateScheduleBody, ListReportFilesQuery, ReportFileAnswer, ScheduleAnswer } from './schedule.schema.ts';

function scheduleView(row: ReportScheduleRow): ScheduleAnswer {
  return {
    _id: row.id,
    report: row.report,
    every: row.every,
    by: row.grouped_by,
    next_at: row.next_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

function fileView(row: Omit<ReportFileRow, 'content'>): ReportFileAnswer {
  return {
    _id: row.id,
    schedule_id: row.schedule_id,
    report: row.report,
    status: row.status,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    rows: row.rows,
    why: row.why,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

/** The first file covers the period that ends at the next midnight UTC. The lock of the store counts its schedules. */
export async function createSchedule(
  { pool, clock }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { report, every, by }: CreateScheduleBody,
): Promise<ScheduleAnswer> {
  const now = clock();
  const day = PERIOD_MS.daily;
  return inTransaction(pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 19))', [`${accountId}/${storeId}/${mode}`]);
    const { rows: counted } = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM report_schedule WHERE account_id = $1 AND store_id = $2 AND mode = $3`,
      [accountId, storeId, mode],
    );
    if ((counted[0]?.count ?? 0) >= REPORTS.schedulesPerStoreMax)
      throw conflict(
        'too_many_rules',
        `A store may have at most ${REPORTS.schedulesPerStoreMax} schedules of reports. Delete one first.`,
      );
    const next = new Date((Math.floor(now / day) + 1) * day);
    const grouped = report === 'performance' ? (by ?? 'gateway') : null;
    const { rows } = await tx.query<ReportScheduleRow>(
      `INSERT INTO report_schedule (account_id, id, store_id, mode, report, grouped_by, every, next_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
      [accountId, newId('rs', now), storeId, mode, report, grouped, every, next, new Date(now)],
    );
    return scheduleView(rows[0] as ReportScheduleRow);
  });
}

export async function listSchedules(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
): Promise<ScheduleAnswer[]> {
  const { rows } = await pool.query<ReportScheduleRow>(
    'SELECT * FROM report_schedule WHERE account_id = $1 AND store_id = $2 AND mode = $3 ORDER BY id',
    [accountId, storeId, mode],
  );
  return rows.map(scheduleView);
}

/** Its files stay until they expire. */
export async function deleteSchedule(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<ScheduleAnswer> {
  const { rows } = await pool.query<ReportScheduleRow>(
    'DELETE FROM report_schedule WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4 RETURNING *',
    [accountId, storeId, mode, id],
  );
  if (rows[0] === undefined) throw notFound('schedule of reports', id);
  return scheduleView(rows[0]);
}

const WITHOUT_CONTENT =
  'account_id, id, store_id, mode, schedule_id, report, status, from_at, to_at, rows, why, created_at, expires_at';

export async function listReportFiles(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { limit, cursor, schedule_id: schedule }: ListReportFilesQuery,
): Promise<Page<ReportFileAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'text');
  const { rows } = await pool.query<Omit<ReportFileRow, 'content'>>(
    `SELECT ${WITHOUT_CONTENT} FROM report_file WHERE account_id = $1 AND store_id = $2 AND mode = $3
      AND ($4::text IS NULL OR schedule_id = $4) AND ($5::text IS NULL OR id < $5) ORDER BY id DESC LIMIT ${size + 1}`,
    [accountId, storeId, mode, schedule ?? null, before?.[0] ?? null],
  );
  return pageOf(rows, size, { item: fileView, key: (row) => [row.id] });
}

export async function readReportFile(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<string> {
  const { rows } = await pool.query<Pick<ReportFileRow, 'content'>>(
    `SELECT content FROM report_file WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4
      AND status = 'ready'`,
    [accountId, storeId, mode, id],
  );
  if (rows[0] === undefined) throw notFound('file of a report', id);
  return rows[0].content;
}
