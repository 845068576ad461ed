import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { METER_PARTICULARS } from '@qafila/openapi/meter-particulars';
import { PAYMENT_PARTICULARS } from '@qafila/openapi/payment-particulars';
import { signRequest } from '@qafila/signing/request-signature';
import { routesOf, startOpenApiStand } from './openapi-stand.ts';
import type { OpenApiStand } from './openapi-stand.ts';
import { json, startStand } from './stand.ts';

// The document is read as a client reads it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let stand: OpenApiStand;
let document: Json;
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(stand.gateway.url + path, { headers });
const operations = (): [string, Json][] => Object.entries<Json>(document.paths).flatMap(([path, item]) => Object.entries<Json>(item).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]));

beforeAll(async () => {
  stand = await startOpenApiStand();
  document = await (await get('/openapi.json')).json();
}, 120_000);
afterAll(() => stand?.stop());

/** Checks a value as a client's validator would: references are resolved inside the document. */
function violations(schema: Json, value: unknown): unknown[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.validate({ components: document.components, allOf: [schema] }, value);
  return (ajv.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
const bodyOf = (operation: string): Json => operations().find(([name]) => name === operation)?.[1].requestBody.content['application/json'].schema;

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const { apiKey, accountId, hmacSecret } = stand.demo as unknown as { apiKey: string; accountId: string; hmacSecret: string };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(stand.gateway.url + path, {
    method, body: text,
    headers: {
      'x-api-key': apiKey, 'x-account-id': accountId, ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'x-signature': signRequest(text ?? '', hmacSecret) }),
    },
  });
  return { status: response.status, body: await response.json() };
}

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1 by the schema of the OpenAPI Initiative, and each schema in it is valid JSON Schema', async () => {
    // https://spec.openapis.org/oas/3.1/schema/2025-02-13, Apache-2.0.
    const official = JSON.parse(await readFile(new URL('openapi-3.1.schema.json', import.meta.url), 'utf8')) as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.validate(official, document);
    expect(ajv.errors).toBeNull();
    const schemas: Json[] = [...Object.values(document.components.schemas), ...operations().flatMap(([, { parameters = [] }]) => parameters.map(({ schema }: Json) => schema))];
    for (const schema of schemas) expect(ajv.validateSchema(schema)).toBe(true);
    // Every reference leads somewhere.
    for (const [, path] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      expect([path, (path as string).split('/').reduce<Json>((at, part) => at?.[part], document)]).toEqual([path, expect.anything()]);
    }
  });

  test('holds every public route of the services and nothing that is internal', () => {
    const served = Object.values(stand.services).flatMap(routesOf);
    const names = operations().map(([name]) => name).sort();
    expect(served.filter((route) => !/ \/(internal|health|pay|wallet)\b/.test(route)).sort()).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(['post /auth/token', 'post /v1/admin/service-account/token', 'get /.well-known/jwks.json', 'delete /public/v1/service-account/{client_id}/secret/{secret_id}']));
    expect(served).toContain('post /internal/v1/meter/events');
    expect(JSON.stringify(document)).not.toMatch(/internal\/v1|ResolveKeyBody|ResolveClientBody|StoreSecretsBody/);
    expect(new Set(operations().map(([, { operationId }]) => operationId)).size).toBe(names.length);
  });

  test('names the scope that each operation needs and the headers that let it pass', () => {
    const of = (name: string): Json => operations().find(([own]) => own === name)?.[1];
    // Where gateways of payments call, their signature is all that is asked for; where tokens are, the client's secret.
    const open = operations().filter(([, { security }]) => security.length === 0).map(([name]) => name);
    expect(open).toEqual(['post /v1/admin/service-account/token', 'post /auth/token', 'get /.well-known/jwks.json',
      'post /public/v1/subscription/walletprovider/wallet/setup/webhook', 'post /public/v1/payment/{type}/webhook', 'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook', 'get /awb/{account_id}/{shipment_id}/{file}']);
    for (const [name, operation] of operations()) if (!open.includes(name)) expect([name, operation['x-required-scope']]).toEqual([name, expect.stringMatching(/^\w+:(read|write)$/)]);
    expect(of('post /public/v1/payment/checkout').security).toEqual([{ apiKey: [], account: [], signature: [] }]);
    expect(of('post /public/v1/payment/checkout')['x-required-scope']).toBe('payments:write');
    expect(of('post /public/v1/meter/{id}/event')['x-required-scope']).toBe('usage:write');
    expect(of('get /public/v1/key').security).toEqual([{ apiKey: [], account: [] }]);
    expect(of('post /public/v1/key').security).toEqual([{ apiKey: [], account: [], signature: [] }]);
    expect(of('post /public/v1/meter').security).toEqual([{ apiKey: [], account: [] }, { apiKey: [], account: [], signature: [] }]);
    expect([of('post /public/v1/meter').tags, document.tags]).toEqual([['metering'], [{ name: 'identity' }, { name: 'metering' }, { name: 'payment' }, { name: 'shipment' }, { name: 'webhooks' }]]);
    expect(of('post /oe/aggtr/api/v1/shipments').security).toEqual([{ token: [] }, { bearer: [] }]);
    expect(of('post /public/v1/meter/{id}/event/bulk')['x-body-bytes-max']).toBe(4 * 1024 * 1024);
  });

  test('lists the required fields of every request class, and queries and path parameters', () => {
    const required = Object.fromEntries(Object.entries<Json>(document.components.schemas).filter(([name]) => name.includes('.')).map(([name, schema]) => [name, schema.required ?? []]));
    expect(required).toEqual({
      'identity.CreateKeyBody': [], 'identity.RotateSecretBody': ['kind'], 'identity.CreateServiceAccountBody': [],
      'metering.CreateMeterBody': ['name', 'aggregation_type'], 'metering.UpdateMeterBody': [], 'metering.DeactivateMeterBody': [],
      'metering.CreatePlanBody': ['name', 'recurring', 'meters'], 'metering.UpdatePlanBody': [],
      'metering.CreateSubscriptionBody': ['customer_reference'], 'metering.UpdateSubscriptionBody': ['next_action'],
      'webhooks.CreateEndpointBody': ['url', 'event_types'], 'webhooks.UpdateEndpointBody': [], 'webhooks.RotateSecretBody': [],
      'webhooks.CreateReplayBody': ['from', 'to'], 'webhooks.RedriveBody': [], 'webhooks.TestEventBody': [],
    });
    const parameters = (name: string): string[] => operations().find(([own]) => own === name)?.[1].parameters.map((one: Json) => `${one.in} ${one.name}`);
    expect(parameters('get /public/v1/meter')).toEqual(['query active', 'query aggregation_type', 'query limit', 'query cursor']);
    expect(parameters('patch /public/v1/plan/{id}/subscription/{sid}')).toEqual(['path id', 'path sid']);
    expect(parameters('get /public/v1/webhook/endpoints/{id}/deliveries')).toEqual(expect.arrayContaining(['path id', 'query webhook_id', 'query cursor']));
  });

  const METER = { name: 'Generated tokens', active: true, aggregation_type: 'sum', aggregation_field: 'tokens', id: 'tokens' };
  test.each<[string, unknown]>([
    ['a meter', METER], ['a meter with filters and groups', { ...METER, filters: { model: 'a' }, group_by: ['model'] }], ['null for an optional field', { ...METER, id: null }],
    ['no name', { ...METER, name: undefined }], ['an empty name', { ...METER, name: '' }], ['a number as name', { ...METER, name: 1 }], ['another aggregation', { ...METER, aggregation_type: 'median' }],
    ['text for active', { ...METER, active: 'yes' }], ['an unknown field', { ...METER, colour: 'red' }], ['five groups', { ...METER, group_by: ['a', 'b', 'c', 'd', 'e'] }],
    ['a group twice', { ...METER, group_by: ['a', 'a'] }], ['a number among groups', { ...METER, group_by: ['a', 1] }],
  ])('schema and service agree on the creation of %s', async (_, body) => {
    const id = `m-${Math.random().toString(36).slice(2)}`;
    const { id: given } = body as { id: string | null };
    const sent = JSON.parse(JSON.stringify({ ...body as object, id: given === null ? null : id })) as Json;
    const broken = violations(bodyOf('post /public/v1/meter'), sent);
    const { status } = await call('POST', '/public/v1/meter', sent);
    expect([status, broken]).toEqual(broken.length === 0 ? [201, []] : [400, expect.anything()]);
  });

  test('nested classes are described with their own required fields', () => {
    expect(document.components.schemas['metering.DeactivateMeterBody'].properties).toMatchObject({
      subscription: { type: 'object', required: ['next_action'] }, plan: { type: 'object', required: ['active'], properties: { active: { type: 'boolean' } } },
    });
  });

  test('what JSON Schema cannot say of a field stands in its description', () => {
    expect(document.components.schemas['metering.CreateMeterBody'].properties.name.description).toContain('must not contain any of the characters % ?');
    expect(document.components.schemas['metering.CreateMeterBody'].properties.id.description).toContain('at most 255 bytes');
  });

  test('real answers fit the schemas of their operations, and so do refusals', async () => {
    for (const key of [...Object.keys(METER_PARTICULARS), ...Object.keys(PAYMENT_PARTICULARS)]) expect(operations().map(([name]) => name)).toContain(key);
    const answerOf = (name: string, status: number): Json => operations().find(([own]) => own === name)?.[1].responses[status].content['application/json'].schema;
    const fits = async (name: string, path: string, body?: unknown): Promise<Json> => {
      const answer = await call((name.split(' ')[0] as string).toUpperCase(), path, body);
      expect([name, answer.status < 300 ? 'done' : answer.body]).toEqual([name, 'done']);
      expect([name, answer.status, violations(answerOf(name, answer.status), answer.body)]).toEqual([name, answer.status, []]);
      return answer.body;
    };
    const examples = (name: string): Json => operations().find(([own]) => own === name)?.[1].requestBody.content['application/json'].example;
    for (const [name, operation] of operations()) {
      const example = operation.requestBody?.content['application/json'].example;
      if (example !== undefined) expect([name, violations(bodyOf(name), example)]).toEqual([name, []]);
    }
    const meter = await fits('post /public/v1/meter', '/public/v1/meter', examples('post /public/v1/meter'));
    expect(meter.id).toBe('tokens');
    await fits('get /public/v1/meter/{id}', '/public/v1/meter/tokens');
    await fits('patch /public/v1/meter/{id}', '/public/v1/meter/tokens', { name: 'Tokens' });
    await fits('patch /public/v1/meter/{id}', '/public/v1/meter/tokens?dry_run=true', { active: false, subscription: { next_action: 'pause' }, plan: { active: false } });
    const event = examples('post /public/v1/meter/{id}/event');
    await fits('post /public/v1/meter/{id}/event', '/public/v1/meter/tokens/event', { ...event, timestamp: new Date().toISOString() });
    await fits('post /public/v1/meter/{id}/event/batch', '/public/v1/meter/tokens/event/batch', { events: [{ ...event, event_id: 'req-2', timestamp: new Date().toISOString() }] });
    await fits('get /public/v1/meter/{id}/query', '/public/v1/meter/tokens/query?windowSize=DAY&filterGroupBy[model]=a');
    await fits('get /public/v1/meter/{id}/events', '/public/v1/meter/tokens/events');
    await fits('get /public/v1/key', '/public/v1/key');
    await fits('get /public/v1/service-account', '/public/v1/service-account');
    await fits('get /.well-known/jwks.json', '/.well-known/jwks.json');
    const { clientId, clientSecret, companyCode } = stand.demo;
    for (const name of ['post /v1/admin/service-account/token', 'post /auth/token']) {
      const path = name.split(' ')[1] as string;
      await fits(name, path, { clientId, clientSecret, grantType: 'client_credentials', companyCode });
      const refused = await call('POST', path, { clientId, clientSecret, grantType: 'password', companyCode });
      expect([refused.status, violations(operations().find(([own]) => own === name)?.[1].responses.default.content['application/json'].schema, refused.body)]).toEqual([400, []]);
    }
    for (const name of ['post /public/v1/payment/checkout', 'post /public/v1/payment/intent', 'post /public/v1/payment/link', 'post /public/v1/bnpl/wallet/setup', 'post /public/v1/subscription/wallet/setup',
      'put /public/v1/payment/store', 'post /public/v1/payment/routing/rules/gateway']) await fits(name, name.split(' ')[1] as string, examples(name));
    await fits('get /public/v1/payment/routing/rules/gateway', '/public/v1/payment/routing/rules/gateway');
    await fits('get /public/v1/payment/transaction', '/public/v1/payment/transaction?search=order&queue=unknown_outcome');
    await fits('get /public/v1/webhook/event-types', '/public/v1/webhook/event-types');
    for (const [method, path, body] of [['POST', '/public/v1/meter', {}], ['GET', '/public/v1/meter/none'], ['POST', '/public/v1/meter/none/event', event]] as const) {
      const refused = await call(method, path, body);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(violations(document.components.responses.PaymentError.content['application/json'].schema, refused.body)).toEqual([]);
    }
    expect(violations(bodyOf('post /public/v1/meter/{id}/event'), { ...event, operation: 'DROP' })).toHaveLength(1);
  });

  test('is compressed on request', async () => {
    const answer = await get('/openapi.json', { 'accept-encoding': 'gzip' });
    expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual(['gzip', 'public, max-age=60', 'nosniff']);
    expect(await answer.json()).toEqual(document);
  });

  test('a service that is away is named, and the rest is served', async () => {
    const gateway = await stand.gatewayWithout('webhooks');
    const started = performance.now();
    const asked = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${gateway.url}/openapi.json`)).json() as Promise<Json>));
    expect(performance.now() - started).toBeLessThan(5_000);
    for (const part of asked) {
      expect([part['x-unavailable'], part.tags]).toEqual([['webhooks'], [{ name: 'identity' }, { name: 'metering' }, { name: 'payment' }, { name: 'shipment' }]]);
      expect(part.info.description).toContain('webhooks cannot be reached');
      expect(Object.keys(part.paths).some((path) => path.startsWith('/public/v1/webhook'))).toBe(false);
      expect(part.paths['/public/v1/meter'].post).toEqual(document.paths['/public/v1/meter'].post);
    }
  });

  test('however many ask, each service is asked once, and one that answers nonsense is away', async () => {
    const small = await startStand();
    small.metering.answer = (_, response) => json(response, 200, { openapi: '3.1.0', paths: null, components: {} });
    small.identity.answer = (_, response) => json(response, 200, { openapi: '3.1.0', paths: { '/public/v1/key': { get: { operationId: 'a' } }, '/internal/v1/x': { get: {} }, '/public/v1/meter': { get: {} } }, components: {} });
    const ask = async (): Promise<Json> => (await fetch(`${small.gateway.url}/openapi.json`)).json();
    const answers = [...await Promise.all(Array.from({ length: 20 }, ask)), await ask()];
    expect([small.identity, small.metering].map(({ seen }) => seen.map(({ url }) => url))).toEqual([['/internal/v1/openapi.json'], ['/internal/v1/openapi.json']]);
    // A service describes only what is forwarded to it.
    for (const { paths, ...more } of answers) expect([Object.keys(paths), more['x-unavailable']]).toEqual([['/public/v1/key'], ['metering', 'payment', 'shipment', 'webhooks']]);
    await small.stop();
  });

  test("a service's own description is for the gateway alone", async () => {
    for (const [name, service] of Object.entries(stand.services)) {
      expect((await fetch(`${service.url}/internal/v1/openapi.json`)).status).toBe(401);
      expect((await stand.ask(name as 'identity', '/internal/v1/openapi.json')).status).toBe(403);
    }
    expect((await get('/internal/v1/openapi.json')).status).toBe(404);
  });
});

describe('/docs', () => {
  test('loads files of this gateway only, under a policy that allows nothing else', async () => {
    const answer = await get('/docs');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') as string;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/<script>|<style|\son\w+=|style=|https?:/);
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toEqual(['/docs/swagger-ui.css', '/docs/favicon-32x32.png', '/docs/swagger-ui-bundle.js', '/docs/start.js']);
    for (const path of files) {
      const file = await get(path);
      expect([path, file.status, file.headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff']);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    expect((await get('/docs/swagger-ui.js.map')).status).toBe(404);
    expect(await (await get('/docs/swagger-ui.css')).text()).not.toMatch(/@import|url\(["']?https?:/);
    expect(await (await get('/docs/start.js')).text()).toContain("url: '/openapi.json'");
  });
});
