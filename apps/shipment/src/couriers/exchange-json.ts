import { fieldsOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { ACCOUNTS } from '../limits.ts';

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
}
export interface JsonAnswer {
  status: number;
  body: Fields;
}

/** No connection was made, so nothing can have arrived. */
export class NotReached extends Error {}

const BEFORE_ANY_BYTE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Sends a request and reads the answer. Throws `NotReached` when no byte can have left us; throws anything else on a
 * 5xx, on anything but JSON, and without an answer: the call may have had its effect.
 */
export async function exchangeJson({ method, url, headers, body, signal }: JsonRequest): Promise<JsonAnswer> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    redirect: 'manual',
  }).catch((error: unknown) => {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw code !== undefined && BEFORE_ANY_BYTE.includes(code) ? new NotReached(code) : error;
  });
  return readAnswer(response, ACCOUNTS.answerBytesMax);
}

/** Throws on a 5xx, on anything but JSON, and on an answer of more bytes. */
export async function readAnswer(response: Response, answerBytesMax: number): Promise<JsonAnswer> {
  const bytes = await readBounded(response, answerBytesMax);
  if (response.status >= 500) throw new Error(`the courier answered ${response.status}`);
  return { status: response.status, body: fieldsOf(parseStrict(decodeUtf8(bytes), { numbers: 'native' })) };
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
