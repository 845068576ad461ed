import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { callGateway, keyRecord, principalOf, raw, STOPPED_CLOCK } from './gateway-harness.ts';
import { ACCOUNT, CLIENT, SHIPMENTS, newKey, refused, startTokenHarness, token } from './token-harness.ts';
import type { TestKey, TokenHarness } from './token-harness.ts';

let harness: TokenHarness;
let key: TestKey;
beforeAll(async () => {
  harness = await startTokenHarness();
  [key] = harness.published as [TestKey];
});
afterAll(() => harness?.stop());

describe('a valid token', () => {
  test('is accepted in the header Token, and the service gets its principal but not the token', async () => {
    const good = await token(key);
    const body = '{"referenceNumber":  "a-1", "currency":"SAR"}';
    const answer = await harness.send(good, `${SHIPMENTS}?x=%D9%82`, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': 'k-1', Authorization: `Bearer ${good}`, 'accept-language': 'ar' },
    });
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '2000']);
    const received = harness.shipment.received.at(-1)!;
    expect([
      received.url,
      received.body.toString(),
      received.headers['idempotency-key'],
      received.headers['accept-language'],
    ]).toEqual([`${SHIPMENTS}?x=%D9%82`, body, 'k-1', 'ar']);
    expect([received.headers.token, received.headers.authorization]).toEqual([undefined, undefined]);
    expect(await principalOf(harness, received, 'shipment')).toEqual({
      accountId: ACCOUNT,
      storeId: 'store_1',
      mode: 'stage',
      keyId: CLIENT,
      scopes: ['shipments:write', 'shipments:read'],
    });
    await expect(principalOf(harness, received, 'metering')).rejects.toMatchObject({ status: 401 });
  });

  test.each(['Bearer ', 'bearer ', 'BEARER   '])('is accepted as Authorization: %j', async (scheme) => {
    expect(
      (
        await harness.send(undefined, `${SHIPMENTS}/s-1/track`, {
          headers: { authorization: scheme + (await token(key)) },
        })
      ).status,
    ).toBe(200);
  });

  test('narrows the scopes of its client and never extends them', async () => {
    const scopesOf = async (scope: string): Promise<string[]> => {
      expect((await harness.send(await token(key, { claims: { scope } }))).status).toBe(200);
      return (await principalOf(harness, harness.shipment.received.at(-1)!, 'shipment')).scopes;
    };
    expect(await scopesOf('shipments:read')).toEqual(['shipments:read']);
    expect(await scopesOf('shipments:read keys:write meters:read')).toEqual(['shipments:read']);
    harness.clients.set(
      `${CLIENT} sec_reader`,
      keyRecord({ key_id: CLIENT, scopes: ['shipments:read'], hmac_secrets: [] }),
    );
    expect((await harness.send(await token(key, { claims: { jti: 'sec_reader.x' } }))).status).toBe(200);
    expect((await principalOf(harness, harness.shipment.received.at(-1)!, 'shipment')).scopes).toEqual([
      'shipments:read',
    ]);
  });

  test('is accepted every time when a new token is sent 150 times at once', async () => {
    const fresh = await token(key);
    const all = await Promise.all(Array.from({ length: 150 }, () => harness.send(fresh)));
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('is valid only for shipments, where an API key is not', async () => {
    expect((await harness.send(await token(key), '/public/v1/meter')).body.error?.code).toBe('missing_header');
    expect(refused(await callGateway(harness, SHIPMENTS))).toEqual([401, 'TOKEN_MISSING']);
  });

  test('may come with an x-signature, which is ignored', async () => {
    expect(
      (
        await harness.send(await token(key), SHIPMENTS, {
          method: 'POST',
          body: '{}',
          headers: { 'x-signature': 'abc' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('a token is refused', () => {
  const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const parts = async (): Promise<[string, string, string]> =>
    (await token(key)).split('.') as [string, string, string];
  const hmac = (secret: string | Buffer, header: object = {}): Promise<string> =>
    parts().then(([, payload]) => {
      const signed = `${b64({ alg: 'HS256', typ: 'at+jwt', kid: key.kid, ...header })}.${payload}`;
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    });
  const stranger = newKey('kid_1');
  const unknown = newKey('kid_unknown');

  test.each<[string, () => Promise<string>]>([
    ['alg none', async () => `${b64({ alg: 'none', typ: 'at+jwt', kid: 'kid_1' })}.${(await parts())[1]}.`],
    [
      'alg None with the signature',
      async () => {
        const [, payload, signature] = await parts();
        return `${b64({ alg: 'None', typ: 'at+jwt', kid: 'kid_1' })}.${payload}.${signature}`;
      },
    ],
    ['HS256 under the public key as PEM', () => hmac(key.publicKey.export({ type: 'spki', format: 'pem' }) as string)],
    ['HS256 under the public key as DER', () => hmac(key.publicKey.export({ type: 'spki', format: 'der' }))],
    ['HS256 under the public key as JWK', () => hmac(JSON.stringify(key.jwk))],
    ['HS256 under an empty secret', () => hmac('')],
    [
      'HS256 by a library',
      async () =>
        new SignJWT({ sub: CLIENT })
          .setProtectedHeader({ alg: 'HS256', kid: 'kid_1' })
          .setExpirationTime('1h')
          .sign(createSecretKey(Buffer.from(JSON.stringify(key.jwk)))),
    ],
    ['another key under our kid', () => token(stranger)],
    ['a kid that is not published', () => token(unknown)],
    ['our key under another kid', () => token({ ...key, kid: 'kid_2' })],
    ['no kid', () => token(key, { header: { kid: undefined } })],
    ["a kid that is an object's own property", () => token(key, { header: { kid: '__proto__' } })],
    ['an embedded key', () => token(stranger, { header: { jwk: stranger.jwk } })],
    ['a key at an embedded address', () => token(stranger, { header: { jku: 'http://127.0.0.1:1/jwks.json' } })],
    [
      'an extension that must be understood',
      () =>
        token(key, { header: { crit: ['exp'] } }).catch(async () => {
          const [, payload, signature] = await parts();
          return `${b64({ alg: 'ES256', typ: 'at+jwt', kid: 'kid_1', crit: ['x'], x: 1 })}.${payload}.${signature}`;
        }),
    ],
    ['no typ', () => token(key, { header: { typ: undefined } })],
    ['the typ of an identity token', () => token(key, { header: { typ: 'JWT' } })],
    ['another audience', () => token(key, { claims: { aud: 'qafila-stage-payments' } })],
    ['no audience', () => token(key, { claims: { aud: undefined } })],
    ['another issuer', () => token(key, { claims: { iss: 'qafila' } })],
    ['the issuer of a seal', () => token(key, { claims: { iss: 'qafila-gateway', aud: 'shipment' } })],
    ['no expiry', () => token(key, { claims: { exp: undefined } })],
    ['an expiry that is not a number', () => token(key, { claims: { exp: '9999999999' } })],
    ['a start far in the future', () => token(key, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } })],
    ['no client', () => token(key, { claims: { sub: undefined } })],
    ['no id', () => token(key, { claims: { jti: undefined } })],
    ['no scope', () => token(key, { claims: { scope: undefined } })],
    ['no company', () => token(key, { claims: { companyCode: undefined } })],
    ['an unknown client', () => token(key, { claims: { sub: 'sa_stage_other' } })],
    ['a secret of another client', () => token(key, { claims: { jti: 'sec_other.x' } })],
    ['an id without a secret', () => token(key, { claims: { jti: 'x' } })],
    ['two parts', async () => (await parts()).slice(0, 2).join('.')],
    ['four parts', async () => `${await token(key)}.x`],
    ['five thousand characters', () => token(key, { claims: { padding: 'x'.repeat(5_000) } })],
    ['an API key instead of a token', async () => `sk_stage_${'a'.repeat(49)}`],
  ])('with %s', async (_, make) => {
    const before = harness.shipment.received.length;
    expect(refused(await harness.send(await make()))).toEqual([401, 'TOKEN_INVALID']);
    expect(harness.shipment.received).toHaveLength(before);
  });

  test('if it is missing, in the shipment dialect', async () => {
    const answer = await harness.send(undefined);
    expect([answer.status, answer.headers.get('www-authenticate'), answer.body]).toEqual([
      401,
      'Bearer',
      {
        errorCode: '401',
        errorMessage: 'Send an access token in the header Token.',
        errorStatus: 'Error',
        userMessage: expect.any(String),
        details: [
          {
            code: 'TOKEN_MISSING',
            field: 'Token',
            message: expect.any(String),
            request_id: answer.headers.get('x-request-id'),
          },
        ],
      },
    ]);
    expect(refused(await harness.send(''))).toEqual([401, 'TOKEN_MISSING']);
    expect(refused(await harness.send(undefined, SHIPMENTS, { headers: { authorization: 'Basic YTpi' } }))).toEqual([
      401,
      'TOKEN_MISSING',
    ]);
  });

  test('if two valid tokens differ; the same token twice is accepted', async () => {
    const [first, second] = [await token(key), await token(key)];
    expect(refused(await harness.send(first, SHIPMENTS, { headers: { authorization: `Bearer ${second}` } }))).toEqual([
      401,
      'TOKEN_INVALID',
    ]);
    const repeated = `GET ${SHIPMENTS} HTTP/1.1\r\nHost: x\r\nToken: ${first}\r\nToken: ${first}\r\n\r\n`;
    expect(await raw(harness, repeated)).toMatch(/^HTTP\/1.1 401 .*"TOKEN_INVALID"/s);
    expect((await harness.send(first, SHIPMENTS, { headers: { authorization: `Bearer ${first}` } })).status).toBe(200);
  });

  test('if it has expired beyond 60 s of skew, even if it was cached', async () => {
    const answer = await harness.send(await token(key, { expiresInSeconds: -61 }));
    expect([...refused(answer), answer.headers.get('www-authenticate')]).toEqual([
      401,
      'TOKEN_EXPIRED',
      'Bearer error="invalid_token"',
    ]);
    const ending = await token(key, { expiresInSeconds: -55 });
    expect((await harness.send(ending)).status).toBe(200);
    await eventually(async () => (await harness.send(ending)).status === 401, { timeoutMs: 10_000 });
    expect(refused(await harness.send(ending))).toEqual([401, 'TOKEN_EXPIRED']);
  });

  test('if it is from the other instance, even if both share a key', async () => {
    const answer = await harness.send(
      await token(key, { claims: { iss: 'qafila-live', aud: 'qafila-live-shipments' } }),
    );
    expect([...refused(answer), answer.body.errorMessage]).toEqual([
      401,
      'TOKEN_INVALID',
      'This token is of live; this address serves stage.',
    ]);
    const live = await startTokenHarness({ MODE: 'live' });
    expect(refused(await live.send(await token(live.published[0] as TestKey)))).toEqual([401, 'TOKEN_INVALID']);
    // The gateway refuses it even if a misconfigured identity knows the client.
    expect(
      (
        await live.send(
          await token(live.published[0] as TestKey, { claims: { iss: 'qafila-live', aud: 'qafila-live-shipments' } }),
        )
      ).status,
    ).toBe(403);
    await live.stop();
  });

  test('if it was changed in any way', async () => {
    const good = await token(key);
    expect((await harness.send(good)).status).toBe(200);
    const at = fc.nat(good.length - 1);
    const mangled = fc
      .oneof(
        fc
          .tuple(at, fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'))
          .map(([index, character]) => good.slice(0, index) + character + good.slice(index + 1)),
        fc.tuple(at, at).map(([from, to]) => good.slice(0, Math.min(from, to)) + good.slice(Math.max(from, to) + 1)),
        fc
          .tuple(at, fc.stringMatching(/^[\w.-]{1,8}$/))
          .map(([index, text]) => good.slice(0, index) + text + good.slice(index)),
        fc.tuple(at, at).map(([from, to]) => {
          const all = [...good];
          [all[from], all[to]] = [all[to] as string, all[from] as string];
          return all.join('');
        }),
        fc.constantFrom(
          good.toLowerCase(),
          good.toUpperCase(),
          `${good}=`,
          `${good}.`,
          `.${good}`,
          good.replaceAll('_', '/').replaceAll('-', '+'),
          good.split('.').reverse().join('.'),
        ),
      )
      .filter((text) => text !== good);
    const before = harness.shipment.received.length;
    await fc.assert(
      fc.asyncProperty(mangled, async (text) => {
        // Refusals count against the network, so a burst of them would get 429.
        await eventually(async () => {
          const answer = await harness.send(text);
          return answer.status !== 429 && answer;
        }).then((answer) => expect([text, answer.status]).toEqual([text, 401]));
      }),
      { numRuns: 400 },
    );
    expect(harness.shipment.received).toHaveLength(before);
  }, 120_000);
});

describe('revocation', () => {
  let isolated: TokenHarness;
  afterEach(() => isolated.stop());

  test('of a client or secret takes effect within five seconds while its token is in use', async () => {
    isolated = await startTokenHarness({}, STOPPED_CLOCK);
    const inUse = await token(isolated.published[0] as TestKey);
    expect((await isolated.send(inUse)).status).toBe(200);
    isolated.clients.clear();
    const revokedAt = performance.now();
    await eventually(async () => (await isolated.send(inUse)).status === 401, { timeoutMs: 5_000, intervalMs: 50 });
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect(refused(await isolated.send(inUse))).toEqual([401, 'TOKEN_INVALID']);
  });

  test('of a signing key takes effect as fast, and a new key is known by then', async () => {
    isolated = await startTokenHarness();
    const [old, fresh] = [isolated.published[0] as TestKey, newKey('kid_2')];
    const [before, after] = [await token(old), await token(fresh)];
    expect([(await isolated.send(before)).status, (await isolated.send(after)).status]).toEqual([200, 401]);
    isolated.published.push(fresh);
    await eventually(async () => (await isolated.send(after)).status === 200, { timeoutMs: 5_000, intervalMs: 50 });
    expect((await isolated.send(before)).status).toBe(200);
    isolated.published.shift();
    await eventually(async () => (await isolated.send(before)).status === 401, { timeoutMs: 5_000, intervalMs: 50 });
    expect((await isolated.send(after)).status).toBe(200);
  });

  test('without identity, known tokens work for seconds, then get 503 until it is back', async () => {
    isolated = await startTokenHarness({}, STOPPED_CLOCK);
    const inUse = await token(isolated.published[0] as TestKey);
    expect((await isolated.send(inUse)).status).toBe(200);
    const askedAt = performance.now();
    await isolated.identity.stop();
    expect((await isolated.send(inUse)).status).toBe(200);
    const away = await eventually(
      async () => {
        const answer = await isolated.send(inUse);
        return answer.status !== 200 && answer;
      },
      { timeoutMs: 5_000, intervalMs: 50 },
    );
    expect(performance.now() - askedAt).toBeGreaterThan(3_500);
    expect([...refused(away), away.headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    await isolated.identity.start();
    await eventually(async () => (await isolated.send(inUse)).status === 200);
  });

  test('a token in use causes few calls to identity, and guessed tokens cause none', async () => {
    isolated = await startTokenHarness({}, STOPPED_CLOCK);
    const inUse = await token(isolated.published[0] as TestKey);
    await isolated.send(inUse);
    const guesses = await Promise.all(
      Array.from({ length: 300 }, (_, n) => token(newKey(`kid_${n}`)).then((guess) => isolated.send(guess))),
    );
    const burst = LIMITS.failedAuthenticationsPerSecond * LIMITS.burstSeconds;
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(burst);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(300 - burst);
    expect((await isolated.send(inUse)).status).toBe(200);
    expect(isolated.identity.received.filter(({ url }) => url === '/internal/v1/clients/resolve').length).toBeLessThan(
      5,
    );
    expect(isolated.identity.received.filter(({ url }) => url === '/.well-known/jwks.json').length).toBeLessThan(5);
    expect(
      isolated.identity.received.find(({ url }) => url === '/internal/v1/clients/resolve')?.headers[PRINCIPAL_HEADER],
    ).toEqual(expect.any(String));
  });

  test('a client has its harness rate', async () => {
    isolated = await startTokenHarness({}, STOPPED_CLOCK);
    isolated.clients.set(
      `${CLIENT} sec_1`,
      keyRecord({ key_id: CLIENT, scopes: [], hmac_secrets: [], rate_limit_per_second: 5 }),
    );
    const clientToken = await token(isolated.published[0] as TestKey);
    const all = await Promise.all(Array.from({ length: 30 }, () => isolated.send(clientToken)));
    const over = all.find(({ status }) => status === 429)!;
    expect([refused(over), over.body.errorMessage, over.headers.get('retry-after')]).toEqual([
      [429, 'RATE_LIMITED'],
      'This service account may send 5 requests a second.',
      '1',
    ]);
    isolated.clients.set(`${CLIENT}2 sec_1`, keyRecord({ key_id: `${CLIENT}2`, scopes: [], hmac_secrets: [] }));
    expect(
      (await isolated.send(await token(isolated.published[0] as TestKey, { claims: { sub: `${CLIENT}2` } }))).status,
    ).toBe(200);
  });
});
