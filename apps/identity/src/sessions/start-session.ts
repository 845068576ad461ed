import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Refusal } from '@qafila/envelopes/refusal';
import { truncate } from '@qafila/runtime/truncate';
import { LIMITS } from '../limits.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { Session } from './session.entity.ts';
import type { SessionState } from './session.entity.ts';
import { newSessionSecret, sessionHash } from './session-token.ts';
import type { SessionToken } from './session-token.ts';

/** From where a person signs in. */
export interface Browser {
  network: string;
  userAgent: string;
}

interface Place {
  account_id: string;
  store_id: string;
}

/** The store where the person was last, if the person still belongs to its account; else the oldest one. */
const PLACE = `
  SELECT s.account_id, s.store_id
  FROM membership m JOIN person p USING (person_id) JOIN store s ON s.account_id = m.account_id
  WHERE m.person_id = $1
  ORDER BY s.account_id IS DISTINCT FROM p.last_account_id, s.store_id IS DISTINCT FROM p.last_store_id,
    m.created_at, s.created_at, s.store_id
  LIMIT 1`;

const SWEEP = `
  DELETE FROM session WHERE session_id IN (
    SELECT session_id FROM session WHERE expires_at < now() - $1 * interval '1 s'
    ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** A new session with a new token, whatever the browser sent: a token that was planted there never becomes valid. */
export async function startSession(
  tx: EntityManager,
  ring: KeyRing,
  { personId, state, browser }: { personId: string; state: SessionState; browser: Browser },
): Promise<SessionToken> {
  const [place] = await tx.query<Place[]>(PLACE, [personId]);
  if (place === undefined)
    throw new Refusal(403, 'no_account', 'You belong to no account. Ask an owner of your account for an invitation.');
  await tx.query(SWEEP, [LIMITS.endedSessionsKeptSeconds, LIMITS.sessionsSweptPerSignIn]);
  const secret = newSessionSecret();
  const seconds = state === 'signed_in' ? LIMITS.sessionSeconds : LIMITS.secondFactorSeconds;
  await tx.insert(Session, {
    sessionId: `ses_${randomBytes(8).toString('hex')}`,
    tokenHash: sessionHash(ring, secret),
    kind: 'portal',
    state,
    personId,
    accountId: place.account_id,
    storeId: place.store_id,
    network: truncate(browser.network, LIMITS.networkCharactersMax),
    userAgent: truncate(browser.userAgent, LIMITS.userAgentCharactersMax),
    expiresAt: () => `now() + ${seconds} * interval '1 s'`,
  });
  return { secret, version: 1 };
}

/** Ends the session of a token, if it has one. */
export async function endSession(tx: EntityManager, ring: KeyRing, { secret }: SessionToken): Promise<void> {
  await tx.query('UPDATE session SET ended_at = now() WHERE token_hash = $1 AND ended_at IS NULL', [
    sessionHash(ring, secret),
  ]);
}
