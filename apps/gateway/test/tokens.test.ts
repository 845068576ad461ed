import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { eventually } from '@qafila/testing/wait';
import { ask, keyRecord, principalOf } from './stand.ts';
import { ACCOUNT, CLIENT, SHIPMENTS, newKey, refused, startTokenStand, token } from './token-stand.ts';
import type { TestKey, TokenStand } from './token-stand.ts';

let stand: TokenStand;
let key: TestKey;
beforeAll(async () => {
  stand = await startTokenStand();
  [key] = stand.published as [TestKey];
});
afterAll(() => stand?.stop());

describe('a good token', () => {
  test('passes in the header Token, and the service gets its principal and never the token', async () => {
    const good = await token(key);
    const body = '{"referenceNumber":  "a-1", "currency":"SAR"}';
    const got = await stand.send(good, `${SHIPMENTS}?x=%D9%82`, { method: 'POST', body, headers: { 'idempotency-key': 'k-1', Authorization: `Bearer ${good}`, 'accept-language': 'ar' } });
    expect([got.status, got.headers['ratelimit-limit']]).toEqual([200, '2000']);
    const seen = stand.shipment.seen.at(-1)!;
    expect([seen.url, seen.body.toString(), seen.headers['idempotency-key'], seen.headers['accept-language']]).toEqual([`${SHIPMENTS}?x=%D9%82`, body, 'k-1', 'ar']);
    expect([seen.headers.token, seen.headers.authorization]).toEqual([undefined, undefined]);
    expect(await principalOf(stand, seen, 'shipment')).toEqual({ accountId: ACCOUNT, storeId: 'store_1', mode: 'stage', keyId: CLIENT, scopes: ['shipments:write', 'shipments:read'] });
    await expect(principalOf(stand, seen, 'metering')).rejects.toMatchObject({ status: 401 });
  });

  test.each(['Bearer ', 'bearer ', 'BEARER   '])('passes as Authorization: %j', async (scheme) => {
    expect((await stand.send(undefined, `${SHIPMENTS}/s-1/track`, { headers: { authorization: scheme + await token(key) } })).status).toBe(200);
  });

  test('says less than its client may do, and never more', async () => {
    const scopesOf = async (scope: string): Promise<string[]> => {
      expect((await stand.send(await token(key, { claims: { scope } }))).status).toBe(200);
      return (await principalOf(stand, stand.shipment.seen.at(-1)!, 'shipment')).scopes;
    };
    expect(await scopesOf('shipments:read')).toEqual(['shipments:read']);
    expect(await scopesOf('shipments:read keys:write meters:read')).toEqual(['shipments:read']);
    stand.clients.set(`${CLIENT} sec_reader`, keyRecord({ key_id: CLIENT, scopes: ['shipments:read'], hmac_secrets: [] }));
    expect((await stand.send(await token(key, { claims: { jti: 'sec_reader.x' } }))).status).toBe(200);
    expect((await principalOf(stand, stand.shipment.seen.at(-1)!, 'shipment')).scopes).toEqual(['shipments:read']);
  });

  test('sent a hundred and fifty times at once before it was ever seen passes each time', async () => {
    const fresh = await token(key);
    const all = await Promise.all(Array.from({ length: 150 }, () => stand.send(fresh)));
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('opens no other area, and a key opens no shipments', async () => {
    expect((await stand.send(await token(key), '/public/v1/meter')).json.error?.code).toBe('missing_header');
    expect(refused(await ask(stand, SHIPMENTS))).toEqual([401, 'TOKEN_MISSING']);
  });

  test('an x-signature beside it is nobody\'s business', async () => {
    expect((await stand.send(await token(key), SHIPMENTS, { method: 'POST', body: '{}', headers: { 'x-signature': 'abc' } })).status).toBe(200);
  });
});

describe('what does not pass', () => {
  const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const parts = async (): Promise<[string, string, string]> => (await token(key)).split('.') as [string, string, string];
  const hmac = (secret: string | Buffer, header: object = {}): Promise<string> => parts().then(([, payload]) => {
    const signed = `${b64({ alg: 'HS256', typ: 'at+jwt', kid: key.kid, ...header })}.${payload}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  });
  const stranger = newKey('kid_1');
  const unknown = newKey('kid_unknown');

  test.each<[string, () => Promise<string>]>([
    ['alg none', async () => `${b64({ alg: 'none', typ: 'at+jwt', kid: 'kid_1' })}.${(await parts())[1]}.`],
    ['alg None with the signature', async () => { const [, payload, signature] = await parts(); return `${b64({ alg: 'None', typ: 'at+jwt', kid: 'kid_1' })}.${payload}.${signature}`; }],
    ['HS256 under the public key as PEM', () => hmac(key.publicKey.export({ type: 'spki', format: 'pem' }) as string)],
    ['HS256 under the public key as DER', () => hmac(key.publicKey.export({ type: 'spki', format: 'der' }))],
    ['HS256 under the public key as JWK', () => hmac(JSON.stringify(key.jwk))],
    ['HS256 under nothing', () => hmac('')],
    ['HS256 by a library', async () => new SignJWT({ sub: CLIENT }).setProtectedHeader({ alg: 'HS256', kid: 'kid_1' }).setExpirationTime('1h').sign(createSecretKey(Buffer.from(JSON.stringify(key.jwk))))],
    ['another key under our kid', () => token(stranger)],
    ['a kid that is not published', () => token(unknown)],
    ['our key under another kid', () => token({ ...key, kid: 'kid_2' })],
    ['no kid', () => token(key, { header: { kid: undefined } })],
    ['a kid of an object\'s own', () => token(key, { header: { kid: '__proto__' } })],
    ['a key that it brings along', () => token(stranger, { header: { jwk: stranger.jwk } })],
    ['a key at an address that it names', () => token(stranger, { header: { jku: 'http://127.0.0.1:1/jwks.json' } })],
    ['an extension that must be understood', () => token(key, { header: { crit: ['exp'] } }).catch(async () => { const [, payload, signature] = await parts(); return `${b64({ alg: 'ES256', typ: 'at+jwt', kid: 'kid_1', crit: ['x'], x: 1 })}.${payload}.${signature}`; })],
    ['no kind', () => token(key, { header: { typ: undefined } })],
    ['the kind of an identity token', () => token(key, { header: { typ: 'JWT' } })],
    ['another audience', () => token(key, { claims: { aud: 'qafila-stage-payments' } })],
    ['no audience', () => token(key, { claims: { aud: undefined } })],
    ['another issuer', () => token(key, { claims: { iss: 'qafila' } })],
    ['the issuer of a seal', () => token(key, { claims: { iss: 'qafila-gateway', aud: 'shipment' } })],
    ['no end', () => token(key, { claims: { exp: undefined } })],
    ['an end that is no number', () => token(key, { claims: { exp: '9999999999' } })],
    ['a beginning that is far off', () => token(key, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } })],
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
    ['an API key', async () => `sk_stage_${'a'.repeat(49)}`],
  ])('%s', async (_, make) => {
    const before = stand.shipment.seen.length;
    expect(refused(await stand.send(await make()))).toEqual([401, 'TOKEN_INVALID']);
    expect(stand.shipment.seen).toHaveLength(before);
  });

  test('none, in the words of the shipment dialect', async () => {
    const got = await stand.send(undefined);
    expect([got.status, got.headers['www-authenticate'], got.json]).toEqual([401, 'Bearer', {
      errorCode: '401', errorMessage: 'Send an access token in the header Token.', errorStatus: 'Error', userMessage: expect.any(String),
      details: [{ code: 'TOKEN_MISSING', field: 'Token', message: expect.any(String), request_id: got.headers['x-request-id'] }],
    }]);
    expect(refused(await stand.send(''))).toEqual([401, 'TOKEN_MISSING']);
    expect(refused(await stand.send(undefined, SHIPMENTS, { headers: { authorization: 'Basic YTpi' } }))).toEqual([401, 'TOKEN_MISSING']);
  });

  test('two that differ, however good; the same twice passes', async () => {
    const [one, two] = [await token(key), await token(key)];
    expect(refused(await stand.send(one, SHIPMENTS, { headers: { authorization: `Bearer ${two}` } }))).toEqual([401, 'TOKEN_INVALID']);
    expect(refused(await stand.send(undefined, SHIPMENTS, { headers: { Token: [one, one] } }))).toEqual([401, 'TOKEN_INVALID']);
    expect((await stand.send(one, SHIPMENTS, { headers: { authorization: `Bearer ${one}` } })).status).toBe(200);
  });

  test('one that has expired, beyond 60 s of skew; also when it was known', async () => {
    const got = await stand.send(await token(key, { expiresInSeconds: -61 }));
    expect([...refused(got), got.headers['www-authenticate']]).toEqual([401, 'TOKEN_EXPIRED', 'Bearer error="invalid_token"']);
    const ending = await token(key, { expiresInSeconds: -57 });
    expect((await stand.send(ending)).status).toBe(200);
    await eventually(async () => (await stand.send(ending)).status === 401, { timeoutMs: 5_000 });
    expect(refused(await stand.send(ending))).toEqual([401, 'TOKEN_EXPIRED']);
  });

  test('one of the other instance, which is told so, even if both had one key', async () => {
    const got = await stand.send(await token(key, { claims: { iss: 'qafila-live', aud: 'qafila-live-shipments' } }));
    expect([...refused(got), got.json.errorMessage]).toEqual([401, 'TOKEN_INVALID', 'This token is of live; this address serves stage.']);
    const live = await startTokenStand({ MODE: 'live' });
    expect(refused(await live.send(await token(live.published[0] as TestKey)))).toEqual([401, 'TOKEN_INVALID']);
    // An identity that is set up wrongly and knows the client all the same.
    expect((await live.send(await token(live.published[0] as TestKey, { claims: { iss: 'qafila-live', aud: 'qafila-live-shipments' } }))).status).toBe(403);
    await live.stop();
  });

  test('a token that was mangled in any way', async () => {
    const good = await token(key);
    expect((await stand.send(good)).status).toBe(200);
    const at = fc.nat(good.length - 1);
    const mangled = fc.oneof(
      fc.tuple(at, fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.')).map(([index, one]) => good.slice(0, index) + one + good.slice(index + 1)),
      fc.tuple(at, at).map(([from, to]) => good.slice(0, Math.min(from, to)) + good.slice(Math.max(from, to) + 1)),
      fc.tuple(at, fc.stringMatching(/^[\w.-]{1,8}$/)).map(([index, text]) => good.slice(0, index) + text + good.slice(index)),
      fc.tuple(at, at).map(([from, to]) => { const all = [...good]; [all[from], all[to]] = [all[to] as string, all[from] as string]; return all.join(''); }),
      fc.constantFrom(good.toLowerCase(), good.toUpperCase(), `${good}=`, `${good}.`, `.${good}`, good.replaceAll('_', '/').replaceAll('-', '+'), good.split('.').reverse().join('.')),
    ).filter((text) => text !== good);
    const before = stand.shipment.seen.length;
    await fc.assert(fc.asyncProperty(mangled, async (text) => {
      // What is refused counts against its network, and so many at once would be refused for that alone.
      await eventually(async () => { const got = await stand.send(text); return got.status !== 429 && got; }).then((got) => expect([text, got.status]).toEqual([text, 401]));
    }), { numRuns: 400 });
    expect(stand.shipment.seen).toHaveLength(before);
  }, 120_000);
});

describe('revocation', () => {
  let own: TokenStand;
  afterEach(() => own.stop());

  test('of a client, or of a secret, holds within five seconds while its token is in use', async () => {
    own = await startTokenStand();
    const inUse = await token(own.published[0] as TestKey);
    expect((await own.send(inUse)).status).toBe(200);
    own.clients.clear();
    const revokedAt = performance.now();
    await eventually(async () => (await own.send(inUse)).status === 401, { timeoutMs: 5_000, intervalMs: 50 });
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect(refused(await own.send(inUse))).toEqual([401, 'TOKEN_INVALID']);
  });

  test('a key that is no longer published ends its tokens likewise, and a new one is known by then', async () => {
    own = await startTokenStand();
    const [old, fresh] = [own.published[0] as TestKey, newKey('kid_2')];
    const [before, after] = [await token(old), await token(fresh)];
    expect([(await own.send(before)).status, (await own.send(after)).status]).toEqual([200, 401]);
    own.published.push(fresh);
    await eventually(async () => (await own.send(after)).status === 200, { timeoutMs: 5_000, intervalMs: 50 });
    expect((await own.send(before)).status).toBe(200);
    own.published.shift();
    await eventually(async () => (await own.send(before)).status === 401, { timeoutMs: 5_000, intervalMs: 50 });
    expect((await own.send(after)).status).toBe(200);
  });

  test('while identity is away known tokens pass for seconds, then 503 in the same dialect, and again when it is back', async () => {
    own = await startTokenStand();
    const inUse = await token(own.published[0] as TestKey);
    expect((await own.send(inUse)).status).toBe(200);
    const askedAt = performance.now();
    await own.identity.stop();
    expect((await own.send(inUse)).status).toBe(200);
    const away = await eventually(async () => { const got = await own.send(inUse); return got.status !== 200 && got; }, { timeoutMs: 5_000, intervalMs: 50 });
    expect(performance.now() - askedAt).toBeGreaterThan(3_500);
    expect([...refused(away), away.headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    await own.identity.start();
    await eventually(async () => (await own.send(inUse)).status === 200);
  });

  test('a token in use asks identity now and then, and guessed ones ask it nothing', async () => {
    own = await startTokenStand();
    const inUse = await token(own.published[0] as TestKey);
    await own.send(inUse);
    const guesses = await Promise.all(Array.from({ length: 300 }, (_, n) => token(newKey(`kid_${n}`)).then((guess) => own.send(guess))));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await own.send(inUse)).status).toBe(200);
    expect(own.identity.seen.filter(({ url }) => url === '/internal/v1/clients/resolve').length).toBeLessThan(5);
    expect(own.identity.seen.filter(({ url }) => url === '/.well-known/jwks.json').length).toBeLessThan(5);
    expect(own.identity.seen.find(({ url }) => url === '/internal/v1/clients/resolve')?.headers[PRINCIPAL_HEADER]).toEqual(expect.any(String));
  });

  test('a client has its own rate', async () => {
    own = await startTokenStand();
    own.clients.set(`${CLIENT} sec_1`, keyRecord({ key_id: CLIENT, scopes: [], hmac_secrets: [], rate_limit_per_second: 5 }));
    const one = await token(own.published[0] as TestKey);
    const all = await Promise.all(Array.from({ length: 30 }, () => own.send(one)));
    const over = all.find(({ status }) => status === 429)!;
    expect([refused(over), over.json.errorMessage, over.headers['retry-after']]).toEqual([[429, 'RATE_LIMITED'], 'This service account may send 5 requests a second.', '1']);
    own.clients.set(`${CLIENT}2 sec_1`, keyRecord({ key_id: `${CLIENT}2`, scopes: [], hmac_secrets: [] }));
    expect((await own.send(await token(own.published[0] as TestKey, { claims: { sub: `${CLIENT}2` } }))).status).toBe(200);
  });
});
