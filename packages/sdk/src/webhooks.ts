import { bytesOf, copy, hex, hmacSha256, isEqual } from './signing.ts';

/** The headers of a delivery: those of `fetch`, of Node, or of any framework. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** The endpoint's secrets, `whsec_…`; after a rotation the new and the old one. */
  secrets?: readonly string[];
  /** The endpoint's public keys, `whpk_…`, for ed25519. */
  publicKeys?: readonly string[];
  /** The store's webhook secrets, as the portal shows them: `X-Signature`. */
  storeSecrets?: readonly string[];
  /** How old a delivery may be. */
  toleranceSeconds?: number;
  nowSeconds?: number;
}

export interface VerifiedWebhook<Data = unknown> {
  /** The same in every attempt: deduplicate by it. */
  id: string;
  timestamp: Date;
  /**
   * The event type, such as `meter.created`: dispatch by it. Undefined without a signature of it. `X-Signature` covers
   * the body alone, so with `storeSecrets` it is what the header says, like `id` and `timestamp`.
   */
  type: string | undefined;
  /** The number at this endpoint, if the sequence is signed. */
  sequence: number | undefined;
  data: Data;
}

/** The delivery is not authentic, is too old, or was changed. `reason` says which rule failed. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly reason:
      'missing_header' | 'too_old' | 'signature_mismatch' | 'sequence_mismatch' | 'type_mismatch' | 'malformed_body',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Verifies the bytes of a delivery as they arrived: by `webhook-signature` (Standard Webhooks: HMAC `v1`, ed25519
 * `v1a`) where secrets or public keys are given, else by `X-Signature` under the store's secret. Throws
 * WebhookVerificationError.
 */
export async function verifyWebhook<Data = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyOptions,
): Promise<VerifiedWebhook<Data>> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('verifyWebhook needs the body as it arrived, a string or bytes, not what was parsed of it.');
  const bytes = bytesOf(body);
  const { secrets = [], publicKeys = [], storeSecrets = [] } = options;
  for (const [name, given] of Object.entries({ secrets, publicKeys, storeSecrets }))
    if (!Array.isArray(given)) throw new TypeError(`${name} of verifyWebhook must be an array.`);
  if (secrets.length + publicKeys.length + storeSecrets.length === 0)
    throw new TypeError('verifyWebhook needs secrets, publicKeys or storeSecrets.');
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  checkAge(timestamp, options);
  const numberAndType =
    secrets.length + publicKeys.length > 0
      ? await checkStandard(bytes, { headers, id, timestamp, secrets, publicKeys })
      : await checkStore(bytes, headers, storeSecrets);
  return { id, timestamp: new Date(Number(timestamp) * 1_000), ...numberAndType, data: parse<Data>(bytes) };
}

