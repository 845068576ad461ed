import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { LIMITS } from '../limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as received; signatures cover them. */
    rawBody?: Buffer;
  }
}

/** Parses JSON and forms and keeps their bytes. JSON that two parsers could read differently is refused. */
export function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const reader =
    (read: (text: string) => unknown) =>
    (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void): void => {
      try {
        request.rawBody = body as Buffer;
        done(null, body.length === 0 ? {} : read(decodeUtf8(body as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    };
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LIMITS.bodyBytesMax },
    reader((text) => parseStrict(text, { numbers: 'native' })),
  );
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LIMITS.bodyBytesMax },
    reader((text) => Object.fromEntries(new URLSearchParams(text))),
  );
}
