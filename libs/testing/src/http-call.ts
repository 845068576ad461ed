// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests check the values of bodies of every shape
export type Json = any;

export interface HttpRequest {
  /** GET, or POST when there is a body. */
  method?: string;
  /**
   * An object is sent as JSON. Text, bytes and forms are sent as they are; text counts as JSON unless a header says
   * otherwise.
   */
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** The value of a JSON answer, else undefined. */
  body: Json;
}

/** One HTTP call of a test. Redirects are returned, not followed. */
export async function httpCall(
  url: string,
  { method, body, headers, timeoutMs }: HttpRequest = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: methodOf({ method, body }),
    redirect: 'manual',
    headers: { ...contentType(body), ...headers },
    body: encoded(body),
    signal: timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs),
  });
  return readAnswer(response);
}

/** The method of a request that does not name one depends on its body. */
export function methodOf({ method, body }: Pick<HttpRequest, 'method' | 'body'>): string {
  return method ?? (body === undefined ? 'GET' : 'POST');
}

/** The whole answer of a fetch. */
export async function readAnswer(response: Response): Promise<HttpAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const isJson = text !== '' && (response.headers.get('content-type')?.includes('json') ?? false);
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body: isJson ? (JSON.parse(text) as Json) : undefined,
  };
}

function encoded(body: unknown): string | Uint8Array<ArrayBuffer> | URLSearchParams | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof URLSearchParams) return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** fetch sets the type of a form. */
function contentType(body: unknown): Record<string, string> {
  return body === undefined || body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' };
}
