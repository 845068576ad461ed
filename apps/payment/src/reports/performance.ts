import { invalid } from '@qafila/envelopes/refusal';
import { csvOf } from '@qafila/csv/write-csv';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import { countryCodes } from '../country-codes.ts';
import type { PerformanceQuery, PerformanceRowAnswer } from './reports.schema.ts';

export const PERFORMANCE_GROUPS = ['gateway', 'method', 'country', 'issuer_country', 'bin', 'currency'] as const;
export type PerformanceGroup = (typeof PERFORMANCE_GROUPS)[number];

const COLUMN: Record<PerformanceGroup, string> = {
  gateway: 'a.gateway',
  method: 'a.method',
  country: "coalesce(c.code, upper(coalesce(i.shipping->>'country', '')))",
  issuer_country: "upper(coalesce(a.instrument->>'country', ''))",
  bin: "left(coalesce(a.instrument->>'bin', ''), $6)",
  currency: 'a.currency',
};

interface Row {
  value: string;
  currency: string;
  transactions: number;
  approved: number;
  declined: number;
  captured: string;
  refunded: string;
  fees: string;
  authenticated: number;
  liability_shifted: number;
}

/**
 * Volume, fees and approval rate of a period's transactions. The ids of transactions begin with their time, so the
 * period is a range of the store's index.
 */
export async function measurePerformance(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { from, to, by, bin_digits: binDigits = 6 }: PerformanceQuery,
): Promise<PerformanceRowAnswer[]> {
  const period = [accountId, storeId, mode, firstId(from), firstId(to)];
  const { rows: counted } = await pool.query<{ count: number }>(COUNT, period);
  if ((counted[0]?.count ?? 0) > LIMITS.reportTransactionsMax)
    throw invalid(
      'from',
      `A report may have at most ${LIMITS.reportTransactionsMax} transactions. Request a shorter period.`,
    );
  const { rows } = await pool.query<Row>(sumsBy(by), [...period, ...parametersOf(by, binDigits)]);
  return rows.map(({ value, currency, transactions, approved, declined, captured, refunded, fees, ...secured }) => ({
    ...{ group: value, currency, transactions, approved, declined, approval_rate: rateOf(approved, declined) },
    captured: majorNumber(BigInt(captured), currency),
    refunded: majorNumber(BigInt(refunded), currency),
    fees: majorNumber(BigInt(fees), currency),
    ...secured,
  }));
}

/** What the column of a group needs beside the period. */
function parametersOf(by: PerformanceGroup, binDigits: number): unknown[] {
  if (by === 'bin') return [binDigits];
  return by === 'country' ? [[...countryCodes().keys()], [...countryCodes().values()]] : [];
}

const CODES = `LEFT JOIN unnest($6::text[], $7::text[]) AS c(name, code)
      ON c.name = upper(trim(coalesce(i.shipping->>'country', '')))`;

const HEAD = [
  'group',
  'currency',
  'transactions',
  'approved',
  'declined',
  'approval_rate',
  'captured',
  'refunded',
  'fees',
  'authenticated',
  'liability_shifted',
] as const;

export function performanceCsv(rows: readonly PerformanceRowAnswer[], by: PerformanceGroup): string {
  const body = rows.map((row) => HEAD.map((name) => String(row[name] ?? '')));
  return csvOf([by, ...HEAD.slice(1)], body);
}

/** The share of the decided transactions; null while none is decided. Four decimals. */
function rateOf(approved: number, declined: number): number | null {
  const decided = approved + declined;
  return decided === 0 ? null : Math.round((approved / decided) * 10_000) / 10_000;
}

function firstId(date: Date): string {
  return `txn_${Math.max(date.getTime(), 0).toString(16).padStart(11, '0')}`;
}

const PERIOD = `a.account_id = $1 AND a.store_id = $2 AND a.mode = $3 AND a.id >= $4 AND a.id < $5`;

const COUNT = `
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM attempt a WHERE ${PERIOD} LIMIT ${LIMITS.reportTransactionsMax + 1}) found`;

const APPROVED = `a.status IN ('AUTHORIZED', 'CAPTURED', 'VOIDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'LATE_CAPTURED',
        'REVERSED')`;

function sumsBy(by: PerformanceGroup): string {
  return `
    SELECT ${COLUMN[by]} AS value, a.currency, count(*)::int AS transactions,
      count(*) FILTER (WHERE ${APPROVED})::int AS approved,
      count(*) FILTER (WHERE a.status IN ('FAILED', 'AUTHENTICATION_FAILED', 'RISK_DECLINED'))::int AS declined,
      coalesce(sum(l.captured), 0) AS captured, coalesce(sum(l.refunded), 0) AS refunded,
      coalesce(sum(l.fees), 0) AS fees,
      count(*) FILTER (WHERE ${APPROVED} AND (a.secure IS NOT NULL OR a.instrument->'authentication' IS NOT NULL))::int
        AS authenticated,
      -- Transactions of earlier versions have no more than that column.
      count(*) FILTER (WHERE ${APPROVED} AND coalesce(a.instrument->'authentication'->>'liabilityShift',
        (a.secure IS NOT NULL)::text) = 'true')::int AS liability_shifted
    FROM attempt a JOIN intent i ON i.account_id = a.account_id AND i.id = a.intent_id
    ${by === 'country' ? CODES : ''}
    LEFT JOIN LATERAL (
      SELECT sum(l.amount_minor) FILTER (WHERE l.ledger_account = 'gateway_receivable' AND l.kind = 'capture')
          AS captured,
        -- What failed at the bank came back, and was refunded again or not; as the intent counts it.
        sum(l.amount_minor) FILTER (WHERE l.ledger_account = 'merchant_payable'
          AND l.kind IN ('refund', 'refund_covered', 'refund_returned')) AS refunded,
        -- A fee of a version before 0019 is a credit until it is corrected.
        sum(CASE WHEN l.kind IN ('fee', 'fee_correction') THEN -l.amount_minor ELSE l.amount_minor END)
          FILTER (WHERE l.ledger_account = 'fees') AS fees
      FROM ledger_line l WHERE l.account_id = a.account_id AND l.intent_id = a.intent_id AND l.attempt_id = a.id
    ) l ON true
    WHERE ${PERIOD} GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT ${LIMITS.reportGroupsMax}`;
}
