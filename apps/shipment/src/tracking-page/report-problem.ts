import { publish } from '@qafila/messaging/outbox';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { PROBLEM_REPORTED } from '@qafila/contracts/shipment-receiver-events';
import type { ProblemReported } from '@qafila/contracts/shipment-receiver-events';
import { TOPICS } from '@qafila/contracts/topics';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { currentTraceparent } from '@qafila/runtime/traces';
import { TRACKING } from '../limits.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { ownerOf } from './find-tracked.ts';
import { PROBLEMS } from './problem-report.entity.ts';
import type { Problem, ProblemReportRow } from './problem-report.entity.ts';
import type { ProblemReportAnswer } from './tracking-page.schema.ts';

interface Report {
  formId: string;
  kind: Problem;
  note: string | null;
}

/** What a form says; undefined when it is not one of ours, or names no problem. */
export function readReport(body: Record<string, unknown> | undefined): Report | undefined {
  const { form, problem, note } = body ?? {};
  const kind = PROBLEMS.find((known) => known === problem);
  if (kind === undefined || typeof form !== 'string' || !/^frm_[\w-]{8,60}$/.test(form)) return undefined;
  const text = typeof note === 'string' ? cleanNote(note) : '';
  return text.length > TRACKING.noteCharactersMax ? undefined : { formId: form, kind, note: text === '' ? null : text };
}

/** Without control characters and card numbers, which a store must not get here. */
export function cleanNote(note: string): string {
  return note
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\d(?:[ -]?\d){12,18}/g, (digits) => (isCardNumber(digits.replace(/\D/g, '')) ? '••••' : digits))
    .trim();
}

/** By the check digit of Luhn. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Stores a report with its alarm and its event. The form's id makes a second press the same report; the shipment's lock
 * makes the bound exact. Returns false when there are too many already.
 */
export async function reportProblem(deps: ShipmentDependencies, of: ShipmentRow, report: Report): Promise<boolean> {
  const stored = await inTransaction(deps.pool, async (tx) => {
    const row = await lockShipment(tx, of.account_id, of.id);
    const now = new Date(deps.clock());
    const { rows } = await tx.query<{ form_id: string; reported_at: Date }>(
      'SELECT form_id, reported_at FROM problem_report WHERE account_id = $1 AND shipment_id = $2',
      [row.account_id, row.id],
    );
    if (rows.some(({ form_id: known }) => known === report.formId)) return true;
    const recent = rows.filter(({ reported_at: at }) => now.getTime() - at.getTime() < 86_400_000);
    if (rows.length >= TRACKING.reportsMax || recent.length >= TRACKING.reportsPerDayMax) return false;
    await tx.query(
      `INSERT INTO problem_report (account_id, shipment_id, form_id, kind, note, reported_at)
      VALUES ($1, $2, $3, $4, $5, $6)`,
      [row.account_id, row.id, report.formId, report.kind, report.note, now],
    );
    const after = await raiseAlarms(deps, tx, row, { alarms: ['RECEIVER_PROBLEM'] });
    await publish(tx, TOPICS.shipmentEvents, reportedEvent(after, report, now));
    return true;
  });
  if (stored) deps.onCommit();
  return stored;
}

function reportedEvent(
  row: ShipmentRow,
  { kind, note }: Report,
  at: Date,
): ReturnType<typeof cloudEvent<ProblemReported>> {
  return cloudEvent({
    source: '/qafila/shipment',
    type: PROBLEM_REPORTED,
    subject: row.id,
    owner: ownerOf(row),
    aggregateVersion: row.version,
    traceparent: currentTraceparent(),
    data: {
      event: PROBLEM_REPORTED,
      version: 1,
      shipmentId: row.id,
      referenceNumber: row.released_reference ?? row.reference,
      shipmentStatus: row.status,
      courierId: row.courier,
      awb: row.awb,
      problem: kind,
      note,
      reportedAt: at.toISOString(),
      account_id: row.account_id,
      store_id: row.store_id,
      mode: row.mode,
    },
  });
}

export async function listReports(
  { pool }: ShipmentDependencies,
  { account_id: accountId, id }: ShipmentRow,
): Promise<ProblemReportAnswer[]> {
  const { rows } = await pool.query<ProblemReportRow>(
    'SELECT * FROM problem_report WHERE account_id = $1 AND shipment_id = $2 ORDER BY no LIMIT $3',
    [accountId, id, TRACKING.reportsMax],
  );
  return rows.map((row) => ({
    reportId: row.no,
    problem: row.kind,
    note: row.note,
    reportedAt: row.reported_at.toISOString(),
  }));
}
