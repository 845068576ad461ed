import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { SigningKey } from '@qafila/auth/access-token';
import { LIMITS } from '../limits.ts';
import { newTokenKey, openTokenKey } from './token-key-row.ts';
import type { PublicJwk } from './token-key-row.ts';
import type { TokenKey } from './token.entity.ts';

export interface KeySet {
  signing: SigningKey;
  jwks: { keys: PublicJwk[] };
}
interface Row {
  generation: TokenKey['generation'];
  kid: TokenKey['kid'];
  public_jwk: TokenKey['publicJwk'];
  private_box: TokenKey['privateBox'];
  /** Computed: whether `signs_from` has passed. */
  signs: boolean;
  token_seconds_max: TokenKey['tokenSecondsMax'];
}

/**
 * The published keys, newest first. A key stays published until its last token has expired. The database's clock and
 * rows decide, so all replicas agree. $1: slack.
 */
const PUBLISHED = `
  SELECT generation, kid, public_jwk, private_box, signs_from <= now() AS signs, token_seconds_max
  FROM (SELECT *, lead(signs_from) OVER (ORDER BY generation) AS succeeded_at FROM token_key) AS k
  WHERE withdrawn_at IS NULL
    AND (succeeded_at IS NULL OR succeeded_at + (token_seconds_max + $1) * interval '1 s' > now())
  ORDER BY generation DESC`;

/** The keys that sign access tokens, cached for a short time, so that a burst of requests reads them once. */
export class TokenKeys {
  #cached: { keys: Promise<KeySet>; untilMs: number } | undefined;
  #signing: SigningKey | undefined;
  constructor(
    private readonly pool: Pool,
    private readonly master: KeyObject,
    private readonly lifetimeSeconds: number,
  ) {}

  /** At the first start of an instance. One of its replicas creates the key. */
  async createFirst(): Promise<void> {
    const { rows } = await this.pool.query('SELECT 1 FROM token_key LIMIT 1');
    if (rows.length > 0) return;
    const { kid, publicJwk, privateBox } = newTokenKey(this.master);
    await this.pool.query(
      `
      INSERT INTO token_key (generation, kid, public_jwk, private_box, signs_from) VALUES (1, $1, $2, $3, now())
      ON CONFLICT (generation) DO NOTHING`,
      [kid, publicJwk, privateBox],
    );
  }

  current(): Promise<KeySet> {
    const now = performance.now();
    if (this.#cached !== undefined && this.#cached.untilMs > now) return this.#cached.keys;
    const keys = this.#read();
    const cached = { keys, untilMs: now + LIMITS.tokenKeysFreshMs };
    this.#cached = cached;
    keys.catch(() => {
      if (this.#cached === cached) this.#cached = undefined;
    });
    return keys;
  }

  async #read(): Promise<KeySet> {
    const { rows } = await this.pool.query<Row>(PUBLISHED, [LIMITS.tokenKeySlackSeconds]);
    const row = rows.find(({ signs }) => signs);
    if (row === undefined)
      throw new Error('no key signs access tokens: the table token_key is empty or every key in it was withdrawn');
    // Recorded before the first token with this lifetime, so that the key outlives it even if the setting changes.
    if (row.token_seconds_max < this.lifetimeSeconds) {
      await this.pool.query(
        'UPDATE token_key SET token_seconds_max = greatest(token_seconds_max, $2) WHERE generation = $1',
        [row.generation, this.lifetimeSeconds],
      );
    }
    return { signing: this.#open(row), jwks: { keys: rows.map(({ public_jwk: jwk }) => jwk) } };
  }

  #open({ kid, private_box: box }: Row): SigningKey {
    if (this.#signing?.kid !== kid) this.#signing = { kid, privateKey: openTokenKey(this.master, kid, box) };
    return this.#signing;
  }
}
