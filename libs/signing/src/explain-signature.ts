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
  | 'sorted-keys'
  | 'float-text'
  | 'wrong-secret';

export interface SignatureDiagnosis {
  /** 'none' if the signature verifies, 'unknown' if no known mistake makes it: another body, or another secret. */
  mistake: SignatureMistake | 'none' | 'unknown';
  /** The text that the signature is over, where it is not the body as sent. */
  signedText?: string;
}

/** `otherSecrets` are secrets that callers take for the right one: the API key, a webhook secret. */
export type SignatureToExplain = SignedRequest & { otherSecrets?: readonly string[] };

type Text = Buffer | string;

/** For each mistake, the signature that it makes from an accepted form of the body. */
const DIGEST_MISTAKES: readonly [SignatureMistake, (form: Text, secret: string) => string][] = [
  ['upper-case-hex', (form, secret) => signRequest(form, secret).toUpperCase()],
  ['base64', (form, secret) => createHmac('sha256', secret).update(form).digest('base64')],
  ['base64', (form, secret) => createHmac('sha256', secret).update(form).digest('base64url')],
  ['sha1', (form, secret) => createHmac('sha1', secret).update(form).digest('hex')],
  [
    'secret-decoded-as-hex',
    (form, secret) => createHmac('sha256', Buffer.from(secret, 'hex')).update(form).digest('hex'),
  ],
  ['trailing-newline', (form, secret) => createHmac('sha256', secret).update(form).update('\n').digest('hex')],
  ['trailing-newline', (form, secret) => createHmac('sha256', secret).update(form).update('\r\n').digest('hex')],
];

/** How a number reads after it was a floating-point number, or money with two decimals. */
const FLOAT_TEXTS: readonly ((literal: string) => string)[] = [
  (literal) => String(Number(literal)),
  (literal) => withPointZero(String(Number(literal))),
  (literal) => (/[.eE]/.test(literal) ? withPointZero(String(Number(literal))) : literal),
  (literal) => (/[.eE]/.test(literal) ? Number(literal).toFixed(2) : literal),
  (literal) => Number(literal).toFixed(2),
];

/** For each mistake, the text that it signs, made from a compact form of the body. */
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
  ...FLOAT_TEXTS.flatMap((write): [SignatureMistake, (form: string) => string][] => [
    ['float-text', (form) => rewriteNumbers(form, write)],
    ['float-text', (form) => spacedOnOneLine(rewriteNumbers(form, write))],
  ]),
];

/** The mistake of `diagnoseSignature`, alone. */
export function explainSignature(request: SignatureToExplain): SignatureDiagnosis['mistake'] {
  return diagnoseSignature(request).mistake;
}

/**
 * Names the mistake behind a refused signature. For the merchant's debugging (the API's logs, the CLI, the portal): it
 * tries forms that must not be accepted, so its result never authenticates a request.
 */
export function diagnoseSignature({
  rawBody,
  signature,
  secrets,
  otherSecrets = [],
}: SignatureToExplain): SignatureDiagnosis {
  const forms = [...acceptedForms(rawBody)];
  for (const secret of secrets.filter((each) => each !== '')) {
    const found = mistakeWith(forms, signature, secret);
    if (found !== undefined) return found;
  }
  const others = [...otherSecrets, ...secrets.flatMap(miscopied)].filter((each) => each !== '');
  const isOther = others.some((secret) => forms.some((form) => same(signRequest(form, secret), signature)));
  return { mistake: isOther ? 'wrong-secret' : 'unknown' };
}

function mistakeWith(forms: readonly Text[], signature: string, secret: string): SignatureDiagnosis | undefined {
  if (forms.some((form) => same(signRequest(form, secret), signature))) return { mistake: 'none' };
  for (const [mistake, sign] of DIGEST_MISTAKES) {
    if (forms.some((form) => same(sign(form, secret), signature))) return { mistake };
  }
  // The forms after the raw one are compact JSON. A body that is not JSON has none.
  const compact = forms.filter((form) => typeof form === 'string');
  for (const [mistake, write] of TEXT_MISTAKES) {
    const signedText = compact.map(write).find((text) => same(signRequest(text, secret), signature));
    if (signedText !== undefined) return { mistake, signedText };
  }
  return undefined;
}

/** A secret with what a file, a shell or a .env line leaves around it. */
function miscopied(secret: string): string[] {
  return [`${secret}\n`, `${secret}\r\n`, ` ${secret}`, `${secret} `, `"${secret}"`, `'${secret}'`];
}

function spacedOnOneLine(form: string): string {
  return form.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token));
}

/** Rewrites each number, and no digit inside a string. */
function rewriteNumbers(form: string, write: (literal: string) => string): string {
  return form.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : write(token),
  );
}

function withPointZero(text: string): string {
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** In JSON, slashes and characters outside ASCII occur only inside strings. */
function escapeSlashes(form: string): string {
  return form.replaceAll('/', '\\/');
}

function escapeUnicode(form: string): string {
  return form.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sortKeys(form: string): string {
  return canonicalJson(parseStrict(form, { numbers: 'exact' }));
}

/** Constant time: the right digest in base64 or upper case is still secret and must not leak byte by byte. */
function same(expected: string, given: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(Buffer.from(expected), bytes);
}
