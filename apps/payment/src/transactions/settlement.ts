import { invalid } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { csvOf } from '@qafila/csv/write-csv';
import type { PaymentDependencies } from '../dependencies.ts';
import type { LedgerLineRow } from '../ledger/ledger-line.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { SettlementQuery } from './settlement.schema.ts';

type Line = LedgerLineRow & { order_reference: string | null };

/** All ledger lines of a period as CSV. The lines of each posting sum to zero. */
export async function settlementCsv(
  { pool }: PaymentDependencies,
  owner: Owner,
  { from, to }: SettlementQuery,
): Promise<string> {
  const { rows } = await pool.query<Line>(
    `
    SELECT l.*, coalesce(l.gateway, a.gateway) AS gateway, i.order_reference FROM ledger_line l
    LEFT JOIN intent i ON i.account_id = l.account_id AND i.id = l.intent_id
    LEFT JOIN attempt a ON a.account_id = l.account_id AND a.id = l.attempt_id
    WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND l.at >= $4 AND l.at < $5
    ORDER BY l.at, l.posting, l.line LIMIT ${LIMITS.settlementRowsMax + 1}`,
    [owner.accountId, owner.storeId, owner.mode, from, to],
  );
  if (rows.length > LIMITS.settlementRowsMax)
    throw invalid('from', `A settlement may have at most ${LIMITS.settlementRowsMax} lines. Request a shorter period.`);
  return csvOf(
    HEAD,
    rows.map((row) => [
      row.at.toISOString(),
      row.posting,
      row.kind,
      row.intent_id ?? '',
      row.attempt_id ?? '',
      row.order_reference ?? '',
      row.currency,
      row.ledger_account,
      fromMinorUnits(BigInt(row.amount_minor), row.currency),
      row.gateway ?? '',
    ]),
  );
}

const HEAD = [
  'at',
  'posting',
  'kind',
  'payment_intent_id',
  'transaction_id',
  'order_reference',
  'currency',
  'account',
  'amount',
  'gateway',
];
