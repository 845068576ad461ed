import type { FastifyInstance } from 'fastify';

const HTTPS_ONLY_SECONDS = 365 * 86_400;

/**
 * Browsers open our pages by https alone for a year after a visit, so that no network between reads a page's
 * token. An origin without https, as in tests and on one machine, must not send the header.
 */
export function requireHttps(fastify: FastifyInstance, pages: RegExp, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  const value = `max-age=${HTTPS_ONLY_SECONDS}`;
  fastify.addHook('onRequest', async (request, reply) => {
    if (pages.test(request.url)) void reply.header('strict-transport-security', value);
  });
}
