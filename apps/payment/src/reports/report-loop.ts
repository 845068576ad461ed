import { cloudEvent } from '@qafila/contracts/cloud-event';
import { REPORT_EVENT } from '@qafila/contracts/report-events';
import type { ReportNotification } from '@qafila/contracts/report-events';
import { TOPICS } from '@qafila/contracts/topics';
import { Refusal } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { deleteSomeExpired } from '@qafila/runtime/delete-expired';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { REPORTS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import { measurePerformance, performanceCsv } from './performance.ts';
import { reconcile, reconciliationCsv } from './reconciliation.ts';
import type { ReportFileRow, ReportScheduleRow } from './report.entity.ts';

const DAY_MS = 86_400_000;
export const PERIOD_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const;

/** Makes the files of scheduled reports. The lock on a schedule's row divides the work between processes. */
export class ReportLoop extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    super({
      name: 'reports',
      log: deps.log,
      restFirstMs: REPORTS.everyMs,
      backoff: { firstMs: REPORTS.everyMs, maxMs: REPORTS.everyMs },
      round: async () => ((await reportRound(deps)) > 0 ? 0 : REPORTS.everyMs),
    });
  }
}

/** Makes the file of one schedule that is due, and deletes old files. Returns how many were made. */
export async function reportRound(deps: PaymentDependencies): Promise<number> {
  const now = new Date(deps.clock());
  await deleteSomeExpired(deps.pool, {
    table: 'report_file',
    where: 'expires_at < $1',
    orderBy: 'expires_at',
    values: [now],
  });
  const made = await inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.query<ReportScheduleRow>(
      `SELECT * FROM report_schedule WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [new Date(now.getTime() - REPORTS.afterPeriodMs)],
    );
    const [schedule] = rows;
    if (schedule === undefined) return 0;
    await makeFile(deps, tx, schedule, now);
    return 1;
  });
  if (made > 0) deps.onCommit();
  return made;
}

/** The file, the next period and the event commit together. Periods that passed meanwhile are made one by one. */
async function makeFile(
  deps: PaymentDependencies,
  tx: PoolClient,
  schedule: ReportScheduleRow,
  now: Date,
): Promise<void> {
  const to = schedule.next_at;
  const from = new Date(to.getTime() - PERIOD_MS[schedule.every]);
  const { account_id, store_id, mode, report } = schedule;
  const file: ReportFileRow = {
    ...{ account_id, id: newId('rpt', now.getTime()), store_id, mode, schedule_id: schedule.id, report },
    ...(await contentOf(deps, schedule, { from, to })),
    ...{ from_at: from, to_at: to, created_at: now, expires_at: new Date(now.getTime() + REPORTS.keptMs) },
  };
  await tx.query('INSERT INTO report_file SELECT * FROM json_populate_recordset(NULL::report_file, $1)', [
    JSON.stringify([file]),
  ]);
  await tx.query('UPDATE report_schedule SET next_at = $3 WHERE account_id = $1 AND id = $2', [
    account_id,
    schedule.id,
    new Date(to.getTime() + PERIOD_MS[schedule.every]),
  ]);
  const event = { source: '/qafila/payment', subject: file.id, owner: ownerOf(file), type: REPORT_EVENT.ready };
  await publish(tx, TOPICS.paymentEvents, cloudEvent({ ...event, aggregateVersion: 1, data: notificationOf(file) }));
}

/** A report that is refused, because its period has too many transactions, is a file that says so. */
async function contentOf(
  deps: PaymentDependencies,
  schedule: ReportScheduleRow,
  { from, to }: { from: Date; to: Date },
): Promise<Pick<ReportFileRow, 'status' | 'rows' | 'why' | 'content'>> {
  try {
    const { rows, content } = await writeReport(deps, schedule, { from, to });
    return { status: 'ready', rows, why: '', content };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 'failed', rows: 0, why: error.message, content: '' };
  }
}

async function writeReport(
  deps: PaymentDependencies,
  schedule: ReportScheduleRow,
  { from, to }: { from: Date; to: Date },
): Promise<{ rows: number; content: string }> {
  const owner = ownerOf(schedule);
  if (schedule.report === 'performance') {
    const by = schedule.grouped_by ?? 'gateway';
    const rows = await measurePerformance(deps, owner, { from, to, by });
    return { rows: rows.length, content: performanceCsv(rows, by) };
  }
  const days: Date[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) days.push(new Date(at));
  const rows = [];
  for (const day of days) rows.push(...(await reconcile(deps, owner, { date: day.toISOString().slice(0, 10) })));
  return { rows: rows.length, content: reconciliationCsv(rows) };
}

function notificationOf(file: ReportFileRow): ReportNotification {
  return {
    version: 1,
    _id: file.id,
    schedule_id: file.schedule_id,
    report: file.report,
    status: file.status,
    from: file.from_at.toISOString(),
    to: file.to_at.toISOString(),
    rows: file.rows,
    why: file.why,
    expires_at: file.expires_at.toISOString(),
    store_id: file.store_id,
    mode: file.mode,
    account_id: file.account_id,
  };
}
