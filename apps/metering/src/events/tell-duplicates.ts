import type { Pool } from 'pg';
import { parseStrict } from '@qafila/json/strict-json';
import { canonicalJson } from '@qafila/json/write-json';
import type { MeterSnapshot } from '../meters/meter-directory.ts';
import { FIND_CLAIMS } from './accept.sql.ts';
import { duplicateEvent } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { UsageEvent } from './parse-event.ts';
import type { Submission } from './submission.ts';

/** A claim that another event holds already. `index` is its place among the outcomes. */
export interface LostClaim { index: number; submission: Submission; meter: MeterSnapshot; digest: string }

interface ClaimRow { digest: string; removal: boolean; reverses: string; payload: string; occurred_at: string; received_at: string }

/** The loser of a claim learns who won: a separate read, because the winner may have committed after our snapshot. */
export async function tellDuplicates(lost: LostClaim[], outcomes: (Outcome | undefined)[], pool: Pool): Promise<void> {
  if (lost.length === 0) return;
  const { rows } = await pool.query<ClaimRow>({ ...FIND_CLAIMS, values: [lost.map((one) => one.meter.accountNo), lost.map((one) => one.digest)] });
  const winners = new Map(rows.map((row) => [row.digest.replaceAll('-', ''), row]));
  for (const { index, submission, digest } of lost) {
    const winner = winners.get(digest);
    if (winner === undefined) throw new Error(`the claim ${digest} vanished`);
    outcomes[index] = { refusal: duplicateEvent(submission.event.eventId, { receivedAt: Number(winner.received_at), identical: isSame(submission.event, winner) }) };
  }
}

/** Same content: operation, time, target and payload, whatever the order of the payload's keys. */
function isSame(event: UsageEvent, stored: ClaimRow): boolean {
  return (event.operation === 'REMOVE') === stored.removal && event.reverses === stored.reverses && event.occurredAt === Number(stored.occurred_at)
    && (event.payloadText === stored.payload || canonicalJson(event.payload) === canonicalJson(parseStrict(stored.payload, { numbers: 'exact' })));
}
