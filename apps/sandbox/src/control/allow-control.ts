import type { FastifyRequest } from 'fastify';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { header, requireBearer } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { fieldsOf } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import type { Sandbox } from '../sandbox.ts';

/** With a key set, the key; without, whoever reaches us, but no page of another site. */
export function allowControl({ controlKey }: Sandbox, request: ApiRequest): void {
  if (controlKey !== null) return requireBearer(controlKey, request);
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw invalid('origin', 'Another site may not steer the sandbox.', 'cross_site');
}

/** JSON only: another site's form cannot be sent without asking first. */
export function controlFields(sandbox: Sandbox, request: ApiRequest): Fields {
  allowControl(sandbox, request);
  if (header(request.headers['content-type'])?.startsWith('application/json') !== true) throw new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.');
  return fieldsOf(request.body);
}

/** A page's own form. Another site's would come with its origin, or without ours. */
export function allowForm({ controlKey }: Sandbox, { headers }: Pick<FastifyRequest, 'headers'>): void {
  if (controlKey !== null) throw new Refusal(403, 'forbidden', 'This sandbox is steered with its control key only.');
  const own = typeof headers.origin === 'string' && URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
  if (!own && headers['sec-fetch-site'] !== 'same-origin') throw new Refusal(403, 'cross_site', 'Only this page may send this form.');
}
