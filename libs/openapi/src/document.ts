import type { JsonSchema } from '@qafila/contracts/event-type';
import { objectSchema, text } from '@qafila/contracts/event-type';
import { PAYMENT_ERROR, PAYMENT_SUCCESS } from '@qafila/envelopes/payment-schema';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import type { Operation } from './operations.ts';
import { fieldsOf, schemaOf } from './request-schema.ts';
import { SHIPMENT_ERROR, SHIPMENT_SUCCESS } from './shipment-envelope.ts';

/** What no metadata tells: a body that is read by hand, an answer or a refusal that is no envelope. */
export interface Particulars {
  body?: JsonSchema; example?: unknown;
  /** By name, beside `example`, which is then named `first`. */
  otherExamples?: Record<string, unknown>;
  query?: Record<string, JsonSchema>; queryRequired?: string[];
  answer?: JsonSchema; alsoAnswers?: string[]; refusal?: JsonSchema;
  /** Of the header that makes a request repeatable. */
  idempotencyKey?: 'optional' | 'required';
  /** It may still be under way when it is answered, with the same body: 202. */
  accepted?: true;
  /** What the success envelope holds. */
  data?: JsonSchema;
  /** Types of an answer that is a file. */
  files?: string[];
}
/** By method and path, e.g. `post /public/v1/meter`. */
export type AllParticulars = Record<string, Particulars>;

export interface DocumentSpec { service: string; operations: Operation[]; particulars?: AllParticulars }

interface Dialect { name: string; success: JsonSchema; error: JsonSchema; refusal: string; /** What carries a scope. */ pass: 'key' | 'token' }
const PAYMENT: Dialect = { name: 'Payment', pass: 'key', success: PAYMENT_SUCCESS, error: PAYMENT_ERROR, refusal: 'Refused or failed: `error.code` says why, `error.retryable` whether to send it again.' };
/** Services whose envelopes are not those of payments (decision 0006). */
const DIALECTS: Record<string, Dialect> = {
  shipment: { name: 'Shipment', pass: 'token', success: SHIPMENT_SUCCESS, error: SHIPMENT_ERROR, refusal: 'Refused or failed: each of `details` says why by its `code`, `userMessage` says it to a customer.' },
};
const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } };

/** OpenAPI 3.1 of one service. Pure: the same controllers give the same document. */
export function documentOf({ service, operations, particulars = {} }: DocumentSpec): OpenApiDocument {
  const dialect = DIALECTS[service] ?? PAYMENT;
  const { success, error } = namesOf(dialect);
  const schemas: Record<string, JsonSchema> = { [success]: dialect.success, [error]: dialect.error };
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const own = particulars[`${operation.method} ${operation.path}`] ?? {};
    // What a parameter decorator of the service's own reads, Nest does not know as a body.
    const body = operation.body ?? (own.body === undefined ? undefined : Object);
    // Two services may name a class alike; the service's name keeps them apart in the merged document.
    const schema = body === undefined || body === Object ? own.body ?? {} : { $ref: `#/components/schemas/${service}.${body.name}` };
    if (body !== undefined && body !== Object) schemas[`${service}.${body.name}`] = schemaOf(body);
    (paths[operation.path] ??= {})[operation.method] = {
      ...describe(service, operation, own, dialect), ...(body === undefined ? {} : { requestBody: { required: isWanted(operation, own), content: json(schema, own) } }), responses: answersOf(operation, own, dialect),
    };
  }
  return {
    openapi: '3.1.0', info: { title: `Qafila ${service}`, version: '1' }, paths,
    components: {
      schemas,
      headers: { 'x-request-id': { description: "Finds this request in the logs: the caller's own id, if one was sent.", schema: text } },
      responses: {
        [error]: { description: dialect.refusal, headers: REQUEST_ID, content: json({ $ref: `#/components/schemas/${error}` }) },
      },
    },
  };
}

function describe(service: string, operation: Operation, own: Particulars, { pass }: Dialect): OpenApiOperation {
  const { resource, handler, scope } = operation;
  const parameters = [...pathParameters(operation.path), ...queryParameters(operation, own), ...idempotencyKey(own)];
  return {
    operationId: `${service}_${resource}_${handler}`, tags: [service], summary: `${inWords(resource)}: ${inWords(handler)}`,
    ...(scope === undefined ? {} : { description: `Needs a ${pass} with the scope \`${scope}\`.`, 'x-required-scope': scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

function answersOf({ status }: Operation, own: Particulars, dialect: Dialect): Record<string, unknown> {
  const { success, error } = namesOf(dialect);
  const envelope: JsonSchema = { $ref: `#/components/schemas/${success}` };
  const told = own.answer ?? (own.data === undefined ? envelope : { allOf: [envelope, objectSchema({ data: own.data })] });
  const files = Object.fromEntries((own.files ?? []).map((type) => [type, {}]));
  const content = own.files !== undefined ? files : { ...json(told), ...Object.fromEntries((own.alsoAnswers ?? []).map((type) => [type, { schema: text }])) };
  return {
    [status]: { description: 'Done', headers: REQUEST_ID, content },
    ...(own.accepted === undefined ? {} : { 202: { description: 'Under way: the gateway has not said what became of it, and its outcome comes as a notification', headers: REQUEST_ID, content } }),
    default: own.refusal === undefined ? { $ref: `#/components/responses/${error}` } : { description: 'Refused or failed', headers: REQUEST_ID, content: json(own.refusal) },
  };
}

function namesOf({ name }: Dialect): { success: string; error: string } {
  return { success: `${name}Success`, error: `${name}Error` };
}

function pathParameters(path: string): unknown[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } }));
}

function queryParameters({ query }: Operation, own: Particulars): unknown[] {
  const known = query === undefined || query === Object ? [] : fieldsOf(query);
  return [
    ...known.map(({ name, required, schema: { description, ...schema } }) => ({ name, in: 'query', required, ...(description === undefined ? {} : { description }), schema })),
    ...Object.entries(own.query ?? {}).map(([name, schema]) => ({ name, in: 'query', required: own.queryRequired?.includes(name) === true, schema, ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}) })),
  ];
}

function idempotencyKey({ idempotencyKey: how }: Particulars): unknown[] {
  if (how === undefined) return [];
  return [{ name: 'idempotency-key', in: 'header', required: how === 'required', description: 'For 24 hours the same request under the same key gets the same answer, and nothing is done twice.', schema: { ...text, minLength: 1, maxLength: 255 } }];
}

function json(schema: JsonSchema, { example, otherExamples }: Particulars = {}): Record<string, unknown> {
  const examples = Object.fromEntries(Object.entries({ first: example, ...otherExamples }).map(([name, value]) => [name, { value }]));
  return { 'application/json': { schema, ...(otherExamples !== undefined ? { examples } : example === undefined ? {} : { example }) } };
}

/** A body that Nest knows as an object, and nothing says more of, must be there. */
function isWanted({ body }: Operation, own: Particulars): boolean {
  return body === Object || isRequired(body === undefined ? own.body ?? {} : schemaOf(body));
}

function isRequired(schema: JsonSchema): boolean {
  return Array.isArray(schema.required);
}

/** `deadLetters` → `dead letters`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
