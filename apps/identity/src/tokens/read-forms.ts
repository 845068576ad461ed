import type { FastifyInstance } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler accepts a form too, and receives its bytes. */
    formBody?: boolean;
  }
}

/** Only the earlier token endpoint accepts forms. Every other body is JSON. */
export function readForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LIMITS.tokenBodyBytesMax },
    (request, body, done) => {
      if (request.routeOptions.config.formBody) return done(null, body);
      return done(
        new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.'),
        undefined,
      );
    },
  );
}
