import type { FastifyRequest } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { createHmac } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import { sameText } from '../keys.ts';
import type { Keys } from '../keys.ts';

export type ApiRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** The per-request fault switch. */
export function faultHeader({ headers }: ApiRequest): string | undefined {
  return header(headers['x-sandbox-fault']);
}

/** The wallet: a hash over the body, of a GET over the path. */
export function requireSecureHash(keys: Keys, { headers, method, rawBody, raw }: ApiRequest): void {
  const expected = createHmac('sha256', keys.api('walletprovider')).update(method === 'GET' ? raw.url ?? '' : rawBody ?? '').digest('hex');
  if (!sameText(header(headers['secure-hash']) ?? '', expected)) throw new Refusal(401, 'invalid_hash', 'secure-hash is not the HMAC of what was sent.');
}

/** The key as user name, without a password. */
export function requireBasic(key: string, { headers }: ApiRequest): void {
  const expected = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  if (!sameText(header(headers.authorization) ?? '', expected)) throw new Refusal(401, 'unauthorized', 'The API key is unknown.');
}

/** The express courier: a signature over method, path, date and body. An old request is refused, so that what was sent cannot take effect for ever. */
export function requireExpressSignature(keys: Keys, { headers, method, rawBody, raw }: ApiRequest): void {
  const date = header(headers['x-express-date']) ?? '';
  const hmac = createHmac('sha256', keys.api('sandbox-express')).update(`${method}\n${raw.url ?? ''}\n${date}\n`);
  const isSigned = sameText(header(headers['x-express-signature']) ?? '', hmac.update(rawBody ?? '').digest('hex'));
  if (!isSigned) throw new Refusal(401, 'unauthorized', 'x-express-signature is not the HMAC of what was sent.');
  const ageMs = Date.now() - Number(date);
  const isFresh = ageMs <= LIMITS.signedMsMax && ageMs >= -LIMITS.signedAheadMsMax;
  if (!isFresh) throw new Refusal(401, 'stale_request', `x-express-date must be of the last ${LIMITS.signedMsMax} ms. Nothing was done.`);
}

export function requireBearer(key: string, { headers }: ApiRequest): void {
  if (!sameText(header(headers.authorization) ?? '', `Bearer ${key}`)) throw new Refusal(401, 'unauthorized', 'The API key is unknown.');
}

export function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
