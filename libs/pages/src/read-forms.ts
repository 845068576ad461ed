import { Refusal } from '@qafila/envelopes/refusal';
import type { FastifyInstance } from 'fastify';

/** Parses forms on pages only; every other body is JSON. */
export function readForms(fastify: FastifyInstance, pages: RegExp, formBytesMax: number): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (request, body, done) => {
      if (!pages.test(request.url))
        return done(
          new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.'),
          undefined,
        );
      return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
}
