import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The values of the headers webhook-id, webhook-timestamp and webhook-sequence. */
export interface NumberedWebhook {
  id: string;
  timestampSeconds: number;
  sequence: number;
}

/** The value of the header webhook-event-type too, and the body: exactly the bytes that are sent. */
export interface WebhookToSign extends NumberedWebhook {
  eventType: string;
  body: Buffer | string;
}

export interface WebhookKeys {
  /** The endpoint's secrets, `whsec_…`: the current one first, then those that still sign too. */
  secrets: readonly string[];
  /** The endpoint's ed25519 keys, `whsk_…`. */
  privateKeys?: readonly string[];
  /**
   * The store's webhook HMAC secrets as the portal shows them: the current one and, for some time after a rotation, the
   * previous.
   */
  storeSecrets?: readonly string[];
}

/** Header names are lower-case, as in HTTP/2. */
export interface WebhookSignatures {
  'webhook-signature': string;
  'webhook-sequence-signature': string;
  'webhook-event-type-signature': string;
  'x-signature'?: string;
  'x-signature-previous'?: string;
}

export interface WebhookSigner {
  sign(webhook: WebhookToSign): WebhookSignatures;
  /** The value of webhook-sequence-signature alone. */
  signSequence(webhook: NumberedWebhook): string;
}

export interface ReceivedWebhook {
  /** The texts of the headers, unchanged. */
  id: string;
  timestamp: string;
  signature: string;
  /** Both or neither. A receiver that checks for gaps refuses a webhook without them. */
  sequence?: string;
  sequenceSignature?: string;
  /** Both or neither. A receiver that dispatches by the type refuses a webhook without them. */
  eventType?: string;
  eventTypeSignature?: string;
  /** The bytes as received: parsing and writing a body changes it. */
  body: Buffer | string;
  secrets: readonly string[];
  /** `whpk_…` */
  publicKeys?: readonly string[];
  nowSeconds: number;
  toleranceSeconds?: number;
}

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';
const ED25519_BYTES = 32;
const TOLERANCE_SECONDS = 300;
const NOTHING = Buffer.alloc(0);
/** A sender has a few keys; more signatures only cost time. */
const SIGNATURES_READ_MAX = 32;

export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** The key bytes of a `whsec_…` text. Throws a RangeError that names the rule, never the secret. */
export function readWebhookSecret(text: string): Buffer {
  const key = readKeyText(text, SECRET_PREFIX);
  if (key === null || key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
    throw new RangeError(
      `A webhook secret is ${SECRET_PREFIX} and the base64 of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes.`,
    );
  }
  return key;
}

/** A new ed25519 private key: `whsk_` and the base64 of its seed and its public key. */
export function generateWebhookPrivateKey(): string {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as { d: string; x: string };
  return PRIVATE_PREFIX + Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');
}

/** The public key `whpk_…` of a `whsk_…`, which the merchant gets. */
export function webhookPublicKey(privateKey: string): string {
  const { x } = createPublicKey(readWebhookPrivateKey(privateKey)).export({ format: 'jwk' }) as { x: string };
  return PUBLIC_PREFIX + Buffer.from(x, 'base64url').toString('base64');
}

/** Throws a RangeError that names the rule, never the key, also if the two halves are not a pair. */
export function readWebhookPrivateKey(text: string): KeyObject {
  const pair = readKeyText(text, PRIVATE_PREFIX);
  const refusal = new RangeError(
    `A webhook private key is ${PRIVATE_PREFIX} and the base64 of an ed25519 seed and its public key, ` +
      `${ED25519_BYTES} bytes each.`,
  );
  if (pair?.length !== 2 * ED25519_BYTES) throw refusal;
  const [d, x] = [pair.toString('base64url', 0, ED25519_BYTES), pair.toString('base64url', ED25519_BYTES)];
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } });
  // OpenSSL derives the public key from the seed; receivers would have the other half.
  if (createPublicKey(key).export({ format: 'jwk' }).x !== x) throw refusal;
  return key;
}

export function readWebhookPublicKey(text: string): KeyObject {
  const point = readKeyText(text, PUBLIC_PREFIX);
  if (point?.length !== ED25519_BYTES)
    throw new RangeError(`A webhook public key is ${PUBLIC_PREFIX} and the base64 of ${ED25519_BYTES} bytes.`);
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') } });
}

/** The bytes after the prefix; null for another prefix, or for base64 that Standard Webhooks writes differently. */
function readKeyText(text: string, prefix: string): Buffer | null {
  if (!text.startsWith(prefix)) return null;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  return bytes.toString('base64') === text.slice(prefix.length) ? bytes : null;
}

/**
 * Reads the keys once and returns a signer for thousands of deliveries a second. Throws a RangeError for an invalid
 * key. It signs `id.timestamp.body`, and separately `id:timestamp:sequence` and `id:timestamp:type`. A sequence has
 * only digits, and each word of a type begins with a letter, so no signature is valid as another.
 */
