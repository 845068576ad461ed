import { ERRORS } from '@qafila/contracts/errors';
import type { ErrorCode } from '@qafila/contracts/errors';
import type { JsonSchema } from '@qafila/contracts/event-type';
import type { ClassSchemas } from './class-schema.ts';
import { TOKEN_DIALECT } from './dialects.ts';
import type { ApiDialect } from './dialects.ts';
import { exampleOf } from './examples.ts';
import type { AnswerSpec } from './operation.ts';
import type { Route } from './routes.ts';

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } };

/** Codes that follow from what an operation has: a body, a caller, an idempotency key. */
const OF_EVERY: readonly ErrorCode[] = [
  'rate_limited',
  'internal_error',
  'bad_gateway',
  'service_unavailable',
  'timeout',
  'gateway_timeout',
];
const OF_BODY: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];
const OF_IDEMPOTENCY: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_mismatch'];

/** The answers of operations: what succeeds, and each error status with its codes and their examples. */
export class AnswerSchemas {
  readonly #shared = new Map<string, JsonSchema>();
  readonly #envelopes: Record<string, JsonSchema> = {};

  constructor(
    /** Of the service; an operation may have another. */
    private readonly dialect: ApiDialect,
    private readonly classes: ClassSchemas,
  ) {}

  /** The envelopes of the dialects that the operations use. */
  envelopes(): Record<string, JsonSchema> {
    return this.#envelopes;
  }

  /** The responses of one operation, by status. */
  of(route: Route): Record<string, JsonSchema> {
    const { answers } = route.spec;
    const dialect = route.spec.dialect === 'token' ? TOKEN_DIALECT : this.dialect;
    Object.assign(this.#envelopes, dialect.schemas);
    const successes = Object.entries(answers).map(([status, answer]) => [
      status,
      this.#success(dialect, Number(status), answer),
    ]);
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of this.#codesOf(route, dialect)) {
      const { status } = ERRORS[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    const errors = [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [status, this.#errorRef(dialect, status, codes)]);
    return Object.fromEntries([...successes, ...errors]) as Record<string, JsonSchema>;
  }

  /** The error responses that operations refer to, for `components`. */
  shared(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => a.localeCompare(b)));
  }

  #codesOf({ method, path, body, query, spec }: Route, dialect: ApiDialect): Set<ErrorCode> {
    return new Set([
      ...(spec.errors ?? []),
      ...(body === undefined && query === undefined && spec.scope === undefined ? [] : dialect.fieldErrors),
      ...(body === undefined && method === 'get' ? [] : [...dialect.bodyErrors, ...OF_BODY]),
      ...(spec.scope === undefined ? [] : dialect.callerErrors),
      ...(spec.scope === undefined || method === 'get' ? [] : dialect.signatureErrors),
      ...(spec.idempotencyKey === undefined ? [] : OF_IDEMPOTENCY),
      ...(path.includes('{') ? [spec.notFound ?? dialect.notFound] : []),
      ...OF_EVERY,
    ]);
  }

  #success(dialect: ApiDialect, status: number, answer: AnswerSpec): JsonSchema {
    const { description, files = [], data } = answer;
    const json =
      files.length > 0 && data === undefined ? {} : { 'application/json': this.#json(dialect, status, answer) };
    return {
      description,
      headers: REQUEST_ID,
      content: { ...json, ...Object.fromEntries(files.map((type) => [type, {}])) },
    };
  }

  #json(dialect: ApiDialect, status: number, answer: AnswerSpec): JsonSchema {
    const one = this.#enveloped(dialect, status, answer);
    if (answer.or === undefined) return one;
    const other = this.#enveloped(dialect, status, answer.or);
    return {
      schema: { oneOf: [one.schema, other.schema] },
      examples: {
        example1: { summary: answer.description, value: one.example },
        example2: { summary: answer.or.description, value: other.example },
      },
    };
  }

  #enveloped(dialect: ApiDialect, status: number, answer: AnswerSpec): { schema?: JsonSchema; example: unknown } {
    const { schema, example } = this.#dataOf(answer);
    if (answer.bare) return { schema, example };
    const success = { $ref: `#/components/schemas/${dialect.name}Success` };
    return {
      schema:
        schema === undefined
          ? success
          : { allOf: [success, { type: 'object', properties: { data: schema }, required: ['data'] }] },
      example: dialect.wrap(status, example),
    };
  }

  #dataOf({ data, example }: AnswerSpec): { schema?: JsonSchema; example: unknown } {
    if (data === undefined) return { example: example ?? {} };
    if (!Array.isArray(data)) return { schema: this.classes.refTo(data), example: example ?? exampleOf(data) };
    const [item] = data;
    return { schema: { type: 'array', items: this.classes.refTo(item) }, example: example ?? [exampleOf(item)] };
  }

  #errorRef(dialect: ApiDialect, status: number, codes: readonly ErrorCode[]): JsonSchema {
    const name = [dialect.name, status, ...codes].join('.');
    if (!this.#shared.has(name)) this.#shared.set(name, this.#error(dialect, codes));
    return { $ref: `#/components/responses/${name}` };
  }

  #error(dialect: ApiDialect, codes: readonly ErrorCode[]): JsonSchema {
    const examples = codes.map((code) => [
      dialect.spell(code),
      { summary: ERRORS[code].cause, value: dialect.errorExample(code) },
    ]);
    return {
      description: codes.map((code) => `\`${dialect.spell(code)}\`: ${ERRORS[code].cause}`).join('\n\n'),
      headers: REQUEST_ID,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${dialect.name}Error` },
          examples: Object.fromEntries(examples) as Record<string, unknown>,
        },
      },
    };
  }
}
