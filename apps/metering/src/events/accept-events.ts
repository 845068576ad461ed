import { asRefusal } from '@qafila/envelopes/as-refusal';
import { notFound, unavailable } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { OUTBOX_SHARDS } from '@qafila/messaging/outbox';
import { bareArray } from '@qafila/runtime/array-literal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { isImport, periodWindow } from '../time/period.ts';
import { formatTimestamp } from '../time/timestamp.ts';
import { ACCEPT } from './accept.sql.ts';
import { againWhenClosed } from './again-when-closed.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { meterInactive } from './ingest-result.ts';
import type { IngestResult } from './ingest-result.ts';
import type { EventReceipt } from './receipt.schema.ts';
import { VERDICT_REASON, digestOf, judgeEvent } from './judge-event.ts';
import type { Judgement } from './judge-event.ts';
import { reportDuplicates } from './report-duplicates.ts';
import { reverseEvents } from './reverse-events.ts';
import type { OnStored, Submission } from './submission.ts';
import type { UsageFact } from './usage-fact.ts';
import { blockOf } from './usage-reader.ts';

/** A submission with all that the accepting statement needs. `index` is its place among the submissions. */
interface Claim extends Judgement {
  index: number;
  submission: Submission;
  meter: MeterSnapshot;
  digest: string;
  imported: boolean;
  /** The time of the event as text, for the statement and for its fact. */
  occurredAt: string;
}
interface StoredClaim {
  claim: Claim;
  seq: number;
  receivedAt: string;
  late: boolean;
}
interface AcceptedRow {
  ord: number;
  seq: string;
  stored: boolean;
  late: boolean;
  received_at: string;
  running: string | null;
}

/** Normal use never changes a meter between this many consecutive reads. */
const STALE_ROUNDS_MAX = 5;

/**
 * Accepts a batch of events. Every entry point calls this function. It returns one result for each submission, in
 * order. The results are exact with any number of processes: the unique key decides, and nothing is checked before it
 * is written. It throws only when the database is away. Then the batch had no effect, or all of it is stored and a
 * repeat finds its own claims.
 */
export async function acceptEvents(
  submissions: Submission[],
  dependencies: IngestDependencies,
  onStored?: OnStored,
): Promise<IngestResult[]> {
  const results = new Array<IngestResult | undefined>(submissions.length);
  const retractions: Claim[] = [];
  let waiting = submissions.map((submission, index) => ({ submission, index }));
  for (let round = 0; waiting.length > 0 && round < STALE_ROUNDS_MAX; round++) {
    const claims: Claim[] = [];
    const meters = await dependencies.meters.findAll(
      waiting.map(({ submission: { owner, meterId } }) => ({ owner, id: meterId })),
      round > 0,
    );
    for (const [place, { submission, index }] of waiting.entries()) {
      const claim = prepare(submission, index, meters[place]);
      if ('refusal' in claim) results[index] = claim;
      else (submission.event.reverses === '' ? claims : retractions).push(claim);
    }
    const stale = await claimAll(claims, results, { dependencies, onStored });
    waiting = stale.map(({ submission, index }) => ({ submission, index }));
  }
  // Retractions run last: a batch may contain an event and its retraction.
  const reversed = await reverseEvents(retractions, dependencies, onStored);
  for (const [place, { index }] of retractions.entries()) results[index] = reversed[place];
  for (const { index } of waiting)
    results[index] = { refusal: unavailable('The meter is being changed right now. Send the same event again.') };
  return results as IngestResult[];
}

/** A domain refusal concerns one event; a missing database concerns the whole batch. */
function refusalOrThrow(error: unknown): { refusal: Refusal } {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) throw error;
  return { refusal };
}

/** Its target decides all of it. */
const RETRACTION: Judgement = { version: 0, verdict: 0, value: '0', groups: '' };

function prepare(
  submission: Submission,
  index: number,
  meter: MeterSnapshot | undefined,
): Claim | { refusal: Refusal } {
  const { meterId, event } = submission;
  try {
    if (meter === undefined) throw notFound('meter', meterId);
    if (!meter.active) throw meterInactive(meterId);
    const { version, verdict, value, groups } = event.reverses === '' ? judgeEvent(event, meter) : RETRACTION;
    return {
      version,
      verdict,
      value,
      groups,
      index,
      submission,
      meter,
      imported: isImport(event.occurredAt, meter),
      digest: digestOf(meter.accountId, meter.id, event.eventId),
      occurredAt: formatTimestamp(event.occurredAt),
    };
  } catch (error) {
    return refusalOrThrow(error);
  }
}

