import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';
import { newTokenKey } from './token-key-row.ts';

/** `withdraw`: every other key ends now, together with its tokens. For a key that leaked. */
export interface RotationOptions {
  leadSeconds?: number;
  withdraw?: boolean;
}
export interface RotatedKey {
  kid: string;
  signsFrom: Date;
}

/** Deletes the keys whose last token has expired, with their private parts. $1: slack. */
const SWEEP = `
  DELETE FROM token_key WHERE generation IN (
    SELECT generation FROM (
      SELECT generation, token_seconds_max, lead(signs_from) OVER (ORDER BY generation) AS succeeded_at FROM token_key
    ) AS k
    WHERE succeeded_at + (token_seconds_max + $1) * interval '1 s' < now())`;

/** A published key that does not sign yet is a rotation under way. A second rotation would shorten its lead time. */
const INSERT = `
  INSERT INTO token_key (generation, kid, public_jwk, private_box, signs_from)
  SELECT coalesce(max(generation), 0) + 1, $1, $2, $3, now() + $4 * interval '1 s' FROM token_key
  HAVING coalesce(bool_and(signs_from <= now() OR withdrawn_at IS NOT NULL), true)
  ON CONFLICT (generation) DO NOTHING RETURNING signs_from`;

/** Publishes a new key, which signs when every verifier can know it. Null: a rotation is already under way. */
export async function rotateKey(
  pool: Pool,
  master: KeyObject,
  { leadSeconds = LIMITS.tokenKeyLeadSeconds, withdraw = false }: RotationOptions = {},
): Promise<RotatedKey | null> {
  const { kid, publicJwk, privateBox } = newTokenKey(master);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(SWEEP, [LIMITS.tokenKeySlackSeconds]);
    if (withdraw) await client.query('UPDATE token_key SET withdrawn_at = now() WHERE withdrawn_at IS NULL');
    const {
      rows: [created],
    } = await client.query<{ signs_from: Date }>(INSERT, [kid, publicJwk, privateBox, withdraw ? 0 : leadSeconds]);
    // Without a new key the withdrawal is rolled back too.
    await client.query(created === undefined ? 'ROLLBACK' : 'COMMIT');
    return created === undefined ? null : { kid, signsFrom: created.signs_from };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
