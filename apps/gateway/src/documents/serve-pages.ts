import type { FastifyInstance } from 'fastify';
import type { Mode } from '@qafila/runtime/env';
import { errorPage } from './error-page.ts';
import { PAGE_POLICY } from './html-page.ts';
import { landingPage } from './landing-page.ts';
import { sendContent } from './send-content.ts';

/** Serves the pages without script: the landing page, and all error codes. */
export function servePages(scope: FastifyInstance, mode: Mode): void {
  const pages: Record<string, string> = { '/': landingPage(mode), '/docs/errors': errorPage() };
  for (const [path, content] of Object.entries(pages))
    scope.get(path, (request, reply) =>
      sendContent(request, reply, { type: 'html', content, secondsMax: 300, policy: PAGE_POLICY }),
    );
}