function checkAge(timestamp: string, { toleranceSeconds = 300, nowSeconds = Date.now() / 1_000 }: VerifyOptions): void {
  // Negated, so that a timestamp that is not a number fails.
  if (!/^\d{1,16}$/.test(timestamp) || !(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError(
      'too_old',
      `webhook-timestamp ${timestamp} is more than ${toleranceSeconds} s from this clock`,
    );
}

interface Signed {
  headers: WebhookHeaders;
  id: string;
  timestamp: string;
  secrets: readonly string[];
  publicKeys: readonly string[];
}

type NumberAndType = Pick<VerifiedWebhook, 'sequence' | 'type'>;

async function checkStandard(bytes: Uint8Array, signed: Signed): Promise<NumberAndType> {
  const content = concat(bytesOf(`${signed.id}.${signed.timestamp}.`), bytes);
  if (!(await isSigned(content, required(signed.headers, 'webhook-signature'), signed)))
    throw new WebhookVerificationError('signature_mismatch', 'no signature of webhook-signature fits the body');
  return { sequence: await checkSequence(signed), type: await checkType(signed) };
}

async function checkSequence(signed: Signed): Promise<number | undefined> {
  // The sequence is signed by HMAC only.
  if (signed.secrets.length === 0) return undefined;
  const [sequence, isAuthentic] = await checkedHeader('webhook-sequence', { ...signed, publicKeys: [] });
  if (sequence === undefined) return undefined;
  if (!/^\d{1,16}$/.test(sequence) || !isAuthentic)
    throw new WebhookVerificationError('sequence_mismatch', 'webhook-sequence-signature does not fit webhook-sequence');
  return Number(sequence);
}

async function checkType(signed: Signed): Promise<string | undefined> {
  const [type, isAuthentic] = await checkedHeader('webhook-event-type', signed);
  if (!isAuthentic)
    throw new WebhookVerificationError('type_mismatch', 'webhook-event-type-signature does not fit webhook-event-type');
  return type;
}

/** The value of a header that has a signature of its own, and whether that fits; nothing where either is missing. */
async function checkedHeader(name: string, signed: Signed): Promise<[string | undefined, boolean]> {
  const value = header(signed.headers, name);
  const signature = header(signed.headers, `${name}-signature`);
  if (value === undefined || signature === undefined) return [undefined, true];
  return [value, await isSigned(bytesOf(`${signed.id}:${signed.timestamp}:${value}`), signature, signed)];
}

async function checkStore(
  bytes: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
): Promise<NumberAndType> {
  const sent = [required(headers, 'x-signature'), header(headers, 'x-signature-previous')];
  for (const secret of secrets) {
    const expected = hex(await hmacSha256(bytesOf(secret), bytes));
    if (sent.some((signature) => signature !== undefined && isEqual(signature, expected)))
      return { sequence: undefined, type: header(headers, 'webhook-event-type') };
  }
  throw new WebhookVerificationError('signature_mismatch', 'X-Signature does not fit the body');
}

async function isSigned(
  content: Uint8Array,
  signatures: string,
  { secrets, publicKeys }: Pick<Signed, 'secrets' | 'publicKeys'>,
): Promise<boolean> {
  const expected = await Promise.all(
    secrets.map(async (secret) => base64Of(await hmacSha256(keyBytes(secret, 'whsec_'), content))),
  );
  for (const signature of signatures.split(' ', 32)) {
    const [version, value = ''] = signature.split(',', 2);
    if (version === 'v1' && expected.some((each) => isEqual(each, value))) return true;
    if (version === 'v1a' && (await isEd25519(content, value, publicKeys))) return true;
  }
  return false;
}

async function isEd25519(content: Uint8Array, signature: string, publicKeys: readonly string[]): Promise<boolean> {
  for (const publicKey of publicKeys) {
    const point = copy(keyBytes(publicKey, 'whpk_'));
    const key = await crypto.subtle.importKey('raw', point, { name: 'Ed25519' }, false, ['verify']);
    const bytes = bytesOfBase64(signature);
    if (bytes !== undefined && (await crypto.subtle.verify({ name: 'Ed25519' }, key, bytes, copy(content))))
      return true;
  }
  return false;
}

function parse<Data>(bytes: Uint8Array): Data {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Data;
  } catch {
    throw new WebhookVerificationError('malformed_body', 'the body is authentic and is not JSON');
  }
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return Array.isArray(entry?.[1]) ? entry[1][0] : entry?.[1];
}

function required(headers: WebhookHeaders, name: string): string {
  const value = header(headers, name);
  if (value === undefined || value === '')
    throw new WebhookVerificationError('missing_header', `the header ${name} is missing`);
  return value;
}

function keyBytes(text: string, prefix: string): Uint8Array {
  const bytes = text.startsWith(prefix) ? bytesOfBase64(text.slice(prefix.length)) : undefined;
  if (bytes === undefined) throw new TypeError(`a key must be ${prefix} and base64`);
  return bytes;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function concat(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Finds gaps in the numbers of one endpoint's deliveries, which may arrive out of order. Keep `state` with your data,
 * and read what is missing from `…/events?after=N`.
 */
export class SequenceGaps {
  #completeUpTo: number;
  readonly #beyond: Set<number>;

  constructor(state: { completeUpTo: number; beyond: readonly number[] } = { completeUpTo: 0, beyond: [] }) {
    this.#completeUpTo = state.completeUpTo;
    this.#beyond = new Set(state.beyond);
  }

  /** True when the number is new. */
  add(sequence: number): boolean {
    if (sequence <= this.#completeUpTo || this.#beyond.has(sequence)) return false;
    this.#beyond.add(sequence);
    while (this.#beyond.delete(this.#completeUpTo + 1)) this.#completeUpTo++;
    return true;
  }

  /** The numbers below the highest one seen that did not arrive, as ranges. */
  get missing(): { from: number; to: number }[] {
    const ranges: { from: number; to: number }[] = [];
    let next = this.#completeUpTo + 1;
    for (const seen of [...this.#beyond].sort((a, b) => a - b)) {
      if (seen > next) ranges.push({ from: next, to: seen - 1 });
      next = seen + 1;
    }
    return ranges;
  }

  get state(): { completeUpTo: number; beyond: number[] } {
    return { completeUpTo: this.#completeUpTo, beyond: [...this.#beyond].sort((a, b) => a - b) };
  }
}
