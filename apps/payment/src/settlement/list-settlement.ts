import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import type { ListQuery } from '@qafila/schema/page-fields';
import type { PaymentDependencies } from '../dependencies.ts';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import type { PayoutRow, SettlementExceptionRow, SettlementImportRow, SettlementLineRow } from './settlement.entity.ts';
import type {
  ListPayoutsQuery,
  ListSettlementExceptionsQuery,
  ListSettlementLinesQuery,
  PayoutAnswer,
  SettlementExceptionAnswer,
  SettlementImportAnswer,
  SettlementLineAnswer,
} from './settlement.schema.ts';

export function importView(row: SettlementImportRow): SettlementImportAnswer {
  return {
    _id: row.id,
    gateway: row.gateway,
    status: row.finished_at === null ? 'running' : 'done',
    lines: row.lines,
    added: row.added,
    repeated: row.repeated,
    matched: row.matched,
    exceptions: row.exceptions,
    imported_by: row.key_id,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function lineView(row: SettlementLineRow): SettlementLineAnswer {
  const [gross, fee] = [BigInt(row.gross_minor), BigInt(row.fee_minor)];
  return {
    line_id: row.line_key,
    import_id: row.import_id,
    gateway: row.gateway,
    kind: row.kind,
    references: row.refs,
    currency: row.currency,
    gross: majorNumber(gross, row.currency),
    fee: majorNumber(fee, row.currency),
    net: majorNumber(gross - fee, row.currency),
    payout_id: row.payout_id,
    status: row.state,
    posting: row.posting,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    at: row.at.toISOString(),
  };
}

export function exceptionView(row: SettlementExceptionRow): SettlementExceptionAnswer {
  const major = (minor: string): number => majorNumber(BigInt(minor), row.currency);
  return {
    _id: row.id,
    kind: row.kind,
    status: row.state,
    why: row.why,
    gateway: row.gateway,
    currency: row.currency,
    expected: row.expected_minor === null ? null : major(row.expected_minor),
    actual: row.actual_minor === null ? null : major(row.actual_minor),
    adjust_gross: major(row.gross_minor),
    adjust_fee: major(row.fee_minor),
    line_id: row.line_key,
    posting: row.posting,
    payout_id: row.payout_id,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    resolution: row.resolution,
    note: row.note,
    proposed_by: row.proposed_by,
    resolved_by: row.resolved_by,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function payoutView(row: PayoutRow): PayoutAnswer {
  const major = (minor: bigint): number => majorNumber(minor, row.currency);
  const [paid, returned] = [BigInt(row.paid_minor), BigInt(row.returned_minor)];
  return {
    _id: row.id,
    payout_id: row.payout_id,
    gateway: row.gateway,
    status: row.status,
    currency: row.currency,
    amount: major(paid - returned),
    returned: major(returned),
    lines: row.lines,
    lines_amount: major(BigInt(row.lines_minor)),
    at: row.at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

/** What one list shows: rows of a table, by a key that is unique within a store's rows of it. */
interface Listing<Row, Item, Query> {
  table: 'settlement_import' | 'settlement_exception' | 'payout' | 'settlement_line';
  key: readonly (string & keyof Row)[];
  /** The columns that the fields of the query select by. */
  filters: Partial<Record<keyof Query, string & keyof Row>>;
  item: (row: Row) => Item;
}

const IMPORTS: Listing<SettlementImportRow, SettlementImportAnswer, ListQuery> = {
  table: 'settlement_import',
  key: ['id'],
  filters: {},
  item: importView,
};

const LINES: Listing<SettlementLineRow, SettlementLineAnswer, ListSettlementLinesQuery> = {
  table: 'settlement_line',
  key: ['gateway', 'line_key'],
  filters: { import_id: 'import_id', payout_id: 'payout_id', status: 'state', gateway: 'gateway' },
  item: lineView,
};

const EXCEPTIONS: Listing<SettlementExceptionRow, SettlementExceptionAnswer, ListSettlementExceptionsQuery> = {
  table: 'settlement_exception',
  key: ['id'],
  filters: { status: 'state', kind: 'kind', gateway: 'gateway' },
  item: exceptionView,
};

const PAYOUTS: Listing<PayoutRow, PayoutAnswer, ListPayoutsQuery> = {
  table: 'payout',
  key: ['id'],
  filters: { status: 'status', gateway: 'gateway' },
  item: payoutView,
};

export const listImports = listing(IMPORTS);
export const listLines = listing(LINES);
export const listExceptions = listing(EXCEPTIONS);
export const listPayouts = listing(PAYOUTS);

type List<Item, Query> = (deps: PaymentDependencies, owner: Owner, query: Query) => Promise<Page<Item>>;

/** Reads one page of a list, the last key first. */
function listing<Row, Item, Query extends ListQuery>(shown: Listing<Row, Item, Query>): List<Item, Query> {
  const { table, key, filters, item } = shown;
  return async ({ pool }, owner, query) => {
    const size = pageSize(query.limit);
    const values: unknown[] = [owner.accountId, owner.storeId, owner.mode];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const clauses = Object.entries(filters)
      .map(([field, column]) => [column, query[field as keyof Query]])
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => `AND ${String(column)} = ${bind(value)}`);
    const before = decodeCursor(query.cursor, ...key.map(() => 'text' as const));
    if (before !== undefined) clauses.push(`AND (${key.join(', ')}) < (${before.map(bind).join(', ')})`);
    const { rows } = await pool.query<Row & object>(
      `SELECT * FROM ${table} WHERE account_id = $1 AND store_id = $2 AND mode = $3 ${clauses.join(' ')}
      ORDER BY ${key.map((column) => `${column} DESC`).join(', ')} LIMIT ${size + 1}`,
      values,
    );
    const keyOf = (row: Row): string[] => key.map((column) => String(row[column]));
    return pageOf(rows as Row[], size, { item, key: keyOf });
  };
}

export async function getPayout(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<PayoutAnswer> {
  const { rows } = await pool.query<PayoutRow>(
    'SELECT * FROM payout WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4',
    [accountId, storeId, mode, id],
  );
  if (rows[0] === undefined) throw notFound('payout', id);
  return payoutView(rows[0]);
}
