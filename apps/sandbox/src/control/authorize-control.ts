import type { Class } from '@qafila/schema/field';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '@qafila/envelopes/refusal';
import { header, requireBearer } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readControl } from '../http/read-fields.ts';
import type { Sandbox } from '../sandbox.ts';
import { NoFields } from './control.schema.ts';

/**
 * With a control key set, the request must send it. Without one, every caller is allowed, except a page of another
 * site.
 */
export function authorizeControl({ controlKey }: Sandbox, request: ApiRequest): void {
  if (controlKey !== null) return requireBearer(controlKey, request);
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site')
    throw new Refusal(400, 'cross_site', 'Another site may not control the sandbox.', { param: 'origin' });
}

/** Only JSON is read: a browser does not send it for another site without a preflight request. */
export function readControlBody<Fields extends object>(
  sandbox: Sandbox,
  request: ApiRequest,
  type: Class<Fields>,
): Fields {
  authorizeControl(sandbox, request);
  if (header(request.headers['content-type'])?.startsWith('application/json') !== true)
    throw new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.');
  readControl(NoFields, request.query, 'query');
  return readControl(type, request.body);
}

/** Reads the parameters of a call without a body. */
export function readControlQuery<Fields extends object>(
  sandbox: Sandbox,
  request: ApiRequest,
  type: Class<Fields>,
): Fields {
  authorizeControl(sandbox, request);
  readControl(NoFields, request.body);
  return readControl(type, request.query, 'query');
}

/** Allows the sandbox's own forms. Another site's form has another origin, or none. */
export function authorizeForm({ controlKey }: Sandbox, { headers }: Pick<FastifyRequest, 'headers'>): void {
  if (controlKey !== null) throw new Refusal(403, 'forbidden', 'This sandbox is controlled with its control key only.');
  const isOwnOrigin =
    typeof headers.origin === 'string' && URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
  if (!isOwnOrigin && headers['sec-fetch-site'] !== 'same-origin')
    throw new Refusal(403, 'cross_site', 'Only a page of the sandbox may send this form.');
}
