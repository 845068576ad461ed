import { createHash, createHmac } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Callback, Handshake, ReceivedCall } from '../src/providers/callback.ts';
import { isSameSecret } from '../src/providers/is-same-secret.ts';
import { FakeConnection } from './fake-kind.ts';

const AGE_SECONDS_MAX = 300;

/** A JWT (HS256) in `authorization`, over the time and the body's hash. */
export function bearerOf(
  body: Buffer,
  { secret, atMs, alg = 'HS256' }: { secret: string; atMs: number; alg?: string },
): string {
  const claims = { iat: Math.floor(atMs / 1_000), body: createHash('sha256').update(body).digest('hex') };
  const text = [{ alg, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The fake gateway with calls that a JWT authenticates, as some providers have it. */
export class FakeJwtConnection extends FakeConnection {
  override readCallback(call: ReceivedCall): Callback | Handshake {
    const { credentials, previous } = this.spec;
    const given = String(call.headers['authorization'] ?? '');
    const secret = [credentials.webhook_secret, previous?.webhook_secret].find(
      (each) => each && isProven(call, given, each),
    );
    if (secret === undefined) throw new Refusal(401, 'signature_mismatch', 'The token of this callback is wrong.');
    return super.readCallback({ ...call, headers: { 'x-secret': secret } });
  }
}

/** The token that this secret gives for the body at the time that it names, which is not long ago. */
function isProven({ rawBody, nowMs }: ReceivedCall, given: string, secret: string): boolean {
  const [, claims = ''] = given.split('.');
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { iat?: unknown };
  if (typeof iat !== 'number' || Math.abs(nowMs / 1_000 - iat) > AGE_SECONDS_MAX) return false;
  return isSameSecret(given, bearerOf(rawBody, { secret, atMs: iat * 1_000 }));
}
