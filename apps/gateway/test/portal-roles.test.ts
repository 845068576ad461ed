import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROLES } from '@qafila/auth/principal';
import type { Role, Scope } from '@qafila/auth/principal';
import { ROLE_SCOPES } from '@qafila/auth/roles';
import { signRequest } from '@qafila/signing/request-signature';
import type { DemoMerchant } from '@qafila/identity/seed-demo';
import { httpCall } from '@qafila/testing/http-call';
import type { Json } from '@qafila/testing/http-call';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';
import { PortalClient, addPersons } from './portal-client.ts';

const CUSTOMER = {
  name: 'Mona Saleh',
  email: 'mona@example.com',
  phone: '+12025550123',
  vip_customer: 'no',
  previous_customer: 'yes',
};
const ADDRESS = {
  address1: 'King Fahd Road 1',
  address2: 'Al Olaya',
  city: 'Riyadh',
  country: 'SA',
  firstName: 'Mona',
  lastName: 'Saleh',
  phone: '+12025550123',
  province: 'Riyadh',
  zip: '11564',
  shipping_method: 'standard',
};

interface Operation {
  id: string;
  method: string;
  path: string;
  scope: Scope;
  parameters: string[];
}

let harness: OpenApiHarness;
let operations: Operation[];
const clients = {} as Record<Role, PortalClient>;

beforeAll(async () => {
  harness = await startOpenApiHarness();
  const document = (await (await fetch(`${harness.gateway.url}/openapi.json`)).json()) as Json;
  operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, operation]) => operation['x-required-scope'] !== undefined)
      .map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        scope: operation['x-required-scope'] as Scope,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      })),
  );
  const persons = await addPersons(harness.identityTables, harness.demo);
  for (const role of ROLES) {
    clients[role] = new PortalClient(harness.gateway.url);
    await clients[role].signIn(persons[role]);
  }
}, 120_000);
afterAll(() => harness?.stop());

/** A call that is refused after the judgement of the role: unknown ids, and a body that no operation takes. */
function tryIt({ method, path }: Operation, client: PortalClient): Promise<Json> {
  const url = path.replace(/\{\w+\}/g, 'unknown_id');
  return client.patiently(method, `/portal/api${url}`, method === 'GET' ? undefined : { not_a_field: 1 });
}

const codeOf = ({ body }: Json): string | undefined => body?.error?.code ?? body?.details?.[0]?.code;

describe('every role and every operation of the document', () => {
  test('there are more than a hundred, and no role may resolve payments', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const role of ROLES) expect(ROLE_SCOPES[role]).not.toContain('payments:resolve');
  });

  test.each(ROLES)(
    '%s',
    async (role) => {
      const wrong: unknown[] = [];
      for (const operation of operations) {
        const answer = await tryIt(operation, clients[role]);
        const isRefused = answer.status === 403 && ['missing_scope', 'SCOPE_MISSING'].includes(codeOf(answer) ?? '');
        const mayDoIt = ROLE_SCOPES[role].includes(operation.scope);
        if (isRefused === mayDoIt || [401, 500, 502].includes(answer.status))
          wrong.push([operation.id, operation.scope, answer.status, codeOf(answer)]);
        if (isRefused) expect(JSON.stringify(answer.body)).toContain(`Your role ${role} lacks the scope`);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});

describe('another account', () => {
  let other: DemoMerchant;
  const ids: string[] = [];
  const asKey = async (method: string, path: string, body: unknown): Promise<Json> => {
    const text = JSON.stringify(body);
    const { status, body: answer } = await httpCall(harness.gateway.url + path, {
      method,
      body: text,
      headers: {
        'x-api-key': other.apiKey,
        'x-account-id': other.accountId,
        'x-signature': signRequest(text, other.hmacSecret),
      },
    });
    expect([path, status < 300, status < 300 ? '' : answer]).toEqual([path, true, '']);
    return answer.data ?? answer;
  };

  beforeAll(async () => {
    other = await harness.addMerchant();
    const key = await asKey('POST', '/public/v1/key', {});
    const meter = await asKey('POST', '/public/v1/meter', {
      id: 'foreign_tokens',
      name: 'Generated tokens',
      aggregation_type: 'sum',
      aggregation_field: 'tokens',
    });
    const checkout = await asKey('POST', '/public/v1/payment/checkout', {
      amount: '12.50',
      currency: 'SAR',
      metadata: { order_reference: 'foreign-order-1' },
      customer: CUSTOMER,
      shipping: ADDRESS,
      success_url: 'https://shop.example/paid',
      failure_url: 'https://shop.example/failed',
    });
    const endpoint = await asKey('POST', '/public/v1/webhook/endpoints', {
      url: 'https://hooks.example/foreign',
      event_types: ['*'],
    });
    ids.push(other.accountId, other.storeId, other.clientId, key.key_id, 'foreign_tokens', 'foreign-order-1');
    for (const each of [meter, checkout, endpoint])
      ids.push(String(each.payment_intent_id ?? each.endpoint_id ?? each.id));
    const { rows } = await harness.identityTables.query<{ id: string }>(
      'SELECT person_id AS id FROM membership WHERE account_id = $1',
      [other.accountId],
    );
    ids.push(...rows.map(({ id }) => id));
  });

  test('no read of the owner contains anything of it, whatever id the address names', async () => {
    const owner = clients.owner;
    const reads = operations.filter(({ method }) => method === 'GET');
    const leaks: unknown[] = [];
    for (const { path, parameters } of reads)
      for (const id of parameters.length === 0 ? [''] : ids) {
        const url = path.replace(/\{\w+\}/g, id);
        const answer = await owner.patiently('GET', `/portal/api${url}`);
        const shown = answer.text.replaceAll(id === '' ? '\0' : id, '');
        // A list below an unknown id may answer, but has nothing in it.
        const hasContent = answer.status < 300 && !/"(items|data)":\[\]/.test(answer.text);
        if ((parameters.length > 0 && hasContent) || ids.some((each) => shown.includes(each)))
          leaks.push([url, answer.status, answer.text.slice(0, 200)]);
      }
    expect(leaks).toEqual([]);
  }, 120_000);
});
