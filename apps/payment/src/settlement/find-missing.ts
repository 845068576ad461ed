import { fromMinorUnits } from '@qafila/money/minor-units';
import type { PoolClient } from 'pg';
import { LIMITS } from '../limits.ts';
import { openExceptions } from './exceptions.ts';
import type { FoundException } from './judge-lines.ts';
import type { SettlementRules } from './mapping.ts';
import { REFUND_PARTS, SETTLED_POSTINGS } from './match-line.ts';
import type { SettlementSourceRow } from './settlement.entity.ts';

interface MissingRow {
  posting: string;
  intent_id: string;
  attempt_id: string;
  currency: string;
  amount_minor: string;
  estimated_fee: string;
  at: Date;
}

const DAY_MS = 86_400_000;

/**
 * Finds postings that the gateway should have reported by now: older than the mapping says, and not older than its
 * first line. Each posting is looked at once, because postings never appear in the past: `checked_until` remembers how
 * far this got. Returns how many exceptions opened.
 */
export async function findMissing(
  tx: PoolClient,
  source: SettlementSourceRow,
  rules: SettlementRules,
  nowMs: number,
): Promise<number> {
  if (source.since === null) return 0;
  const { account_id, store_id, mode, gateway } = source;
  const until = new Date(nowMs - rules.missing_after_days * DAY_MS);
  const from = source.checked_until ?? source.since;
  if (from >= until) return 0;
  const { rows } = await tx.query<MissingRow>({
    name: 'missing-at-provider',
    text: MISSING,
    values: [account_id, store_id, mode, gateway, from, until, SETTLED_POSTINGS],
  });
  const isAll = rows.length < LIMITS.missingPostingsPerImport;
  // Postings of one moment may be split by the limit: the next round begins at that moment again.
  const checked = isAll ? until : (rows.at(-1) as MissingRow).at;
  await tx.query({
    name: 'settlement-checked',
    text: `UPDATE settlement_source SET checked_until = $5 WHERE account_id = $1 AND store_id = $2 AND mode = $3
      AND gateway = $4`,
    values: [account_id, store_id, mode, gateway, checked],
  });
  return openExceptions(tx, source, rows.map(exceptionOf), nowMs);
}

/** The other posting of the same result of a refund: one line settles both. */
const OTHER_PART = `CASE l.kind ${REFUND_PARTS.flatMap(([first, second]) => [
  `WHEN '${second}' THEN '${first}/'`,
  `WHEN '${first}' THEN '${second}/'`,
]).join(' ')} END || substr(l.posting, length(l.kind) + 2)`;

const MISSING = `
  SELECT l.posting, l.intent_id, l.attempt_id, l.currency, l.amount_minor, l.at, coalesce((
    SELECT sum(f.amount_minor) FROM ledger_line f WHERE f.account_id = l.account_id AND f.ledger_account = 'fees'
    AND f.posting = 'fee_estimate/' || split_part(l.posting, '/', 2) AND l.kind = 'capture'), 0) AS estimated_fee
  FROM ledger_line l LEFT JOIN attempt a ON a.account_id = l.account_id AND a.id = l.attempt_id
  WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND coalesce(l.gateway, a.gateway) = $4
  AND l.at >= $5 AND l.at < $6 AND l.ledger_account = 'gateway_receivable' AND l.kind = ANY($7)
  AND NOT EXISTS (SELECT 1 FROM settlement_line s WHERE s.account_id = l.account_id
    AND s.posting IN (l.posting, ${OTHER_PART}))
  ORDER BY l.at, l.posting LIMIT ${LIMITS.missingPostingsPerImport}`;

/** To adjust takes the posting back, with the fee that was estimated for it. */
function exceptionOf(row: MissingRow): FoundException {
  const { posting, intent_id: intentId, attempt_id: attemptId, currency } = row;
  const booked = BigInt(row.amount_minor);
  const text = `${fromMinorUnits(booked, currency)} ${currency}`;
  const why = `${posting} of ${text} was booked at ${row.at.toISOString()}; the gateway has not reported it`;
  const about = { kind: 'missing_at_provider', subject: posting, posting, intentId, attemptId, currency, why } as const;
  return { ...about, expected: booked, actual: 0n, gross: -booked, fee: -BigInt(row.estimated_fee) };
}
