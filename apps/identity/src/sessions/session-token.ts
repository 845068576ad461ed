import { createHmac, randomBytes } from 'node:crypto';
import { SESSION_COOKIE, readCookie } from '@qafila/auth/session-cookie';
import { LIMITS } from '../limits.ts';
import { notSignedIn } from '../people/current-caller.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';

/** 256 random bits, and the version of the session that the browser has seen. */
export interface SessionToken {
  secret: string;
  version: number;
}

const SHAPE = /^([\w-]{43})\.(\d{1,9})$/;

export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function readSessionToken(text: string | undefined): SessionToken | undefined {
  const [, secret, version] = SHAPE.exec(text ?? '') ?? [];
  return secret === undefined ? undefined : { secret, version: Number(version) };
}

/** The token of the request's cookie; undefined without one. */
export function sessionTokenOf(headers: { cookie?: string }): SessionToken | undefined {
  return readSessionToken(readCookie(headers.cookie, SESSION_COOKIE));
}

/** The gateway has resolved the same cookie, so a request without a token does not come from there. */
export function requireSessionToken(headers: { cookie?: string }): SessionToken {
  const token = sessionTokenOf(headers);
  if (token === undefined) throw notSignedIn();
  return token;
}

/** The stored form of the secret. The word keeps it apart from hashes of other secrets under the same pepper. */
export function sessionHash(ring: KeyRing, secret: string): Buffer {
  return pepperedHash(ring, `session ${secret}`);
}

/** Binds a form to the session and to the store that its page shows: a tab of another store cannot act in this one. */
export function csrfToken(
  ring: KeyRing,
  { sessionId, accountId, storeId }: { sessionId: string; accountId: string; storeId: string },
): string {
  return createHmac('sha256', ring.pepper).update(`csrf ${sessionId} ${accountId} ${storeId}`).digest('base64url');
}

/**
 * `__Host-` makes browsers refuse the cookie without Secure, with a Domain, or from another path. Lax, not Strict: a
 * link in a mail opens the portal signed in.
 */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function sessionCookie({ secret, version }: SessionToken): string {
  return `${SESSION_COOKIE}=${secret}.${version}; ${ATTRIBUTES}; Max-Age=${LIMITS.sessionSeconds}`;
}

export const ENDED_SESSION_COOKIE = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
