import type { PoolClient } from 'pg';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { formatTimestamp, timestampSql } from '../time/timestamp.ts';
import { meterInactive } from './ingest-result.ts';
import type { IngestResult } from './ingest-result.ts';
import { VERDICT, digestOf } from './judge-event.ts';
import { pointerRows } from './pointer-rows.sql.ts';
import type { DuplicateClaim } from './report-duplicates.ts';

/** A retraction whose id is not claimed yet, as far as is known. */
export type ReversalClaim = Omit<DuplicateClaim, 'index'>;

export interface Target {
  digest: string;
  occurred_at: string;
  late: boolean;
  reversed: number;
  verdict: number;
  value: string;
  payload: string;
  reverses: string;
  version: number;
}

/** A retraction with its target, which is locked. */
export interface Reversal {
  claim: ReversalClaim;
  target: Target;
  /** The first to name this target, which is not reversed yet. */
  isFirst: boolean;
}

/** Share locks: retractions run concurrently. A deactivation waits for them, or they see it. */
export async function lockMeters(
  tx: PoolClient,
  claims: readonly ReversalClaim[],
): Promise<Map<ReversalClaim, IngestResult>> {
  const { rows } = await tx.query<{ meter_no: number; active: boolean }>(
    `
    SELECT meter_no, active FROM meter
    WHERE account_no = ANY($1) AND meter_no = ANY($2) ORDER BY account_no, id FOR SHARE`,
    [claims.map(({ meter }) => meter.accountNo), claims.map(({ meter }) => meter.meterNo)],
  );
  const active = new Map(rows.map((row) => [row.meter_no, row.active]));
  const refused = new Map<ReversalClaim, IngestResult>();
  for (const claim of claims) {
    const { meterNo, id } = claim.meter;
    if (!active.has(meterNo)) refused.set(claim, { refusal: notFound('meter', id) });
    else if (active.get(meterNo) === false) refused.set(claim, { refusal: meterInactive(id) });
  }
  return refused;
}

export async function lockTargets(
  tx: PoolClient,
  claims: readonly ReversalClaim[],
  without: ReadonlyMap<ReversalClaim, IngestResult>,
): Promise<Map<ReversalClaim, Reversal | Refusal>> {
  const live = claims.filter((claim) => !without.has(claim));
  const targetOf = ({ meter, submission }: ReversalClaim): string =>
    digestOf(meter.accountId, meter.id, submission.event.reverses);
  const { rows } = await tx.query<Target>(
    `
    SELECT replace(digest::text, '-', '') AS digest, (extract(epoch FROM occurred_at) * 1000000)::bigint AS occurred_at,
      late, reversed, verdict, value::text, payload, reverses, version
    FROM usage_event WHERE account_no = ANY($1) AND digest = ANY($2::uuid[])
    ORDER BY account_no, digest FOR UPDATE`,
    [live.map(({ meter }) => meter.accountNo), live.map(targetOf)],
  );
  const targets = new Map(rows.map((row) => [row.digest, row]));
  const named = new Set<Target>();
  return new Map(
    live.map((claim): [ReversalClaim, Reversal | Refusal] => {
      const { reverses } = claim.submission.event;
      const target = targets.get(targetOf(claim));
      if (target === undefined)
        return [claim, invalid('reverses', `This meter has no event ${reverses} to retract.`, 'unknown_target')];
      if (target.reverses !== '')
        return [
          claim,
          invalid(
            'reverses',
            `${reverses} is itself a retraction. Send the usage again under a new event_id instead.`,
            'not_reversible',
          ),
        ];
      const isFirst = target.reversed === 0 && !named.has(target);
      named.add(target);
      return [claim, { claim, target, isFirst }];
    }),
  );
}

/** Claims the ids. A retraction whose id is already claimed takes nothing back. */
const INSERT = `
  WITH base AS MATERIALIZED (SELECT nextval('usage_seq') AS seq),
  ins AS (
    INSERT INTO usage_event
      (seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, reverses, event_id,
        payload)
    SELECT base.seq + ord, occurred_at, account_no, meter_no, version, verdict, true, late, digest, 0, reverses,
      event_id, payload
    FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::smallint[], $5::smallint[], $6::boolean[], $7::uuid[],
      $8::text[], $9::text[], $10::text[]) WITH ORDINALITY
      AS input (occurred_at, account_no, meter_no, version, verdict, late, digest, reverses, event_id, payload, ord)
    CROSS JOIN base ORDER BY digest, ord
    ON CONFLICT (account_no, digest) DO NOTHING RETURNING seq, account_no, digest, payload, received_at
  ),${pointerRows('ins')}
  SELECT (seq - (SELECT seq FROM base))::int AS ord, ${timestampSql('received_at')} AS received_at FROM ins`;

export async function insertReversals(
  tx: PoolClient,
  reversals: ReadonlyMap<ReversalClaim, Reversal | Refusal>,
): Promise<{ reversal: Reversal; receivedAt: string }[]> {
  const first = [...reversals.values()].filter((one): one is Reversal => 'isFirst' in one && one.isFirst);
  if (first.length === 0) return [];
  const column = <T>(pick: (reversal: Reversal) => T): T[] => first.map(pick);
  const { rows } = await tx.query<{ ord: number; received_at: string }>(INSERT, [
    column(({ claim }) => formatTimestamp(claim.submission.event.occurredAt)),
    column(({ claim }) => claim.meter.accountNo),
    column(({ claim }) => claim.meter.meterNo),
    column(({ target }) => target.version),
    column(({ target }) => (isCounted(target) ? VERDICT.reversal : VERDICT.reversalOfUncounted)),
    column(({ target }) => target.late),
    column(({ claim }) => claim.digest),
    column(({ claim }) => claim.submission.event.reverses),
    column(({ claim }) => claim.submission.event.eventId),
    column(({ claim }) => claim.submission.event.payloadText),
  ]);
  return rows.map((row) => ({ reversal: first[row.ord - 1] as Reversal, receivedAt: row.received_at }));
}

export function isCounted(target: Target): boolean {
  return target.verdict === VERDICT.counted;
}
