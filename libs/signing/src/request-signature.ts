import { createHmac, timingSafeEqual } from 'node:crypto';
import { JsonRefusal } from '@qafila/json/json-refusal';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { compactJson } from '@qafila/json/write-json';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { isExactDouble } from './exact-double.ts';

/**
 * A request to verify. `secrets` are as shown in the portal: the current one and, for 24 h after a rotation, the
 * previous one.
 */
export interface SignedRequest {
  rawBody: Buffer;
  signature: string;
  secrets: readonly string[];
}

/**
 * Lower-case hex HMAC-SHA256 of the body (§5). The key is the UTF-8 bytes of the secret as shown; its hex is not
 * decoded.
 */
export function signRequest(body: Buffer | string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/**
 * Whether any secret signed any accepted form of the body. §5 does not say how the signed text is written, so these
 * forms are accepted: (a) the raw bytes; (b) JSON.stringify(JSON.parse(raw)); (c) the raw text without white space and
 * with minimal escapes; (d) the same with U+2028 and U+2029 escaped, if (c) contains one of them. Each has the same
 * JSON value, so a body with another value never passes. A refusal costs one HMAC for each form, at most four, and
 * secret. Never throws for anything a sender sends.
 */
export function verifyRequestSignature({ rawBody, signature, secrets }: SignedRequest): boolean {
  const given = digestBytes(signature);
  if (given === null) return false;
  for (const body of acceptedForms(rawBody)) {
    for (const secret of secrets) {
      // With an unset secret anyone could sign, because HMAC accepts an empty key.
      if (secret !== '' && timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given)) return true;
    }
  }
  return false;
}

const LOWER_HEX_DIGEST = /^[0-9a-f]{64}$/;

function digestBytes(signature: string): Buffer | null {
  return LOWER_HEX_DIGEST.test(signature) ? Buffer.from(signature, 'hex') : null;
}

/**
 * The texts whose signature is accepted for this body. A body with a duplicate key has none, because readers differ on
 * its value.
 */
export function* acceptedForms(rawBody: Buffer): Generator<Buffer | string> {
  const json = readBody(rawBody);
  if (json === 'ambiguous') return;
  yield rawBody;
  if (json === 'opaque') return;
  if (hasOnlyExactDoubles(json.value)) yield JSON.stringify(JSON.parse(json.text));
  const compact = compactJson(json.text);
  yield compact;
  // PHP escapes these two even with JSON_UNESCAPED_UNICODE.
  if (/[\u2028\u2029]/.test(compact)) yield compact.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function readBody(rawBody: Buffer): 'ambiguous' | 'opaque' | { text: string; value: JsonValue } {
  try {
    const text = decodeUtf8(rawBody);
    return { text, value: parseStrict(text, { numbers: 'exact' }) };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    // The reader refuses other errors again after authentication, with a 400 that names the position.
    return error.code === 'duplicate-key' ? 'ambiguous' : 'opaque';
  }
}

/** JSON.parse rounds other numbers: form (b) would accept 9007199254740993 with a signature over 9007199254740992. */
function hasOnlyExactDoubles(value: JsonValue): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (value instanceof JsonNumber) return isExactDouble(value.text);
  return Object.values(value).every(hasOnlyExactDoubles);
}
