import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signRequest } from '@qafila/signing/request-signature';
import { AnswerChecker } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import type { Json } from '@qafila/testing/http-call';
import { operationsOf } from './missing-parts.ts';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';

let harness: OpenApiHarness;
let document: Json;
let token: string;
beforeAll(async () => {
  harness = await startOpenApiHarness();
  document = (await httpCall(`${harness.gateway.url}/openapi.json`)).body;
  const { clientId, clientSecret, companyCode } = harness.demo;
  const answer = await httpCall(`${harness.gateway.url}/v1/admin/service-account/token`, {
    method: 'POST',
    body: { clientId, clientSecret, companyCode, grantType: 'client_credentials' },
  });
  token = answer.body.access_token as string;
}, 120_000);
afterAll(() => harness?.stop());

interface Wrong {
  method: string;
  path: string;
  scope: string;
  /** Of the wrong request. */
  query?: string;
  body?: string;
  /** What the answer must name. */
  param: string;
}

interface Judged {
  request: string;
  status: number;
  isNamed: boolean;
  isWhole: boolean;
}

/** One wrong request for each way in which an operation reads input. */
function wrongRequests(): Wrong[] {
  return operationsOf(document)
    .filter(({ operation }) => operation['x-required-scope'] !== undefined)
    .flatMap(({ name, operation }) => {
      const [method, template] = name.split(' ') as [string, string];
      const scope = operation['x-required-scope'] as string;
      const parameters = (operation.parameters ?? []) as Json[];
      const path = template.replace(/\{(\w+)\}/g, (_, parameter) =>
        encodeURIComponent(String(parameters.find(({ name: one }) => one === parameter).example)),
      );
      const reads = (query: string): boolean => parameters.some((one) => one.in === 'query' && one.name === query);
      const required = parameters.filter((one) => one.in === 'query' && one.required === true);
      const fitting = required.map((one) => `&${one.name}=${encodeURIComponent(String(one.example))}`).join('');
      const wrong: Wrong[] = [{ method, path, scope, query: `colour=red${fitting}`, param: 'colour' }];
      if (operation.requestBody !== undefined) {
        wrong.push({ method, path, scope, query: fitting.slice(1), body: '{', param: 'body' });
        wrong.push({ method, path, scope, query: fitting.slice(1), body: '[]', param: 'body' });
      }
      if (reads('limit')) wrong.push({ method, path, scope, query: `limit=0${fitting}`, param: 'limit' });
      if (reads('cursor')) wrong.push({ method, path, scope, query: `cursor=x${fitting}`, param: 'cursor' });
      return wrong;
    });
}

test('every operation names the fields of an invalid request in param and in details', async () => {
  const { apiKey, reviewKeys = [], accountId, hmacSecret } = harness.demo;
  const checker = AnswerChecker.of(document);
  const judged: Judged[] = [];
  for (const {
    method,
    path,
    scope,
    query = '',
    body = method === 'get' ? undefined : '{}',
    param,
  } of wrongRequests()) {
    const key = scope === 'payments:resolve' ? (reviewKeys[0] as string) : apiKey;
    const answer = await httpCall(`${harness.gateway.url}${path}?${query}`, {
      method: method.toUpperCase(),
      body,
      headers: {
        ...(path.startsWith('/oe/') ? { token } : { 'x-api-key': key, 'x-account-id': accountId }),
        ...(body === undefined ? {} : { 'x-signature': signRequest(body, hmacSecret) }),
      },
    });
    checker.check(method, path, answer);
    const { error, details = error?.details ?? [] } = answer.body;
    const fields = (details as Json[]).map(({ field }) => field as string | null);
    judged.push({
      request: `${method} ${path}?${query} ${body}`,
      status: answer.status,
      isNamed: fields.includes(param),
      isWhole: path.startsWith('/oe/') ? fields[0] !== null : error.param === fields[0],
    });
  }
  const refused = judged.filter(({ status }) => status === 400);
  expect(refused.filter(({ isWhole }) => !isWhole)).toEqual([]);
  // Some look for the object in the path first, and two report what is missing in the body before they read the query.
  const others = judged.filter(({ status, isNamed }) => status !== 400 || !isNamed);
  expect(others.filter(({ status }) => status !== 400 && status !== 404)).toEqual([]);
  expect(others.length).toBeLessThan(10);
  expect(judged.length).toBeGreaterThan(150);
});
