import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiSource } from './openapi-source.ts';

const compress = promisify(gzip);
const installed = createRequire(import.meta.url);

/** Nothing from elsewhere, no inline script or style; `data:` for the icons in the style sheet; requests to this gateway alone. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Qafila API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Without a validator, which would send the document to a third party. */
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, docExpansion: 'none' });\n`;

const TYPES = { css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', json: 'application/json; charset=utf-8', png: 'image/png' };
const FROM_SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

/** The merged OpenAPI document, and a page that shows it with the files of swagger-ui-dist. */
export function serveOpenApi(scope: FastifyInstance, source: OpenApiSource): void {
  const file = once((name: string) => readFile(installed.resolve(`swagger-ui-dist/${name}`)));
  scope.get('/openapi.json', async (request, reply) => {
    // Anybody may read it, from any page: it holds nothing that is not public.
    reply.header('access-control-allow-origin', '*');
    return answer(request, reply, { type: 'json', content: await source.text(), secondsMax: 60 });
  });
  scope.get('/docs', (request, reply) => answer(request, reply, { type: 'html', content: PAGE, secondsMax: 300 }));
  scope.get('/docs/start.js', (request, reply) => answer(request, reply, { type: 'js', content: START, secondsMax: 300 }));
  for (const name of FROM_SWAGGER_UI) {
    const type = name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES;
    scope.get(`/docs/${name}`, async (request, reply) => answer(request, reply, { type, content: await file(name), secondsMax: 86_400 }));
  }
}

interface Content { type: keyof typeof TYPES; content: string | Buffer; secondsMax: number }

const compressed = once((content: string | Buffer) => compress(content));

async function answer(request: FastifyRequest, reply: FastifyReply, { type, content, secondsMax }: Content): Promise<FastifyReply> {
  reply.header('content-type', TYPES[type]).header('cache-control', `public, max-age=${secondsMax}`).header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await compressed(content));
}

/** Remembers the few results there are: each page and file, and the documents of the last minutes. */
function once<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const known = new Map<Key, Promise<Result>>();
  return (key) => {
    const result = known.get(key) ?? work(key);
    if (known.size > 8 && !known.has(key)) known.delete(known.keys().next().value as Key);
    known.set(key, result);
    return result;
  };
}
