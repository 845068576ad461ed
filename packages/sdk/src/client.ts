import { checkNames } from './check-input.ts';
import { traitsOf } from './find-traits.ts';
import type { Method } from './find-traits.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { OperationTraits } from './operation-traits.ts';
import { bodyOf } from './retry.ts';
import { Transport } from './transport.ts';
import type { QafilaOptions } from './transport.ts';
import type { AnswerOf, Api, CallOptions, InputOf, ItemOf, ListId, OperationId } from './types.ts';

interface AnyInput extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface RequestOptions extends CallOptions {
  /** An array repeats its name; an object is `name[field]=value`. A query may be in the path instead. */
  query?: Record<string, unknown>;
  /** A text is sent as it is, so that its numbers keep their digits; any other value as its JSON. */
  body?: unknown;
  /** These come before the client's own. */
  headers?: Record<string, string>;
  /** `response` gives the answer as `fetch` does, also of JSON. */
  as?: 'data' | 'response';
}

const CALL_OPTIONS = ['path', 'query', 'body', 'idempotencyKey', 'signal'];
const REQUEST_OPTIONS = ['query', 'body', 'headers', 'idempotencyKey', 'signal', 'as'];

/** A page of a list, or of an endpoint's events, which are read by sequence number. */
interface Page<Item> {
  items: Item[];
  next_cursor?: string | null;
  next_after?: number | null;
}

/** A merchant's access to one deployment of Qafila. Safe for concurrent use; make one and keep it. */
export class Qafila {
  /** Every operation by its name in the reference: `qafila.api.createCheckout({ body: { … } })`. */
  readonly api: Api;
  readonly #transport: Transport;

  constructor(options: QafilaOptions) {
    this.#transport = new Transport(options);
    this.api = Object.fromEntries(
      Object.keys(OPERATIONS).map((id) => [id, (input: AnyInput = {}) => this.#call(id as OperationId, input)]),
    ) as unknown as Api;
  }

  /** All items of a list, page by page: `for await (const refund of qafila.all('listRefunds')) …` */
  async *all<Id extends ListId>(id: Id, input?: InputOf<Id>): AsyncGenerator<ItemOf<Id>, void, undefined> {
    const { query, ...others } = (input ?? {}) as AnyInput;
    let next: { cursor?: string; after?: number } | undefined = {};
    while (next !== undefined) {
      const page: Page<ItemOf<Id>> = (await this.#call(id, { ...others, query: { ...query, ...next } })) as never;
      yield* page.items;
      if (typeof page.next_cursor === 'string') next = { cursor: page.next_cursor };
      else next = typeof page.next_after === 'number' ? { after: page.next_after } : undefined;
    }
  }

  /** One call by the name of its operation. */
  call<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<AnswerOf<Id>> {
    return this.#call(id, input as AnyInput) as Promise<AnswerOf<Id>>;
  }

  /**
   * One call of any path, for what `api` does not name or type as you need it:
   *
   *     const meters = await qafila.request('GET', '/public/v1/meter', { query: { limit: 10 } });
   *     const csv = await qafila.request('GET', '/public/v1/payment/settlement.csv', { as: 'response' });
   *
   * A path of a documented operation is authenticated, signed and repeated as that operation is. Of other paths, those
   * under `/oe/` get an access token, those under `/public/` the API key (and writes a signature), and the rest none;
   * a write gets an idempotency key, and is sent again only after an answer that says that nothing was carried out.
   * Gives what an operation gives, and throws the same errors.
   */
  request(method: Method, path: string, options: RequestOptions & { as: 'response' }): Promise<Response>;
  request<Answer = unknown>(method: Method, path: string, options?: RequestOptions): Promise<Answer>;
  async request(method: Method, path: string, { as, ...options }: RequestOptions = {}): Promise<unknown> {
    checkNames('request()', options, REQUEST_OPTIONS);
    if (!path.startsWith('/')) throw new TypeError(`A path begins with /, unlike ${JSON.stringify(path)}.`);
    const [pathname = ''] = path.split('?', 1);
    if (pathname !== path && options.query !== undefined)
      throw new TypeError('Give the query in the path or as query, not both.');
    const response = await this.#transport.send({ ...options, path, traits: traitsOf(method, pathname) });
    return as === 'response' ? response : answerOf(response);
  }

  async #call(id: OperationId, { path: parameters, ...options }: AnyInput): Promise<unknown> {
    const traits: OperationTraits = OPERATIONS[id];
    checkNames(id, options, CALL_OPTIONS, traits);
    return answerOf(
      await this.#transport.send({ ...options, traits: { name: id, ...traits }, path: traits.path, parameters }),
    );
  }
}

/**
 * The `data` of an envelope, its message where there is no data, a whole answer without an envelope, or the response
 * itself for a file. Only of a success.
 */
async function answerOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('application/json')) return response;
  const body = (await bodyOf(response)) as Record<string, unknown>;
  const isEnvelope =
    typeof body === 'object' && body !== null && 'data' in body && ('success' in body || 'code' in body);
  if (!isEnvelope) return body;
  const { data, message } = body;
  return isEmpty(data) ? { message } : data;
}

function isEmpty(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && Object.keys(data).length === 0;
}
