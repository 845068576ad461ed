import { Refusal } from '@qafila/envelopes/refusal';
import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../limits.ts';

/** Parses forms on our pages only; every other body is JSON. */
export function readForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMITS.formBytesMax },
    (request, body, done) => {
      if (!/^\/(pay|wallet)\//i.test(request.url))
        return done(
          new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.'),
          undefined,
        );
      return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
}

/** Reads digits of our three languages and drops spaces, dashes and parentheses. */
export function digitsOf(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\s\-()]/g, '');
}
