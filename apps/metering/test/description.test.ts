import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documentOf } from '@qafila/schema/document';
import type { Json } from '@qafila/testing/http-call';
import { METERING_API } from '../src/api.ts';

const document: Json = documentOf(METERING_API);
const operations = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'document', components: document.components });

function problems(schema: Json, value: unknown): string[] {
  // Without the components in each schema, each one is compiled once.
  const referring = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const validate = ajv.compile(referring);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('each request and success example fits its schema', () => {
  let judged = 0;
  for (const { operationId, requestBody, responses } of operations) {
    const contents = [requestBody, ...Object.values<Json>(responses).map(resolved)]
      .map((holder) => holder?.content?.['application/json'])
      .filter((content) => content !== undefined);
    for (const { schema, example, examples = {} } of contents) {
      const values = example === undefined ? Object.values<Json>(examples).map(({ value }) => value) : [example];
      for (const value of values) {
        expect([operationId, value, problems(schema, value)]).toEqual([operationId, value, []]);
        judged++;
      }
    }
  }
  expect(judged).toBeGreaterThan(100);
});

function resolved(response: Json): Json {
  return response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)];
}

test('each field and parameter has a description, and each field of a body an example in a composed body', () => {
  const bare = [
    ...Object.entries<Json>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries<Json>(properties)
        .filter(([, field]) => !field.description && !/^Payment(Success|Error)$/.test(name))
        .map(([field]) => `${name}.${field}`),
    ),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter((parameter: Json) => !parameter.description || parameter.example === undefined)
        .map((parameter: Json) => `${operationId} ${parameter.name}`),
    ),
  ];
  expect(bare).toEqual([]);
});
