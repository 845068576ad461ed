import type { EntityManager } from 'typeorm';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { describeSession } from './describe-session.ts';
import { findSession } from './find-session.ts';
import type { SessionToken } from './session-token.ts';
import type { SessionAnswer } from './session.schema.ts';

export interface RenewedSession {
  token: SessionToken;
  session: SessionAnswer;
}

/**
 * The session under the new version of its token, which is a new name in the gateways' caches: the next request is
 * judged by what has just changed. No version: the session ended meanwhile.
 */
export async function renewedSession(
  tx: EntityManager,
  { ring, mode }: IdentityDependencies,
  { secret }: SessionToken,
  version: number | undefined,
): Promise<RenewedSession> {
  const token = version === undefined ? undefined : { secret, version };
  const found = token && (await findSession(tx, ring, token));
  if (token === undefined || found === undefined) throw notSignedIn();
  return { token, session: await describeSession(tx, { ring, mode }, found) };
}
