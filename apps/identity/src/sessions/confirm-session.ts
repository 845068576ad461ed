import { Refusal } from '@qafila/envelopes/refusal';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { judgePassword } from '../people/sign-in-attempts.ts';
import { describeSession } from './describe-session.ts';
import { findSession } from './find-session.ts';
import type { FoundSession } from './find-session.ts';
import type { SessionToken } from './session-token.ts';
import type { SessionAnswer } from './session.schema.ts';

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

/**
 * The person proves again who they are. The new version of the token is a new name in the gateways' caches, so the
 * request that is repeated next is admitted everywhere.
 */
export async function confirmSession(
  dependencies: IdentityDependencies,
  token: SessionToken,
  { password, network }: { password: string; network: string },
): Promise<{ token: SessionToken; session: SessionAnswer }> {
  const { source, ring, mode } = dependencies;
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
    const next = confirmed && { secret: token.secret, version: confirmed.version };
    const found: FoundSession | undefined = next && (await findSession(tx, ring, next));
    if (next === undefined || found === undefined) throw notSignedIn();
    return { token: next, session: await describeSession(tx, { ring, mode }, found) };
  });
}
