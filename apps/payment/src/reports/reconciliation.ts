import type { PaymentDependencies } from '../dependencies.ts';
import { csvOf } from '@qafila/csv/write-csv';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import type { ReconciliationQuery, ReconciliationRowAnswer } from './reports.schema.ts';

const MOVEMENTS = ['opening', 'captured', 'refunded', 'fees', 'disputes', 'payouts', 'adjusted', 'closing'] as const;

type Row = Record<(typeof MOVEMENTS)[number], string> & {
  gateway: string;
  currency: string;
  open_exceptions: number;
};

const DAY_MS = 86_400_000;

/**
 * What each gateway owed at the begin of a day, what changed that, and what it owed at the end. The sums read every
 * line of the store in `gateway_receivable` up to that day.
 */
export async function reconcile(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { date, gateway }: ReconciliationQuery,
): Promise<ReconciliationRowAnswer[]> {
  const begin = new Date(`${date}T00:00:00Z`);
  const end = new Date(begin.getTime() + DAY_MS);
  const { rows } = await pool.query<Row>(SUMS, [accountId, storeId, mode, begin, end, gateway ?? null]);
  return rows.map((row) => {
    const { gateway: type, currency, open_exceptions } = row;
    const amounts = MOVEMENTS.map((name) => [name, majorNumber(BigInt(row[name]), currency)]);
    return { date, gateway: type, currency, ...Object.fromEntries(amounts), open_exceptions };
  });
}

export function reconciliationCsv(rows: readonly ReconciliationRowAnswer[]): string {
  const head = ['date', 'gateway', 'currency', ...MOVEMENTS, 'open_exceptions'] as const;
  return csvOf(
    head,
    rows.map((row) => head.map((name) => String(row[name]))),
  );
}

const KINDS = {
  captured: ['capture', 'late_capture'],
  refunded: [
    ...['refund', 'refund_returned', 'refund_excess', 'refund_excess_returned'],
    ...['reversal', 'reversal_returned'],
  ],
  fees: ['fee_estimate', 'fee_actual', 'dispute_fee'],
  disputes: ['dispute_hold', 'dispute_release', 'dispute_won'],
  payouts: ['payout'],
};
const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');
const moved = (condition: string): string => `coalesce(sum(amount_minor) FILTER (WHERE at >= $4 AND ${condition}), 0)`;

const SUMS = `
  SELECT gateway, currency, coalesce(sum(amount_minor) FILTER (WHERE at < $4), 0) AS opening,
    ${Object.entries(KINDS)
      .map(([name, kinds]) => `${moved(`kind IN (${listed(kinds)})`)} AS ${name},`)
      .join('\n    ')}
    ${moved(`kind NOT IN (${listed(Object.values(KINDS).flat())})`)} AS adjusted, sum(amount_minor) AS closing,
    (SELECT count(*)::int FROM settlement_exception e WHERE e.account_id = $1 AND e.store_id = $2 AND e.mode = $3
      AND e.state = 'open' AND e.created_at < $5 AND e.gateway = lines.gateway AND e.currency = lines.currency)
      AS open_exceptions
  FROM (
    SELECT coalesce(l.gateway, a.gateway, '') AS gateway, l.currency, l.kind, l.amount_minor, l.at
    FROM ledger_line l LEFT JOIN attempt a ON l.gateway IS NULL AND a.account_id = l.account_id AND a.id = l.attempt_id
    WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND l.at < $5
    AND l.ledger_account = 'gateway_receivable'
  ) lines WHERE $6::text IS NULL OR gateway = $6
  GROUP BY gateway, currency ORDER BY gateway, currency`;
