import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { Opener, generateSealingKeys } from '@qafila/auth/seal';
import { rotateTokenKey } from '@qafila/identity/rotate-token-key';
import { seedDemo } from '@qafila/identity/seed-demo';
import type { DemoMerchant } from '@qafila/identity/seed-demo';
import { startIdentity } from '@qafila/identity/start';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { signRequest } from '@qafila/signing/request-signature';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';
import { startGateway } from '../src/start.ts';
import { FakeService, json } from './gateway-harness.ts';

/** Two sites on one database, each with its own gateway and identity, and a service that opens the seal. */
let sites: { gateway: RunningService; identity: RunningService }[];
let shipment: FakeService;
let opener: Opener;
let environment: Environment;
let database: TestDatabase;
let demo: DemoMerchant;

beforeAll(async () => {
  const [sealing, webhooks] = [generateSealingKeys(), generateSealingKeys()];
  database = await createDatabase('tokens');
  environment = {
    LOG_LEVEL: 'silent',
    PROCESS_METRICS: 'off',
    DATABASE_URL: database.url,
    PRINCIPAL_PUBLIC_KEY: sealing.publicKey,
    WEBHOOKS_PUBLIC_KEY: webhooks.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
    KEY_PEPPER: randomBytes(32).toString('base64'),
  };
  opener = new Opener(sealing.publicKey, 'shipment');
  shipment = await new FakeService(async ({ headers }, response) => {
    json(response, 200, {
      code: '200',
      status: 'Success',
      message: 'Done',
      data: await opener.open(headers[PRINCIPAL_HEADER] as string),
    });
  }).start();
  const nowhere = 'http://127.0.0.1:1';
  sites = await Promise.all(
    [1, 2].map(async () => {
      const identity = await startIdentity(environment, new EmbeddedBus(createLogger('test', 'silent')));
      const gateway = await startGateway({
        LOG_LEVEL: 'silent',
        PROCESS_METRICS: 'off',
        IDENTITY_URL: identity.url,
        SHIPMENT_URL: shipment.origin,
        METERING_URL: nowhere,
        PAYMENT_URL: nowhere,
        WEBHOOKS_URL: nowhere,
        PRINCIPAL_PRIVATE_KEY: sealing.privateKey,
        TRUSTED_PROXIES: '1',
      });
      return { gateway, identity };
    }),
  );
  demo = (await seedDemo(environment)) as DemoMerchant;
}, 60_000);

afterAll(async () => {
  for (const { gateway, identity } of sites ?? []) {
    await gateway.stop();
    await identity.stop();
  }
  await shipment?.stop();
  await database?.drop();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  site?: number;
}

function send(path: string, { site = 0, ...request }: Sent = {}): Promise<HttpAnswer> {
  return httpCall(`${sites[site]?.gateway.url}${path}`, request);
}

/** Sends a signed call of the merchant to the management API. */
function manage(method: string, path: string, content?: object): Promise<HttpAnswer> {
  const body = content === undefined ? undefined : JSON.stringify(content);
  return send(path, {
    method,
    body,
    headers: {
      'x-api-key': demo.apiKey,
      'x-account-id': demo.accountId,
      'x-signature': signRequest(body ?? '', demo.hmacSecret),
    },
  });
}

async function grant(
  more: Partial<Record<'clientId' | 'clientSecret' | 'scope', string>> = {},
  sent: Sent = {},
): Promise<HttpAnswer> {
  const body = JSON.stringify({
    clientId: demo.clientId,
    clientSecret: demo.clientSecret,
    grantType: 'client_credentials',
    companyCode: demo.companyCode,
    ...more,
  });
  return send('/v1/admin/service-account/token', { method: 'POST', body, ...sent });
}

const track = (token: string, site = 0): Promise<HttpAnswer> =>
  send('/oe/aggtr/api/v1/shipments/s-1/track', { headers: { Token: token }, site });
const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()) as { kid: string }).kid;

