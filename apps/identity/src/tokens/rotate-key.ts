import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';
import { newTokenKey } from './token-key-row.ts';

/** `withdraw`: every other key ends now, with the tokens under it. For a key that somebody has seen. */
export interface Rotation { leadSeconds?: number; withdraw?: boolean }
export interface Rotated { kid: string; signsFrom: Date }

/** Keys whose last token has expired; their private halves need not be kept. $1: slack. */
const SWEEP = `
  DELETE FROM token_key WHERE generation IN (
    SELECT generation FROM (SELECT generation, token_seconds_max, lead(signs_from) OVER (ORDER BY generation) AS succeeded_at FROM token_key) AS k
    WHERE succeeded_at + (token_seconds_max + $1) * interval '1 s' < now())`;

/** One that is published and does not sign yet is a rotation under way: a second would hurry it. */
const INSERT = `
  INSERT INTO token_key (generation, kid, public_jwk, private_box, signs_from)
  SELECT coalesce(max(generation), 0) + 1, $1, $2, $3, now() + $4 * interval '1 s' FROM token_key
  HAVING coalesce(bool_and(signs_from <= now() OR withdrawn_at IS NOT NULL), true) ON CONFLICT (generation) DO NOTHING RETURNING signs_from`;

/** Publishes a new key that signs once every verifier can know it. Null: a rotation is under way already. */
export async function rotateKey(pool: Pool, master: KeyObject, { leadSeconds = LIMITS.tokenKeyLeadSeconds, withdraw = false }: Rotation = {}): Promise<Rotated | null> {
  const { kid, publicJwk, privateBox } = newTokenKey(master);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(SWEEP, [LIMITS.tokenKeySlackSeconds]);
    if (withdraw) await client.query('UPDATE token_key SET withdrawn_at = now() WHERE withdrawn_at IS NULL');
    const { rows: [made] } = await client.query<{ signs_from: Date }>(INSERT, [kid, publicJwk, privateBox, withdraw ? 0 : leadSeconds]);
    // Without a new key none may be withdrawn either.
    await client.query(made === undefined ? 'ROLLBACK' : 'COMMIT');
    return made === undefined ? null : { kid, signsFrom: made.signs_from };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
