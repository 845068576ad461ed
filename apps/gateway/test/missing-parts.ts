import { Ajv2020 } from 'ajv/dist/2020.js';

// The tests read the document as a client does.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** What a developer would miss in the document, each with the place where it is missing. */
export function missingParts(document: Json): Record<string, string[]> {
  const operations = operationsOf(document);
  const resolve = (part: Json): Json => (part?.$ref === undefined ? part : at(document, part.$ref as string));
  const violates = validatorOf(document.components);
  return {
    'operation without summary, description or tag': operations
      .filter(({ operation: { summary, description, tags } }) => !summary || !description || !tags?.length)
      .map(({ name }) => name),
    'tag without description': document.tags
      .filter(({ description }: Json) => !description)
      .map(({ name }: Json) => name),
    'repeated operationId': operations
      .filter(
        ({ operation }, index) =>
          operations.findIndex((one) => one.operation.operationId === operation.operationId) < index,
      )
      .map(({ name }) => name),
    'operation without a sample in four languages': operations
      .filter(({ operation }) => operation['x-codeSamples']?.length !== 4)
      .map(({ name }) => name),
    'body without a valid example': operations
      .filter(({ operation }) => operation.requestBody !== undefined)
      .flatMap(({ name, operation }) =>
        contentsOf(operation.requestBody).flatMap((media) =>
          examplesProblem(media, violates).map((why) => `${name}: ${why}`),
        ),
      ),
    'answer without schema or valid example': operations.flatMap(({ name, operation }) =>
      responsesOf(operation, resolve)
        .filter(({ status }) => status < 400)
        .flatMap(({ status, response }) =>
          contentsOf(response).flatMap((media) =>
            examplesProblem(media, violates).map((why) => `${name} ${status}: ${why}`),
          ),
        ),
    ),
    'operation without an answer that succeeds': operations
      .filter(({ operation }) => !responsesOf(operation, resolve).some(({ status }) => status < 400))
      .map(({ name }) => name),
    'error status without codes and valid examples': operations.flatMap(({ name, operation }) =>
      responsesOf(operation, resolve)
        .filter(({ status }) => status >= 400)
        .flatMap(({ status, response }) => {
          const contents = contentsOf(response);
          const why = !/`[\w.]+`: /.test(response.description) || contents.length === 0 ? ['no code is named'] : [];
          return [...why, ...contents.flatMap((media) => examplesProblem(media, violates))].map(
            (one) => `${name} ${status}: ${one}`,
          );
        }),
    ),
    'parameter without description or example': operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? [])
        .map(resolve)
        .filter(({ description, example, schema }: Json) => !description || !hasExample(example, schema))
        .map((parameter: Json) => `${name} ${parameter.name}`),
    ),
    'field without description': Object.entries<Json>(document.components.schemas).flatMap(([name, schema]) =>
      fieldsWithoutDescription(schema, name),
    ),
    'field of a body without an example, or the field that it repeats': Object.entries<Json>(
      document.components.schemas,
    )
      .filter(([name]) => name.endsWith('Body'))
      .flatMap(([name, schema]) => fieldsWithoutExample(schema).map((field) => `${name}.${field}`)),
  };
}

export function operationsOf(document: Json): { name: string; operation: Json }[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
}

function responsesOf(operation: Json, resolve: (part: Json) => Json): { status: number; response: Json }[] {
  return Object.entries<Json>(operation.responses).map(([status, response]) => ({
    status: status === 'default' ? 500 : Number(status),
    response: resolve(response),
  }));
}

const contentsOf = ({ content = {} }: Json): Json[] =>
  Object.entries<Json>(content)
    // Files have no schema.
    .filter(([type]) => type.includes('json') || type.includes('form'))
    .map(([, media]) => media);

type Violates = (schema: Json, value: unknown) => string | undefined;

function examplesProblem(media: Json, violates: Violates): string[] {
  if (media.schema === undefined || Object.keys(media.schema).length === 0) return ['no schema'];
  const examples =
    media.example !== undefined ? [media.example] : Object.values<Json>(media.examples ?? {}).map(({ value }) => value);
  if (examples.length === 0) return ['no example'];
  return examples.map((example) => violates(media.schema, example)).filter((why) => why !== undefined);
}

let last: { components: string; violates: Violates } | undefined;

/** Documents with the same components share compiled schemas: there are hundreds, which take a second together. */
function validatorOf(components: Json): Violates {
  const text = JSON.stringify(components);
  if (last?.components !== text) last = { components: text, violates: validator(components) };
  return last.violates;
}

/** Validates as a client does: references are resolved inside the document. */
function validator(components: Json): Violates {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: 'openapi', components });
  const absolute = (part: Json): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/components/', '"openapi#/components/')) as Json;
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(absolute(schema));
    compiled.set(key, validate);
    return validate(value) === true
      ? undefined
      : `${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`;
  };
}

const hasExample = (example: unknown, schema: Json): boolean =>
  example !== undefined || schema?.examples !== undefined || schema?.enum !== undefined || schema?.type === 'boolean';

/** Alternatives to other fields: an example of the whole body would contradict itself. */
const ALTERNATIVES = ['gateway_instance_id', 'reverses', 'scope', 'token'];

/** An alias has no example, because the field that it repeats has one; its description says which field that is. */
function fieldsWithoutExample({ properties = {} }: Json): string[] {
  return Object.entries<Json>(properties)
    .filter(([name, field]) => {
      const { description = '' } = field;
      if (ALTERNATIVES.includes(name) || field.readOnly === true || field.not !== undefined) return false;
      const [, repeated] = /^Another name of `(\w+)/.exec(description) ?? [];
      if (repeated !== undefined) return repeated === name || properties[repeated] === undefined;
      return !description.startsWith('Ignored.') && !hasExample(field.example, field) && !namesItsValues(field);
    })
    .map(([name]) => name);
}

/** An object has examples in its own fields. */
function namesItsValues(field: Json): boolean {
  return /"(\$ref|enum|const|examples|type":"boolean)"/.test(JSON.stringify(field));
}

function fieldsWithoutDescription(schema: Json, at: string): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description === undefined && field.const === undefined && field.$ref === undefined
      ? [`${at}.${name}`]
      : []),
    ...fieldsWithoutDescription(field, `${at}.${name}`),
  ]);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), schema.items].filter(
    Boolean,
  );
  return [...own, ...parts.flatMap((part: Json) => fieldsWithoutDescription(part, at))];
}

function at(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce<Json>((part, name) => part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
