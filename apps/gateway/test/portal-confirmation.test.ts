import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';
import { PortalClient } from './portal-client.ts';

const SESSION = '/portal/api/session';
const CONFIRM = `${SESSION}/confirm`;
const KEYS = '/portal/api/public/v1/key';

/** All that shows a secret or moves money. */
const NEED_CONFIRMATION = [
  'acceptDispute',
  'addServiceAccountSecret',
  'approveReviewDecision',
  'cancelIntent',
  'captureIntent',
  'captureNamedIntent',
  'chargeSavedMethod',
  'chargeTokenizedPayment',
  'chargeWalletToken',
  'createAdjustment',
  'createApiKey',
  'createRefund',
  'createServiceAccount',
  'createWebhookEndpoint',
  'getRedirectSecret',
  'getWebhookSecret',
  'rejectReviewDecision',
  'resolveQueuedOperation',
  'resolveSettlementException',
  'rotateHmacSecret',
  'rotateRedirectSecret',
  'rotateWebhookSecret',
  'voidIntent',
  'voidNamedIntent',
];

let harness: OpenApiHarness;
let owner: { email: string; password: string };
let client: PortalClient;

beforeAll(async () => {
  harness = await startOpenApiHarness();
  owner = harness.demo.portal as typeof owner;
}, 120_000);
afterAll(() => harness?.stop());
beforeEach(async () => {
  client = new PortalClient(harness.gateway.url);
  await client.signIn(owner);
});

const codeOf = ({ body }: HttpAnswer): string | undefined => body?.error?.code as string | undefined;
/** Refused after the judgement of the person: the body is wrong. */
const createKey = (by = client): Promise<HttpAnswer> => by.patiently('POST', KEYS, { scopes: ['nothing'] });

/** The proof of every session is older than it may be. */
async function ageProofs(interval = '10 min 1 s'): Promise<void> {
  await harness.identityTables.query('UPDATE session SET confirmed_at = now() - $1::interval', [interval]);
}
async function becomeStale(): Promise<void> {
  await ageProofs();
  await eventually(async () => codeOf(await createKey()) === 'reauthentication_required');
}

describe('an old proof', () => {
  test('is refused by what shows a secret or moves money, and by nothing else', async () => {
    await harness.identityTables.query('UPDATE membership SET may_review = true');
    await becomeStale();
    const document = (await (await fetch(`${harness.gateway.url}/openapi.json`)).json()) as Json;
    const refused: string[] = [];
    for (const [path, item] of Object.entries<Json>(document.paths))
      for (const [method, operation] of Object.entries<Json>(item)) {
        if (operation['x-required-scope'] === undefined) continue;
        const url = `/portal/api${path.replace(/\{\w+\}/g, 'unknown_id')}`;
        const body = method === 'get' ? undefined : { not_a_field: 1 };
        const answer = await client.patiently(method.toUpperCase(), url, body);
        if (codeOf(answer) !== 'reauthentication_required') continue;
        expect(answer.status).toBe(403);
        refused.push(operation.operationId as string);
      }
    expect(refused.sort()).toEqual(NEED_CONFIRMATION);
  }, 60_000);

  test('of less than 10 minutes is admitted', async () => {
    await ageProofs('9 min 50 s');
    await eventually(async () => {
      const { body } = await client.call('GET', SESSION);
      return Date.now() - Date.parse(body.data.confirmed_at as string) > 9 * 60_000;
    });
    const elsewhere = new PortalClient((await harness.gatewayWithout('webhooks')).url);
    elsewhere.cookie = client.cookie;
    elsewhere.csrfToken = client.csrfToken;
    expect((await createKey(elsewhere)).status).toBe(400);
  });

  test('does not concern API keys', async () => {
    const { accountId, apiKey } = harness.demo;
    const headers = { 'x-api-key': apiKey, 'x-account-id': accountId };
    const answer = await httpCall(`${harness.gateway.url}/public/v1/webhook/endpoints/unknown/secret`, { headers });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  });
});

describe('confirming', () => {
  test('by the password admits the repeated request at once, in every gateway', async () => {
    const elsewhere = new PortalClient((await harness.gatewayWithout('webhooks')).url);
    await becomeStale();
    [elsewhere.cookie, elsewhere.csrfToken] = [client.cookie, client.csrfToken];
    expect(codeOf(await createKey(elsewhere))).toBe('reauthentication_required');
    const before = (await client.call('GET', SESSION)).body.data;
    const answer = await client.call('POST', CONFIRM, { password: owner.password });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, confirmed_at: answer.body.data.confirmed_at });
    expect(Date.now() - Date.parse(answer.body.data.confirmed_at as string)).toBeLessThan(60_000);
    elsewhere.cookie = client.cookie;
    for (const each of [client, elsewhere]) expect((await createKey(each)).status).toBe(400);
  });

  test('by a wrong password changes nothing', async () => {
    await becomeStale();
    const { cookie } = client;
    const answer = await client.call('POST', CONFIRM, { password: `${owner.password}x` });
    expect([answer.status, codeOf(answer), client.cookie]).toEqual([401, 'wrong_credentials', cookie]);
    expect(codeOf(await createKey())).toBe('reauthentication_required');
  });

  test('needs a session and the token of its page', async () => {
    const forged = await client.call('POST', CONFIRM, { password: owner.password }, { 'x-csrf-token': '' });
    expect([forged.status, codeOf(forged)]).toEqual([403, 'csrf_refused']);
    await client.call('DELETE', SESSION);
    const ended = await client.call('POST', CONFIRM, { password: owner.password });
    expect([ended.status, codeOf(ended)]).toEqual([401, 'not_signed_in']);
  });
});
