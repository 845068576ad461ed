import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { sameText } from '../keys.ts';
import type { Keys } from '../keys.ts';
import { LIMITS } from '../limits.ts';

export type ApiRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** The header that injects a fault into this request. */
export function faultHeader({ headers }: ApiRequest): string | undefined {
  return header(headers['x-sandbox-fault']);
}

/** The wallet's authentication: a hash over the body; for a GET, over the path. */
export function requireSecureHash(keys: Keys, { headers, method, rawBody, raw }: ApiRequest): void {
  const expected = createHmac('sha256', keys.api('walletprovider'))
    .update(method === 'GET' ? (raw.url ?? '') : (rawBody ?? ''))
    .digest('hex');
  if (!sameText(header(headers['secure-hash']) ?? '', expected))
    throw new Refusal(401, 'invalid_hash', 'secure-hash is not the HMAC of the request.');
}

/** HTTP Basic with the key as user name and an empty password. */
export function requireBasic(key: string, { headers }: ApiRequest): void {
  const expected = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  if (!sameText(header(headers.authorization) ?? '', expected))
    throw new Refusal(401, 'unauthorized', 'The API key is unknown.');
}

/**
 * The express courier's signature over method, path, date and body. An old request is refused, so a delayed one never
 * takes effect.
 */
export function requireExpressSignature(keys: Keys, { headers, method, rawBody, raw }: ApiRequest): void {
  const date = header(headers['x-express-date']) ?? '';
  const hmac = createHmac('sha256', keys.api('sandbox-express')).update(`${method}\n${raw.url ?? ''}\n${date}\n`);
  const isSigned = sameText(header(headers['x-express-signature']) ?? '', hmac.update(rawBody ?? '').digest('hex'));
  if (!isSigned) throw new Refusal(401, 'unauthorized', 'x-express-signature is not the HMAC of the request.');
  const ageMs = Date.now() - Number(date);
  const isFresh = ageMs <= LIMITS.signedMsMax && ageMs >= -LIMITS.signedAheadMsMax;
  if (!isFresh)
    throw new Refusal(
      401,
      'stale_request',
      `x-express-date must be at most ${LIMITS.signedMsMax} ms old. Nothing was done.`,
    );
}

export function requireBearer(key: string, { headers }: ApiRequest): void {
  if (!sameText(header(headers.authorization) ?? '', `Bearer ${key}`))
    throw new Refusal(401, 'unauthorized', 'The API key is unknown.');
}

export function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
