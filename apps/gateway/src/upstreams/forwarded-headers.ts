import type { IncomingMessage } from 'node:http';

/** Headers of a single connection (RFC 9110 section 7.6.1). They are never passed on. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers that the next connection or the gateway sets itself. */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'expect',
  'x-request-id',
  'x-real-ip',
  'forwarded',
]);
const NOT_ANSWERED = new Set([
  ...HOP_BY_HOP,
  'x-request-id',
  'x-content-type-options',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]);

/**
 * The client's headers unchanged, without the withheld ones and those that only the gateway may set. A flat list of
 * names and values.
 */
export function forwardedHeaders(
  request: IncomingMessage,
  own: Record<string, string>,
  withheld: readonly string[],
): string[] {
  const named = request.headers.connection
    ?.toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const headers: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] as string;
    const lower = name.toLowerCase();
    if (
      NOT_FORWARDED.has(lower) ||
      lower.startsWith('x-internal-') ||
      lower.startsWith('x-forwarded-') ||
      named?.includes(lower) ||
      withheld.includes(lower)
    )
      continue;
    headers.push(name, request.rawHeaders[at + 1] as string);
  }
  for (const name in own) headers.push(name, own[name] as string);
  return headers;
}

/**
 * The service's headers byte by byte (latin1 keeps each byte), then the gateway's. The service's cache-control wins.
 */
export function answeredHeaders(raw: readonly (Buffer | string)[], own: Record<string, unknown>): string[] {
  const headers: string[] = [];
  let cached = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = text(raw[at]);
    const lower = name.toLowerCase();
    if (NOT_ANSWERED.has(lower) || lower.startsWith('x-internal-')) continue;
    if (lower === 'cache-control') cached = true;
    headers.push(name, text(raw[at + 1]));
  }
  for (const name in own) {
    if (!(cached && name === 'cache-control')) headers.push(name, String(own[name]));
  }
  return headers;
}

function text(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
}
