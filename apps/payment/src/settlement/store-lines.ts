import type { PoolClient } from 'pg';
import { postAll } from '../ledger/post-entry.ts';
import { explainExceptions, openExceptions } from './exceptions.ts';
import { judgeLines, judgeRepeat } from './judge-lines.ts';
import type { FoundException, JudgedLines } from './judge-lines.ts';
import type { SettlementRules } from './mapping.ts';
import { loadWithDisputes } from './open-disputes.ts';
import { addToPayouts } from './payouts.ts';
import type { SettlementLineRow, SettlementSourceRow } from './settlement.entity.ts';
import type { SettlementLine } from './settlement-line.ts';

/** What became of a part of a report. */
export interface StoredLines {
  added: number;
  repeated: number;
  matched: number;
  exceptions: number;
}

export interface PartOfReport {
  lines: readonly SettlementLine[];
  importId: string;
  rules: SettlementRules;
  nowMs: number;
}

/** Stores a part of a report under the lock of its source: new lines are judged and booked, known ones compared. */
export async function storeLines(
  tx: PoolClient,
  source: SettlementSourceRow,
  part: PartOfReport,
): Promise<StoredLines> {
  const known = await loadKnown(tx, source, part.lines);
  const fresh = new Map<string, SettlementLine>();
  const wrong: FoundException[] = [];
  const assigned: SettlementLine[] = [];
  for (const line of part.lines) {
    const stored = known.get(line.key) ?? fresh.get(line.key);
    if (stored === undefined) fresh.set(line.key, line);
    else {
      const reissued = judgeRepeat(line, stored);
      if (reissued !== undefined) wrong.push(reissued);
      else if (line.payoutId !== null && stored.payoutId === null) assigned.push(line);
    }
  }
  const lines = [...fresh.values()];
  const judged = judgeLines(lines, {
    ...(await loadWithDisputes(tx, source, lines, part.nowMs)),
    scope: scopeOf(source),
    feeToleranceBasisPoints: part.rules.fee_tolerance_basis_points,
  });
  await insertLines(tx, source, judged, part.importId);
  await book(tx, source, judged, part.nowMs);
  await addToPayouts(tx, source, [...lines, ...(await assignPayouts(tx, source, assigned))], part.nowMs);
  const exceptions = await openExceptions(tx, source, [...wrong, ...judged.exceptions], part.nowMs);
  const matched = judged.lines.filter(({ state }) => state === 'matched').length;
  return { added: lines.length, repeated: part.lines.length - lines.length, matched, exceptions };
}

/** Posting names are unique in an account, and keys of lines only at a gateway of a store. */
export function scopeOf({ store_id: storeId, mode, gateway }: SettlementSourceRow): string {
  return `${storeId}/${mode}/${gateway}`;
}

interface Known {
  kind: string;
  currency: string;
  gross: bigint;
  fee: bigint;
  payoutId: string | null;
}

async function loadKnown(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  lines: readonly SettlementLine[],
): Promise<Map<string, Known>> {
  const { rows } = await tx.query<SettlementLineRow>({
    name: 'known-settlement-lines',
    // OFFSET 0 keeps the planner from reading all lines of the store for each part, which makes an import quadratic.
    text: `SELECT l.* FROM unnest($5::text[]) AS r(line_key) CROSS JOIN LATERAL (
      SELECT * FROM settlement_line s WHERE s.account_id = $1 AND s.store_id = $2 AND s.mode = $3 AND s.gateway = $4
      AND s.line_key = r.line_key OFFSET 0) l`,
    values: [accountId, storeId, mode, gateway, lines.map(({ key }) => key)],
  });
  return new Map(
    rows.map(({ line_key: key, kind, currency, gross_minor: gross, fee_minor: fee, payout_id: payoutId }) => [
      key,
      { kind, currency, gross: BigInt(gross), fee: BigInt(fee), payoutId },
    ]),
  );
}

async function insertLines(
  tx: PoolClient,
  { account_id, store_id, mode, gateway }: SettlementSourceRow,
  { lines }: JudgedLines,
  importId: string,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ line, state, posting, intentId, attemptId, exchanged }): SettlementLineRow => ({
    account_id,
    store_id,
    mode,
    gateway,
    line_key: line.key,
    import_id: importId,
    kind: line.kind,
    refs: [...line.references],
    currency: line.currency,
    gross_minor: String(line.gross),
    fee_minor: String(line.fee),
    payout_id: line.payoutId,
    at: line.at,
    state,
    posting,
    intent_id: intentId,
    attempt_id: attemptId,
    exchanged_currency: exchanged?.currency ?? null,
    exchanged_minor: exchanged === undefined ? null : String(exchanged.amount),
    exchanged_within: exchanged === undefined ? null : String(exchanged.within),
  }));
  await tx.query({
    name: 'insert-settlement-lines',
    text: 'INSERT INTO settlement_line SELECT * FROM json_populate_recordset(NULL::settlement_line, $1)',
    values: [JSON.stringify(rows)],
  });
}

/** Posts what judged lines mean. */
export async function book(
  tx: PoolClient,
  source: SettlementSourceRow,
  { postings, explained }: JudgedLines,
  nowMs: number,
): Promise<void> {
  const { account_id, store_id, mode, gateway } = source;
  const at = new Date(nowMs);
  await postAll(
    tx,
    postings.map(({ posting, currency, intentId, attemptId }) => ({
      ...{ account_id, store_id, mode, gateway, currency, posting, at },
      intent_id: intentId,
      attempt_id: attemptId,
    })),
  );
  const kinds = ['missing_at_provider', 'amount_differs'] as const;
  await explainExceptions(tx, source, { kinds, subjects: explained, now: at });
}

/** Lines that were reported before their payout was known. Returns those that this statement assigned. */
async function assignPayouts(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  lines: readonly SettlementLine[],
): Promise<SettlementLine[]> {
  if (lines.length === 0) return [];
  const { rows } = await tx.query<{ line_key: string }>({
    name: 'assign-payouts',
    text: `
      UPDATE settlement_line l SET payout_id = r.payout_id
      FROM unnest($5::text[], $6::text[]) AS r(line_key, payout_id)
      WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND l.gateway = $4 AND l.line_key = r.line_key
      AND l.payout_id IS NULL RETURNING l.line_key`,
    values: [accountId, storeId, mode, gateway, lines.map(({ key }) => key), lines.map((line) => line.payoutId)],
  });
  const assigned = new Set(rows.map((row) => row.line_key));
  return lines.filter(({ key }) => assigned.delete(key));
}
