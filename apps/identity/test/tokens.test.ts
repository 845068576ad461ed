import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { eventually } from '@qafila/testing/wait';
import { anotherStore, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest, Json } from './harness.ts';
import { EARLIER, FORM, UPDATED, basic, claimsOf, credentials, knock } from './token-client.ts';

let identity: IdentityUnderTest;
let good: ReturnType<typeof credentials>;
beforeAll(async () => {
  identity = await startIdentityForTest();
  good = credentials(identity);
});
afterAll(() => identity?.stop());

const ask = (path: string, body: unknown, how?: Parameters<typeof knock>[3]): Promise<Answer> => knock(identity.service.url, path, typeof body === 'string' || body === undefined ? body : JSON.stringify(body), how);
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const error = ({ status, body }: Answer): [number, string] => [status, body.error as string];
let networks = 0;
/** Failures of one test are not the next one's. */
const elsewhere = (): { network: string } => ({ network: `198.51.100.${++networks}` });

describe('an access token', () => {
  test('is exactly the object of §2.2, and nobody stores it', async () => {
    const { status, body, headers } = await ask(UPDATED, good);
    expect([status, Object.entries(body)]).toEqual([200, [['access_token', expect.any(String)], ['token_type', 'Bearer'], ['expires_in', 3600], ['scope', 'shipments:write shipments:read']]]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  test('is a JWT that any library verifies with the public keys, with the claims of RFC 9068', async () => {
    const { body: { access_token: token } } = await ask(UPDATED, good);
    const published = await fetch(`${identity.service.url}/.well-known/jwks.json`);
    expect([published.status, published.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const jwks = await published.json() as Json;
    expect(jwks.keys).toEqual([{ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid: expect.any(String), use: 'sig', alg: 'ES256' }]);
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks), { issuer: 'qafila-stage', audience: 'qafila-stage-shipments', typ: 'at+jwt' });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwks.keys[0].kid });
    expect(payload).toEqual({
      iss: 'qafila-stage', aud: 'qafila-stage-shipments', sub: good.clientId, companyCode: good.companyCode, scope: 'shipments:write shipments:read', jti: expect.stringMatching(/^sec_\w+\.[\w-]{16}$/),
      iat: expect.any(Number), exp: (payload.iat as number) + 3600,
    });
    expect(claimsOf((await ask(UPDATED, good)).body.access_token).payload.jti).not.toBe(payload.jti);
  });

  test('its private key lies nowhere but sealed', async () => {
    const { rows: [row] } = await identity.pool.query<{ private_box: Buffer; public_jwk: object }>('SELECT private_box, public_jwk FROM token_key');
    expect(Object.keys(row?.public_jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    // PKCS #8 of any P-256 key names its curve: in the box that is not to be seen.
    expect(row?.private_box.includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false);
  });

  test('has the scopes asked for, in the order of the contract', async () => {
    const scope = async (wanted: string): Promise<[number, string]> => { const { status, body } = await ask(UPDATED, { ...good, scope: wanted }); return [status, status === 200 ? body.scope as string : body.error as string]; };
    expect(await scope('shipments:read')).toEqual([200, 'shipments:read']);
    expect(await scope('shipments:read  shipments:write shipments:read')).toEqual([200, 'shipments:write shipments:read']);
    expect(await scope('')).toEqual([200, 'shipments:write shipments:read']);
    for (const wanted of ['shipments:delete', 'shipments:read keys:write', 'shipments:read,shipments:write', ' ']) expect(await scope(wanted)).toEqual([400, 'invalid_scope']);
    const caller = await anotherStore(identity);
    const { body: { data: reader } } = await identity.call('POST', '/public/v1/service-account', { scopes: ['shipments:read'] }, caller);
    const own = { ...good, clientId: reader.client_id, clientSecret: reader.client_secret };
    expect((await ask(UPDATED, own)).body.scope).toBe('shipments:read');
    expect(error(await ask(UPDATED, { ...own, scope: 'shipments:write' }))).toEqual([400, 'invalid_scope']);
  });

  test('either of two live secrets gets one, and each token names its secret', async () => {
    const caller = await anotherStore(identity);
    const { body: { data: made } } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    const { body: { data: second } } = await identity.call('POST', `/public/v1/service-account/${made.client_id}/secret`, undefined, caller);
    const secretOf = async (clientSecret: string): Promise<string> => claimsOf((await ask(UPDATED, { ...good, clientId: made.client_id, clientSecret })).body.access_token as string).payload.jti.split('.')[0] as string;
    expect([await secretOf(made.client_secret), await secretOf(second.client_secret)]).toEqual([made.secrets[0].secret_id, second.secret_id]);
    const { body: { data: { items: [{ secrets }] } } } = await identity.call('GET', '/public/v1/service-account', undefined, caller);
    expect(secrets.map((secret: Json) => secret.last_used_at)).toEqual([expect.any(String), expect.any(String)]);
    await identity.call('DELETE', `/public/v1/service-account/${made.client_id}/secret/${made.secrets[0].secret_id}`, undefined, caller);
    expect(error(await ask(UPDATED, { ...good, clientId: made.client_id, clientSecret: made.client_secret }, elsewhere()))).toEqual([401, 'invalid_client']);
    expect(await secretOf(second.client_secret)).toBe(second.secret_id);
  });
});

describe('the earlier form', () => {
  const snake = (): Record<string, string> => ({ client_id: good.clientId, client_secret: good.clientSecret, grant_type: 'client_credentials' });

  test.each<[string, () => Promise<Answer>]>([
    ['JSON in camel case', () => ask(EARLIER, good)],
    ['JSON in snake case, without a company code', () => ask(EARLIER, snake())],
    ['both spellings that agree', () => ask(EARLIER, { ...good, ...snake(), company_code: good.companyCode })],
    ['a form in snake case', () => ask(EARLIER, form(snake()), FORM)],
    ['a form in camel case, with a charset', () => ask(EARLIER, form(good), { type: 'application/x-www-form-urlencoded; charset=UTF-8' })],
    ['Basic, the grant in a form', () => ask(EARLIER, form({ grant_type: 'client_credentials', scope: 'shipments:read' }), { ...FORM, authorization: basic(good.clientId, good.clientSecret) })],
    ['basic in lower case, the grant and its own id in JSON', () => ask(EARLIER, { grantType: 'client_credentials', clientId: good.clientId }, { authorization: basic(good.clientId, good.clientSecret).replace('Basic', 'basic') })],
    ['parameters that it does not know', () => ask(EARLIER, { ...snake(), audience: 'x', resource: ['y'] })],
  ])('takes %s', async (_, send) => {
    const { status, body } = await send();
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
  });

  test('names the scheme to whom it failed by', async () => {
    const wrong = await ask(EARLIER, form({ grant_type: 'client_credentials' }), { ...FORM, authorization: basic(good.clientId, 'wrong'), ...elsewhere() });
    expect([...error(wrong), wrong.headers.get('www-authenticate')]).toEqual([401, 'invalid_client', 'Basic realm="qafila"']);
    expect((await ask(EARLIER, { ...snake(), client_secret: 'wrong' }, elsewhere())).headers.get('www-authenticate')).toBeNull();
  });
});

type Refused = [string, () => Promise<Answer>, number, string];

describe('refusals', () => {
  test('have the fields of RFC 6749 and of the shipment envelope, and no others', async () => {
    const { status, body, headers } = await ask(UPDATED, { ...good, clientSecret: 'wrong "\\ سر' }, elsewhere());
    expect([status, body]).toEqual([401, { error: 'invalid_client', error_description: expect.stringMatching(/^[ !#-[\]-~]+$/), errorCode: '401', errorMessage: expect.any(String), errorStatus: 'Error', userMessage: expect.any(String) }]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  test('tell whoever looks at a screen in his language', async () => {
    const [english, arabic] = [await ask(UPDATED, { ...good, clientSecret: 'wrong' }, elsewhere()), await ask(EARLIER, { ...good, clientSecret: 'wrong' }, { ...elsewhere(), language: 'ar-SA, en;q=0.5' })];
    expect([english.body.userMessage, english.headers.get('content-language')]).toEqual(['These credentials are not valid.', 'en']);
    expect([arabic.body.userMessage, arabic.headers.get('content-language')]).toEqual(['بيانات الاعتماد غير صحيحة.', 'ar']);
    expect(arabic.body.error_description).toBe(english.body.error_description);
  });

  test.each<Refused>([
    ...['clientId', 'clientSecret', 'companyCode', 'grantType'].map((name): Refused => [`§4.2 without ${name}`, () => ask(UPDATED, { ...good, [name]: undefined }), 400, 'invalid_request']),
    ['§4.2 with another grant', () => ask(UPDATED, { ...good, grantType: 'password' }), 400, 'unsupported_grant_type'],
    ['§4.2 with snake case', () => ask(UPDATED, { client_id: good.clientId, client_secret: good.clientSecret, grant_type: 'client_credentials' }), 400, 'invalid_request'],
    ['§4.2 with a number as id', () => ask(UPDATED, { ...good, clientId: 7 }), 400, 'invalid_request'],
    ['§4.2 with a list as secret', () => ask(UPDATED, { ...good, clientSecret: ['x'] }), 400, 'invalid_request'],
    ['§4.2 with a zero byte', () => ask(UPDATED, { ...good, clientId: 'a\0b' }), 400, 'invalid_request'],
    ['§4.2 with too long a secret', () => ask(UPDATED, { ...good, clientSecret: 'x'.repeat(257) }), 400, 'invalid_request'],
    ['§4.2 with a key given twice', () => ask(UPDATED, JSON.stringify(good).replace('{', '{"clientId":"x",')), 400, 'invalid_request'],
    ['§4.2 with no JSON', () => ask(UPDATED, 'clientId=1'), 400, 'invalid_request'],
    ['§4.2 with a list', () => ask(UPDATED, '[]'), 400, 'invalid_request'],
    ['§4.2 with no body', () => ask(UPDATED, undefined), 400, 'invalid_request'],
    ['§4.2 with Basic alone', () => ask(UPDATED, { grantType: 'client_credentials', companyCode: good.companyCode }, { authorization: basic(good.clientId, good.clientSecret) }), 400, 'invalid_request'],
    ['/auth/token with no grant', () => ask(EARLIER, { ...good, grantType: undefined }), 400, 'invalid_request'],
    ['/auth/token with another grant', () => ask(EARLIER, form({ ...good, grantType: 'authorization_code' }), FORM), 400, 'unsupported_grant_type'],
    ['/auth/token with two spellings that differ', () => ask(EARLIER, { ...good, client_id: 'x' }), 400, 'invalid_request'],
    ['/auth/token with a parameter twice', () => ask(EARLIER, `${form(good)}&clientId=${good.clientId}`, FORM), 400, 'invalid_request'],
    ['/auth/token with Basic and a secret in the body', () => ask(EARLIER, good, { authorization: basic(good.clientId, good.clientSecret) }), 400, 'invalid_request'],
    ['/auth/token with Basic and another id in the body', () => ask(EARLIER, { grantType: 'client_credentials', clientId: 'x' }, { authorization: basic(good.clientId, good.clientSecret) }), 400, 'invalid_request'],
    ['/auth/token with no client', () => ask(EARLIER, { grantType: 'client_credentials' }), 401, 'invalid_client'],
    ['/auth/token with no secret', () => ask(EARLIER, { grantType: 'client_credentials', clientId: good.clientId }), 401, 'invalid_client'],
    ['/auth/token with Basic that is none', () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: 'Basic %%%' }), 401, 'invalid_client'],
    ['/auth/token with Basic without a secret', () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: basic(good.clientId, '') }), 401, 'invalid_client'],
    ['/auth/token with Basic that hides a zero byte', () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: basic('a\0', 'b') }), 401, 'invalid_client'],
    ['/auth/token with Basic that is not percent-encoded', () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: `Basic ${Buffer.from('%zz:y').toString('base64')}` }), 401, 'invalid_client'],
    ['/auth/token with a company code that is another\'s', () => ask(EARLIER, { ...good, companyCode: 'other' }, elsewhere()), 401, 'invalid_client'],
  ])('%s', async (_, send, status, code) => {
    expect(error(await send())).toEqual([status, code]);
  });

  test('wrong secret, wrong company, unknown, revoked and of the other mode answer the same in every byte, and all count', async () => {
    const caller = await anotherStore(identity);
    const { body: { data: revoked } } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    await identity.call('DELETE', `/public/v1/service-account/${revoked.client_id}`, undefined, caller);
    const { network } = elsewhere();
    const bodies = [
      { ...good, clientSecret: `${good.clientSecret.slice(0, -1)}x` }, { ...good, companyCode: 'other' }, { ...good, clientId: 'sa_stage_000000000000000000000000' },
      { ...good, clientId: revoked.client_id, clientSecret: revoked.client_secret }, { ...good, clientId: good.clientId.replace('stage', 'live') }, { ...good, clientId: good.clientSecret },
    ];
    const answers = await Promise.all(bodies.map((body) => ask(UPDATED, body, { network })));
    const shape = ({ status, body, headers }: Answer): unknown => [status, body, [...headers.entries()].filter(([name]) => !['date', 'x-request-id'].includes(name))];
    for (const answer of answers) expect(shape(answer)).toEqual(shape(answers[0] as Answer));
    expect(answers[0]?.status).toBe(401);
    const { rows } = await identity.pool.query('SELECT failures FROM token_guess WHERE network = $1', [network]);
    expect(rows.map(({ failures }) => failures as number).sort()).toEqual([1, 1, 1, 1, 2]);
    // What was sent as an id may be a secret: it is not kept.
    expect(await identity.dump()).not.toContain(good.clientSecret);
  });

  test('a form anywhere else is refused', async () => {
    expect((await ask('/public/v1/service-account', form(good), FORM)).status).toBe(415);
  });

  test('what nobody foresaw is server_error, and keeps its text to itself', async () => {
    await identity.pool.query('ALTER TABLE token_guess RENAME TO token_guess_away');
    const refused = await ask(UPDATED, good);
    await identity.pool.query('ALTER TABLE token_guess_away RENAME TO token_guess');
    expect(error(refused)).toEqual([500, 'server_error']);
    expect(JSON.stringify(refused.body)).not.toContain('token_guess');
    expect((await ask(UPDATED, good)).status).toBe(200);
  });
});

