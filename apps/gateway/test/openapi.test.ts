import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { signRequest } from '@qafila/signing/request-signature';
import { DocumentSchemas } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { routesOf, startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';
import { json, startHarness } from './gateway-harness.ts';

// The tests read the document as a client does.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let harness: OpenApiHarness;
let document: Json;
let schemas: DocumentSchemas | undefined;
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(harness.gateway.url + path, { headers });
const operations = (): [string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
  );

beforeAll(async () => {
  harness = await startOpenApiHarness();
  document = await (await get('/openapi.json')).json();
}, 120_000);
afterAll(() => harness?.stop());

/** Validates a value as a client does: references are resolved inside the document. */
function violations(schema: Json, value: unknown): unknown[] {
  schemas ??= new DocumentSchemas(document);
  return schemas.problems(schema, value).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
const bodyOf = (operation: string): Json =>
  operations().find(([name]) => name === operation)?.[1].requestBody.content['application/json'].schema;

function call(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
  const { apiKey, accountId, hmacSecret } = harness.demo;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signature: Record<string, string> =
    method === 'GET' ? {} : { 'x-signature': signRequest(text ?? '', hmacSecret) };
  return httpCall(harness.gateway.url + path, {
    method,
    body: text,
    headers: { 'x-api-key': apiKey, 'x-account-id': accountId, ...signature },
  });
}

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1 by the official schema, and each schema in it is valid JSON Schema', async () => {
    // https://spec.openapis.org/oas/3.1/schema/2025-02-13, Apache-2.0.
    const official = JSON.parse(await readFile(new URL('openapi-3.1.schema.json', import.meta.url), 'utf8')) as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.validate(official, document);
    expect(ajv.errors).toBeNull();
    const schemas: Json[] = [
      ...Object.values(document.components.schemas),
      ...operations().flatMap(([, { parameters = [] }]) => parameters.map(({ schema }: Json) => schema)),
    ];
    for (const schema of schemas) expect(ajv.validateSchema(schema)).toBe(true);
    // Every reference has a target.
    for (const [, path] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      expect([path, (path as string).split('/').reduce<Json>((at, part) => at?.[part], document)]).toEqual([
        path,
        expect.anything(),
      ]);
    }
  });

  test('contains every public route of the services and nothing internal', () => {
    const served = Object.values(harness.services).flatMap(routesOf);
    const names = operations()
      .map(([name]) => name)
      .sort();
    expect(served.filter((route) => !/ \/(internal|health|pay|portal|track|wallet)\b/.test(route)).sort()).toEqual(
      names,
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'post /auth/token',
        'post /v1/admin/service-account/token',
        'get /.well-known/jwks.json',
        'delete /public/v1/service-account/{client_id}/secret/{secret_id}',
      ]),
    );
    expect(served).toContain('post /internal/v1/meter/events');
    expect(JSON.stringify(document)).not.toMatch(/internal\/v1|ResolveKeyBody|ResolveClientBody|StoreSecretsBody/);
    expect(new Set(operations().map(([, { operationId }]) => operationId)).size).toBe(names.length);
  });

  test('names the scope and the authentication headers of each operation', () => {
    const of = (name: string): Json => operations().find(([operationName]) => operationName === name)?.[1];
    // Calls of card gateways and couriers need only their signature; token requests need only the client's secret.
    const open = operations()
      .filter(([, { security }]) => security.length === 0)
      .map(([name]) => name);
    expect(open).toEqual([
      'post /v1/admin/service-account/token',
      'post /auth/token',
      'get /.well-known/jwks.json',
      'post /public/v1/subscription/walletprovider/wallet/setup/webhook',
      'post /public/v1/payment/{type}/webhook',
      'post /public/v1/payment/callback/{id}',
      'get /public/v1/payment/callback/{id}',
      'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook',
      'post /oe/aggtr/api/v1/couriers/{courier_id}/webhook/{courier_account_id}',
      'get /oe/aggtr/api/v1/couriers/{courier_id}/webhook/{courier_account_id}',
      'get /awb/{account_id}/{shipment_id}/{file}',
    ]);
    for (const [name, operation] of operations())
      if (!open.includes(name))
        expect([name, operation['x-required-scope']]).toEqual([
          name,
          expect.stringMatching(/^(\w+:(read|write)|payments:resolve)$/),
        ]);
    expect(of('post /public/v1/payment/checkout').security).toEqual([{ apiKey: [], account: [], signature: [] }]);
    expect(of('post /public/v1/payment/checkout')['x-required-scope']).toBe('payments:write');
    expect(of('post /public/v1/meter/{id}/event')['x-required-scope']).toBe('usage:write');
    expect(of('get /public/v1/key').security).toEqual([{ apiKey: [], account: [] }]);
    expect(of('post /public/v1/key').security).toEqual([{ apiKey: [], account: [], signature: [] }]);
    expect(of('post /public/v1/meter').security).toEqual([
      { apiKey: [], account: [] },
      { apiKey: [], account: [], signature: [] },
    ]);
    expect(of('post /public/v1/meter').tags).toEqual(['Meters']);
    // Each tag of an operation is listed once and is in one group, and no group has the name of a tag.
    const used = new Set(operations().flatMap(([, { tags }]) => tags));
    const names = document.tags.map(({ name }: Json) => name);
    expect([...names].sort()).toEqual([...used].sort());
    expect(document['x-tagGroups'].flatMap(({ tags }: Json) => tags)).toEqual(names);
    expect(document['x-tagGroups'].filter(({ name }: Json) => used.has(name))).toEqual([]);
    expect(of('post /oe/aggtr/api/v1/shipments').security).toEqual([{ token: [] }, { bearer: [] }]);
    expect(of('post /public/v1/meter/{id}/event/bulk')['x-body-bytes-max']).toBe(4 * 1024 * 1024);
  });

  test('lists the required fields of every request class, and query and path parameters', () => {
    const required = Object.fromEntries(
      Object.entries<Json>(document.components.schemas)
        .filter(([name]) => /Webhook.*Body$/.test(name))
        .map(([name, schema]) => [name, schema.required ?? []]),
    );
    expect(required).toEqual({
      CreateWebhookEndpointBody: ['url', 'event_types'],
      UpdateWebhookEndpointBody: [],
      RotateWebhookSecretBody: [],
      CreateWebhookReplayBody: ['from', 'to'],
      RedriveWebhooksBody: [],
      TestWebhookBody: [],
    });
    const parameters = (name: string): string[] =>
      operations()
        .find(([operationName]) => operationName === name)?.[1]
        .parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`);
    expect(parameters('get /public/v1/meter')).toEqual([
      'query limit',
      'query cursor',
      'query active',
      'query aggregation_type',
    ]);
    expect(parameters('patch /public/v1/plan/{id}/subscription/{sid}')).toEqual(['path id', 'path sid']);
    expect(parameters('get /public/v1/webhook/endpoints/{id}/deliveries')).toEqual(
      expect.arrayContaining(['path id', 'query webhook_id', 'query cursor']),
    );
  });

  const METER = {
    name: 'Generated tokens',
    active: true,
    aggregation_type: 'sum',
    aggregation_field: 'tokens',
    id: 'tokens',
  };
  test.each<[string, unknown]>([
    ['a meter', METER],
    ['a meter with filters and groups', { ...METER, filters: { model: 'a' }, group_by: ['model'] }],
    ['null for an optional field', { ...METER, id: null }],
    ['no name', { ...METER, name: undefined }],
    ['an empty name', { ...METER, name: '' }],
    ['a number as name', { ...METER, name: 1 }],
    ['another aggregation', { ...METER, aggregation_type: 'median' }],
    ['text for active', { ...METER, active: 'yes' }],
    ['an unknown field', { ...METER, colour: 'red' }],
    ['five groups', { ...METER, group_by: ['a', 'b', 'c', 'd', 'e'] }],
    ['a group twice', { ...METER, group_by: ['a', 'a'] }],
    ['a number among groups', { ...METER, group_by: ['a', 1] }],
  ])('schema and service agree on the creation of %s', async (_, body) => {
    const id = `m-${Math.random().toString(36).slice(2)}`;
    const { id: given } = body as { id: string | null };
    const sent = JSON.parse(JSON.stringify({ ...(body as object), id: given === null ? null : id })) as Json;
    const broken = violations(bodyOf('post /public/v1/meter'), sent);
    const { status } = await call('POST', '/public/v1/meter', sent);
    expect([status, broken]).toEqual(broken.length === 0 ? [201, []] : [400, expect.anything()]);
  });

  test('nested classes are described with their own required fields', () => {
    const { DeactivateMeterBody, SubscriptionOrder, PlanOrder } = document.components.schemas;
    expect([DeactivateMeterBody.required, SubscriptionOrder.required, PlanOrder]).toMatchObject([
      ['subscription', 'plan'],
      ['next_action'],
      { type: 'object', required: ['active'], properties: { active: { type: 'boolean' } } },
    ]);
  });

  test('the forbidden characters of names and ids are in the schema', () => {
    for (const character of '%?{}[]$^*@<>\u0000')
      for (const field of ['name', 'id', 'aggregation_field'])
        expect([
          field,
          character,
          violations(bodyOf('post /public/v1/meter'), { ...METER, [field]: `a${character}` }),
        ]).toEqual([field, character, [`/${field} pattern`]]);
  });

  test('real answers and refusals match the schemas of their operations', async () => {
    const answerOf = (name: string, status: number): Json => {
      const { $ref, content } = operations().find(([operationName]) => operationName === name)?.[1].responses[status];
      const { schema } = (content ?? document.components.responses[$ref?.split('/').at(-1)].content)[
        'application/json'
      ];
      return schema;
    };
    const fits = async (name: string, path: string, body?: unknown): Promise<Json> => {
      const answer = await call((name.split(' ')[0] as string).toUpperCase(), path, body);
      expect([name, answer.status < 300 ? 'done' : answer.body]).toEqual([name, 'done']);
      expect([name, answer.status, violations(answerOf(name, answer.status), answer.body)]).toEqual([
        name,
        answer.status,
        [],
      ]);
      return answer.body;
    };
    const examples = (name: string): Json => {
      const operation = operations().find(([operationName]) => operationName === name)?.[1];
      const { example, examples } = operation.requestBody.content['application/json'];
      return example ?? Object.values<Json>(examples)[0].value;
    };
    for (const [name, operation] of operations()) {
      const example = operation.requestBody?.content['application/json'].example;
      if (example !== undefined) expect([name, violations(bodyOf(name), example)]).toEqual([name, []]);
    }
    const meter = await fits('post /public/v1/meter', '/public/v1/meter', examples('post /public/v1/meter'));
    expect(meter.id).toBe('tokens');
    await fits('get /public/v1/meter/{id}', '/public/v1/meter/tokens');
    await fits('patch /public/v1/meter/{id}', '/public/v1/meter/tokens', { name: 'Tokens' });
    await fits('patch /public/v1/meter/{id}', '/public/v1/meter/tokens?dry_run=true', {
      active: false,
      subscription: { next_action: 'pause' },
      plan: { active: false },
    });
    const event = examples('post /public/v1/meter/{id}/event');
    await fits('post /public/v1/meter/{id}/event', '/public/v1/meter/tokens/event', {
      ...event,
      timestamp: new Date().toISOString(),
    });
    await fits('post /public/v1/meter/{id}/event/batch', '/public/v1/meter/tokens/event/batch', {
      events: [{ ...event, event_id: 'req-2', timestamp: new Date().toISOString() }],
    });
    await fits(
      'get /public/v1/meter/{id}/query',
      '/public/v1/meter/tokens/query?windowSize=DAY&filterGroupBy[model]=a',
    );
    await fits('get /public/v1/meter/{id}/events', '/public/v1/meter/tokens/events');
    await fits('get /public/v1/key', '/public/v1/key');
    await fits('get /public/v1/service-account', '/public/v1/service-account');
    await fits('get /.well-known/jwks.json', '/.well-known/jwks.json');
    const { clientId, clientSecret, companyCode } = harness.demo;
    for (const name of ['post /v1/admin/service-account/token', 'post /auth/token']) {
      const path = name.split(' ')[1] as string;
      await fits(name, path, { clientId, clientSecret, grantType: 'client_credentials', companyCode });
      const refused = await call('POST', path, { clientId, clientSecret, grantType: 'password', companyCode });
      expect([refused.status, violations(answerOf(name, refused.status), refused.body)]).toEqual([400, []]);
    }
    for (const name of [
      'post /public/v1/payment/checkout',
      'post /public/v1/payment/intent',
      'post /public/v1/payment/link',
      'post /public/v1/bnpl/wallet/setup',
      'post /public/v1/subscription/wallet/setup',
      'put /public/v1/payment/store',
      'post /public/v1/payment/routing/rules/gateway',
    ])
      await fits(name, name.split(' ')[1] as string, examples(name));
    await fits('get /public/v1/payment/routing/rules/gateway', '/public/v1/payment/routing/rules/gateway');
    await fits(
      'get /public/v1/payment/transaction',
      '/public/v1/payment/transaction?search=order&queue=unknown_outcome',
    );
    await fits('get /public/v1/webhook/event-types', '/public/v1/webhook/event-types');
    for (const [name, path, body] of [
      ['post /public/v1/meter', '/public/v1/meter', {}],
      ['get /public/v1/meter/{id}', '/public/v1/meter/none'],
      ['post /public/v1/meter/{id}/event', '/public/v1/meter/none/event', event],
      ['post /public/v1/webhook/endpoints', '/public/v1/webhook/endpoints', {}],
    ] as const) {
      const refused = await call((name.split(' ')[0] as string).toUpperCase(), path, body);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(violations(answerOf(name, refused.status), refused.body)).toEqual([]);
    }
    expect(violations(bodyOf('post /public/v1/meter/{id}/event'), { ...event, operation: 'DROP' })).toHaveLength(1);
  });

  test('is compressed on request', async () => {
    const answer = await get('/openapi.json', { 'accept-encoding': 'gzip' });
    expect([
      answer.headers.get('content-encoding'),
      answer.headers.get('cache-control'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['gzip', 'public, max-age=60', 'nosniff']);
    expect(await answer.json()).toEqual(document);
  });

  test('an unavailable service is named, and the rest is served', async () => {
    const gateway = await harness.gatewayWithout('webhooks');
    const started = performance.now();
    const documents = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(`${gateway.url}/openapi.json`)).json() as Promise<Json>),
    );
    expect(performance.now() - started).toBeLessThan(5_000);
    for (const partial of documents) {
      expect(partial['x-unavailable']).toEqual(['webhooks']);
      expect(partial.tags).toEqual(document.tags.filter(({ name }: Json) => !/^webhook/i.test(name)));
      expect(partial.tags.length).toBeLessThan(document.tags.length);
      expect(partial.info.description).toContain('webhooks cannot be reached');
      expect(Object.keys(partial.paths).some((path) => path.startsWith('/public/v1/webhook'))).toBe(false);
      expect(partial.paths['/public/v1/meter'].post).toEqual(document.paths['/public/v1/meter'].post);
    }
  });

  test('concurrent requests share one fetch, and a service with an invalid document is unavailable', async () => {
    const small = await startHarness();
    small.metering.answer = (_, response) => json(response, 200, { openapi: '3.1.0', paths: null, components: {} });
    small.identity.answer = (_, response) =>
      json(response, 200, {
        openapi: '3.1.0',
        paths: {
          '/public/v1/key': { get: { operationId: 'a' } },
          '/internal/v1/x': { get: {} },
          '/public/v1/meter': { get: {} },
        },
        components: {},
      });
    const fetchDocument = async (): Promise<Json> => (await fetch(`${small.gateway.url}/openapi.json`)).json();
    const answers = [...(await Promise.all(Array.from({ length: 20 }, fetchDocument))), await fetchDocument()];
    expect([small.identity, small.metering].map(({ received }) => received.map(({ url }) => url))).toEqual([
      ['/internal/v1/openapi.json'],
      ['/internal/v1/openapi.json'],
    ]);
    // A service describes only the paths that are forwarded to it.
    for (const { paths, ...more } of answers)
      expect([Object.keys(paths), more['x-unavailable']]).toEqual([
        ['/public/v1/key'],
        ['metering', 'payment', 'shipment', 'webhooks'],
      ]);
    await small.stop();
  });

  test("only the gateway may read a service's own document", async () => {
    for (const [name, service] of Object.entries(harness.services)) {
      expect((await fetch(`${service.url}/internal/v1/openapi.json`)).status).toBe(401);
      expect((await harness.callService(name as 'identity', '/internal/v1/openapi.json')).status).toBe(403);
    }
    expect((await get('/internal/v1/openapi.json')).status).toBe(404);
  });
});
