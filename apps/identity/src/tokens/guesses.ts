import type { Pool } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/** Whom a failure counts against: this client, tried from this network. Its owner elsewhere is not touched. Unknown clients count alike. */
export interface Guesser { clientHash: Buffer; network: string }

const FORGOTTEN = "failed_at < now() - $3 * interval '1 s'";

/** $1 client, $2 network, $3 memory, $4 free guesses, $5 shortest and $6 longest pause, $7 rows swept. */
const NOTE = `
  WITH swept AS (
    DELETE FROM token_guess WHERE (client_hash, network) IN (
      SELECT client_hash, network FROM token_guess WHERE ${FORGOTTEN} AND (client_hash, network) <> ($1, $2) ORDER BY failed_at LIMIT $7 FOR UPDATE SKIP LOCKED))
  INSERT INTO token_guess AS g (client_hash, network, failures, failed_at, paused_until) VALUES ($1, $2, 1, now(), now())
  ON CONFLICT (client_hash, network) DO UPDATE SET failed_at = now(),
    failures = CASE WHEN g.${FORGOTTEN} THEN 1 ELSE g.failures + 1 END,
    paused_until = CASE WHEN g.${FORGOTTEN} OR g.failures + 1 < $4 THEN now()
      ELSE now() + least($6, $5 * power(2, least(g.failures + 1 - $4, 30))) * interval '1 s' END`;

/** Counts a failure. The row's lock puts those that arrive at once in order, so none is lost. */
export async function noteGuess(pool: Pool, { clientHash, network }: Guesser): Promise<void> {
  await pool.query(NOTE, [clientHash, network, LIMITS.guessMemorySeconds, LIMITS.freeGuesses, LIMITS.guessPauseSecondsMin, LIMITS.guessPauseSecondsMax, LIMITS.guessesSweptPerGuess]);
}

/** While it lasts even the right secret is not looked at: otherwise the pause would hold up nobody who guesses right. */
export function refusePaused(pauseSeconds: number | null): void {
  if (pauseSeconds === null) return;
  throw new Refusal(429, 'too_many_attempts', 'This client was tried with wrong credentials too often from this network. Wait, and check them.', { retryAfterSeconds: pauseSeconds });
}
