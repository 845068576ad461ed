import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { missingParts, operationsOf } from './missing-parts.ts';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';

// The tests read the document as a client does.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

describe('the merged document is complete', () => {
  let harness: OpenApiHarness;
  let text: string;
  const read = (): Json => JSON.parse(text) as Json;
  beforeAll(async () => {
    harness = await startOpenApiHarness();
    text = await (await fetch(`${harness.gateway.url}/openapi.json`)).text();
  }, 120_000);
  afterAll(() => harness?.stop());

  test('nothing is missing', () => {
    const missing = missingParts(read());
    expect(operationsOf(read()).length).toBeGreaterThan(100);
    expect(Object.fromEntries(Object.entries(missing).filter(([, places]) => places.length > 0))).toEqual({});
  });

  const REPEATS = 'field of a body without an example, or the field that it repeats';
  type Damage = (operation: Json, document: Json) => unknown;
  const damages: [string, Damage][] = [
    ['operation without summary, description or tag', (operation) => delete operation.description],
    ['tag without description', (_, document) => delete document.tags[0].description],
    ['repeated operationId', (operation) => (operation.operationId = 'createCheckout')],
    ['operation without a sample in four languages', (operation) => operation['x-codeSamples'].pop()],
    [
      'body without a valid example',
      ({ requestBody }) => (jsonOf(requestBody).examples = { one: { value: { amount: {} } } }),
    ],
    ['body without a valid example', ({ requestBody }) => delete jsonOf(requestBody).schema],
    ['answer without schema or valid example', ({ responses }) => delete jsonOf(responses[200]).example],
    ['answer without schema or valid example', ({ responses }) => (jsonOf(responses[200]).example = { success: 1 })],
    ['operation without an answer that succeeds', (operation) => (operation.responses = {})],
    [
      'error status without codes and valid examples',
      ({ responses }) => (responses[404] = { description: 'Not found.' }),
    ],
    [
      'parameter without description or example',
      ({ parameters }) => parameters.push({ name: 'x', in: 'query', description: 'X.', schema: {} }),
    ],
    [
      'field without description',
      (_, document) => (document.components.schemas.Extra = { properties: { a: { type: 'string' } } }),
    ],
    [REPEATS, (_, document) => delete document.components.schemas.CreateRefundBody.properties.reason.examples],
    [REPEATS, (_, document) => (document.components.schemas.CreateRefundBody.properties.amount.description = 'Money.')],
    [REPEATS, (_, document) => delete document.components.schemas.CreateRefundBody.properties.refunded_amount],
  ];
  test.each(damages)('it would find: %s', (kind, damage) => {
    const document = read();
    damage(document.paths['/public/v1/refund'].post, document);
    expect(missingParts(document)[kind]?.length).toBeGreaterThan(0);
  });

  /**
   * Redocly instead of Spectral: each package of Spectral depends on @scarf/scarf, which reports installs to a third
   * party in a script, and on 150 packages (38 MB). Redocly's linter is here anyway, under openapi-typescript.
   */
  test('the linter of OpenAPI documents finds nothing', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // `/intent/details/{id}` and `/intent/{id}/capture`: the paths are those of the contract.
        'no-ambiguous-paths': 'off',
        'operation-description': 'error',
        'tag-description': 'error',
        'parameter-description': 'error',
        'operation-operationId': 'error',
        'operation-operationId-unique': 'error',
        'operation-operationId-url-safe': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-path-trailing-slash': 'error',
        'no-identical-paths': 'error',
        'path-segment-plural': 'off',
      },
    });
    const lint = async (source: string): Promise<string[]> =>
      (await lintFromString({ source, absoluteRef: '/openapi.json', config })).map(
        ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
      );
    expect(await lint(text)).toEqual([]);
    // It can find something.
    const damaged = read();
    damaged.paths['/public/v1/refund'].post.operationId = 'createCheckout';
    expect((await lint(JSON.stringify(damaged))).join()).toContain('operation-operationId-unique');
  });
});

function jsonOf({ content }: Json): Json {
  return content['application/json'];
}
