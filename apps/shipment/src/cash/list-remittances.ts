import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type {
  CodExceptionAnswer,
  ListCodExceptionsQuery,
  ListRemittanceLinesQuery,
  ListRemittancesQuery,
  RemittanceAnswer,
  RemittanceImportAnswer,
  RemittanceLineAnswer,
} from './remittance.schema.ts';
import { conditions } from './conditions.ts';
import type {
  RemittanceExceptionRow,
  RemittanceImportRow,
  RemittanceLineRow,
  RemittanceRow,
} from './remittance.entity.ts';

type Query<Filters, Item> = (dependencies: ShipmentDependencies, owner: Owner, query: Filters) => Promise<Page<Item>>;

/** The newest first. */
export const listImports: Query<ListRemittancesQuery, RemittanceImportAnswer> = async ({ pool }, owner, query) => {
  const size = pageSize(query.limit);
  const { text, values } = conditions('account_id = $1', owner.accountId, [
    [decodeCursor(query.cursor, 'text')?.[0], (id) => `id < ${id}`],
    [query.courierId, (courier) => `courier = ${courier}`],
  ]);
  const { rows } = await pool.query<RemittanceImportRow>(
    `SELECT * FROM remittance_import WHERE ${text} ORDER BY id DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: importView, key: (row) => [row.id] });
};

export function importView(row: RemittanceImportRow): RemittanceImportAnswer {
  return {
    importId: row.id,
    courierId: row.courier,
    status: row.finished_at === null ? 'running' : 'done',
    lines: row.lines,
    added: row.added,
    repeated: row.repeated,
    matched: row.matched,
    exceptions: row.exceptions,
    importedBy: row.key_id,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** By the courier and its number. */
export const listRemittances: Query<ListRemittancesQuery, RemittanceAnswer> = async ({ pool }, owner, query) => {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'text', 'text', 'text');
  const { text, values } = conditions('account_id = $1', owner.accountId, [
    [query.courierId, (courier) => `courier = ${courier}`],
    [
      after,
      (key) => `(courier, remittance_id, currency) > ((${key}::text[])[1], (${key}::text[])[2], (${key}::text[])[3])`,
    ],
  ]);
  const { rows } = await pool.query<RemittanceRow>(
    `SELECT * FROM remittance WHERE ${text} ORDER BY courier, remittance_id, currency LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, {
    item: remittanceView,
    key: (row) => [row.courier, row.remittance_id, row.currency],
  });
};

function remittanceView(row: RemittanceRow): RemittanceAnswer {
  const major = (minor: string | bigint): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  const net = BigInt(row.cash_minor) - BigInt(row.fee_minor);
  return {
    remittanceId: row.remittance_id,
    courierId: row.courier,
    currency: row.currency,
    status: row.status,
    cash: major(row.cash_minor),
    fees: major(row.fee_minor),
    paid: row.paid_minor === null ? null : major(row.paid_minor),
    unmatched: major(row.unmatched_minor),
    difference: row.paid_minor === null ? null : major(net - BigInt(row.paid_minor)),
    lines: row.lines,
    paidAt: row.paid_at.toISOString(),
  };
}

/** By their identity. */
export const listLines: Query<ListRemittanceLinesQuery, RemittanceLineAnswer> = async ({ pool }, owner, query) => {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'text', 'text');
  const { text, values } = conditions('account_id = $1', owner.accountId, [
    [query.courierId, (courier) => `courier = ${courier}`],
    [query.remittanceId, (id) => `remittance_id = ${id}`],
    [query.importId, (id) => `import_id = ${id}`],
    [query.status, (state) => `state = ${state}`],
    [after, (key) => `(courier, line_key) > ((${key}::text[])[1], (${key}::text[])[2])`],
  ]);
  const { rows } = await pool.query<RemittanceLineRow>(
    `SELECT * FROM remittance_line WHERE ${text} ORDER BY courier, line_key LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: lineView, key: (row) => [row.courier, row.line_key] });
};

function lineView(row: RemittanceLineRow): RemittanceLineAnswer {
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  return {
    lineId: row.line_key,
    importId: row.import_id,
    courierId: row.courier,
    remittanceId: row.remittance_id,
    kind: row.kind,
    references: row.refs,
    currency: row.currency,
    amount: major(row.amount_minor),
    fee: major(row.fee_minor),
    status: row.state,
    shipmentId: row.shipment_id,
    paidAt: row.at.toISOString(),
  };
}

/** The newest first. */
export const listExceptions: Query<ListCodExceptionsQuery, CodExceptionAnswer> = async ({ pool }, owner, query) => {
  const size = pageSize(query.limit);
  const { text, values } = conditions('account_id = $1', owner.accountId, [
    [decodeCursor(query.cursor, 'text')?.[0], (id) => `id < ${id}`],
    [query.status, (state) => `state = ${state}`],
    [query.kind, (kind) => `kind = ${kind}`],
    [query.courierId, (courier) => `courier = ${courier}`],
    [query.shipmentId, (id) => `shipment_id = ${id}`],
  ]);
  const { rows } = await pool.query<RemittanceExceptionRow>(
    `SELECT * FROM remittance_exception WHERE ${text} ORDER BY id DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: exceptionView, key: (row) => [row.id] });
};

export function exceptionView(row: RemittanceExceptionRow): CodExceptionAnswer {
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  return {
    exceptionId: row.id,
    kind: row.kind,
    status: row.state,
    why: row.why,
    courierId: row.courier,
    currency: row.currency,
    expected: row.expected_minor === null ? null : major(row.expected_minor),
    actual: row.actual_minor === null ? null : major(row.actual_minor),
    adjusted: major(row.adjusted_minor),
    lineId: row.line_key,
    remittanceId: row.remittance_id,
    shipmentId: row.shipment_id,
    resolution: row.resolution,
    note: row.note,
    resolvedBy: row.resolved_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
