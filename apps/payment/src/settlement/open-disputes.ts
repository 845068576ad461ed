import type { PoolClient } from 'pg';
import { recordDisputeLine } from '../disputes/record-line.ts';
import { loadCandidates, paymentsNamed } from './load-candidates.ts';
import type { LoadedCandidates } from './load-candidates.ts';
import { matchLine } from './match-line.ts';
import type { SettlementSourceRow } from './settlement.entity.ts';
import { settledBy } from './settlement-line.ts';
import type { SettlementLine } from './settlement-line.ts';

/**
 * The postings that new lines may settle. A line of a dispute that the books do not know yet makes it known first: its
 * money has moved, whether or not the gateway has called us about it.
 */
export async function loadWithDisputes(
  tx: PoolClient,
  source: SettlementSourceRow,
  lines: readonly SettlementLine[],
  nowMs: number,
): Promise<LoadedCandidates> {
  const references = [...new Set(lines.flatMap((line) => line.references))];
  const loaded = await loadCandidates(tx, source, references);
  const unknown = lines.filter((line) => isDispute(line) && isUnmatched(line, loaded));
  if (unknown.length === 0) return loaded;
  const named = await paymentsNamed(tx, source, [...new Set(unknown.flatMap((line) => line.references))]);
  const found = unknown.flatMap((line) => {
    const payment = named.find(({ reference }) => line.references.includes(reference));
    return payment === undefined ? [] : [{ line, payment }];
  });
  const { account_id: accountId, store_id: storeId, mode, gateway } = source;
  // Every transaction locks intents in the order of their ids. Some gateways list the newest first, and a reversal
  // needs its dispute.
  const rank = ({ line, payment }: (typeof found)[number]): string => `${payment.intent_id} ${line.kind}`;
  found.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const { line, payment } of found) {
    const { amount, currency } = settledBy(line);
    await recordDisputeLine(
      tx,
      { accountId, storeId, mode, gateway, intentId: payment.intent_id, attemptId: payment.attempt_id },
      {
        kind: line.kind as 'dispute' | 'dispute_reversal',
        amount: amount < 0n ? -amount : amount,
        currency,
        atMs: line.at.getTime(),
      },
      nowMs,
    );
  }
  return found.length === 0 ? loaded : loadCandidates(tx, source, references);
}

function isDispute({ kind, gross }: SettlementLine): boolean {
  return (kind === 'dispute' && gross < 0n) || (kind === 'dispute_reversal' && gross > 0n);
}

function isUnmatched(line: SettlementLine, { candidates, refunds }: LoadedCandidates): boolean {
  const match = matchLine(line, candidates, refunds);
  return 'exception' in match && match.exception === 'unmatched_line';
}
