import type { IncomingHttpHeaders } from 'node:http';
import { verifyRequestSignature } from '@qafila/signing/request-signature';
import { Refusal } from '@qafila/envelopes/refusal';
import type { ResolvedKey } from './resolved-key.ts';
import type { Route } from './routes.ts';

export interface SentRequest { method: string; headers: IncomingHttpHeaders; rawBody: Buffer }

/** Interface §5: a signature that is sent must be right on any method; one must be sent for writes where the route or the store says so. */
export function checkSignature(sent: SentRequest, route: Route, key: ResolvedKey): void {
  const signature = sent.headers['x-signature'];
  if (signature === undefined) {
    if (mustBeSigned(sent.method, route, key)) throw new Refusal(401, 'signature_required', 'Send the header x-signature.', { param: 'x-signature' });
    return;
  }
  // A repeated header arrives joined by a comma, which is no digest.
  if (typeof signature === 'string' && verifyRequestSignature({ rawBody: sent.rawBody, signature, secrets: key.hmacSecrets })) return;
  throw new Refusal(401, 'signature_mismatch',
    'The signature in x-signature does not fit the body: it must be the lower-case hex HMAC-SHA256 of the body as sent, with the API HMAC secret.',
    { param: 'x-signature' });
}

function mustBeSigned(method: string, route: Route, key: ResolvedKey): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return route.signature === 'on-writes' || key.signatureRequired;
}
