import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { ROLES } from '@qafila/auth/principal';
import type { Role } from '@qafila/auth/principal';
import { PORTAL_API } from '@qafila/identity/api';
import { documentOf } from '@qafila/schema/document';
import { AnswerChecker } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';

const COOKIE = '__Host-qafila_session';
const checker = AnswerChecker.of(documentOf(PORTAL_API));

/** A browser of one person: it keeps the cookie and sends what a page of the portal sends. */
export class PortalClient {
  cookie: string | undefined;
  csrfToken: string | undefined;

  constructor(readonly origin: string) {}

  /** A call of a page, with what browsers and the portal add. `headers` replaces it; '' leaves a header out. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    const usual: Record<string, string> = {
      ...(this.cookie === undefined ? {} : { cookie: `${COOKIE}=${this.cookie}` }),
      ...(method === 'GET' ? {} : { origin: this.origin }),
      ...(method === 'GET' || this.csrfToken === undefined ? {} : { 'x-csrf-token': this.csrfToken }),
    };
    const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== '');
    const answer = await httpCall(this.origin + path, { method, body, headers: Object.fromEntries(sent) });
    checker.check(method, path, answer);
    this.#keep(answer);
    return answer;
  }

  /** The session. The sign-ins of one network are limited, so it waits for its turn. */
  async signIn({ email, password }: { email: string; password: string }): Promise<Json> {
    const answer = await this.patiently('POST', '/portal/api/session', { email, password });
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.text}`);
    return answer.body.data.session;
  }

  /** A call that a rate limit only delays. */
  patiently(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return eventually(async (): Promise<HttpAnswer | null> => {
      const answer = await this.call(method, path, body);
      return answer.status === 429 ? null : answer;
    });
  }

  #keep({ headers, body }: HttpAnswer): void {
    for (const line of headers.getSetCookie()) {
      const [, value] = new RegExp(`^${COOKIE}=([^;]*);`).exec(line) ?? [];
      if (value !== undefined) this.cookie = value === '' ? undefined : value;
    }
    const csrf = (body?.data?.csrf_token ?? body?.data?.session?.csrf_token) as unknown;
    if (typeof csrf === 'string') this.csrfToken = csrf;
  }
}

/** A person of each role in the owner's account, all with the owner's password. */
export async function addPersons(
  identityTables: pg.Pool,
  { accountId, portal }: { accountId: string; portal?: { email: string; password: string } },
): Promise<Record<Role, { email: string; password: string }>> {
  const { email: owner = '', password = '' } = portal ?? {};
  const persons = {} as Record<Role, { email: string; password: string }>;
  for (const role of ROLES) {
    const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
    const id = `usr_${randomBytes(8).toString('hex')}`;
    await identityTables.query(
      `
      INSERT INTO person (person_id, email, email_key, name, password_hash)
      SELECT $1, $2, $2, $3, password_hash FROM person WHERE email = $4`,
      [id, email, `The ${role}`, owner],
    );
    await identityTables.query('INSERT INTO membership (account_id, person_id, role) VALUES ($1, $2, $3)', [
      accountId,
      id,
      role,
    ]);
    persons[role] = { email, password };
  }
  return persons;
}
