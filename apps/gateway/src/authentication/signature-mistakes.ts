import { explainSignature } from '@qafila/signing/explain-signature';
import type { SignedRequest } from '@qafila/signing/request-signature';
import { SIGNATURE_ADVICE } from '@qafila/signing/signature-advice';
import { LIMITS } from '../limits.ts';

const RULE =
  'The signature in x-signature does not match the body: send the lower-case hex HMAC-SHA256 of the body as sent, ' +
  'computed with the API HMAC secret.';

/** Whether the mistake may be searched, which costs more CPU than the verification. */
export type MayExplain = () => boolean;

/**
 * What is wrong with a refused signature. Only a caller with a valid key gets here, and a named mistake proves that the
 * caller has the secret, so it reveals nothing. The search is limited by bytes and by `mayExplain`.
 */
export function signatureProblem(request: SignedRequest, mayExplain: MayExplain): string {
  const { signature, rawBody } = request;
  if (signature === '') return `${RULE} The header is empty.`;
  if (rawBody.length <= LIMITS.explainedBodyBytesMax && mayExplain()) {
    const mistake = explainSignature(request);
    const { rule, remedy } = SIGNATURE_ADVICE[mistake];
    if (mistake !== 'unknown' && mistake !== 'none') return `${RULE} ${rule} ${remedy}`;
  }
  if (!/^[0-9a-f]{64}$/.test(signature)) return `${RULE} What you sent is not 64 lower-case hex digits.`;
  return RULE;
}
