import type { JsonSchema } from '@qafila/contracts/event-type';
import { AnswerSchemas } from './answers.ts';
import { ClassSchemas } from './class-schema.ts';
import type { ApiDialect } from './dialects.ts';
import { exampleOf } from './examples.ts';
import { fieldsOf } from './field.ts';
import type { Class } from './field.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { routesOf } from './routes.ts';
import type { Route } from './routes.ts';

export interface ServiceDescription {
  service: string;
  dialect: ApiDialect;
  /** Their handlers with `@Operation()` are the operations. */
  controllers: readonly Class[];
  /** What the `{id}` of a path is, by name; names of one path stand as `path name`. */
  pathParameters: Record<string, { description: string; example: string }>;
}

/**
 * OpenAPI 3.1 of one service, from its operations and their request and answer classes. Pure: the same operations give
 * the same document. Why not @nestjs/swagger: decision 0016.
 */
export function documentOf({ service, dialect, controllers, pathParameters }: ServiceDescription): OpenApiDocument {
  const classes = new ClassSchemas();
  const answers = new AnswerSchemas(dialect, classes);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routesOf(controllers)) {
    (paths[route.path] ??= {})[route.method] = {
      ...heading(route, dialect),
      parameters: [
        ...parametersOfPath(route.path, pathParameters),
        ...parametersOfQuery(route.query, classes),
        ...idempotencyKey(route),
      ],
      ...requestBody(route, classes),
      responses: answers.of(route),
    } satisfies OpenApiOperation;
  }
  return {
    openapi: '3.1.0',
    info: { title: `Qafila ${service}`, version: '1' },
    paths,
    components: {
      schemas: { ...answers.envelopes(), ...classes.all() },
      headers: dialect.headers,
      responses: answers.shared(),
    },
  };
}

function heading({ spec }: Route, { credential }: ApiDialect): OpenApiOperation {
  const { id, tag, summary, description, scope, repeatable } = spec;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description:
      scope === undefined ? description : `${description}\n\nNeeds a ${credential} with the scope \`${scope}\`.`,
    ...(scope === undefined ? {} : { 'x-required-scope': scope }),
    ...(repeatable === true ? { 'x-repeatable': true } : {}),
  };
}

function parametersOfPath(path: string, known: ServiceDescription['pathParameters']): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const described = known[`${path} ${name}`] ?? known[name];
    if (described === undefined) throw new Error(`the parameter ${name} of ${path} has no description`);
    const { description, example } = described;
    return { name, in: 'path', required: true, description, schema: { type: 'string', minLength: 1 }, example };
  });
}

function parametersOfQuery(query: Class | undefined, classes: ClassSchemas): JsonSchema[] {
  if (query === undefined) return [];
  return [...fieldsOf(query).values()].map((field) => {
    const { description, examples, ...schema } = classes.ofField(field);
    return {
      name: field.name,
      in: 'query',
      required: field.optional !== true,
      description,
      schema,
      ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
    };
  });
}

function idempotencyKey({ spec: { idempotencyKey: presence } }: Route): JsonSchema[] {
  if (presence === undefined) return [];
  return [
    {
      name: 'idempotency-key',
      in: 'header',
      required: presence === 'required',
      description: 'For 24 hours the same request under the same key gets the same answer and has no second effect.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      example: 'order-A-1001-attempt-1',
    },
  ];
}

function requestBody({ body, spec }: Route, classes: ClassSchemas): Record<string, unknown> {
  if (body === undefined) return {};
  const examples = {
    ...(spec.bodyAlternatives === true ? {} : { 'All fields': exampleOf(body) }),
    ...spec.bodyExamples,
  };
  const named = Object.entries(examples).map(([summary, value], index) => [`example${index + 1}`, { summary, value }]);
  const content = { schema: classes.refTo(body), examples: Object.fromEntries(named) as Record<string, unknown> };
  const isRequired = [...fieldsOf(body).values()].some(({ optional }) => optional !== true);
  return {
    requestBody: {
      required: isRequired,
      content: {
        'application/json': content,
        ...(spec.forms === true ? { 'application/x-www-form-urlencoded': content } : {}),
      },
    },
  };
}
