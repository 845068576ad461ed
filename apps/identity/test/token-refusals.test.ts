import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { anotherStore, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest } from './harness.ts';
import { EARLIER, FORM, UPDATED, askOf, basic, credentials, error, form, freshNetwork } from './token-client.ts';
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

type Refused = [string, () => Promise<Answer>, number, string];

describe('refusals', () => {
  test('have the fields of RFC 6749 and of the shipment envelope, and no others', async () => {
    const { status, body, headers } = await ask(UPDATED, { ...good, clientSecret: 'wrong "\\ سر' }, freshNetwork());
    expect([status, body]).toEqual([
      401,
      {
        error: 'invalid_client',
        error_description: expect.stringMatching(/^[ !#-[\]-~]+$/),
        errorCode: '401',
        errorMessage: expect.any(String),
        errorStatus: 'Error',
        userMessage: expect.any(String),
      },
    ]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });

  test('have a message for users in their language', async () => {
    const [english, arabic] = [
      await ask(UPDATED, { ...good, clientSecret: 'wrong' }, freshNetwork()),
      await ask(EARLIER, { ...good, clientSecret: 'wrong' }, { ...freshNetwork(), language: 'ar-SA, en;q=0.5' }),
    ];
    expect([english.body.userMessage, english.headers.get('content-language')]).toEqual([
      'These credentials are not valid.',
      'en',
    ]);
    expect([arabic.body.userMessage, arabic.headers.get('content-language')]).toEqual([
      'بيانات الاعتماد غير صحيحة.',
      'ar',
    ]);
    expect(arabic.body.error_description).toBe(english.body.error_description);
  });

  test.each<Refused>([
    ...['clientId', 'clientSecret', 'companyCode', 'grantType'].map((name): Refused => [
      `§4.2 without ${name}`,
      () => ask(UPDATED, { ...good, [name]: undefined }),
      400,
      'invalid_request',
    ]),
    ['§4.2 with another grant', () => ask(UPDATED, { ...good, grantType: 'password' }), 400, 'unsupported_grant_type'],
    [
      '§4.2 with snake case',
      () =>
        ask(UPDATED, { client_id: good.clientId, client_secret: good.clientSecret, grant_type: 'client_credentials' }),
      400,
      'invalid_request',
    ],
    ['§4.2 with a number as id', () => ask(UPDATED, { ...good, clientId: 7 }), 400, 'invalid_request'],
    ['§4.2 with a list as secret', () => ask(UPDATED, { ...good, clientSecret: ['x'] }), 400, 'invalid_request'],
    ['§4.2 with a zero byte', () => ask(UPDATED, { ...good, clientId: 'a\0b' }), 400, 'invalid_request'],
    [
      '§4.2 with too long a secret',
      () => ask(UPDATED, { ...good, clientSecret: 'x'.repeat(257) }),
      400,
      'invalid_request',
    ],
    [
      '§4.2 with a key given twice',
      () => ask(UPDATED, JSON.stringify(good).replace('{', '{"clientId":"x",')),
      400,
      'invalid_request',
    ],
    ['§4.2 with no JSON', () => ask(UPDATED, 'clientId=1'), 400, 'invalid_request'],
    ['§4.2 with a list', () => ask(UPDATED, '[]'), 400, 'invalid_request'],
    ['§4.2 with no body', () => ask(UPDATED, undefined), 400, 'invalid_request'],
    [
      '§4.2 with Basic alone',
      () =>
        ask(
          UPDATED,
          { grantType: 'client_credentials', companyCode: good.companyCode },
          { authorization: basic(good.clientId, good.clientSecret) },
        ),
      400,
      'invalid_request',
    ],
    ['/auth/token with no grant', () => ask(EARLIER, { ...good, grantType: undefined }), 400, 'invalid_request'],
    [
      '/auth/token with another grant',
      () => ask(EARLIER, form({ ...good, grantType: 'authorization_code' }), FORM),
      400,
      'unsupported_grant_type',
    ],
    [
      '/auth/token with two spellings that differ',
      () => ask(EARLIER, { ...good, client_id: 'x' }),
      400,
      'invalid_request',
    ],
    [
      '/auth/token with a parameter twice',
      () => ask(EARLIER, `${form(good)}&clientId=${good.clientId}`, FORM),
      400,
      'invalid_request',
    ],
    [
      '/auth/token with Basic and a secret in the body',
      () => ask(EARLIER, good, { authorization: basic(good.clientId, good.clientSecret) }),
      400,
      'invalid_request',
    ],
    [
      '/auth/token with Basic and another id in the body',
      () =>
        ask(
          EARLIER,
          { grantType: 'client_credentials', clientId: 'x' },
          { authorization: basic(good.clientId, good.clientSecret) },
        ),
      400,
      'invalid_request',
    ],
    ['/auth/token with no client', () => ask(EARLIER, { grantType: 'client_credentials' }), 401, 'invalid_client'],
    [
      '/auth/token with no secret',
      () => ask(EARLIER, { grantType: 'client_credentials', clientId: good.clientId }),
      401,
      'invalid_client',
    ],
    [
      '/auth/token with Basic that is not base64',
      () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: 'Basic %%%' }),
      401,
      'invalid_client',
    ],
    [
      '/auth/token with Basic without a secret',
      () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: basic(good.clientId, '') }),
      401,
      'invalid_client',
    ],
    [
      '/auth/token with Basic with a zero byte',
      () => ask(EARLIER, { grantType: 'client_credentials' }, { authorization: basic('a\0', 'b') }),
      401,
      'invalid_client',
    ],
    [
      '/auth/token with Basic that is not percent-encoded',
      () =>
        ask(
          EARLIER,
          { grantType: 'client_credentials' },
          { authorization: `Basic ${Buffer.from('%zz:y').toString('base64')}` },
        ),
      401,
      'invalid_client',
    ],
    [
      '/auth/token with the company code of another account',
      () => ask(EARLIER, { ...good, companyCode: 'other' }, freshNetwork()),
      401,
      'invalid_client',
    ],
  ])('%s', async (_, send, status, code) => {
    expect(error(await send())).toEqual([status, code]);
  });

  test.each([
    ['scopes', 'scope'],
    ['client_id', 'clientId'],
    ['audience', undefined],
  ])('the updated form refuses %s, which could be meant to narrow the token', async (name, meant) => {
    const { status, body } = await ask(UPDATED, { ...good, [name]: 'shipments:read' });
    const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'invalid_request',
      `${name} is not a field of this operation${hint}`,
    ]);
    expect((await ask(EARLIER, { ...good, [name]: name === 'client_id' ? good.clientId : 'x' })).status).toBe(200);
  });

  test.each([
    [EARLIER, form({ client_id: 'x', client_secret: 'y' }), 'Send grant_type with the value client_credentials.'],
    [EARLIER, form({ grant_type: 'password' }), 'grant_type must be client_credentials.'],
    [EARLIER, form({ grantType: 'password' }), 'grantType must be client_credentials.'],
    [EARLIER, form({ grant_type: 'a', grantType: 'b' }), 'grant_type and grantType have different values. Send one.'],
    [
      EARLIER,
      form({ grant_type: 'client_credentials', client_id: 'x'.repeat(257) }),
      'client_id must be a text of at most 256 characters.',
    ],
  ])('%s names the parameters as they are sent: %s', async (path, body, message) => {
    expect((await ask(path, body, FORM)).body.error_description).toBe(message);
  });

  test('every wrong credential gets byte for byte the same answer and is counted', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: revoked },
    } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    await identity.call('DELETE', `/public/v1/service-account/${revoked.client_id}`, undefined, caller);
    const { network } = freshNetwork();
    const bodies = [
      { ...good, clientSecret: good.clientSecret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')) },
      { ...good, companyCode: 'other' },
      { ...good, clientId: 'sa_stage_000000000000000000000000' },
      { ...good, clientId: revoked.client_id, clientSecret: revoked.client_secret },
      { ...good, clientId: good.clientId.replace('stage', 'live') },
      { ...good, clientId: good.clientSecret },
    ];
    const answers = await Promise.all(bodies.map((body) => ask(UPDATED, body, { network })));
    const shape = ({ status, body, headers }: Answer): unknown => [
      status,
      body,
      [...headers.entries()].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    ];
    for (const answer of answers) expect(shape(answer)).toEqual(shape(answers[0] as Answer));
    expect(answers[0]?.status).toBe(401);
    const { rows } = await identity.pool.query('SELECT failures FROM token_guess WHERE network = $1', [network]);
    expect(rows.map(({ failures }) => failures as number).sort()).toEqual([1, 1, 1, 1, 2]);
    // The id that was sent can be a secret by mistake, so it is not stored.
    expect(await identity.dump()).not.toContain(good.clientSecret);
  });

  test('a form is refused at every other endpoint', async () => {
    expect((await ask('/public/v1/service-account', form(good), FORM)).status).toBe(415);
  });

  test('an unexpected failure is server_error without its text', async () => {
    await identity.pool.query('ALTER TABLE token_guess RENAME TO token_guess_away');
    const refused = await ask(UPDATED, good);
    await identity.pool.query('ALTER TABLE token_guess_away RENAME TO token_guess');
    expect(error(refused)).toEqual([500, 'server_error']);
    expect(JSON.stringify(refused.body)).not.toContain('token_guess');
    expect((await ask(UPDATED, good)).status).toBe(200);
  });
});
