import type { Refusal } from './refusal.ts';
import { shipmentError } from './shipment.ts';
import type { Language } from './user-messages.ts';

/** Error names of RFC 6749 section 5.2. Any other refusal gets the nearest of them. */
const NAMED = new Set(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope']);

/** Errors of the token endpoints (§4.1, §4.2): the two fields of RFC 6749 and the four of the shipment dialect. */
export function tokenError(refusal: Refusal, requestId: string, language: Language = 'en'): Record<string, unknown> {
  const { details: _, ...envelope } = shipmentError(refusal, requestId, language);
  return { error: tokenErrorName(refusal), error_description: plain(refusal.message), ...envelope };
}

/** The name of RFC 6749 for a refusal. */
export function tokenErrorName({ code, status }: Pick<Refusal, 'code' | 'status'>): string {
  if (NAMED.has(code)) return code;
  if (status === 500) return 'server_error';
  return status === 429 || status > 500 ? 'temporarily_unavailable' : 'invalid_request';
}

/** The RFC allows only visible ASCII without `"` and `\`. */
function plain(text: string): string {
  return text.replaceAll('"', "'").replace(/[^ !#-[\]-~]/g, '?');
}
