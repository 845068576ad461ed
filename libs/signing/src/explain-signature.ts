import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseStrict } from '@qafila/json/strict-json';
import { canonicalJson } from '@qafila/json/write-json';
import { acceptedForms, signRequest } from './request-signature.ts';
import type { SignedRequest } from './request-signature.ts';

export type SignatureMistake =
  | 'spaces'
  | 'escaped-slashes'
  | 'unicode-escapes'
  | 'upper-case-hex'
  | 'base64'
  | 'sha1'
  | 'secret-decoded-as-hex'
  | 'trailing-newline'
  | 'sorted-keys';

type Text = Buffer | string;

/** How the signature would have been made from an accepted form of the body, were the mistake made. */
const DIGEST_MISTAKES: readonly [SignatureMistake, (form: Text, secret: string) => string][] = [
  ['upper-case-hex', (form, secret) => signRequest(form, secret).toUpperCase()],
  ['base64', (form, secret) => createHmac('sha256', secret).update(form).digest('base64')],
  ['base64', (form, secret) => createHmac('sha256', secret).update(form).digest('base64url')],
  ['sha1', (form, secret) => createHmac('sha1', secret).update(form).digest('hex')],
  ['secret-decoded-as-hex', (form, secret) => createHmac('sha256', Buffer.from(secret, 'hex')).update(form).digest('hex')],
  ['trailing-newline', (form, secret) => createHmac('sha256', secret).update(form).update('\n').digest('hex')],
  ['trailing-newline', (form, secret) => createHmac('sha256', secret).update(form).update('\r\n').digest('hex')],
];

/** What would have been signed instead, made from a compact form of the body. */
const TEXT_MISTAKES: readonly [SignatureMistake, (form: string) => string][] = [
  ['spaces', spacedOnOneLine],
  ['spaces', (form) => JSON.stringify(JSON.parse(form), null, 2)],
  ['spaces', (form) => JSON.stringify(JSON.parse(form), null, 4)],
  ['escaped-slashes', escapeSlashes],
  ['unicode-escapes', escapeUnicode],
  ['unicode-escapes', (form) => escapeUnicode(escapeSlashes(form))],
  ['unicode-escapes', (form) => escapeUnicode(spacedOnOneLine(form))],
  ['sorted-keys', sortKeys],
  ['sorted-keys', (form) => spacedOnOneLine(sortKeys(form))],
  ['sorted-keys', (form) => escapeUnicode(spacedOnOneLine(sortKeys(form)))],
];

/**
 * Names the mistake behind a signature that was refused: 'none' when it verifies, 'unknown' when no row of the tables fits.
 * For the merchant's own debugging view: it tries what must not be accepted, so its answer never authenticates anything.
 */
export function explainSignature({ rawBody, signature, secrets }: SignedRequest): SignatureMistake | 'none' | 'unknown' {
  const forms = [...acceptedForms(rawBody)];
  // The forms after the raw one are compact JSON; there are none for a body that is not JSON.
  const compact = forms.filter((form) => typeof form === 'string');
  for (const secret of secrets.filter((each) => each !== '')) {
    if (forms.some((form) => same(signRequest(form, secret), signature))) return 'none';
    for (const [mistake, sign] of DIGEST_MISTAKES) {
      if (forms.some((form) => same(sign(form, secret), signature))) return mistake;
    }
    for (const [mistake, write] of TEXT_MISTAKES) {
      if (compact.some((form) => same(signRequest(write(form), secret), signature))) return mistake;
    }
  }
  return 'unknown';
}

function spacedOnOneLine(form: string): string {
  return form.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token));
}

/** In JSON a slash, and any character outside ASCII, stands only inside a string. */
function escapeSlashes(form: string): string {
  return form.replaceAll('/', '\\/');
}

function escapeUnicode(form: string): string {
  return form.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sortKeys(form: string): string {
  return canonicalJson(parseStrict(form, { numbers: 'exact' }));
}

/** Constant time: the right digest in base64 or upper case is still the right digest, and must not leak byte by byte. */
function same(expected: string, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(Buffer.from(expected), bytes);
}
