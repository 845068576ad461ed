import { asRefusal } from '@qafila/envelopes/as-refusal';
import { invalid, notFound, unavailable } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { OUTBOX_SHARDS } from '@qafila/messaging/outbox';
import type { MeterSnapshot } from '../meters/meter-directory.ts';
import { isLate, periodEnd, periodStart } from '../periods/period.ts';
import type { Acceptance } from './acceptance.ts';
import { ACCEPT } from './accept.sql.ts';
import { VERDICT_REASON, digestOf, judgeEvent } from './judge-event.ts';
import type { Judgement } from './judge-event.ts';
import type { Outcome } from './outcome.ts';
import { reverseEvent } from './reverse-event.ts';
import type { Submission } from './submission.ts';
import { tellDuplicates } from './tell-duplicates.ts';
import { formatTimestamp } from './timestamp.ts';
import type { UsageFact } from './usage-fact.ts';
import { blockOf } from './usage-reader.ts';

interface Claim extends Judgement { index: number; submission: Submission; meter: MeterSnapshot; digest: string; late: boolean }
interface StoredClaim { claim: Claim; seq: number; receivedAt: string }
interface AcceptedRow { ord: number; seq: string; stored: boolean; received_at: string; running: string | null }

/** A meter that changes faster than this many reads of it is under attack, not in use. */
const STALE_ROUNDS_MAX = 5;

/**
 * Takes a batch of events in; every door ends here. Answers one outcome per submission, in order. Exact under any number
 * of processes: the unique key decides, nothing is checked before it is written. Throws only when the database is away;
 * then nothing took effect, or all of it did and a repeat finds its own claims.
 */
export async function acceptEvents(submissions: Submission[], acceptance: Acceptance): Promise<Outcome[]> {
  const outcomes = new Array<Outcome | undefined>(submissions.length);
  const retractions: Claim[] = [];
  let waiting = submissions.map((submission, index) => ({ submission, index }));
  for (let round = 0; waiting.length > 0 && round < STALE_ROUNDS_MAX; round++) {
    const claims: Claim[] = [];
    for (const { submission, index } of waiting) {
      const claim = await prepare(submission, index, acceptance, round > 0).catch((error: unknown) => refuse(error));
      if ('refusal' in claim) outcomes[index] = claim;
      else (submission.event.reverses === '' ? claims : retractions).push(claim);
    }
    const stale = await claimAll(claims, outcomes, acceptance);
    waiting = stale.map(({ submission, index }) => ({ submission, index }));
  }
  // After the rest, so that an event can be taken back in the batch that brings it.
  for (const { index, submission, meter } of retractions) outcomes[index] = await reverseEvent(submission, meter, acceptance).catch((error: unknown) => refuse(error));
  for (const { index } of waiting) outcomes[index] = { refusal: unavailable('The meter is being changed right now. Send the same event again.') };
  return outcomes as Outcome[];
}

/** Domain refusals are outcomes of their event alone; a missing database concerns the whole batch. */
function refuse(error: unknown): { refusal: Refusal } {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) throw error;
  return { refusal };
}

async function prepare(submission: Submission, index: number, acceptance: Acceptance, fresh: boolean): Promise<Claim> {
  const { owner, meterId, event } = submission;
  const meter = fresh ? await acceptance.meters.reload(owner, meterId) : await acceptance.meters.find(owner, meterId);
  if (meter === undefined) throw notFound('meter', meterId);
  if (!meter.active) throw invalid('id', `Meter ${meterId} is inactive and takes no events in. Reactivate it, or stop sending.`, 'meter_inactive');
  const judgement = event.reverses === '' ? judgeEvent(event, meter) : { version: 0, verdict: 0, value: '0', groups: '' };
  const late = isLate(event.occurredAt, meter, { now: Date.now() * 1000, graceMs: acceptance.graceMs });
  return { ...judgement, index, submission, meter, late, digest: digestOf(meter.accountId, meter.id, event.eventId) };
}

/** Runs the statement; fills the outcomes it decided and answers the claims whose meter had changed. */
async function claimAll(claims: Claim[], outcomes: (Outcome | undefined)[], acceptance: Acceptance): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const { rows } = await acceptance.pool.query<AcceptedRow>({ ...ACCEPT, values: columns(claims) });
  const stale = new Set(claims);
  const lost: Claim[] = [];
  const stored: StoredClaim[] = [];
  for (const row of rows) {
    const claim = claims[row.ord - 1] as Claim;
    stale.delete(claim);
    if (!row.stored) lost.push(claim);
    else {
      stored.push({ claim, seq: Number(row.seq), receivedAt: row.received_at });
      outcomes[claim.index] = { receipt: receiptOf(claim, row.received_at, row.running) };
    }
  }
  if (stored.length > 0) {
    rememberFacts(stored, acceptance);
    acceptance.onCommit();
  }
  await tellDuplicates(lost, outcomes, acceptance.pool);
  return [...stale];
}

/** Leaves what was stored where the relay finds it without reading it back. */
function rememberFacts(stored: StoredClaim[], { recent }: Acceptance): void {
  const lanes = new Map<number, UsageFact[]>();
  for (const { claim, receivedAt } of stored) {
    const { meter, submission: { event } } = claim;
    const lane = meter.accountNo % OUTBOX_SHARDS;
    const facts = lanes.get(lane) ?? [];
    if (facts.length === 0) lanes.set(lane, facts);
    facts.push({
      digest: asUuid(claim.digest), account_no: meter.accountNo, account_id: meter.accountId, store_id: meter.storeId, mode: meter.mode, meter_id: meter.id,
      event_id: event.eventId, removal: event.operation === 'REMOVE', occurred_at: formatTimestamp(event.occurredAt), received_at: receivedAt,
      verdict: claim.verdict, version: claim.version, value: claim.value, late: claim.late, reverses: '', payload: event.payloadText,
    });
  }
  for (const [lane, facts] of lanes) recent.remember(blockOf((stored[0] as StoredClaim).seq), lane, facts);
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function columns(claims: Claim[]): unknown[] {
  const column = <T>(pick: (claim: Claim) => T): T[] => claims.map(pick);
  const meters = [...new Set(claims.map((claim) => claim.meter))];
  return [
    meters.map((meter) => meter.accountNo), meters.map((meter) => meter.meterNo), meters.map((meter) => meter.revision),
    column((c) => c.meter.accountNo), column((c) => c.meter.meterNo), column((c) => c.meter.aggregationType), column((c) => c.digest),
    column((c) => formatTimestamp(c.submission.event.occurredAt)), column((c) => c.version), column((c) => c.verdict),
    column((c) => c.submission.event.operation === 'REMOVE'), column((c) => c.late), column((c) => c.value),
    column((c) => c.submission.event.eventId), column((c) => c.submission.event.payloadText), column((c) => c.groups),
  ];
}

function receiptOf(claim: Claim, receivedAt: string, running: string | null): Extract<Outcome, { receipt: unknown }>['receipt'] {
  const { occurredAt, eventId } = claim.submission.event;
  const counted = claim.verdict === 0;
  return {
    event_id: eventId, counted, reason: VERDICT_REASON[claim.verdict] ?? null, meter_version: claim.version,
    window: { start: formatTimestamp(periodStart(occurredAt)), end: formatTimestamp(periodEnd(occurredAt)) },
    value: counted ? running : null, late: claim.late, received_at: receivedAt,
  };
}
