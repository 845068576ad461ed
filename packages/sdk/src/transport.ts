import createClient from 'openapi-fetch';
import { AccessToken } from './access-token.ts';
import type { ServiceAccount } from './access-token.ts';
import { checkOptions, checkParameters } from './check-input.ts';
import { MissingCredentialsError } from './errors.ts';
import type { NamedTraits } from './find-traits.ts';
import { queryText } from './query-text.ts';
import { RETRY_DEFAULTS, withRetries } from './retry.ts';
import type { RetryOptions } from './retry.ts';
import { signBody } from './signing.ts';
import type { CallOptions } from './types.ts';

export interface QafilaOptions {
  /** The public address of the deployment, such as `https://api.shop.example`. */
  baseUrl: string;
  /** The secret API key; operations other than shipments need it. */
  apiKey?: string;
  accountId?: string;
  /** Signs every write. Operations that move money refuse unsigned requests. */
  hmacSecret?: string;
  /** Shipments need it. The SDK gets and renews its tokens. */
  serviceAccount?: ServiceAccount;
  /**
   * For a page that the platform serves: its session's cookie authenticates every call, which is sent without key,
   * signature and token.
   */
  session?: boolean;
  retry?: Partial<RetryOptions>;
  /** For tests and proxies. */
  fetch?: typeof globalThis.fetch;
}

/** One call before it is a request. */
export interface Call extends CallOptions {
  traits: NamedTraits;
  /** A template with `parameters`, or a whole path. */
  path: string;
  parameters?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Builds, authenticates, signs and sends every call of a client, and repeats it where that is safe. */
export class Transport {
  readonly #retry: RetryOptions;
  readonly #fetch: typeof globalThis.fetch;
  readonly #token: AccessToken | undefined;
  readonly #client: ReturnType<typeof createClient<Record<string, Record<string, object>>>>;

  constructor(private readonly options: QafilaOptions) {
    const baseUrl = checkOptions(options);
    this.#retry = { ...RETRY_DEFAULTS, ...options.retry };
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.#token =
      options.serviceAccount &&
      new AccessToken(baseUrl, options.serviceAccount, { fetch: this.#fetch, retry: this.#retry });
    this.#client = createClient({ baseUrl, querySerializer: queryText });
  }

  /** The response of a success; throws the typed error of any other. */
  async send(call: Call): Promise<Response> {
    const { traits, idempotencyKey } = call;
    checkParameters(call.path, call.parameters);
    const key = traits.takesIdempotencyKey ? (idempotencyKey ?? globalThis.crypto.randomUUID()) : idempotencyKey;
    const { response } = await this.#client.request(
      traits.method,
      call.path as never,
      {
        params: { path: call.parameters, query: call.query },
        body: call.body,
        bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
        parseAs: 'stream',
        headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...call.headers },
        fetch: (request: Request) => this.#exchange(request, call),
      } as never,
    );
    return response;
  }

  async #exchange(request: Request, { traits, signal }: Call): Promise<Response> {
    const { url, method } = request;
    const bytes = method === 'GET' ? undefined : new Uint8Array(await request.arrayBuffer());
    const body = bytes?.byteLength === 0 ? undefined : bytes;
    const headers = new Headers(request.headers);
    const { session } = this.options;
    if (traits.auth === 'api-key' && !session) await this.#addKey(headers, traits, bytes);
    const hasOwnToken = traits.auth === 'token' && !session && !headers.has('token');
    if (hasOwnToken) headers.set('token', await this.#accessToken(traits));
    const once = (attempt: AbortSignal): Promise<Response> =>
      this.#fetch(url, { method, headers, body, redirect: 'manual', signal: attempt });
    const send = async (attempt: AbortSignal): Promise<Response> => {
      const response = await once(attempt);
      if (response.status !== 401 || !hasOwnToken) return response;
      // A revoked or expired token is renewed once. Unread, the answer would keep its connection.
      await response.body?.cancel();
      this.#token?.forget(headers.get('token') as string);
      headers.set('token', await this.#accessToken(traits));
      return once(attempt);
    };
    return withRetries({ url, send, signal, isRepeatable: traits.isRepeatable }, this.#retry);
  }

  /** What the caller has set stays. */
  async #addKey(headers: Headers, traits: NamedTraits, body: Uint8Array | undefined): Promise<void> {
    const [apiKey, accountId] = [this.#credential('apiKey', traits), this.#credential('accountId', traits)];
    const { hmacSecret } = this.options;
    if (traits.needsSignature && !hmacSecret && !headers.has('x-signature'))
      throw new MissingCredentialsError(
        'hmacSecret',
        `${lacks('hmacSecret', traits)}: the platform refuses it without a signature.`,
      );
    const isSigned = traits.method !== 'get' && hmacSecret;
    const own = {
      'x-api-key': apiKey,
      'x-account-id': accountId,
      ...(isSigned ? { 'x-signature': await signBody(body ?? '', hmacSecret) } : {}),
    };
    for (const [name, value] of Object.entries(own)) if (!headers.has(name)) headers.set(name, value);
  }

  /** A variable of the environment that is not set gives undefined, or an empty text. */
  #credential(name: 'apiKey' | 'accountId', traits: NamedTraits): string {
    const value = this.options[name];
    if (!value) throw new MissingCredentialsError(name, `${lacks(name, traits)}.`);
    return value;
  }

  #accessToken(traits: NamedTraits): Promise<string> {
    if (this.#token === undefined)
      throw new MissingCredentialsError('serviceAccount', `${lacks('serviceAccount', traits)}.`);
    return this.#token.get();
  }
}

const lacks = (credential: string, { name }: NamedTraits): string =>
  `${name} needs ${credential} in the options of Qafila`;
