import type { Refusal } from './refusal.ts';
import { shipmentError } from './shipment.ts';
import type { Language } from './shipment.ts';

/** Of RFC 6749 section 5.2. Any other refusal gets the nearest name of that document. */
const NAMED = new Set(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope']);

/** Errors of the token endpoints (§4.1, §4.2): RFC 6749's two fields, and the four of the shipment dialect. */
export function tokenError(refusal: Refusal, requestId: string, language: Language = 'en'): Record<string, unknown> {
  const { details: _, ...envelope } = shipmentError(refusal, requestId, language);
  return { error: nameOf(refusal), error_description: plain(refusal.message), ...envelope };
}

function nameOf({ code, status }: Refusal): string {
  if (NAMED.has(code)) return code;
  if (status === 500) return 'server_error';
  return status === 429 || status > 500 ? 'temporarily_unavailable' : 'invalid_request';
}

/** The RFC takes visible ASCII without `"` and `\` there. */
function plain(text: string): string {
  return text.replaceAll('"', "'").replace(/[^ !#-[\]-~]/g, '?');
}