/** Runs the accepting statement; again when a period was closed while it ran. */
async function runAccept(
  claims: Claim[],
  { pool, graceMs }: IngestDependencies,
  onStored: OnStored | undefined,
): Promise<AcceptedRow[]> {
  const statement = { ...ACCEPT, values: [...columns(claims), `${graceMs} milliseconds`] };
  const run = async (): Promise<AcceptedRow[]> => {
    if (onStored === undefined) return (await pool.query<AcceptedRow>(statement)).rows;
    return inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<AcceptedRow>(statement);
      const stored = rows.filter((row) => row.stored).map((row) => (claims[row.ord - 1] as Claim).submission);
      if (stored.length > 0) await onStored(tx, stored);
      return rows;
    });
  };
  return againWhenClosed(run);
}

/** Runs the statement and fills in the results that it decided. Returns the claims whose meter had changed. */
async function claimAll(
  claims: Claim[],
  results: (IngestResult | undefined)[],
  { dependencies, onStored }: { dependencies: IngestDependencies; onStored: OnStored | undefined },
): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const rows = await runAccept(claims, dependencies, onStored);
  const stale = new Set(claims);
  const duplicates: Claim[] = [];
  const stored: StoredClaim[] = [];
  for (const row of rows) {
    const claim = claims[row.ord - 1] as Claim;
    stale.delete(claim);
    if (!row.stored) duplicates.push(claim);
    else {
      stored.push({ claim, seq: Number(row.seq), receivedAt: row.received_at, late: row.late });
      results[claim.index] = { receipt: receiptOf(claim, row) };
    }
  }
  if (stored.length > 0) {
    rememberFacts(stored, dependencies);
    dependencies.onCommit();
  }
  await reportDuplicates(duplicates, results, dependencies.pool);
  return [...stale];
}

/** Keeps the stored events in memory for the relay, which then does not read them back. */
function rememberFacts(stored: StoredClaim[], { recent }: IngestDependencies): void {
  const factsByShard = new Map<number, UsageFact[]>();
  for (const { claim, receivedAt, late } of stored) {
    const {
      meter,
      submission: { event },
    } = claim;
    const shard = meter.accountNo % OUTBOX_SHARDS;
    const facts = factsByShard.get(shard) ?? [];
    if (facts.length === 0) factsByShard.set(shard, facts);
    facts.push({
      digest: asUuid(claim.digest),
      account_no: meter.accountNo,
      account_id: meter.accountId,
      store_id: meter.storeId,
      mode: meter.mode,
      meter_id: meter.id,
      event_id: event.eventId,
      removal: event.operation === 'REMOVE',
      occurred_at: claim.occurredAt,
      received_at: receivedAt,
      verdict: claim.verdict,
      version: claim.version,
      value: claim.value,
      late,
      reverses: '',
      payload: event.payloadText,
    });
  }
  const block = blockOf((stored[0] as StoredClaim).seq);
  for (const [shard, facts] of factsByShard) recent.remember(block, shard, facts);
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Parameters of the statement. */
function columns(claims: Claim[]): unknown[] {
  const meters = [...new Set(claims.map((claim) => claim.meter))];
  return [
    bareArray(meters.map((meter) => meter.accountNo)),
    bareArray(meters.map((meter) => meter.meterNo)),
    bareArray(meters.map((meter) => meter.revision)),
    bareArray(claims.map((c) => c.meter.accountNo)),
    bareArray(claims.map((c) => c.meter.meterNo)),
    bareArray(claims.map((c) => c.meter.aggregationType)),
    bareArray(claims.map((c) => c.digest)),
    bareArray(claims.map((c) => c.occurredAt)),
    bareArray(claims.map((c) => c.version)),
    bareArray(claims.map((c) => c.verdict)),
    bareArray(claims.map((c) => c.submission.event.operation === 'REMOVE')),
    bareArray(claims.map((c) => c.imported)),
    bareArray(claims.map((c) => c.value)),
    claims.map((c) => c.submission.event.eventId),
    claims.map((c) => c.submission.event.payloadText),
    claims.map((c) => c.groups),
  ];
}

function receiptOf(claim: Claim, { received_at, running, late }: AcceptedRow): EventReceipt {
  const { occurredAt, eventId } = claim.submission.event;
  const counted = claim.verdict === 0;
  return {
    event_id: eventId,
    counted,
    reason: VERDICT_REASON[claim.verdict] ?? null,
    meter_version: claim.version,
    window: periodWindow(occurredAt),
    value: counted ? running : null,
    late,
    received_at,
  };
}
