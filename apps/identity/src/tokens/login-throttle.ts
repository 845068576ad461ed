import type { Pool } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/**
 * A failure counts for one client from one network, so it does not affect the owner elsewhere. Unknown clients count
 * too.
 */
export interface ThrottleKey {
  clientHash: Buffer;
  network: string;
}

const FORGOTTEN = "failed_at < now() - $3 * interval '1 s'";

/** $1 client, $2 network, $3 memory, $4 free failures, $5 shortest and $6 longest pause, $7 rows swept. */
const RECORD_FAILURE = `
  WITH swept AS (
    DELETE FROM token_guess WHERE (client_hash, network) IN (
      SELECT client_hash, network FROM token_guess WHERE ${FORGOTTEN} AND (client_hash, network) <> ($1, $2)
      ORDER BY failed_at LIMIT $7 FOR UPDATE SKIP LOCKED))
  INSERT INTO token_guess AS g (client_hash, network, failures, failed_at, paused_until)
  VALUES ($1, $2, 1, now(), now())
  ON CONFLICT (client_hash, network) DO UPDATE SET failed_at = now(),
    failures = CASE WHEN g.${FORGOTTEN} THEN 1 ELSE g.failures + 1 END,
    paused_until = CASE WHEN g.${FORGOTTEN} OR g.failures + 1 < $4 THEN now()
      ELSE now() + least($6, $5 * power(2, least(g.failures + 1 - $4, 30))) * interval '1 s' END`;

/** Counts a failure. The row's lock orders concurrent failures, so none is lost. */
export async function recordFailure(pool: Pool, { clientHash, network }: ThrottleKey): Promise<void> {
  const {
    loginFailureMemorySeconds,
    freeLoginFailures,
    loginPauseSecondsMin,
    loginPauseSecondsMax,
    failuresSweptPerFailure,
  } = LIMITS;
  await pool.query(RECORD_FAILURE, [
    clientHash,
    network,
    loginFailureMemorySeconds,
    freeLoginFailures,
    loginPauseSecondsMin,
    loginPauseSecondsMax,
    failuresSweptPerFailure,
  ]);
}

/** During a pause even the right secret is refused, or the pause would not slow a correct guess. */
export function refuseWhilePaused(pauseSeconds: number | null): void {
  if (pauseSeconds === null) return;
  throw new Refusal(
    429,
    'too_many_attempts',
    'Too many failed attempts for this client from this network. Wait, and check the credentials.',
    { retryAfterSeconds: pauseSeconds },
  );
}
