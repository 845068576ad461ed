import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { ACCOUNT, ask, json, keyRecord, startStand } from './stand.ts';
import type { Ask, Got, Stand } from './stand.ts';

export const CLIENT = 'sa_stage_5f1d7a3b9c2e4680aa55c3d1';
export const SHIPMENTS = '/oe/aggtr/api/v1/shipments';
const SCOPES = ['shipments:write', 'shipments:read'];

export interface TestKey { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: Record<string, unknown> }

export function newKey(kid: string): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' } };
}

export interface Wanted { key?: TestKey; header?: Record<string, unknown>; claims?: Record<string, unknown>; expiresInSeconds?: number }

/** A token as identity makes them, with whatever a test wants to be otherwise; `undefined` leaves a part out. */
export function token(key: TestKey, { header = {}, claims = {}, expiresInSeconds = 3_600 }: Wanted = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: 'qafila-stage', aud: 'qafila-stage-shipments', sub: CLIENT, companyCode: 'demo-1', scope: SCOPES.join(' '), jti: `sec_1.${Math.random().toString(36).slice(2)}`,
    iat: now - 10, exp: now + expiresInSeconds, ...claims,
  };
  return new SignJWT(all).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header } as { alg: string }).sign(key.privateKey);
}

export interface TokenStand extends Stand {
  /** Those that the JWKS holds. */
  published: TestKey[];
  /** What identity knows, by client and secret. */
  clients: Map<string, Record<string, unknown>>;
  /** Sends this token, or none, in the header Token. */
  send(text: string | undefined, path?: string, more?: Ask): Promise<Got>;
}

/** The stand with an identity that also knows clients and publishes keys. */
export async function startTokenStand(environment: Record<string, string> = {}): Promise<TokenStand> {
  const stand = await startStand(environment);
  const published = [newKey('kid_1')];
  const clients = new Map([[`${CLIENT} sec_1`, keyRecord({ key_id: CLIENT, scopes: SCOPES, hmac_secrets: [], rate_limit_per_second: 1_000 })]]);
  const { answer } = stand.identity;
  stand.identity.answer = (seen, response) => {
    if (seen.url === '/.well-known/jwks.json') return json(response, 200, { keys: published.map(({ jwk }) => jwk) }, { 'cache-control': 'public, max-age=300' });
    if (seen.url !== '/internal/v1/clients/resolve') return answer(seen, response);
    const { client_id: client, secret_id: secret } = JSON.parse(seen.body.toString()) as Record<string, string>;
    const record = clients.get(`${client} ${secret}`);
    return record === undefined ? json(response, 401, { success: false, message: 'This token was revoked.', error: { code: 'TOKEN_INVALID' } }) : json(response, 200, record);
  };
  return {
    ...stand, published, clients,
    send: (text, path = SHIPMENTS, more = {}) => ask(stand, path, { bare: true, ...more, headers: { ...(text === undefined ? {} : { Token: text }), ...more.headers } }),
  };
}

/** The shipment envelope's status, and the code in its details. */
export function refused({ status, json: body }: Got): [number, string] {
  return [status, (body.details as unknown as { code: string }[] | undefined)?.[0]?.code ?? JSON.stringify(body)];
}

export { ACCOUNT };
