import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpAnswer, Json } from './http-call.ts';

/** The schemas of an OpenAPI document, compiled once each: a document has hundreds, and one takes milliseconds. */
export class DocumentSchemas {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.#ajv.addSchema({ $id: 'document', components: document.components } as object);
  }

  /** What is wrong with a value by a schema of the document, as a client's validator reports it. */
  problems(schema: Json, value: unknown): ErrorObject[] {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  }
}

/** Paths that only programs call. The others are pages and files. */
const API_PATH = /^\/(public|oe|v1|auth)\//i;

/** An error response has an example of each code that it can contain, under the name of the code. */
function errorProblem(examples: Json, { status, body }: HttpAnswer): string | undefined {
  const codes = errorCodesOf(body);
  const undocumented = codes.filter((code) => examples?.[code] === undefined);
  if (undocumented.length > 0) return `it does not name the code ${undocumented.join(', ')}`;
  const { error } = body as Json;
  if (status !== 400 || typeof error?.code !== 'string') return undefined;
  return typeof error.param === 'string' && error.details?.length > 0 ? undefined : 'a 400 has no param or no details';
}

/** Payments: `error.code`; token endpoints: `error`; shipments: only in `details`, which the others may have too. */
function errorCodesOf({ error, details }: Json): string[] {
  const own = typeof error === 'string' ? error : (error?.code as string | undefined);
  const broken = ((details ?? error?.details ?? []) as Json[]).map(({ code }) => code as string);
  return [...new Set([...(own === undefined ? [] : [own]), ...broken])];
}

const checkers = new Map<string, AnswerChecker>();

/** Compares answers with an OpenAPI document: every status, every field of every JSON body, every error code. */
export class AnswerChecker {
  readonly #schemas: DocumentSchemas;

  private constructor(private readonly document: Json) {
    this.#schemas = new DocumentSchemas(document);
  }

  /** The suites of a service have the same document, and a worker compiles its schemas once. */
  static of(document: Json): AnswerChecker {
    const text = JSON.stringify(document);
    const known = checkers.get(text) ?? new AnswerChecker(JSON.parse(text) as Json);
    checkers.set(text, known);
    return known;
  }

  /** Throws when the answer is not what the document says. Pages that the document does not have are not judged. */
  check(method: string, path: string, answer: HttpAnswer): void {
    const problem = this.#problemOf(method.toLowerCase(), path.split('?')[0] as string, answer);
    if (problem !== undefined)
      throw new Error(`${method} ${path} answered ${answer.status} beside its document: ${problem}\n${answer.text}`);
  }

  #problemOf(method: string, path: string, answer: HttpAnswer): string | undefined {
    const operation = this.#operationOf(method === 'head' ? 'get' : method, path);
    if (operation === undefined)
      return answer.status < 400 && API_PATH.test(path) ? 'the document has no such operation' : undefined;
    const { name, responses } = operation;
    const response = this.#resolve(responses[answer.status]);
    if (response === undefined) return `${name} does not name the status ${answer.status}`;
    if (method === 'head') return undefined;
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
    if (answer.text === '') return response.content === undefined ? undefined : `${name} does not name an empty body`;
    if (response.content?.[type] === undefined) return `${name} does not name the type ${type}`;
    if (type !== 'application/json') return undefined;
    const { schema, examples } = response.content[type] as Json;
    return this.#bodyProblem(schema, answer.body) ?? (answer.status < 400 ? undefined : errorProblem(examples, answer));
  }

  /** An envelope is put together of schemas that are open, so that clients can do the same. Here it is closed. */
  #bodyProblem(schema: Json, body: Json): string | undefined {
    const problems = this.#schemas.problems({ allOf: [schema], unevaluatedProperties: false }, body);
    return problems.length === 0
      ? undefined
      : problems
          .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
          .join('; ');
  }

  #resolve(value: Json): Json {
    if (value?.$ref === undefined) return value;
    return String(value.$ref)
      .slice(2)
      .split('/')
      .reduce<Json>((at, part) => at?.[part], this.document);
  }

  /** The most specific path of the document that matches. */
  #operationOf(method: string, path: string): { name: string; responses: Json } | undefined {
    const segments = path.toLowerCase().split('/');
    const matching = Object.keys(this.document.paths as object).filter((template) => {
      const parts = template.split('/');
      return (
        parts.length === segments.length &&
        this.document.paths[template][method] !== undefined &&
        parts.every((part, index) =>
          part.startsWith('{') ? segments[index] !== '' : part.toLowerCase() === segments[index],
        )
      );
    });
    const variables = (template: string): number => template.split('{').length;
    const [best] = matching.sort((a, b) => variables(a) - variables(b));
    return best === undefined
      ? undefined
      : { name: `${method} ${best}`, responses: this.document.paths[best][method].responses };
  }
}
