import type { Role, Scope } from '@qafila/auth/principal';
import { scopesOf } from '@qafila/auth/roles';
import { LIMITS } from '../limits.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { sessionHash } from './session-token.ts';
import type { SessionToken } from './session-token.ts';

/** A session that is valid now, with what its person may do in its account. */
export interface FoundSession {
  sessionId: string;
  personId: string;
  accountId: string;
  storeId: string;
  version: number;
  role: Role;
  scopes: Scope[];
  confirmedAt: Date;
  expiresAt: Date;
}

interface Row {
  session_id: string;
  person_id: string;
  account_id: string;
  store_id: string;
  version: number;
  role: Role;
  may_review: boolean;
  confirmed_at: Date;
  expires_at: Date;
}

/** What a session needs to be valid, by the database's clock. $2: how long it may rest. */
const VALID = `
  s.kind = 'portal' AND s.state = 'signed_in' AND s.ended_at IS NULL AND s.expires_at > now()
  AND s.used_at > now() - $2 * interval '1 s' AND p.suspended_at IS NULL`;

/**
 * $1 the token's hash, $3 its version, $4 how often the use is written. A version that the session does not
 * have yet was invented: gateways cache by the whole cookie, and each invention would be a new question.
 */
const FIND = `
  WITH found AS (
    SELECT s.session_id, s.person_id, s.account_id, s.store_id, s.version, s.confirmed_at, s.expires_at, m.role,
      m.may_review, s.used_at
    FROM session s JOIN person p USING (person_id) JOIN membership m USING (account_id, person_id)
    WHERE s.token_hash = $1 AND ${VALID} AND $3 BETWEEN 1 AND s.version),
  used AS (
    UPDATE session SET used_at = now()
    WHERE session_id IN (SELECT session_id FROM found WHERE used_at < now() - $4 * interval '1 s'))
  SELECT * FROM found`;

/** What can run a statement: a transaction of TypeORM or its source. */
export interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

export async function findSession(
  queries: Queries,
  ring: KeyRing,
  { secret, version }: SessionToken,
): Promise<FoundSession | undefined> {
  const [row] = await queries.query<Row[]>(FIND, [
    sessionHash(ring, secret),
    LIMITS.sessionIdleSeconds,
    version,
    LIMITS.sessionUsedEverySeconds,
  ]);
  if (row === undefined) return undefined;
  return {
    sessionId: row.session_id,
    personId: row.person_id,
    accountId: row.account_id,
    storeId: row.store_id,
    version: row.version,
    role: row.role,
    scopes: scopesOf(row.role, row.may_review),
    confirmedAt: row.confirmed_at,
    expiresAt: row.expires_at,
  };
}
