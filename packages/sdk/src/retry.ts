import { ConnectionError, errorOf, QafilaError } from './errors.ts';

export interface RetryOptions {
  /** Requests after the first one. */
  retriesMax: number;
  /** The first pause; each next one is twice as long, up to `pauseMsMax`. */
  pauseMs: number;
  pauseMsMax: number;
  /** How long one request may take. */
  timeoutMs: number;
}

export const RETRY_DEFAULTS: RetryOptions = { retriesMax: 3, pauseMs: 250, pauseMsMax: 8_000, timeoutMs: 30_000 };

export interface Attempt {
  url: string;
  send(signal: AbortSignal): Promise<Response>;
  /** False for a request whose repeat has a second effect: it is sent again only if it was surely not carried out. */
  isRepeatable: boolean;
  signal?: AbortSignal;
}

/**
 * Sends until an answer is final, and returns it if it is a success. Throws the typed error of the last answer. 429,
 * 503 and a connection that did not come about mean that nothing was carried out; after other errors and a lost
 * connection the client cannot know, so only repeatable requests are sent again. An answer that is not `retryable` is
 * final.
 */
export async function withRetries(attempt: Attempt, options: RetryOptions): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const { failure, response } = await once(attempt, options);
    if (response !== undefined) return response;
    if (tries >= options.retriesMax || !mayRepeat(failure, attempt.isRepeatable)) throw failure.error;
    await pause(pauseBefore(tries, options, failure.retryAfter), attempt.signal);
  }
}

interface FailedAttempt {
  error: unknown;
  retryAfter?: string | null;
}
type Attempted = { response: Response; failure?: undefined } | { response?: undefined; failure: FailedAttempt };

async function once({ url, send, signal }: Attempt, { timeoutMs }: RetryOptions): Promise<Attempted> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await complete(await send(signal === undefined ? timeout : AbortSignal.any([signal, timeout])));
    if (response.status < 400) return { response };
    const error = errorOf(response.status, await bodyOf(response), response.headers);
    return { failure: { error, retryAfter: response.headers.get('retry-after') } };
  } catch (error) {
    signal?.throwIfAborted();
    // A token that was refused, or not answered for, has its own error.
    if (error instanceof QafilaError || error instanceof ConnectionError) throw error;
    return { failure: { error: connectionError(error, url, timeoutMs) } };
  }
}

/** Text is read here, where a connection that ends in its middle is an attempt that failed; a file is streamed. */
async function complete(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const isText = status >= 400 || (headers.get('content-type') ?? '').includes('json');
  return isText && response.body !== null
    ? new Response(await response.arrayBuffer(), { status, statusText, headers })
    : response;
}

function mayRepeat({ error }: FailedAttempt, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable || !error.mayBeCarriedOut;
  if (!(error instanceof QafilaError)) return isRepeatable;
  return error.retryable && (isRepeatable || error.status === 429 || error.status === 503);
}

/** Full jitter: clients that failed together do not come back together. The server's `Retry-After` is a lower bound. */
function pauseBefore(
  tries: number,
  { pauseMs, pauseMsMax }: RetryOptions,
  retryAfter: string | null | undefined,
): number {
  const backoff = Math.random() * Math.min(pauseMsMax, pauseMs * 2 ** tries);
  const leastMs = Number(retryAfter ?? 0) * 1_000;
  return Math.min(60_000, Number.isFinite(leastMs) ? Math.max(leastMs, backoff) : backoff);
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function connectionError(cause: unknown, url: string, timeoutMs: number): ConnectionError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  const { origin } = new URL(url);
  const code = failedConnect(cause);
  if (code !== undefined)
    return new ConnectionError(`${origin} cannot be reached (${code}); nothing was sent`, {
      url,
      mayBeCarriedOut: false,
      cause,
    });
  const what = isTimeout ? `${origin} did not answer within ${timeoutMs} ms` : `the connection to ${origin} failed`;
  const message = `${what}; the request may have been carried out`;
  return new ConnectionError(message, { url, mayBeCarriedOut: true, cause });
}

/** Errors before a connection was there that have no `syscall`: of undici, and of Bun. */
const NOT_CONNECTED = ['UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'];

/** The code of an error of the name lookup or of connecting, at whatever depth; undefined of any other error. */
function failedConnect(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, errors } = error as Error & { code?: string; syscall?: string; errors?: unknown[] };
  const isConnect = syscall === 'connect' || syscall === 'getaddrinfo' || NOT_CONNECTED.includes(code ?? '');
  if (isConnect) return code;
  // Of a name with several addresses, each attempt has failed.
  return failedConnect(error.cause) ?? failedConnect(errors?.[0]);
}
