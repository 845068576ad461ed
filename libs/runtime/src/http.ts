import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

export const HTTP_LIMITS = {
  /** The largest body that any service accepts: 10,000 shipments. Limits of single routes are lower. */
  bodyBytesMax: 8 * 1024 * 1024,
  requestTimeoutMs: 30_000,
  headerBytesMax: 16 * 1024,
  /**
   * Longer than the idle time of any proxy in front, so that a service never closes a connection that a proxy is about
   * to use.
   */
  keepAliveTimeoutMs: 65_000,
} as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Numbers of the body keep their source text, because usage values are exact decimals. */
    exactNumbers?: boolean;
    /** The handler gets the bytes of the body. */
    rawBody?: boolean;
  }
}

/** Fastify as every service uses it: strict JSON only, request ids, one log line per request. */
export function createHttpAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: HTTP_LIMITS.bodyBytesMax,
    requestTimeout: HTTP_LIMITS.requestTimeoutMs,
    keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
    http: { maxHeaderSize: HTTP_LIMITS.headerBytesMax },
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 2048,
      ignoreDuplicateSlashes: false,
      ignoreTrailingSlash: true,
      caseSensitive: false,
    },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) =>
      requestId(request.headers['x-request-id']),
  } as never);
}

/** The caller's id if it is a plain token, else a new one. The answer repeats it, and the log contains it. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Replaces Fastify's JSON reader with the strict one. Refuses bodies of any other type with 415. */
export function readStrictJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      try {
        const { exactNumbers, rawBody } = request.routeOptions.config;
        if (rawBody) return done(null, body);
        // A missing body is not malformed: DELETE and PATCH without a body may have any content type.
        if (body.length === 0) return done(null, undefined);
        return done(null, parseStrict(decodeUtf8(body), { numbers: exactNumbers ? 'exact' : 'native' }));
      } catch (error) {
        return done(error as Error, undefined);
      }
    },
  );
}

/** One log line and one histogram sample per request: ids and statuses only, never a body, a query or a header. */
export function observeRequests(fastify: FastifyInstance, log: Logger, metrics: Metrics): void {
  const seconds = metrics.histogram('http_request_duration_seconds', 'Time from the first byte to the answer', [
    'method',
    'route',
    'status',
  ] as const);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route.startsWith('/health')) return done();
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    // 500 is a defect of this service. 502 to 504 are failures of another service, which logs them.
    const level = reply.statusCode === 500 ? 'error' : 'debug';
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          requestId: request.id,
        },
        'http.request',
      );
    }
    done();
  });
}
