import { isEventPattern } from '@qafila/contracts/catalogue';
import { invalid } from '@qafila/envelopes/refusal';
import { generateWebhookSecret, readWebhookSecret } from '@qafila/signing/webhook-signature';
import { LIMITS } from '../limits.ts';

/** Each pattern once, in the order given. Refuses what no event could ever match: a typing error would be silence. */
export function checkEventTypes(patterns: string[]): string[] {
  const wrong = patterns.findIndex((pattern) => !isEventPattern(pattern));
  if (wrong !== -1) {
    throw invalid(`event_types.${wrong}`,
      `event_types.${wrong} ${JSON.stringify(patterns[wrong])} matches no event: send "*", a name from GET /public/v1/webhook/event-types, or a family such as "meter.*".`);
  }
  return [...new Set(patterns)];
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Visible ASCII, spaces and tabs inside: what every server reads the same way. */
const HEADER_VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Ours, and those with which a request would become another request. */
const RESERVED = /^(webhook-.*|x-signature.*|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|user-agent|accept-encoding)$/i;

/** Headers that the merchant wants on each delivery, such as a token of his own. Names in lower case. */
export function checkHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > LIMITS.customHeadersMax) throw invalid('headers', `headers may hold ${LIMITS.customHeadersMax} at most.`);
  const checked: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (!HEADER_NAME.test(name)) throw invalid(`headers.${name}`, `headers.${name} is not a header name.`);
    if (RESERVED.test(name)) throw invalid(`headers.${name}`, `headers.${name} is set by the delivery itself; choose another name.`);
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) throw invalid(`headers.${name}`, `headers.${name} must be a text of visible ASCII characters.`);
    if (checked[name.toLowerCase()] !== undefined) throw invalid(`headers.${name}`, `headers.${name} is given twice.`);
    checked[name.toLowerCase()] = value;
  }
  if (Buffer.byteLength(JSON.stringify(checked)) > LIMITS.customHeaderBytesMax) throw invalid('headers', `headers may be ${LIMITS.customHeaderBytesMax} bytes together.`);
  return checked;
}

/** The given secret, or a new one. */
export function secretOrNew(given: string | undefined): string {
  if (given === undefined) return generateWebhookSecret();
  try {
    readWebhookSecret(given);
    return given;
  } catch (error) {
    throw invalid('secret', (error as Error).message);
  }
}
