import { Refusal } from '@qafila/envelopes/refusal';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { judgePassword } from '../people/sign-in-attempts.ts';
import { findSession } from './find-session.ts';
import { renewedSession } from './renewed-session.ts';
import type { RenewedSession } from './renewed-session.ts';
import type { SessionToken } from './session-token.ts';

const FIND_HASH = 'SELECT email_key, password_hash FROM person WHERE person_id = $1';

/** Only while the session has not ended and the password is still the one that was judged. */
const CONFIRM = `
  UPDATE session s SET confirmed_at = now(), version = s.version + 1 FROM person p
  WHERE s.session_id = $1 AND s.ended_at IS NULL AND p.person_id = s.person_id AND p.password_hash = $2
  RETURNING s.version`;

interface PersonRow {
  email_key: string;
  password_hash: string | null;
}

/** The person proves again who they are. The request that is repeated next is admitted everywhere. */
export async function confirmSession(
  dependencies: IdentityDependencies,
  token: SessionToken,
  { password, network }: { password: string; network: string },
): Promise<RenewedSession> {
  const { source, ring } = dependencies;
  const session = await findSession(source, ring, token);
  if (session === undefined) throw notSignedIn();
  const [person] = await source.query<[PersonRow]>(FIND_HASH, [session.personId]);
  // Hashing takes 30 ms: no transaction is open meanwhile.
  const claim = { emailKey: person.email_key, network, passwordHash: person.password_hash };
  if (!(await judgePassword(dependencies, claim, password)))
    throw new Refusal(401, 'wrong_credentials', 'The password is wrong.');
  return source.transaction(async (tx) => {
    // TypeORM returns the rows of an UPDATE together with their count.
    const [[confirmed]] = await tx.query<[{ version: number }[], number]>(CONFIRM, [
      session.sessionId,
      person.password_hash,
    ]);
    return renewedSession(tx, dependencies, token, confirmed?.version);
  });
}
