import type { IncomingHttpHeaders } from 'node:http';
import { verifyRequestSignature } from '@qafila/signing/request-signature';
import { Refusal } from '@qafila/envelopes/refusal';
import { signatureProblem } from './signature-mistakes.ts';
import type { MayExplain } from './signature-mistakes.ts';
import type { ResolvedKey } from './resolved-key.ts';
import type { Route } from '../routes.ts';

/** The parts of a request that its signature is checked against. */
export interface SignableRequest {
  method: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
}

/**
 * §5: a signature must be right whenever one is sent. Writes must be signed where the route or the store requires it.
 */
export function checkSignature(request: SignableRequest, route: Route, key: ResolvedKey, mayExplain: MayExplain): void {
  const signature = request.headers['x-signature'];
  if (signature === undefined) {
    if (mustBeSigned(request.method, route, key))
      throw new Refusal(401, 'signature_required', 'Send the header x-signature.', { param: 'x-signature' });
    return;
  }
  // Node joins a repeated header with a comma, which no digest contains.
  const { rawBody } = request;
  const signed = { rawBody, signature: String(signature), secrets: key.hmacSecrets };
  if (verifyRequestSignature(signed)) return;
  throw new Refusal(401, 'signature_mismatch', signatureProblem(signed, mayExplain), { param: 'x-signature' });
}

function mustBeSigned(method: string, route: Route, key: ResolvedKey): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return route.signature === 'on-writes' || key.signatureRequired;
}
