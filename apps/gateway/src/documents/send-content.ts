import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

const TYPES = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export interface Content {
  type: keyof typeof TYPES;
  content: string | Buffer;
  /** How long it may be cached. */
  secondsMax: number;
  /** The Content-Security-Policy of a page. */
  policy?: string;
}

const compressed = memoize((content: string | Buffer) => compress(content));

/** Answers a document or a file of a page, compressed if the client accepts that. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content, secondsMax, policy = "default-src 'none'" }: Content,
): Promise<FastifyReply> {
  reply
    .header('content-type', TYPES[type])
    .header('cache-control', `public, max-age=${secondsMax}`)
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await compressed(content));
}

/** Caches the few results there are: each page and file, and the documents of the last minutes. */
export function memoize<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const known = new Map<Key, Promise<Result>>();
  return (key) => {
    const result = known.get(key) ?? work(key);
    if (known.size > 8 && !known.has(key)) known.delete(known.keys().next().value as Key);
    known.set(key, result);
    return result;
  };
}
