import { fieldsOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { ACCOUNTS } from '../limits.ts';

export interface JsonRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
}
export interface JsonAnswer {
  status: number;
  body: Fields;
  /** The whole answer, where it is no object. */
  value?: unknown;
}

/** No connection was made, so nothing can have arrived. */
export class NotReached extends Error {}

const BEFORE_ANY_BYTE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Sends a request and reads the answer. Throws `NotReached` when no byte can have left us; throws anything else on a
 * 5xx, on anything but JSON, and without an answer: the call may have had its effect.
 */
export async function exchangeJson(request: JsonRequest): Promise<JsonAnswer> {
  return readAnswer(await send(request), ACCOUNTS.answerBytesMax);
}

/** As `exchangeJson`, with `NotReached` as a result: for requests that can then be sent again. */
export async function exchangeOnce(request: JsonRequest): Promise<JsonAnswer | NotReached> {
  return orNotReached(exchangeJson(request));
}

/** `NotReached` as a result of the exchange, which then had no effect. */
export async function orNotReached<Answer>(exchange: Promise<Answer>): Promise<Answer | NotReached> {
  return exchange.catch((error: unknown) => {
    if (error instanceof NotReached) return error;
    throw error;
  });
}

/** As `exchangeJson`, for an answer that is plain text. */
export async function exchangeText(request: JsonRequest): Promise<{ status: number; text: string }> {
  const response = await send(request);
  const bytes = await readBounded(response, ACCOUNTS.answerBytesMax);
  if (response.status >= 500) throw new Error(`the courier answered ${response.status}`);
  return { status: response.status, text: decodeUtf8(bytes) };
}

async function send({ method, url, headers, body, signal }: JsonRequest): Promise<Response> {
  return fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    redirect: 'manual',
  }).catch((error: unknown) => {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw code !== undefined && BEFORE_ANY_BYTE.includes(code) ? new NotReached(code) : error;
  });
}

/** Throws on a 5xx, on anything but JSON, and on an answer of more bytes. */
export async function readAnswer(response: Response, answerBytesMax: number): Promise<JsonAnswer> {
  const bytes = await readBounded(response, answerBytesMax);
  if (response.status >= 500) throw new Error(`the courier answered ${response.status}`);
  const value: unknown = parseStrict(decodeUtf8(bytes), { numbers: 'native' });
  return { status: response.status, body: fieldsOf(value), value };
}

async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > bytesMax) throw new Error(`the courier's answer is larger than ${bytesMax} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
