import { describe, expect, test } from '@jest/globals';
import { breakingChanges } from '../api/breaking-changes.mjs';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- parts of a document are changed at will
type Json = any;

const document = (): Json => ({
  paths: {
    '/refund': {
      post: {
        operationId: 'createRefund',
        parameters: [{ name: 'dry_run', in: 'query', required: false }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/Success' },
                    {
                      type: 'object',
                      properties: { data: { $ref: '#/components/schemas/Answer' } },
                      required: ['data'],
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Body: {
        type: 'object',
        properties: { id: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } },
        required: ['id'],
        additionalProperties: false,
      },
      Success: { type: 'object', properties: { success: { const: true } }, required: ['success'] },
      Answer: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          items: { type: 'array', items: { $ref: '#/components/schemas/Answer' } },
        },
        required: ['id'],
      },
    },
  },
});

function changed(change: (document: Json) => void): string[] {
  const after = document();
  change(after);
  return breakingChanges(document(), after);
}

const post = (after: Json): Json => after.paths['/refund'].post;
const schema = (after: Json, name: string): Json => after.components.schemas[name];

describe('a client of the released document breaks when', () => {
  test.each<[string, (after: Json) => void, string]>([
    ['an operation goes', (after) => delete after.paths['/refund'].post, 'POST /refund is removed'],
    ['an operation is renamed', (after) => (post(after).operationId = 'refund'), 'POST /refund is renamed to refund'],
    ['a parameter goes', (after) => (post(after).parameters = []), 'POST /refund: the parameter dry_run is removed'],
    [
      'a parameter becomes required',
      (after) => (post(after).parameters[0].required = true),
      'POST /refund: the parameter dry_run is required now',
    ],
    [
      'a field of a request goes',
      (after) => delete schema(after, 'Body').properties.kind,
      'POST /refund body: the field kind is removed',
    ],
    [
      'a field of a request becomes required',
      (after) => schema(after, 'Body').required.push('kind'),
      'POST /refund body: the field kind is required now',
    ],
    [
      'a word of a request goes',
      (after) => schema(after, 'Body').properties.kind.enum.pop(),
      'POST /refund body.kind: "b" is no longer accepted',
    ],
    [
      'a type changes',
      (after) => (schema(after, 'Body').properties.id.type = 'integer'),
      'POST /refund body.id: the type string is integer now',
    ],
    ['an answer goes', (after) => (post(after).responses = { 202: {} }), 'POST /refund: the answer 200 is removed'],
    [
      'a field of an answer goes',
      (after) => delete schema(after, 'Answer').properties.id,
      'POST /refund 200.data: the field id is removed',
    ],
    [
      'a field of an answer may be absent',
      (after) => (schema(after, 'Answer').required = []),
      'POST /refund 200.data: the field id can be absent now',
    ],
  ])('%s', (_, change, sentence) => {
    expect(changed(change)).toContain(sentence);
  });
});

test.each<[string, (after: Json) => void]>([
  ['nothing changes', () => {}],
  ['an optional field of a request is new', (after) => (schema(after, 'Body').properties.note = { type: 'string' })],
  ['a field of an answer is new', (after) => (schema(after, 'Answer').properties.note = { type: 'string' })],
  ['a word of a request is new', (after) => schema(after, 'Body').properties.kind.enum.push('c')],
  ['an operation is new', (after) => (after.paths['/new'] = after.paths['/refund'])],
])('no client breaks when %s', (_, change) => {
  expect(changed(change)).toEqual([]);
});
