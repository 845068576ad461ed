import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { OpenApiSource } from './openapi-source.ts';
import { STYLE } from './page-style.ts';
import { memoize, sendContent } from './send-content.ts';

const installed = createRequire(import.meta.url);

/**
 * Allows no other origin, and no script but the two files. Scalar writes its styles into style elements and attributes,
 * so inline styles must be allowed. `data:` is for its icons.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The credentials that start.ts reads, by name. */
const FIELDS = [
  ['apiKey', 'password', 'API key', 'x-api-key'],
  ['accountId', 'text', 'Account id', 'x-account-id'],
  ['hmacSecret', 'password', 'API HMAC secret', 'signs requests here; is not sent'],
  ['token', 'password', 'Access token', 'for shipments'],
]
  .map(
    ([name, type, label, hint]) =>
      `<label>${label} <small>${hint}</small>` +
      `<input name="${name}" type="${type}" autocomplete="off" spellcheck="false"></label>`,
  )
  .join('\n');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Qafila API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/start.js"></script>
</head>
<body>
<div id="reference"></div>
<noscript>This reference needs JavaScript. The same content is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<button id="credentials" type="button">Credentials</button>
<dialog aria-labelledby="credentials-title">
<form method="dialog" autocomplete="off">
<h2 id="credentials-title">Credentials</h2>
<p>They stay in the memory of this page, and are gone when you close or reload it.</p>
${FIELDS}
<button type="submit">Use</button>
</form>
</dialog>
</body>
</html>
`;

/** Files of the page, by path: read once. The script is built from browser/start.ts. */
const FILES = {
  '/docs/start.js': new URL('../../dist/documents/browser/start.js', import.meta.url),
  '/docs/scalar.js': () =>
    // Only this file of the package is used; its exports map names no file.
    new URL('js/standalone.js', `file://${installed.resolve('@scalar/fastify-api-reference')}`),
};

/** Serves the merged OpenAPI document, and the reference that shows it. */
export function serveReference(scope: FastifyInstance, source: OpenApiSource): void {
  const read = memoize((path: keyof typeof FILES) => {
    const file = FILES[path];
    return readFile(file instanceof URL ? file : file());
  });
  scope.get('/openapi.json', async (request, reply) => {
    // The document is public, so any web page may read it.
    reply.header('access-control-allow-origin', '*');
    return sendContent(request, reply, { type: 'json', content: await source.text(), secondsMax: 60 });
  });
  scope.get('/docs', (request, reply) =>
    sendContent(request, reply, { type: 'html', content: PAGE, secondsMax: 300, policy: POLICY }),
  );
  scope.get('/docs/style.css', (request, reply) =>
    sendContent(request, reply, { type: 'css', content: STYLE, secondsMax: 300 }),
  );
  for (const path of Object.keys(FILES) as (keyof typeof FILES)[])
    scope.get(path, async (request, reply) =>
      sendContent(request, reply, { type: 'js', content: await read(path), secondsMax: 86_400 }),
    );
}
