import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../limits.ts';

/**
 * Browsers open our pages by https alone for a year after a visit, so that no network between reads a page's
 * token. An origin without https, as in tests and on one machine, must not send the header.
 */
export function requireHttps(fastify: FastifyInstance, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  const value = `max-age=${LIMITS.httpsOnlySeconds}`;
  fastify.addHook('onRequest', async (request, reply) => {
    if (/^\/(pay|wallet)\//i.test(request.url)) void reply.header('strict-transport-security', value);
  });
}