describe('guessing', () => {
  const wrong = (): Record<string, string> => ({ ...good, clientSecret: 'cs_stage_guess' });
  const pausesOf = async (network: string): Promise<{ failures: number; pause: number }> => {
    const { rows: [row] } = await identity.pool.query<{ failures: number; pause: number }>('SELECT failures, round(extract(epoch FROM paused_until - failed_at))::int AS pause FROM token_guess WHERE network = $1', [network]);
    return row ?? { failures: 0, pause: 0 };
  };
  /** As if so much time had passed. */
  const pass = (network: string, seconds: number): Promise<unknown> => identity.pool.query("UPDATE token_guess SET paused_until = paused_until - $2 * interval '1 s', failed_at = failed_at - $2 * interval '1 s' WHERE network = $1", [network, seconds]);

  test('the fifth failure pauses this client from this network, the right secret included; elsewhere it goes on', async () => {
    const { network } = elsewhere();
    for (let n = 0; n < 5; n++) expect(error(await ask(UPDATED, wrong(), { network }))).toEqual([401, 'invalid_client']);
    // Until a pause is long enough for a slow machine to see it.
    while ((await pausesOf(network)).pause < 16) {
      await pass(network, (await pausesOf(network)).pause + 1);
      await ask(UPDATED, wrong(), { network });
    }
    const paused = await ask(UPDATED, good, { network });
    expect([...error(paused), paused.body.errorCode]).toEqual([429, 'temporarily_unavailable', '429']);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(8);
    expect(Number(paused.headers.get('retry-after'))).toBeLessThanOrEqual(16);
    expect(error(await ask(EARLIER, form(wrong()), { ...FORM, network }))[0]).toBe(429);
    expect((await ask(UPDATED, good, elsewhere())).status).toBe(200);
    const caller = await anotherStore(identity);
    const { body: { data: other } } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    expect((await ask(UPDATED, { ...good, clientId: other.client_id, clientSecret: other.client_secret }, { network })).status).toBe(200);
    // It ends with its time, and success forgives.
    await pass(network, 16);
    expect((await ask(UPDATED, good, { network })).status).toBe(200);
    expect(await pausesOf(network)).toEqual({ failures: 0, pause: 0 });
  });

  test('each failure after a pause doubles it, up to 15 minutes; what comes during a pause does not lengthen it', async () => {
    const { network } = elsewhere();
    for (let n = 0; n < 4; n++) await ask(UPDATED, wrong(), { network });
    const pauses: number[] = [];
    for (let n = 0; n < 13; n++) {
      expect((await ask(UPDATED, wrong(), { network })).status).toBe(401);
      const { pause } = await pausesOf(network);
      pauses.push(pause);
      if (pause > 8) expect((await ask(UPDATED, wrong(), { network })).status).toBe(429);
      expect((await pausesOf(network)).pause).toBe(pause);
      await pass(network, pause + 1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    await pass(network, 3_600);
    await ask(UPDATED, wrong(), { network });
    expect(await pausesOf(network)).toEqual({ failures: 1, pause: 0 });
  });

  test('an unknown client is paused as a known one is', async () => {
    const { network } = elsewhere();
    const statuses: number[] = [];
    const nobody = async (): Promise<number> => (await ask(UPDATED, { ...good, clientId: 'nobody' }, { network })).status;
    for (let n = 0; n < 5; n++) statuses.push(await nobody());
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    await eventually(async () => await nobody() === 429);
  });

  test('of forty guesses at once each is counted, and only those already under way are looked at', async () => {
    const { network } = elsewhere();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(UPDATED, wrong(), { network })));
    const looked = answers.filter(({ status }) => status === 401).length;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await pausesOf(network)).failures).toBe(looked);
  });

  test('forgotten failures are swept by new ones', async () => {
    const { network } = elsewhere();
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(UPDATED, { ...good, clientId: `sweep${n}` }, { network })));
    await pass(network, 3_700);
    for (let n = 0; n < 12; n++) await ask(UPDATED, { ...good, clientId: `later${n}` }, elsewhere());
    const { rows } = await identity.pool.query('SELECT 1 FROM token_guess WHERE network = $1', [network]);
    expect(rows).toEqual([]);
  });
});
