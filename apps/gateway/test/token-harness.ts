import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { ACCOUNT, callGateway, json, keyRecord, startHarness } from './gateway-harness.ts';
import type { HttpAnswer } from '@qafila/testing/http-call';
import type { CallOptions, GatewayHarness } from './gateway-harness.ts';

export const CLIENT = 'sa_stage_5f1d7a3b9c2e4680aa55c3d1';
export const SHIPMENTS = '/oe/aggtr/api/v1/shipments';
const SCOPES = ['shipments:write', 'shipments:read'];

export interface TestKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: Record<string, unknown>;
}

export function newKey(kid: string): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    kid,
    privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' },
  };
}

export interface TokenChanges {
  key?: TestKey;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  expiresInSeconds?: number;
}

/** A token as identity issues it, with the changes that a test wants. `undefined` omits a part. */
export function token(
  key: TestKey,
  { header = {}, claims = {}, expiresInSeconds = 3_600 }: TokenChanges = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: 'qafila-stage',
    aud: 'qafila-stage-shipments',
    sub: CLIENT,
    companyCode: 'demo-1',
    scope: SCOPES.join(' '),
    jti: `sec_1.${Math.random().toString(36).slice(2)}`,
    iat: now - 10,
    exp: now + expiresInSeconds,
    ...claims,
  };
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header } as { alg: string })
    .sign(key.privateKey);
}

export interface TokenHarness extends GatewayHarness {
  /** The keys in the JWKS. */
  published: TestKey[];
  /** The clients that identity knows, by client and secret. */
  clients: Map<string, Record<string, unknown>>;
  /** Sends a request with this token in the header Token, or without a token. */
  send(text: string | undefined, path?: string, more?: CallOptions): Promise<HttpAnswer>;
}

/** The gateway harness with an identity that also knows clients and publishes keys. */
export async function startTokenHarness(
  environment: Record<string, string> = {},
  options: { nowMs?: () => number } = {},
): Promise<TokenHarness> {
  const harness = await startHarness(environment, options);
  const published = [newKey('kid_1')];
  const clients = new Map([
    [`${CLIENT} sec_1`, keyRecord({ key_id: CLIENT, scopes: SCOPES, hmac_secrets: [], rate_limit_per_second: 1_000 })],
  ]);
  const { answer } = harness.identity;
  harness.identity.answer = (received, response) => {
    if (received.url === '/.well-known/jwks.json')
      return json(response, 200, { keys: published.map(({ jwk }) => jwk) }, { 'cache-control': 'public, max-age=300' });
    if (received.url !== '/internal/v1/clients/resolve') return answer(received, response);
    const { client_id: client, secret_id: secret } = JSON.parse(received.body.toString()) as Record<string, string>;
    const record = clients.get(`${client} ${secret}`);
    return record === undefined
      ? json(response, 401, { success: false, message: 'This token was revoked.', error: { code: 'TOKEN_INVALID' } })
      : json(response, 200, record);
  };
  return {
    ...harness,
    published,
    clients,
    send: (text, path = SHIPMENTS, more = {}) =>
      callGateway(harness, path, {
        bare: true,
        ...more,
        headers: { ...(text === undefined ? {} : { Token: text }), ...more.headers },
      }),
  };
}

/** The status and the code of a refusal in the shipment dialect. */
export function refused({ status, body }: HttpAnswer): [number, string] {
  return [status, body.details?.[0]?.code ?? JSON.stringify(body)];
}

export { ACCOUNT };
