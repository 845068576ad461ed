import type { Pool, PoolClient } from 'pg';
import { asRefusal, isUnavailable } from '@qafila/envelopes/as-refusal';
import { conflict } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { isLate, periodEnd, periodStart } from '../time/period.ts';
import { formatTimestamp } from '../time/timestamp.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import type { IngestResult } from './ingest-result.ts';
import { VERDICT, VERDICT_REASON, groupsOf } from './judge-event.ts';
import { findDuplicates } from './report-duplicates.ts';
import { retractFromRollups } from './retract-from-rollups.ts';
import type { Retraction } from './retract-from-rollups.ts';
import { insertReversals, isCounted, lockMeters, lockTargets } from './store-reversals.ts';
import type { Reversal, ReversalClaim } from './store-reversals.ts';

/** `pending`: the retraction has no effect; whether it is a repeat is found out after the commit. */
type ReversalResult = IngestResult | 'pending';

/**
 * Retracts events exactly, on every type of meter, all in one transaction. The locks on the targets' rows admit one
 * retraction of each at a time, and the next one finds the target reversed. The contributions leave the windows of the
 * targets' times; the time of a retraction does not matter.
 *
 * A failure is the result of the retraction that has it: a failed transaction runs again in halves.
 */
export async function reverseEvents(
  claims: readonly ReversalClaim[],
  dependencies: IngestDependencies,
): Promise<IngestResult[]> {
  try {
    return await reverseTogether(claims, dependencies);
  } catch (error) {
    if (claims.length === 1 || isAway(error)) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) dependencies.onUnforeseen(error);
      return claims.map(() => ({ refusal }));
    }
  }
  const half = Math.ceil(claims.length / 2);
  return [
    ...(await reverseEvents(claims.slice(0, half), dependencies)),
    ...(await reverseEvents(claims.slice(half), dependencies)),
  ];
}

/** Without a database, a second try would only wait. A deadlock or a timeout can be the fault of one retraction. */
function isAway(error: unknown): boolean {
  return isUnavailable(error) && !/^(40|55P03|57014)/.test(String((error as { code?: unknown }).code));
}

async function reverseTogether(
  claims: readonly ReversalClaim[],
  dependencies: IngestDependencies,
): Promise<IngestResult[]> {
  if (claims.length === 0) return [];
  const own = await inTransaction(dependencies.pool, async (tx) => {
    const inactive = await lockMeters(tx, claims);
    const reversals = await lockTargets(tx, claims, inactive);
    const stored = await insertReversals(tx, reversals);
    const receipts = await applyReversals(tx, stored, dependencies.graceMs);
    return claims.map((claim) => inactive.get(claim) ?? resultOf(reversals.get(claim), receipts));
  });
  dependencies.onCommit();
  return finish(claims, own, dependencies.pool);
}

function resultOf(reversal: Reversal | Refusal | undefined, receipts: Map<Reversal, IngestResult>): ReversalResult {
  if (reversal instanceof Error) return { refusal: reversal };
  return receipts.get(reversal as Reversal) ?? 'pending';
}

/** Distinguishes a repeat from a second retraction of the same event. */
async function finish(
  claims: readonly ReversalClaim[],
  own: readonly ReversalResult[],
  pool: Pool,
): Promise<IngestResult[]> {
  const pending = claims.filter((_, index) => own[index] === 'pending');
  const duplicates = new Map((await findDuplicates(pending, pool)).map((found, index) => [pending[index], found]));
  return own.map((result, index) => {
    if (result !== 'pending') return result;
    const claim = claims[index] as ReversalClaim;
    return { refusal: duplicates.get(claim) ?? alreadyReversed(claim.submission.event.reverses) };
  });
}

function alreadyReversed(eventId: string): Refusal {
  const message = `The event ${eventId} was already retracted.`;
  return conflict('already_reversed', message, { event_id: eventId }, 'reverses');
}

/** Marks the targets, takes them out of the rollups, and returns the receipts. */
async function applyReversals(
  tx: PoolClient,
  stored: readonly { reversal: Reversal; receivedAt: string }[],
  graceMs: number,
): Promise<Map<Reversal, IngestResult>> {
  if (stored.length === 0) return new Map();
  const clock = { now: Date.now() * 1000, graceMs };
  const judged = stored.map(({ reversal, receivedAt }) => {
    const { claim, target } = reversal;
    const at = Number(target.occurred_at);
    return { reversal, receivedAt, at, late: target.late || isLate(at, claim.meter, clock) };
  });
  await tx.query(
    `
    UPDATE usage_event SET reversed = CASE WHEN digest = ANY($3::uuid[]) THEN 2 ELSE 1 END
    WHERE account_no = ANY($1) AND digest = ANY($2::uuid[])`,
    [
      judged.map(({ reversal }) => reversal.claim.meter.accountNo),
      judged.map(({ reversal }) => reversal.target.digest),
      judged.filter(({ late }) => late).map(({ reversal }) => reversal.target.digest),
    ],
  );
  const counted = judged.filter(({ reversal }) => isCounted(reversal.target));
  const values = await retractFromRollups(
    tx,
    counted.map(({ reversal, at, late }) => contribution(reversal, at, late)),
  );
  const valueOf = new Map(counted.map(({ reversal }, index) => [reversal, values[index] ?? null]));
  return new Map(
    judged.map(({ reversal, receivedAt, at, late }) => [
      reversal,
      {
        receipt: {
          event_id: reversal.claim.submission.event.eventId,
          counted: isCounted(reversal.target),
          reason: VERDICT_REASON[isCounted(reversal.target) ? VERDICT.reversal : VERDICT.reversalOfUncounted],
          meter_version: reversal.target.version,
          window: { start: formatTimestamp(periodStart(at)), end: formatTimestamp(periodEnd(at)) },
          value: valueOf.get(reversal) ?? null,
          late,
          received_at: receivedAt,
        },
      },
    ]),
  );
}

function contribution({ claim: { meter }, target }: Reversal, at: number, late: boolean): Retraction {
  const payload = parseStrict(target.payload, { numbers: 'exact' }) as JsonObject;
  return { meter, at, late, groups: groupsOf({ payload }, meter), value: target.value };
}
