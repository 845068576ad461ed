import { Refusal } from '@qafila/envelopes/refusal';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { emailKey } from '../people/email-key.ts';
import { judgePassword } from '../people/sign-in-attempts.ts';
import { describeSession } from './describe-session.ts';
import { findSession } from './find-session.ts';
import type { FoundSession } from './find-session.ts';
import type { SessionToken } from './session-token.ts';
import type { SignInAnswer } from './session.schema.ts';
import { endSession, startSession } from './start-session.ts';
import type { Browser } from './start-session.ts';

export interface SignInRequest {
  email: string;
  password: string;
  browser: Browser;
  /** What the browser has from an earlier sign-in; that session ends. */
  replaces: SessionToken | undefined;
}

export interface SignedIn {
  token: SessionToken;
  answer: SignInAnswer;
}

interface PersonRow {
  person_id: string;
  password_hash: string | null;
}

const FIND_PERSON = 'SELECT person_id, password_hash FROM person WHERE email_key = $1 AND suspended_at IS NULL';

/** Signs a person in by password. Unknown persons and wrong passwords get the same answer after the same time. */
export async function signIn(
  dependencies: IdentityDependencies,
  { email, password, browser, replaces }: SignInRequest,
): Promise<SignedIn> {
  const { source, ring, mode } = dependencies;
  const key = emailKey(email) ?? '';
  const [person] = await source.query<PersonRow[]>(FIND_PERSON, [key]);
  const claim = { emailKey: key, network: browser.network, passwordHash: person?.password_hash };
  if (!(await judgePassword(dependencies, claim, password)) || person === undefined) throw wrongCredentials();
  return source.transaction(async (tx) => {
    if (replaces !== undefined) await endSession(tx, ring, replaces);
    const token = await startSession(tx, ring, { personId: person.person_id, state: 'signed_in', browser });
    const session = (await findSession(tx, ring, token)) as FoundSession;
    return { token, answer: { state: 'signed_in', session: await describeSession(tx, { ring, mode }, session) } };
  });
}

function wrongCredentials(): Refusal {
  return new Refusal(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');
}
