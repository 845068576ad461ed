import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { anotherStore, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest, Json } from './harness.ts';
import {
  EARLIER,
  FORM,
  UPDATED,
  askOf,
  basic,
  claimsOf,
  credentials,
  error,
  form,
  freshNetwork,
} from './token-client.ts';
import type { Ask } from './token-client.ts';

let identity: IdentityUnderTest;
let good: ReturnType<typeof credentials>;
let ask: Ask;
beforeAll(async () => {
  identity = await startIdentityForTest();
  good = credentials(identity);
  ask = askOf(identity);
});
afterAll(() => identity?.stop());

describe('an access token', () => {
  test('is exactly the object of §2.2, and must not be cached', async () => {
    const { status, body, headers } = await ask(UPDATED, good);
    expect([status, Object.entries(body)]).toEqual([
      200,
      [
        ['access_token', expect.any(String)],
        ['token_type', 'Bearer'],
        ['expires_in', 3600],
        ['scope', 'shipments:write shipments:read'],
      ],
    ]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  test('is a JWT that any library verifies with the public keys, with the claims of RFC 9068', async () => {
    const {
      body: { access_token: token },
    } = await ask(UPDATED, good);
    const published = await fetch(`${identity.service.url}/.well-known/jwks.json`);
    expect([published.status, published.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const jwks = (await published.json()) as Json;
    expect(jwks.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        use: 'sig',
        alg: 'ES256',
      },
    ]);
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: 'qafila-stage',
      audience: 'qafila-stage-shipments',
      typ: 'at+jwt',
    });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwks.keys[0].kid });
    expect(payload).toEqual({
      iss: 'qafila-stage',
      aud: 'qafila-stage-shipments',
      sub: good.clientId,
      companyCode: good.companyCode,
      scope: 'shipments:write shipments:read',
      jti: expect.stringMatching(/^sec_\w+\.[\w-]{16}$/),
      iat: expect.any(Number),
      exp: (payload.iat as number) + 3600,
    });
    expect(claimsOf((await ask(UPDATED, good)).body.access_token).payload.jti).not.toBe(payload.jti);
  });

  test('its private key is stored only in a sealed box', async () => {
    const {
      rows: [row],
    } = await identity.pool.query<{ private_box: Buffer; public_jwk: object }>(
      'SELECT private_box, public_jwk FROM token_key',
    );
    expect(Object.keys(row?.public_jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    // The PKCS #8 form of a P-256 key contains the identifier of the curve. The box must not show it.
    expect(row?.private_box.includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false);
  });

  test('has the requested scopes, in the order of the contract', async () => {
    const scope = async (requested: string): Promise<[number, string]> => {
      const { status, body } = await ask(UPDATED, { ...good, scope: requested });
      return [status, status === 200 ? (body.scope as string) : (body.error as string)];
    };
    expect(await scope('shipments:read')).toEqual([200, 'shipments:read']);
    expect(await scope('shipments:read  shipments:write shipments:read')).toEqual([
      200,
      'shipments:write shipments:read',
    ]);
    expect(await scope('')).toEqual([200, 'shipments:write shipments:read']);
    for (const invalid of ['shipments:delete', 'shipments:read keys:write', 'shipments:read,shipments:write', ' '])
      expect(await scope(invalid)).toEqual([400, 'invalid_scope']);
    const caller = await anotherStore(identity);
    const {
      body: { data: reader },
    } = await identity.call('POST', '/public/v1/service-account', { scopes: ['shipments:read'] }, caller);
    const own = { ...good, clientId: reader.client_id, clientSecret: reader.client_secret };
    expect((await ask(UPDATED, own)).body.scope).toBe('shipments:read');
    expect(error(await ask(UPDATED, { ...own, scope: 'shipments:write' }))).toEqual([400, 'invalid_scope']);
  });

  test('can be obtained with either of two live secrets, and names its secret', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    const {
      body: { data: second },
    } = await identity.call('POST', `/public/v1/service-account/${made.client_id}/secret`, undefined, caller);
    const secretOf = async (clientSecret: string): Promise<string> =>
      claimsOf(
        (await ask(UPDATED, { ...good, clientId: made.client_id, clientSecret })).body.access_token as string,
      ).payload.jti.split('.')[0] as string;
    expect([await secretOf(made.client_secret), await secretOf(second.client_secret)]).toEqual([
      made.secrets[0].secret_id,
      second.secret_id,
    ]);
    const {
      body: {
        data: {
          items: [{ secrets }],
        },
      },
    } = await identity.call('GET', '/public/v1/service-account', undefined, caller);
    expect(secrets.map((secret: Json) => secret.last_used_at)).toEqual([expect.any(String), expect.any(String)]);
    await identity.call(
      'DELETE',
      `/public/v1/service-account/${made.client_id}/secret/${made.secrets[0].secret_id}`,
      undefined,
      caller,
    );
    expect(
      error(
        await ask(UPDATED, { ...good, clientId: made.client_id, clientSecret: made.client_secret }, freshNetwork()),
      ),
    ).toEqual([401, 'invalid_client']);
    expect(await secretOf(second.client_secret)).toBe(second.secret_id);
  });
});

describe('the earlier form', () => {
  const snake = (): Record<string, string> => ({
    client_id: good.clientId,
    client_secret: good.clientSecret,
    grant_type: 'client_credentials',
  });

  test.each<[string, () => Promise<Answer>]>([
    ['JSON in camel case', () => ask(EARLIER, good)],
    ['JSON in snake case, without a company code', () => ask(EARLIER, snake())],
    ['both spellings that agree', () => ask(EARLIER, { ...good, ...snake(), company_code: good.companyCode })],
    ['a form in snake case', () => ask(EARLIER, form(snake()), FORM)],
    [
      'a form in camel case, with a charset',
      () => ask(EARLIER, form(good), { type: 'application/x-www-form-urlencoded; charset=UTF-8' }),
    ],
    [
      'Basic, the grant in a form',
      () =>
        ask(EARLIER, form({ grant_type: 'client_credentials', scope: 'shipments:read' }), {
          ...FORM,
          authorization: basic(good.clientId, good.clientSecret),
        }),
    ],
    [
      'basic in lower case, the grant and its own id in JSON',
      () =>
        ask(
          EARLIER,
          { grantType: 'client_credentials', clientId: good.clientId },
          { authorization: basic(good.clientId, good.clientSecret).replace('Basic', 'basic') },
        ),
    ],
    ['unknown parameters', () => ask(EARLIER, { ...snake(), audience: 'x', resource: ['y'] })],
  ])('accepts %s', async (_, send) => {
    const { status, body } = await send();
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
  });

  test('names the scheme in the answer to failed Basic authentication', async () => {
    const wrong = await ask(EARLIER, form({ grant_type: 'client_credentials' }), {
      ...FORM,
      authorization: basic(good.clientId, 'wrong'),
      ...freshNetwork(),
    });
    expect([...error(wrong), wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="qafila"',
    ]);
    expect(
      (await ask(EARLIER, { ...snake(), client_secret: 'wrong' }, freshNetwork())).headers.get('www-authenticate'),
    ).toBeNull();
  });
});
