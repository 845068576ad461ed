import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { FoundException } from './judge-lines.ts';
import type { ExceptionKind, SettlementExceptionRow, SettlementSourceRow } from './settlement.entity.ts';

/**
 * Stores exceptions; the same one again changes nothing. One that was resolved opens again when its amounts are others,
 * or when only another line had explained it. Returns how many opened.
 */
export async function openExceptions(
  tx: PoolClient,
  source: SettlementSourceRow,
  found: readonly FoundException[],
  nowMs: number,
): Promise<number> {
  if (found.length === 0) return 0;
  // One statement cannot change a row twice: the last report about a thing counts.
  const rows = [...new Map(found.map((each) => [`${each.kind} ${each.subject}`, each])).values()].map((each) =>
    rowOf(source, each, nowMs),
  );
  const { rowCount } = await tx.query({
    name: 'open-settlement-exceptions',
    text: `
      INSERT INTO settlement_exception AS e SELECT * FROM json_populate_recordset(NULL::settlement_exception, $1)
      ON CONFLICT (account_id, store_id, mode, gateway, kind, subject) DO UPDATE SET state = 'open', resolution = NULL,
        note = '', proposed_by = NULL, resolved_by = NULL, resolved_at = NULL, expected_minor = excluded.expected_minor,
        actual_minor = excluded.actual_minor, gross_minor = excluded.gross_minor, fee_minor = excluded.fee_minor,
        why = excluded.why, revision = e.revision + 1
      WHERE e.resolution = 'explained' OR e.expected_minor IS DISTINCT FROM excluded.expected_minor
      OR e.actual_minor IS DISTINCT FROM excluded.actual_minor`,
    values: [JSON.stringify(rows)],
  });
  return rowCount ?? 0;
}

function rowOf(
  { account_id, store_id, mode, gateway }: SettlementSourceRow,
  found: FoundException,
  nowMs: number,
): Omit<SettlementExceptionRow, 'created_at'> & { created_at: Date } {
  return {
    account_id,
    id: newId('sx', nowMs),
    store_id,
    mode,
    gateway,
    kind: found.kind,
    subject: found.subject,
    line_key: found.lineKey ?? null,
    posting: found.posting ?? null,
    payout_id: found.payoutId ?? null,
    intent_id: found.intentId ?? null,
    attempt_id: found.attemptId ?? null,
    currency: found.currency,
    expected_minor: found.expected === undefined ? null : String(found.expected),
    actual_minor: found.actual === undefined ? null : String(found.actual),
    gross_minor: String(found.gross),
    fee_minor: String(found.fee),
    why: found.why,
    state: 'open',
    resolution: null,
    note: '',
    proposed_by: null,
    resolved_by: null,
    resolved_at: null,
    adjusted_gross_minor: '0',
    adjusted_fee_minor: '0',
    revision: 1,
    created_at: new Date(nowMs),
  };
}

/** Closes the open exceptions of these kinds about these things: a later line explains them. */
export async function explainExceptions(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  { kinds, subjects, now }: { kinds: readonly ExceptionKind[]; subjects: readonly string[]; now: Date },
): Promise<void> {
  if (subjects.length === 0) return;
  await tx.query({
    name: 'explain-settlement-exceptions',
    text: `
      UPDATE settlement_exception SET state = 'resolved', resolution = 'explained', resolved_at = $7,
        revision = revision + 1
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 AND kind = ANY($5) AND subject = ANY($6)
      AND state = 'open'`,
    values: [accountId, storeId, mode, gateway, kinds, subjects, now],
  });
}
