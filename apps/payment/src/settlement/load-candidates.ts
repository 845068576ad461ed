import type { PoolClient } from 'pg';
import type { PostingKind } from '../ledger/postings.ts';
import { REFUND_PARTS, SETTLED_POSTINGS } from './match-line.ts';
import type { Candidate } from './match-line.ts';
import type { SettlementSourceRow } from './settlement.entity.ts';

interface CandidateRow {
  posting: string;
  kind: PostingKind;
  currency: string;
  intent_id: string;
  attempt_id: string;
  refs: string[];
  booked: string;
  settled: string;
  lines: number;
  estimated_fee: string;
  old_fee: string;
}

export interface LoadedCandidates {
  candidates: Candidate[];
  refunds: ReadonlySet<string>;
}

/** The payments that these references name. */
export async function paymentsNamed(
  tx: PoolClient,
  { account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow,
  references: readonly string[],
): Promise<{ intent_id: string; attempt_id: string; reference: string; is_refund: boolean }[]> {
  const { rows } = await tx.query<{ intent_id: string; attempt_id: string; reference: string; is_refund: boolean }>({
    name: 'settlement-payments',
    text: `
      SELECT o.intent_id, o.attempt_id, o.id AS reference, o.kind = 'refund' AS is_refund
      FROM unnest($5::text[]) AS r(id) JOIN operation o ON o.account_id = $1 AND o.id = r.id
      WHERE o.store_id = $2 AND o.mode = $3 AND o.gateway = $4
      UNION ALL
      SELECT a.intent_id, a.id, a.gateway_reference, false FROM unnest($5::text[]) AS r(id)
      JOIN attempt a ON a.account_id = $1 AND a.gateway_reference = r.id
      WHERE a.store_id = $2 AND a.mode = $3 AND a.gateway = $4`,
    values: [accountId, storeId, mode, gateway, references],
  });
  return rows;
}

/**
 * The postings of the payments that these references name, and which of the references are refunds of ours. Each
 * reference is looked up by an index, as the id of an operation and as the gateway's own id of a payment.
 */
export async function loadCandidates(
  tx: PoolClient,
  source: SettlementSourceRow,
  references: readonly string[],
): Promise<LoadedCandidates> {
  if (references.length === 0) return { candidates: [], refunds: new Set() };
  const named = await paymentsNamed(tx, source, references);
  const referencesOf = new Map<string, string[]>();
  for (const { attempt_id: id, reference } of named) referencesOf.set(id, [...(referencesOf.get(id) ?? []), reference]);
  const { rows } = await tx.query<CandidateRow>({
    name: 'settlement-postings',
    text: POSTINGS,
    values: [source.account_id, [...referencesOf.keys()], SETTLED_POSTINGS],
  });
  return {
    candidates: inOne(rows.map((row) => candidateOf(row, referencesOf.get(row.attempt_id) ?? []))),
    refunds: new Set(named.filter((row) => row.is_refund).map(({ reference }) => reference)),
  };
}

/**
 * What is booked includes the corrections by persons. A posting's estimate has its reference: `capture/x` and
 * `fee_estimate/x`, or `dispute_hold/x` and `dispute_fee/x`.
 */
const POSTINGS = `
  SELECT l.posting, l.kind, l.currency, l.intent_id, l.attempt_id,
    l.amount_minor + coalesce(e.gross, 0) AS booked, coalesce(s.gross, 0) AS settled, coalesce(s.lines, 0) AS lines,
    coalesce(f.estimated, 0) + coalesce(e.fee, 0) AS estimated_fee, coalesce(f.old, 0) AS old_fee
  FROM attempt a JOIN ledger_line l ON l.account_id = a.account_id AND l.intent_id = a.intent_id AND l.attempt_id = a.id
  LEFT JOIN LATERAL (SELECT sum(coalesce(s.exchanged_minor, s.gross_minor)) AS gross, count(*)::int AS lines
    FROM settlement_line s
    WHERE s.account_id = l.account_id AND s.posting = l.posting) s ON true
  LEFT JOIN LATERAL (SELECT sum(e.adjusted_gross_minor) AS gross, sum(e.adjusted_fee_minor) AS fee
    FROM settlement_exception e WHERE e.account_id = l.account_id AND e.posting = l.posting
    AND e.kind IN ('amount_differs', 'missing_at_provider')) e ON true
  LEFT JOIN LATERAL (
    SELECT sum(f.amount_minor) FILTER (WHERE f.kind <> 'fee') AS estimated,
      -sum(f.amount_minor) FILTER (WHERE f.kind = 'fee') AS old
    FROM ledger_line f WHERE f.account_id = l.account_id AND f.ledger_account = 'fees'
    AND f.posting IN (CASE l.kind WHEN 'dispute_hold' THEN 'dispute_fee/' ELSE 'fee_estimate/' END
      || split_part(l.posting, '/', 2), 'fee/' || split_part(l.posting, '/', 2))
    AND l.kind IN ('capture', 'dispute_hold')) f ON true
  WHERE a.account_id = $1 AND a.id = ANY($2) AND l.ledger_account = 'gateway_receivable' AND l.kind = ANY($3)
  ORDER BY l.at, l.posting`;

function candidateOf(row: CandidateRow, references: readonly string[]): Candidate {
  return {
    posting: row.posting,
    others: [],
    kind: row.kind,
    currency: row.currency,
    intentId: row.intent_id,
    attemptId: row.attempt_id,
    references: new Set(references),
    reference: row.posting.slice(row.posting.indexOf('/') + 1),
    booked: BigInt(row.booked),
    settled: BigInt(row.settled),
    lines: row.lines,
    estimatedFee: BigInt(row.estimated_fee),
    oldFee: BigInt(row.old_fee),
  };
}

/** The gateway reports one amount for each result of a refund, of which the books may have posted a part as excess. */
function inOne(candidates: readonly Candidate[]): Candidate[] {
  const found = new Map(candidates.map((each) => [each.posting, each]));
  for (const [first, second] of REFUND_PARTS)
    for (const excess of candidates.filter(({ kind }) => kind === second)) {
      const refund = found.get(`${first}/${excess.reference}`);
      if (refund === undefined) continue;
      found.delete(excess.posting);
      found.set(refund.posting, {
        ...refund,
        others: [excess.posting],
        booked: refund.booked + excess.booked,
        settled: refund.settled + excess.settled,
        lines: refund.lines + excess.lines,
      });
    }
  return [...found.values()];
}
