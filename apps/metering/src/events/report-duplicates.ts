import type { Pool } from 'pg';
import type { Refusal } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { canonicalJson } from '@qafila/json/write-json';
import { FIND_CLAIMS } from './accept.sql.ts';
import { duplicateEvent } from './ingest-result.ts';
import type { IngestResult } from './ingest-result.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import type { UsageEvent } from './parse-event.ts';
import type { Submission } from './submission.ts';

/** A submission whose event_id another event has claimed. `index` is its place among the results. */
export interface DuplicateClaim {
  index: number;
  submission: Submission;
  meter: MeterSnapshot;
  digest: string;
}

interface ClaimRow {
  digest: string;
  removal: boolean;
  reverses: string;
  payload: string;
  occurred_at: string;
  received_at: string;
}

/**
 * Answers each duplicate with the event that claimed its id. This is a separate read, because that event may have been
 * committed after the snapshot of the accepting statement.
 */
export async function reportDuplicates(
  duplicates: DuplicateClaim[],
  results: (IngestResult | undefined)[],
  pool: Pool,
): Promise<void> {
  const found = await findDuplicates(duplicates, pool);
  for (const [place, { index, digest }] of duplicates.entries()) {
    const refusal = found[place];
    if (refusal === undefined) throw new Error(`the claim ${digest} vanished`);
    results[index] = { refusal };
  }
}

/** For each submission the 409 of a duplicate, or undefined when its id is not claimed. */
export async function findDuplicates(
  claims: readonly Omit<DuplicateClaim, 'index'>[],
  pool: Pool,
): Promise<(Refusal | undefined)[]> {
  if (claims.length === 0) return [];
  const { rows } = await pool.query<ClaimRow>({
    ...FIND_CLAIMS,
    values: [claims.map(({ meter }) => meter.accountNo), claims.map(({ digest }) => digest)],
  });
  const claimants = new Map(rows.map((row) => [row.digest.replaceAll('-', ''), row]));
  return claims.map(({ submission: { event }, digest }) => {
    const claimant = claimants.get(digest);
    return claimant === undefined
      ? undefined
      : duplicateEvent(event.eventId, {
          receivedAt: Number(claimant.received_at),
          identical: isSame(event, claimant),
        });
  });
}

/** Same operation, time, target and payload. The order of the payload's keys does not matter. */
function isSame(event: UsageEvent, stored: ClaimRow): boolean {
  return (
    (event.operation === 'REMOVE') === stored.removal &&
    event.reverses === stored.reverses &&
    event.occurredAt === Number(stored.occurred_at) &&
    (event.payloadText === stored.payload ||
      canonicalJson(event.payload) === canonicalJson(parseStrict(stored.payload, { numbers: 'exact' })))
  );
}