test('both token endpoints issue a token that every site accepts for shipments', async () => {
  const updated = await grant();
  expect([updated.status, updated.headers.get('cache-control'), Object.keys(updated.body)]).toEqual([
    200,
    'no-store',
    ['access_token', 'token_type', 'expires_in', 'scope'],
  ]);
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'shipments:read' }).toString();
  const earlier = await send('/auth/token', {
    method: 'POST',
    body: form,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64')}`,
    },
  });
  expect([earlier.status, earlier.body.scope]).toEqual([200, 'shipments:read']);
  const principal = { accountId: demo.accountId, storeId: demo.storeId, mode: 'stage', keyId: demo.clientId };
  for (const site of [0, 1]) {
    expect((await track(updated.body.access_token as string, site)).body.data).toEqual({
      ...principal,
      scopes: ['shipments:write', 'shipments:read'],
    });
    expect((await track(earlier.body.access_token as string, site)).body.data).toEqual({
      ...principal,
      scopes: ['shipments:read'],
    });
  }
  const basic = await send('/auth/token', {
    method: 'POST',
    body: form,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${demo.clientId}:wrong`).toString('base64')}`,
      'x-forwarded-for': '192.0.2.200',
    },
  });
  expect([basic.status, basic.headers.get('www-authenticate'), basic.body.error]).toEqual([
    401,
    'Basic realm="qafila"',
    'invalid_client',
  ]);
});

test('a revoked secret ends only its own tokens within five seconds at every site, a revoked account all', async () => {
  const {
    body: { data: made },
  } = await manage('POST', '/public/v1/service-account', { name: 'Warehouse' });
  const path = `/public/v1/service-account/${made.client_id}`;
  const {
    body: { data: second },
  } = await manage('POST', `${path}/secret`);
  const [first, other] = (await Promise.all(
    [made.client_secret, second.client_secret].map(
      async (clientSecret: string) =>
        (await grant({ clientId: made.client_id, clientSecret })).body.access_token as string,
    ),
  )) as [string, string];
  const states = async (): Promise<number[]> =>
    (await Promise.all([0, 1].flatMap((site) => [track(first, site), track(other, site)]))).map(({ status }) => status);
  expect(await states()).toEqual([200, 200, 200, 200]);
  expect((await manage('DELETE', `${path}/secret/${made.secrets[0].secret_id}`)).status).toBe(200);
  const revokedAt = performance.now();
  await eventually(async () => (await states()).join() === '401,200,401,200', { timeoutMs: 5_000, intervalMs: 50 });
  expect(performance.now() - revokedAt).toBeLessThan(5_000);
  expect((await track(first)).body.details[0].code).toBe('TOKEN_INVALID');
  expect((await manage('DELETE', path)).status).toBe(200);
  await eventually(async () => (await states()).join() === '401,401,401,401', { timeoutMs: 5_000, intervalMs: 50 });
  const gone = await grant({ clientId: made.client_id, clientSecret: second.client_secret });
  expect([gone.status, gone.body.error]).toEqual([401, 'invalid_client']);
});

test('after a rotation, tokens of the old key stay valid and the new key signs once every site knows it', async () => {
  const old = (await grant()).body.access_token as string;
  expect((await Promise.all([track(old, 0), track(old, 1)])).map(({ status }) => status)).toEqual([200, 200]);
  const rotated = await rotateTokenKey(environment, { leadSeconds: 8 });
  const kids = new Set<string>();
  const signers: string[] = [];
  // During the rotation, new tokens of each site are valid at the other.
  await eventually(
    async () => {
      for (const site of [0, 1]) {
        const fresh = (await grant({}, { site })).body.access_token as string;
        kids.add(kidOf(fresh));
        signers[site] = kidOf(fresh);
        expect([(await track(fresh, 1 - site)).status, (await track(old, site)).status]).toEqual([200, 200]);
      }
      return signers.every((kid) => kid === rotated?.kid);
    },
    { timeoutMs: 20_000, intervalMs: 100 },
  );
  expect([...kids]).toEqual([kidOf(old), rotated?.kid]);
});

test('guesses from one network pause the client for that network at every site, and for no other network', async () => {
  const from = (address: string, site = 0): Sent => ({ site, headers: { 'x-forwarded-for': address } });
  const guess = { clientSecret: 'cs_stage_guess' };
  for (let n = 0; n < 5; n++) expect((await grant(guess, from(`2001:db8:0:1::${n}`, n % 2))).status).toBe(401);
  // Repeats until a pause is long enough for a slow machine to observe. The whole /64 is one network.
  await eventually(
    async () => Number((await grant(guess, from('2001:db8:0:1::9'))).headers.get('retry-after') ?? 0) >= 4,
  );
  const paused = await grant({}, from('2001:db8:0:1::ffff', 1));
  expect([paused.status, paused.body.error, Number(paused.headers.get('retry-after'))]).toEqual([
    429,
    'temporarily_unavailable',
    expect.any(Number),
  ]);
  expect((await grant({}, from('2001:db8:0:2::1', 1))).status).toBe(200);
  await eventually(async () => (await grant({}, from('2001:db8:0:1::ffff'))).status === 200);
});
