import type { IncomingMessage } from 'node:http';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/**
 * Refuses requests that two servers could read in two ways, before any other check: the gateway must match and
 * authenticate exactly what the service reads.
 */
export function refuseAmbiguousRequest(request: IncomingMessage): void {
  refuseRepeatedHost(request.rawHeaders);
  refuseAmbiguousTarget(request.url ?? '');
  const { method, headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && (method === 'GET' || method === 'HEAD')) throw badRequest('body', `A ${method} takes no body.`);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal(415, 'unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/**
 * Fastify itself answers targets that it cannot decode, in no dialect and without a request id. This function runs
 * earlier and replaces such a target by one that `refuseAmbiguousRequest` refuses.
 */
export function markUnreadableTarget(request: IncomingMessage): void {
  const target = request.url ?? '';
  const path = pathOf(target);
  if (path.length <= LIMITS.pathCharactersMax && decoded(path) !== undefined) return;
  const readable = path.slice(
    0,
    Math.min(LIMITS.pathCharactersMax, path.includes('%') ? path.indexOf('%') : path.length),
  );
  request.url = `${readable.slice(0, readable.lastIndexOf('/') + 1)}..`;
}

/** Node silently uses the first of several Host headers. */
function refuseRepeatedHost(rawHeaders: string[]): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw badRequest('host', 'The header Host is repeated.');
}

/** Non-empty segments of RFC 3986 characters and at most one final slash; a query of visible ASCII; no fragment. */
const TARGET = /^(?:\/|(?:\/(?:[\w\-.~!$&'()*+,;=:@]|%[0-9a-f]{2})+)+\/?)(?:\?[!"$-~]*)?$/i;
const DOTS = /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/;
// eslint-disable-next-line no-control-regex -- this rule refuses exactly these characters
const CONTROL = /[\u0000-\u001f\u007f]/;

function refuseAmbiguousTarget(target: string): void {
  if (!TARGET.test(target))
    throw badRequest(
      'path',
      'The path is not well-formed: check for empty segments and characters that must be percent-encoded.',
    );
  const path = decoded(pathOf(target));
  if (path === undefined || DOTS.test(path) || CONTROL.test(path)) {
    throw badRequest(
      'path',
      'The path is too long, or it contains "." or ".." segments, control characters or bytes that are not UTF-8.',
    );
  }
}

function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function badRequest(param: string, message: string): Refusal {
  return new Refusal(400, 'bad_request', message, { param });
}
