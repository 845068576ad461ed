import type { PoolClient } from 'pg';
import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import { OUTBOX_SHARDS } from '@qafila/messaging/outbox';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { isLate, periodEnd, periodStart } from '../time/period.ts';
import { recomputeRollups, subtractFromRollups } from './retract-from-rollups.ts';
import type { Retraction } from './retract-from-rollups.ts';
import { reportDuplicates } from './report-duplicates.ts';
import type { Submission } from './submission.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { VERDICT, VERDICT_REASON, digestOf, groupsOf } from './judge-event.ts';
import { meterInactive } from './ingest-result.ts';
import type { IngestResult } from './ingest-result.ts';
import { formatTimestamp, timestampSql } from '../time/timestamp.ts';

interface Target {
  seq: string;
  occurred_at: string;
  late: boolean;
  reversed: number;
  verdict: number;
  value: string;
  payload: string;
  reverses: string;
  version: number;
}

/**
 * Retracts one event exactly, on every type of meter. The lock on the target's row admits one retraction at a time, and
 * the next one finds the target reversed. The contribution leaves the windows of the target's time; the retraction's
 * own time does not matter.
 */
export async function reverseEvent(
  submission: Submission,
  meter: MeterSnapshot,
  dependencies: IngestDependencies,
): Promise<IngestResult> {
  const client = await dependencies.pool.connect();
  let result: IngestResult | 'duplicate' | undefined;
  try {
    await client.query('BEGIN');
    result = await retract(client, submission, meter, dependencies.graceMs);
    await client.query('receipt' in Object(result) ? 'COMMIT' : 'ROLLBACK');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
  if (result !== 'duplicate') {
    dependencies.onCommit();
    return result;
  }
  const results: IngestResult[] = [];
  const digest = digestOf(meter.accountId, meter.id, submission.event.eventId);
  await reportDuplicates([{ index: 0, submission, meter, digest }], results, dependencies.pool);
  return results[0] as IngestResult;
}

async function retract(
  client: PoolClient,
  { event, meterId }: Submission,
  meter: MeterSnapshot,
  graceMs: number,
): Promise<IngestResult | 'duplicate'> {
  await lockMeter(client, meter, meterId);
  const target = await lockTarget(client, meter, event.reverses);
  const counted = target.verdict === VERDICT.counted;
  const receivedAt = await insertRetraction(client, event, meter, {
    ...target,
    verdict: counted ? VERDICT.reversal : VERDICT.reversalOfUncounted,
  });
  if (receivedAt === undefined) return 'duplicate';
  if (target.reversed !== 0)
    throw conflict(
      'already_reversed',
      `The event ${event.reverses} was already retracted.`,
      { event_id: event.reverses },
      'reverses',
    );
  const at = Number(target.occurred_at);
  const late = target.late || isLate(at, meter, { now: Date.now() * 1000, graceMs });
  await client.query('UPDATE usage_event SET reversed = $3 WHERE account_no = $1 AND digest = $2', [
    meter.accountNo,
    digestOf(meter.accountId, meter.id, event.reverses),
    late ? 2 : 1,
  ]);
  let value: string | null = null;
  if (counted) {
    const groups = groupsOf({ payload: parseStrict(target.payload, { numbers: 'exact' }) as JsonObject }, meter);
    const retraction: Retraction = { meter, at, late, groups, value: target.value };
    value =
      meter.aggregationType === 'count' || meter.aggregationType === 'sum'
        ? await subtractFromRollups(client, retraction)
        : await recomputeRollups(client, retraction);
  }
  return {
    receipt: {
      event_id: event.eventId,
      counted,
      reason: VERDICT_REASON[counted ? VERDICT.reversal : VERDICT.reversalOfUncounted],
      meter_version: target.version,
      window: { start: formatTimestamp(periodStart(at)), end: formatTimestamp(periodEnd(at)) },
      value,
      late,
      received_at: receivedAt,
    },
  };
}

/** A share lock: retractions run concurrently. A deactivation waits for them, or they see it. */
async function lockMeter(client: PoolClient, meter: MeterSnapshot, meterId: string): Promise<void> {
  const {
    rows: [row],
  } = await client.query<{ active: boolean }>(
    'SELECT active FROM meter WHERE account_no = $1 AND meter_no = $2 FOR SHARE',
    [meter.accountNo, meter.meterNo],
  );
  if (row === undefined) throw notFound('meter', meterId);
  if (!row.active) throw meterInactive(meterId);
}

async function lockTarget(client: PoolClient, meter: MeterSnapshot, eventId: string): Promise<Target> {
  const {
    rows: [target],
  } = await client.query<Target>(
    `
    SELECT seq, (extract(epoch FROM occurred_at) * 1000000)::bigint AS occurred_at,
      late, reversed, verdict, value::text, payload, reverses, version
    FROM usage_event WHERE account_no = $1 AND digest = $2 FOR UPDATE`,
    [meter.accountNo, digestOf(meter.accountId, meter.id, eventId)],
  );
  if (target === undefined)
    throw invalid('reverses', `This meter has no event ${eventId} to retract.`, 'unknown_target');
  if (target.reverses !== '')
    throw invalid(
      'reverses',
      `${eventId} is itself a retraction. Send the usage again under a new event_id instead.`,
      'not_reversible',
    );
  return target;
}

/** Returns when the retraction was received; undefined when its event_id is already claimed. */
async function insertRetraction(
  client: PoolClient,
  event: Submission['event'],
  meter: MeterSnapshot,
  target: Target,
): Promise<string | undefined> {
  const {
    rows: [row],
  } = await client.query<{ seq: string; received_at: string }>(
    `
    INSERT INTO usage_event
      (seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value,
        reverses, event_id, payload)
    VALUES (nextval('usage_seq') + 1, $1, $2, $3, $4, $5, true, $6, $7, 0, $8, $9, $10)
    ON CONFLICT (account_no, digest) DO NOTHING RETURNING seq, ${timestampSql('received_at')} AS received_at`,
    [
      formatTimestamp(event.occurredAt),
      meter.accountNo,
      meter.meterNo,
      target.version,
      target.verdict,
      target.late,
      digestOf(meter.accountId, meter.id, event.eventId),
      event.reverses,
      event.eventId,
      event.payloadText,
    ],
  );
  if (row === undefined) return undefined;
  const shard = meter.accountNo % OUTBOX_SHARDS;
  await client.query(
    "INSERT INTO outbox (shard, topic, event_count, source, body) VALUES ($1, 'meter.events.v1', 1, 'usage', $2)",
    [shard, JSON.stringify([Number(row.seq), Number(row.seq), shard])],
  );
  return row.received_at;
}
