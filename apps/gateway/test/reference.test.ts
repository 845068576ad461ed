import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signRequest } from '@qafila/signing/request-signature';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';

// The tests read the document as a client does.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

describe('the merged document', () => {
  let harness: OpenApiHarness;
  let document: Json;
  beforeAll(async () => {
    harness = await startOpenApiHarness();
    document = await (await fetch(`${harness.gateway.url}/openapi.json`)).json();
  }, 120_000);
  afterAll(() => harness?.stop());

  test('each path of it answers 405 with Allow to every method that it does not have', async () => {
    const token = await tokenOf(harness);
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const path of Object.keys(document.paths)) {
      const has = methodsOf(document, path);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !has.includes(one))) {
        const { status, allow } = await callOther(harness, method, path, token);
        found.push([method, path, status, has.every((one) => allow.includes(one)) && !allow.includes(method)]);
        expected.push([method, path, 405, true]);
      }
    }
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(200);
  }, 60_000);

  test('a path that no service has stays 404', async () => {
    for (const path of ['/public/v1/meter/a/b/c', '/public/v1/refund/a/b/c', '/oe/aggtr/api/v1/shipments/a/b/c'])
      for (const method of ['GET', 'DELETE'])
        expect([path, (await callOther(harness, method, path, await tokenOf(harness))).status]).toEqual([path, 404]);
  });
});

/** `/intent/void` is also `/intent/{id}`, so it has the methods of both. */
function methodsOf(document: Json, path: string): string[] {
  const fits = (pattern: string): boolean =>
    pattern.split('/').length === path.split('/').length &&
    pattern.split('/').every((part, index) => part.startsWith('{') || part === path.split('/')[index]);
  return Object.entries<Json>(document.paths)
    .filter(([pattern]) => fits(pattern))
    .flatMap(([, item]) => Object.keys(item).map((method) => method.toUpperCase()));
}

async function tokenOf({ demo, gateway }: OpenApiHarness): Promise<string> {
  const { clientId, clientSecret, companyCode } = demo;
  const answer = await fetch(`${gateway.url}/v1/admin/service-account/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, companyCode, grantType: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends a request as a merchant with every credential. */
async function callOther(
  { demo, gateway }: OpenApiHarness,
  method: string,
  path: string,
  token: string,
): Promise<{ status: number; allow: string[] }> {
  const credentials: Record<string, string> = path.startsWith('/oe/')
    ? { token }
    : { 'x-api-key': demo.apiKey, 'x-account-id': demo.accountId, 'x-signature': signRequest('', demo.hmacSecret) };
  const answer = await fetch(gateway.url + path.replace(/\{\w+\}/g, 'a'), { method, headers: credentials });
  await answer.arrayBuffer();
  return { status: answer.status, allow: (answer.headers.get('allow') ?? '').split(', ') };
}
