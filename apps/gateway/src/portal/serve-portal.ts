import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { html } from '@qafila/runtime/html';
import { PAGE_POLICY, page } from '../documents/html-page.ts';
import { LIMITS } from '../limits.ts';
import { PORTAL_FOLDER, readPortalFiles } from './portal-files.ts';
import type { PortalFile, PortalFiles } from './portal-files.ts';

/** The index page names its nonce by this word, and gets another one in each answer. */
const NONCE = /__CSP_NONCE__/g;
/** The build names these files by their content, so they never change. */
const HASHED = /^assets\//;

const NOT_BUILT = page(
  'The portal is not built',
  html`<h1>The portal is not built</h1><p>Run <code>npm run build</code>, and start the gateway again.</p>`,
);

/** Only own scripts and styles; a style that a script adds has the nonce. No other site frames the portal. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Serves the built portal. Every path that is no file is the index page, whose script reads the path. */
export function servePortal(scope: FastifyInstance, folder = PORTAL_FOLDER): void {
  const files = filesOf(folder);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = (request.params as { '*'?: string })['*'] ?? '';
    if (/^api(\/|$)/i.test(path)) throw new Refusal(404, 'not_found', 'The portal has no such operation.');
    const portal = await files();
    if (portal === undefined) return sendNotBuilt(reply);
    const file = path === 'index.html' ? undefined : portal.files.get(path);
    if (file === undefined && HASHED.test(path)) return sendGone(reply);
    return file === undefined ? sendIndex(reply, portal.index) : sendFile(request, reply, path, file);
  };
  for (const url of ['/portal', '/portal/*']) scope.get(url, handler);
}

/** Reads the files once. A portal that is built later, or could not be read, is read by the next request. */
function filesOf(folder: string): () => Promise<PortalFiles | undefined> {
  let known: PortalFiles | undefined;
  let reading: Promise<PortalFiles | undefined> | undefined;
  return async () => {
    if (known !== undefined) return known;
    reading ??= readPortalFiles(folder).finally(() => (reading = undefined));
    return (known = await reading);
  };
}

function sendIndex(reply: FastifyReply, index: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return sendPage(reply, policyWith(nonce)).send(index.replace(NONCE, nonce));
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), PAGE_POLICY).send(NOT_BUILT);
}

/** A page of an older build asks for it; the index page in its place would be a script of HTML. */
function sendGone(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send('This file is of another build.');
}

function sendPage(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'same-origin')
    .header('x-frame-options', 'DENY');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: PortalFile): FastifyReply {
  const control = HASHED.test(path) ? `public, max-age=${LIMITS.portalAssetSeconds}, immutable` : 'no-cache';
  reply
    .header('content-type', file.type)
    .header('cache-control', control)
    .header('content-security-policy', "default-src 'none'")
    .header('vary', 'accept-encoding');
  if (file.gzipped === undefined || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.send(file.content);
  return reply.header('content-encoding', 'gzip').send(file.gzipped);
}
