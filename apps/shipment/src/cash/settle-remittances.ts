import type { PoolClient } from 'pg';
import { shownAmount } from '../body/shown-amount.ts';
import type { Owner } from '../shipments/owner.ts';
import { explainExceptions, openExceptions } from './exceptions.ts';
import type { FoundException } from './judge-lines.ts';
import type { RemittanceRow } from './remittance.entity.ts';

interface Of {
  owner: Owner;
  courier: string;
  remittanceIds: readonly string[];
  now: Date;
}

/**
 * Sums the lines of remittances and compares them with what the courier paid: cash less fees less the payment is zero.
 * Returns how many exceptions opened.
 */
export async function settleRemittances(tx: PoolClient, { owner, courier, remittanceIds, now }: Of): Promise<number> {
  if (remittanceIds.length === 0) return 0;
  const { rows } = await tx.query<RemittanceRow>({
    name: 'sum-remittances',
    text: SUMS,
    values: [owner.accountId, courier, remittanceIds, owner.storeId, owner.mode, now],
  });
  const wrong = rows.filter(({ status }) => status === 'differs').map(exceptionOf);
  const right = rows.filter(({ status }) => status !== 'differs').map(subjectOf);
  await explainExceptions(tx, { accountId: owner.accountId, courier, now }, right);
  return openExceptions(tx, { owner, courier, now }, wrong);
}

const SUMS = `
  INSERT INTO remittance AS r (account_id, courier, remittance_id, currency, store_id, mode, paid_minor, cash_minor,
    fee_minor, unmatched_minor, lines, status, paid_at, updated_at)
  SELECT $1, $2, remittance_id, currency, $4, $5, paid, cash, fee, unmatched, lines,
    CASE WHEN paid IS NULL THEN 'open' WHEN paid = cash - fee THEN 'reconciled' ELSE 'differs' END, at, $6
  FROM (
    SELECT remittance_id, currency, count(*) FILTER (WHERE kind <> 'payment')::int AS lines, max(at) AS at,
      sum(amount_minor) FILTER (WHERE kind = 'payment')::bigint AS paid,
      coalesce(sum(amount_minor) FILTER (WHERE kind = 'cash'), 0)::bigint AS cash,
      coalesce(sum(fee_minor) FILTER (WHERE kind <> 'payment'), 0)::bigint AS fee,
      coalesce(sum(amount_minor) FILTER (WHERE kind = 'cash' AND state = 'exception'), 0)::bigint AS unmatched
    FROM remittance_line WHERE account_id = $1 AND courier = $2 AND remittance_id = ANY ($3)
    GROUP BY remittance_id, currency
  ) sums
  ON CONFLICT (account_id, courier, remittance_id, currency) DO UPDATE SET paid_minor = excluded.paid_minor,
    cash_minor = excluded.cash_minor, fee_minor = excluded.fee_minor, unmatched_minor = excluded.unmatched_minor,
    lines = excluded.lines, status = excluded.status, paid_at = excluded.paid_at, updated_at = excluded.updated_at
  RETURNING *`;

function subjectOf({ remittance_id: id, currency }: RemittanceRow): string {
  return `${id} ${currency}`;
}

function exceptionOf(row: RemittanceRow): FoundException {
  const { remittance_id: remittanceId, currency } = row;
  const [net, paid] = [BigInt(row.cash_minor) - BigInt(row.fee_minor), BigInt(row.paid_minor as string)];
  const why = `the lines come to ${shownAmount(net, currency)}; the courier paid ${shownAmount(paid, currency)}`;
  const kind = 'remittance_differs';
  return { kind, subject: subjectOf(row), remittanceId, currency, why, expected: net, actual: paid };
}
