import { csvOf } from '@qafila/csv/write-csv';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { Refusal } from '@qafila/envelopes/refusal';
import type { ListQuery } from '@qafila/schema/page-fields';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { BulkJobRow } from './bulk-job.entity.ts';
import type { BulkRowRow } from './bulk-row.entity.ts';
import type { BulkJobAnswer, BulkRowAnswer, ListBulkRowsQuery } from './bulk.schema.ts';

export function jobView(row: BulkJobRow): BulkJobAnswer {
  const { rows_total: total, rows_created: created, rows_failed: failed } = row;
  return {
    jobId: row.id,
    status: row.status,
    rowsTotal: total,
    rowsCreated: created,
    rowsFailed: failed,
    rowsPending: total - created - failed,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function rowView({ no, status, reference, shipment_id: id, details, warnings }: BulkRowRow): BulkRowAnswer {
  return {
    row: no,
    status,
    referenceNumber: reference,
    shipmentId: id,
    details: details ?? [],
    warnings: warnings ?? [],
  };
}

export async function findJob({ pool }: ShipmentDependencies, { accountId }: Owner, id: string): Promise<BulkJobRow> {
  const {
    rows: [row],
  } = await pool.query<BulkJobRow>('SELECT * FROM bulk_job WHERE account_id = $1 AND id = $2', [accountId, id]);
  return row ?? refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new Refusal(404, 'BULK_JOB_NOT_FOUND', `There is no bulk job ${JSON.stringify(id)} in this company.`, {
    param: 'job_id',
  });
}

/** Newest first. */
export async function listJobs(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListQuery,
): Promise<Page<BulkJobAnswer>> {
  const size = pageSize(query.limit);
  const [before] = decodeCursor(query.cursor, 'text') ?? [];
  const { rows } = await pool.query<BulkJobRow>(
    'SELECT * FROM bulk_job WHERE account_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3',
    [accountId, before ?? null, size + 1],
  );
  return pageOf(rows, size, { item: jobView, key: ({ id }) => [id] });
}

/** In the order of the file. */
export async function listRows(
  dependencies: ShipmentDependencies,
  owner: Owner,
  { id, query }: { id: string; query: ListBulkRowsQuery },
): Promise<Page<BulkRowAnswer>> {
  await findJob(dependencies, owner, id);
  const size = pageSize(query.limit);
  const [after] = decodeCursor(query.cursor, 'number') ?? [];
  const { rows } = await dependencies.pool.query<BulkRowRow>(
    `
    SELECT no, status, reference, shipment_id, details, warnings FROM bulk_row
    WHERE account_id = $1 AND job_id = $2 AND no > $3::bigint AND ($4::text IS NULL OR status = $4)
    ORDER BY no LIMIT $5`,
    [owner.accountId, id, after ?? 0, query.status ?? null, size + 1],
  );
  return pageOf(rows, size, { item: rowView, key: ({ no }) => [String(no)] });
}

const HEAD = ['row', 'referenceNumber', 'status', 'shipmentId', 'code', 'field', 'message'];

/** One line for each row, and for each further thing that is wrong with it. */
export async function resultsCsv(dependencies: ShipmentDependencies, owner: Owner, id: string): Promise<string> {
  await findJob(dependencies, owner, id);
  const { rows } = await dependencies.pool.query<BulkRowRow>(
    `
    SELECT no, status, reference, shipment_id, details, warnings FROM bulk_row
    WHERE account_id = $1 AND job_id = $2 ORDER BY no`,
    [owner.accountId, id],
  );
  const lines = rows.flatMap(({ no, status, reference, shipment_id: shipmentId, details, warnings }) => {
    const remarks = [...(details ?? []), ...(warnings ?? [])];
    const begin = [String(no), reference ?? '', status, shipmentId ?? ''];
    if (remarks.length === 0) return [[...begin, '', '', '']];
    return remarks.map(({ code, field, message }) => [...begin, code, field ?? '', message]);
  });
  return csvOf(HEAD, lines);
}

/** The shipments that are created stay. A repeat changes nothing. */
export async function cancelJob(dependencies: ShipmentDependencies, owner: Owner, id: string): Promise<BulkJobRow> {
  const { rows } = await dependencies.pool.query<BulkJobRow>(
    `
    UPDATE bulk_job SET status = 'cancelled', finished_at = $3
    WHERE account_id = $1 AND id = $2 AND status = 'running' RETURNING *`,
    [owner.accountId, id, new Date(dependencies.clock())],
  );
  return rows[0] ?? findJob(dependencies, owner, id);
}
