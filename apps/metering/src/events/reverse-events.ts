import type { Pool, PoolClient } from 'pg';
import { asRefusal, isUnavailable } from '@qafila/envelopes/as-refusal';
import { conflict } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { isImport, periodEnd, periodStart } from '../time/period.ts';
import { formatTimestamp } from '../time/timestamp.ts';
import { isClosedSql } from './accept.sql.ts';
import { againWhenClosed } from './again-when-closed.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import type { IngestResult } from './ingest-result.ts';
import { VERDICT, VERDICT_REASON, groupsOf } from './judge-event.ts';
import { findDuplicates } from './report-duplicates.ts';
import { retractFromRollups } from './retract-from-rollups.ts';
import type { Retraction } from './retract-from-rollups.ts';
import { insertReversals, isCounted, lockMeters, lockTargets } from './store-reversals.ts';
import type { Reversal, ReversalClaim } from './store-reversals.ts';
import type { OnStored } from './submission.ts';

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
  onStored?: OnStored,
): Promise<IngestResult[]> {
  try {
    return await againWhenClosed(() => reverseTogether(claims, dependencies, onStored));
  } catch (error) {
    if (claims.length === 1 || isAway(error)) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) dependencies.onUnforeseen(error);
      return claims.map(() => ({ refusal }));
    }
  }
  const half = Math.ceil(claims.length / 2);
  return [
    ...(await reverseEvents(claims.slice(0, half), dependencies, onStored)),
    ...(await reverseEvents(claims.slice(half), dependencies, onStored)),
  ];
}

/** Without a database, a second try would only wait. A deadlock or a timeout can be the fault of one retraction. */
function isAway(error: unknown): boolean {
  return isUnavailable(error) && !/^(40|55P03|57014)/.test(String((error as { code?: unknown }).code));
}

/**
 * Each read of this transaction finds few rows by an index. Without good statistics, the planner would rather sort all
 * events of a quarter of an hour.
 */
const BY_INDEX = ['sort', 'seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((way) => `SET LOCAL enable_${way} = off`)
  .join('; ');

async function reverseTogether(
  claims: readonly ReversalClaim[],
  dependencies: IngestDependencies,
  onStored: OnStored | undefined,
): Promise<IngestResult[]> {
  if (claims.length === 0) return [];
  const own = await inTransaction(dependencies.pool, async (tx) => {
    await tx.query(BY_INDEX);
    const inactive = await lockMeters(tx, claims);
    const reversals = await lockTargets(tx, claims, inactive);
    const stored = await insertReversals(tx, reversals);
    const receipts = await applyReversals(tx, stored, dependencies.graceMs);
    if (stored.length > 0)
      await onStored?.(
        tx,
        stored.map(({ reversal }) => reversal.claim.submission),
      );
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
  const closed = await closedMonths(tx, stored, graceMs);
  const judged = stored.map(({ reversal, receivedAt }, index) => ({
    reversal,
    receivedAt,
    at: Number(reversal.target.occurred_at),
    late: reversal.target.late || closed.has(index),
  }));
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

/** The places of the reversals whose targets are in a closed period. */
async function closedMonths(
  tx: PoolClient,
  stored: readonly { reversal: Reversal }[],
  graceMs: number,
): Promise<Set<number>> {
  const column = <T>(pick: (reversal: Reversal) => T): T[] => stored.map(({ reversal }) => pick(reversal));
  const monthOf = ({ target }: Reversal): string => formatTimestamp(periodStart(Number(target.occurred_at)));
  const { rows } = await tx.query<{ place: number }>(
    `
    SELECT place::int - 1 AS place
    FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::boolean[])
      WITH ORDINALITY AS months (account_no, meter_no, month, imported, place)
    WHERE NOT imported AND ${isClosedSql('months', '$5')}`,
    [
      column(({ claim }) => claim.meter.accountNo),
      column(({ claim }) => claim.meter.meterNo),
      column(monthOf),
      column(({ claim, target }) => isImport(Number(target.occurred_at), claim.meter)),
      `${graceMs} milliseconds`,
    ],
  );
  return new Set(rows.map(({ place }) => place));
}

function contribution({ claim: { meter }, target }: Reversal, at: number, late: boolean): Retraction {
  const payload = parseStrict(target.payload, { numbers: 'exact' }) as JsonObject;
  return { meter, at, late, groups: groupsOf({ payload }, meter), value: target.value };
}
