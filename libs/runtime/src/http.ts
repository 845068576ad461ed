import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

export const HTTP_LIMITS = {
  /** The largest body any service takes: a batch of 1,000 events (per-route limits are lower). */
  bodyBytesMax: 4 * 1024 * 1024,
  requestTimeoutMs: 30_000,
  headerBytesMax: 16 * 1024,
  /** Longer than any proxy's idle time in front of us, so that we never close a connection it is about to use. */
  keepAliveTimeoutMs: 65_000,
} as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Numbers of the body keep their source text (usage values are exact decimals). */
    exactNumbers?: boolean;
    /** The handler gets the body's bytes. */
    rawBody?: boolean;
  }
}

/** Fastify as every service uses it: strict JSON only, request ids, one wide line a request. */
export function createHttpAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: HTTP_LIMITS.bodyBytesMax, requestTimeout: HTTP_LIMITS.requestTimeoutMs, keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
    http: { maxHeaderSize: HTTP_LIMITS.headerBytesMax }, forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2048, ignoreDuplicateSlashes: false, ignoreTrailingSlash: true, caseSensitive: false },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestId(request.headers['x-request-id']),
  } as never);
}

/** The caller's id when it is a plain token, else a new one: it is echoed, logged and quoted to support. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Replaces Fastify's JSON reader by the strict one. Bodies of any other type are refused with 415. */
export function readStrictJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    try {
      const { exactNumbers, rawBody } = request.routeOptions.config;
      if (rawBody) return done(null, body);
      // No body is not a malformed body: DELETE and PATCH without one are legal with any content type.
      if (body.length === 0) return done(null, undefined);
      return done(null, parseStrict(decodeUtf8(body), { numbers: exactNumbers ? 'exact' : 'native' }));
    } catch (error) {
      return done(error as Error, undefined);
    }
  });
}

/** One wide line and one histogram sample a request; ids and statuses only, never a body, a query or a header. */
export function observeRequests(fastify: FastifyInstance, log: Logger, metrics: Metrics): void {
  const seconds = metrics.histogram('http_request_duration_seconds', 'Time from the first byte to the answer', ['method', 'route', 'status'] as const);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route.startsWith('/health')) return done();
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    // 502 to 504 are a neighbour's failure, told where it failed; a 500 is ours, and someone must look.
    const level = reply.statusCode === 500 ? 'error' : log.isLevelEnabled('debug') ? 'debug' : undefined;
    if (level !== undefined) {
      log[level]({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, requestId: request.id }, 'http.request');
    }
    done();
  });
}
