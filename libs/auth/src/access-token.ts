import { createPublicKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose';
import { Refusal } from '@qafila/envelopes/refusal';
import { CLIENT_SCOPES } from './principal.ts';
import type { ClientScope, Principal } from './principal.ts';

/** The only algorithm: a token does not choose its own. */
export const ACCESS_TOKEN_ALGORITHM = 'ES256';
/** RFC 9068: no other kind of JWT is accepted as an access token. */
const TYPE = 'at+jwt';
const SKEW_SECONDS = 60;
const CLAIMS = ['sub', 'companyCode', 'scope', 'jti', 'iat', 'exp'];

type Mode = Principal['mode'];
/** The two instances differ in issuer and audience: neither accepts a token of the other, even if they share a key. */
const issuerOf = (mode: Mode): string => `qafila-${mode}`;
const audienceOf = (mode: Mode): string => `qafila-${mode}-shipments`;

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}
/** Public keys by `kid`. */
export type AccessKeys = ReadonlyMap<string, KeyObject>;

/**
 * The client that a token identifies. Revoking the secret `secretId`, with which the token was obtained, ends the token
 * too.
 */
export interface TokenClient {
  clientId: string;
  secretId: string;
}
export interface NewAccessToken extends TokenClient {
  companyCode: string;
  scopes: readonly ClientScope[];
  mode: Mode;
  lifetimeSeconds: number;
}
export interface AccessToken extends TokenClient {
  companyCode: string;
  scopes: ClientScope[];
  kid: string;
  usableUntilMs: number;
}

/** Signs the claims of RFC 9068 with `companyCode` (§4.2). The `jti` starts with the id of the secret. */
export function signAccessToken({ kid, privateKey }: SigningKey, token: NewAccessToken): Promise<string> {
  return new SignJWT({ companyCode: token.companyCode, scope: token.scopes.join(' ') })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: TYPE, kid })
    .setIssuer(issuerOf(token.mode))
    .setAudience(audienceOf(token.mode))
    .setSubject(token.clientId)
    .setJti(`${token.secretId}.${randomBytes(12).toString('base64url')}`)
    .setIssuedAt()
    .setExpirationTime(`${token.lifetimeSeconds}s`)
    .sign(privateKey);
}

/** The usable keys of a JWKS, or undefined when the value is not a JWKS. Keys of other kinds are ignored. */
export function readAccessKeys(jwks: unknown): AccessKeys | undefined {
  const { keys } = (jwks ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) return undefined;
  try {
    const ours = (keys as Record<string, unknown>[]).filter(
      ({ kid, kty, crv }) => typeof kid === 'string' && kty === 'EC' && crv === 'P-256',
    );
    return new Map(ours.map((jwk) => [jwk.kid as string, createPublicKey({ key: jwk, format: 'jwk' })]));
  } catch {
    return undefined;
  }
}

/**
 * Verifies signature, kind, issuer, audience and times. Throws a 401 refusal that distinguishes "expired" from "not
 * valid".
 */
export async function verifyAccessToken(text: string, keys: AccessKeys, mode: Mode): Promise<AccessToken> {
  try {
    // The last character of base64url has unused bits. Only one spelling is accepted, so that a token is cached once.
    const signature = text.slice(text.lastIndexOf('.') + 1);
    if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw new errors.JWSInvalid();
    const { payload, protectedHeader } = await jwtVerify(
      text,
      ({ kid = '' }) => keys.get(kid) ?? Promise.reject(new errors.JWKSNoMatchingKey()),
      {
        algorithms: [ACCESS_TOKEN_ALGORITHM],
        typ: TYPE,
        issuer: issuerOf(mode),
        audience: audienceOf(mode),
        clockTolerance: SKEW_SECONDS,
        requiredClaims: CLAIMS,
      },
    );
    const { sub = '', jti = '', exp = 0, scope, companyCode } = payload;
    const [secretId = ''] = jti.split('.');
    return {
      clientId: sub,
      secretId,
      companyCode: String(companyCode),
      kid: protectedHeader.kid as string,
      usableUntilMs: (exp + SKEW_SECONDS) * 1000,
      scopes: CLIENT_SCOPES.filter((known) => String(scope).split(' ').includes(known)),
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenExpired();
    throw tokenInvalid(otherMode(text, mode));
  }
}

export function tokenExpired(): Refusal {
  return new Refusal(401, 'TOKEN_EXPIRED', 'This token has expired. Ask for a new one.', { param: 'Token' });
}

export function tokenInvalid(why = 'This token is not valid. Ask for a new one.'): Refusal {
  return new Refusal(401, 'TOKEN_INVALID', why, { param: 'Token' });
}

/** The likeliest mistake is a token of the other instance; its unverified issuer is enough for the message. */
function otherMode(text: string, mode: Mode): string | undefined {
  const other = mode === 'stage' ? 'live' : 'stage';
  try {
    return decodeJwt(text).iss === issuerOf(other)
      ? `This token is of ${other}; this address serves ${mode}.`
      : undefined;
  } catch {
    return undefined;
  }
}
