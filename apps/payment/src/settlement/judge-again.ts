import type { PoolClient } from 'pg';
import { LIMITS } from '../limits.ts';
import { explainExceptions, openExceptions } from './exceptions.ts';
import { judgeLines } from './judge-lines.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { SettlementRules } from './mapping.ts';
import { loadWithDisputes } from './open-disputes.ts';
import type { SettlementLineRow, SettlementSourceRow } from './settlement.entity.ts';
import type { SettlementLine } from './settlement-line.ts';
import { book, scopeOf } from './store-lines.ts';

/** What is wrong with a line that has found its posting. */
const OF_MATCHED: ReadonlySet<string> = new Set(['amount_differs', 'fee_differs']);

/** The exception after which the next part begins. */
export interface JudgedTo {
  createdAt: string;
  id: string;
}

/**
 * Judges a part of the lines again that named no posting when they came: the books may know it now. A report may show a
 * reversal before its dispute, or a capture whose reply was lost. The newest come first. Returns where the next part
 * begins; null: this was the last. The caller has locked the source.
 */
export async function judgeAgain(
  tx: PoolClient,
  source: SettlementSourceRow,
  { rules, nowMs, after }: { rules: SettlementRules; nowMs: number; after: JudgedTo | null },
): Promise<JudgedTo | null> {
  const rows = await unmatchedLines(tx, source, after);
  const last = rows.at(-1);
  if (last === undefined) return null;
  await judgePart(tx, source, rows.map(lineOf), { rules, nowMs });
  return rows.length < LIMITS.settlementLinesPerPart
    ? null
    : { createdAt: last.exception_created_at, id: last.exception_id };
}

async function judgePart(
  tx: PoolClient,
  source: SettlementSourceRow,
  lines: readonly SettlementLine[],
  { rules, nowMs }: { rules: SettlementRules; nowMs: number },
): Promise<void> {
  const judged = judgeLines(lines, {
    ...(await loadWithDisputes(tx, source, lines, nowMs)),
    scope: scopeOf(source),
    feeToleranceBasisPoints: rules.fee_tolerance_basis_points,
  });
  const matched = judged.lines.filter(({ state }) => state === 'matched');
  if (matched.length === 0) return;
  await markMatched(tx, source, matched);
  await book(tx, source, judged, nowMs);
  const wrong = judged.exceptions.filter(({ kind }) => OF_MATCHED.has(kind));
  await openExceptions(tx, source, wrong, nowMs);
  const subjects = matched.map(({ line }) => line.key);
  await explainExceptions(tx, source, { kinds: ['unmatched_line'], subjects, now: new Date(nowMs) });
}

/** A line with its exception, whose time is exact: a Date would round it. */
type UnmatchedRow = SettlementLineRow & { exception_id: string; exception_created_at: string };

/** Those that a person has decided, or proposed to decide, are left alone. */
async function unmatchedLines(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  after: JudgedTo | null,
): Promise<UnmatchedRow[]> {
  const { rows } = await tx.query<UnmatchedRow>({
    name: 'unmatched-settlement-lines-after',
    text: `
      SELECT l.*, e.id AS exception_id, e.created_at::text AS exception_created_at FROM settlement_exception e
      JOIN settlement_line l USING (account_id, store_id, mode, gateway, line_key)
      WHERE e.account_id = $1 AND e.store_id = $2 AND e.mode = $3 AND e.gateway = $4 AND e.kind = 'unmatched_line'
      AND e.state = 'open' AND e.proposed_by IS NULL AND l.state = 'exception'
      AND ($6::timestamptz IS NULL OR (e.created_at, e.id) < ($6::timestamptz, $7::text))
      ORDER BY e.created_at DESC, e.id DESC LIMIT $5`,
    values: [
      ...[accountId, storeId, mode, gateway, LIMITS.settlementLinesPerPart],
      ...[after?.createdAt ?? null, after?.id ?? null],
    ],
  });
  return rows;
}

function lineOf(row: UnmatchedRow): SettlementLine {
  return {
    key: row.line_key,
    kind: row.kind,
    references: row.refs,
    currency: row.currency,
    gross: BigInt(row.gross_minor),
    fee: BigInt(row.fee_minor),
    statedFee: BigInt(row.fee_minor),
    payoutId: row.payout_id,
    at: row.at,
    ...exchangedOf(row),
  };
}

function exchangedOf({
  exchanged_currency: currency,
  exchanged_minor: minor,
  exchanged_within: within,
}: UnmatchedRow): Pick<SettlementLine, 'exchanged'> {
  if (currency === null) return {};
  return { exchanged: { currency, amount: BigInt(minor as string), within: BigInt(within as string) } };
}

async function markMatched(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  matched: readonly JudgedLine[],
): Promise<void> {
  await tx.query({
    name: 'match-settlement-lines',
    text: `
      UPDATE settlement_line l SET state = 'matched', posting = r.posting, intent_id = r.intent_id,
        attempt_id = r.attempt_id, exchanged_minor = r.exchanged,
        exchanged_within = CASE WHEN r.exchanged IS NULL THEN NULL ELSE 0 END
      FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
        AS r(line_key, posting, intent_id, attempt_id, exchanged)
      WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND l.gateway = $4 AND l.line_key = r.line_key`,
    values: [
      ...[accountId, storeId, mode, gateway, matched.map(({ line }) => line.key)],
      ...[matched.map(({ posting }) => posting), matched.map(({ intentId }) => intentId)],
      matched.map(({ attemptId }) => attemptId),
      matched.map(({ exchanged }) => (exchanged === undefined ? null : String(exchanged.amount))),
    ],
  });
}