export function webhookSigner({ secrets, privateKeys = [], storeSecrets = [] }: WebhookKeys): WebhookSigner {
  const hmacKeys = secrets.map((secret) => createSecretKey(readWebhookSecret(secret)));
  const ed25519Keys = privateKeys.map(readWebhookPrivateKey);
  if (hmacKeys.length === 0) throw new RangeError('A webhook needs at least one secret.');
  // HMAC accepts an empty key, with which anyone could sign.
  if (storeSecrets.includes('')) throw new RangeError('A store secret is empty.');
  const [current, previous] = storeSecrets.map((secret) => createSecretKey(Buffer.from(secret, 'utf8')));
  const signatures = (head: string, bytes: Buffer): string => {
    const content = ed25519Keys.length === 0 ? NOTHING : Buffer.concat([Buffer.from(head), bytes]);
    return [
      ...hmacKeys.map((key) => `v1,${createHmac('sha256', key).update(head).update(bytes).digest('base64')}`),
      ...ed25519Keys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`),
    ].join(' ');
  };
  const signSequence = (webhook: NumberedWebhook): string => {
    const numbered = headOf(webhook, ':') + wholeNumber(webhook.sequence, 'sequence');
    return hmacKeys.map((key) => `v1,${createHmac('sha256', key).update(numbered).digest('base64')}`).join(' ');
  };
  return {
    signSequence,
    sign(webhook) {
      const bytes = typeof webhook.body === 'string' ? Buffer.from(webhook.body) : webhook.body;
      return {
        'webhook-signature': signatures(headOf(webhook, '.'), bytes),
        'webhook-sequence-signature': signSequence(webhook),
        'webhook-event-type-signature': signatures(headOf(webhook, ':') + checkedType(webhook.eventType), NOTHING),
        ...(current === undefined ? {} : { 'x-signature': createHmac('sha256', current).update(bytes).digest('hex') }),
        ...(previous === undefined
          ? {}
          : { 'x-signature-previous': createHmac('sha256', previous).update(bytes).digest('hex') }),
      };
    },
  };
}

/** Visible ASCII without the full stop: with one, another split of id and body would have the same signature. */
const WEBHOOK_ID = /^[!-\-/-~]+$/;

const EVENT_TYPE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/;

/** What the signed texts begin with. */
function headOf({ id, timestampSeconds }: Omit<NumberedWebhook, 'sequence'>, separator: '.' | ':'): string {
  if (!WEBHOOK_ID.test(id)) throw new RangeError('A webhook id must be visible ASCII without a full stop.');
  return `${id}${separator}${wholeNumber(timestampSeconds, 'timestampSeconds')}${separator}`;
}

function checkedType(eventType: string): string {
  if (!EVENT_TYPE.test(eventType))
    throw new RangeError('An event type must be words of letters, digits and _, with full stops between them.');
  return eventType;
}

function wholeNumber(value: number, name: string): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number.`);
  return String(value);
}

/** For receivers: whether any of the keys signed this webhook recently. Never throws for anything a sender sends. */
export function verifyWebhook(webhook: ReceivedWebhook): boolean {
  const { id, timestamp, nowSeconds, toleranceSeconds = TOLERANCE_SECONDS } = webhook;
  if (!WEBHOOK_ID.test(id) || !WHOLE_NUMBER.test(timestamp)) return false;
  // Negated, so that a clock that is not a number refuses.
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds)) return false;
  const hmacKeys = webhook.secrets.map(readWebhookSecret);
  const publicKeys = (webhook.publicKeys ?? []).map(readWebhookPublicKey);
  const head = Buffer.from(`${id}.${timestamp}.`);
  return (
    isSequenceSigned(webhook, hmacKeys) &&
    isTypeSigned(webhook, { hmacKeys, publicKeys }) &&
    isSigned(Buffer.concat([head, Buffer.from(webhook.body)]), webhook.signature, { hmacKeys, publicKeys })
  );
}

/** The sequence is signed by HMAC only. */
function isSequenceSigned(
  { id, timestamp, sequence, sequenceSignature }: ReceivedWebhook,
  hmacKeys: Buffer[],
): boolean {
  if (sequence === undefined && sequenceSignature === undefined) return true;
  if (sequence === undefined || sequenceSignature === undefined || !WHOLE_NUMBER.test(sequence)) return false;
  return isSigned(Buffer.from(`${id}:${timestamp}:${sequence}`), sequenceSignature, { hmacKeys, publicKeys: [] });
}

function isTypeSigned({ id, timestamp, eventType, eventTypeSignature }: ReceivedWebhook, keys: ReceiverKeys): boolean {
  if (eventType === undefined && eventTypeSignature === undefined) return true;
  if (eventType === undefined || eventTypeSignature === undefined || !EVENT_TYPE.test(eventType)) return false;
  return isSigned(Buffer.from(`${id}:${timestamp}:${eventType}`), eventTypeSignature, keys);
}

const WHOLE_NUMBER = /^(0|[1-9][0-9]{0,15})$/;

interface ReceiverKeys {
  hmacKeys: Buffer[];
  publicKeys: KeyObject[];
}

function isSigned(content: Buffer, header: string, { hmacKeys, publicKeys }: ReceiverKeys): boolean {
  const expected = hmacKeys.map((key) => createHmac('sha256', key).update(content).digest());
  return header.split(' ', SIGNATURES_READ_MAX).some((signature) => {
    const digest = readKeyText(signature, 'v1,');
    if (digest !== null) return expected.some((each) => each.length === digest.length && timingSafeEqual(each, digest));
    const point = readKeyText(signature, 'v1a,');
    return point !== null && publicKeys.some((key) => verify(null, content, key, point));
  });
}
