import { describe, expect, test } from '@jest/globals';
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signRequest } from '../src/request-signature.ts';
import {
  generateWebhookPrivateKey,
  readWebhookPublicKey,
  verifyWebhook,
  webhookPublicKey,
  webhookSigner,
} from '../src/webhook-signature.ts';
import type { ReceivedWebhook, WebhookKeys, WebhookToSign } from '../src/webhook-signature.ts';

const secretOf = (byte: number, length = 32) => `whsec_${Buffer.alloc(length, byte).toString('base64')}`;
const [CURRENT, PREVIOUS, OTHER] = [secretOf(1), secretOf(2), secretOf(3)];
const STORE = '9f'.repeat(32);
const NOW = 1_764_500_000;
const SENT: WebhookToSign = {
  id: 'evt_1',
  timestampSeconds: NOW,
  sequence: 42,
  eventType: 'meter.created',
  body: '{"name":"سريع","url":"https://shop.example/ok"}',
};

/** The input of a receiver with these keys. */
function received(sent: WebhookToSign, keys: WebhookKeys, changed: Partial<ReceivedWebhook> = {}): ReceivedWebhook {
  const signatures = webhookSigner(keys).sign(sent);
  return {
    id: sent.id,
    timestamp: String(sent.timestampSeconds),
    signature: signatures['webhook-signature'],
    sequence: String(sent.sequence),
    sequenceSignature: signatures['webhook-sequence-signature'],
    eventType: sent.eventType,
    eventTypeSignature: signatures['webhook-event-type-signature'],
    body: sent.body,
    secrets: keys.secrets,
    nowSeconds: sent.timestampSeconds,
    ...changed,
  };
}
const verifies = (changed: Partial<ReceivedWebhook>) => verifyWebhook(received(SENT, { secrets: [CURRENT] }, changed));

const text = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\0',
    '.',
    '42',
    '{"a":"سريع للتوصيل"}',
    '{"url":"https:\\/\\/shop.example/a/b"}',
    '"\u2028"',
    '😀',
    '\ufeff{}',
    '\r\n',
    'a.1.b',
  ),
);
const body = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const id = fc.oneof(fc.uuid(), fc.stringMatching(/^[!-\-/-~]{1,64}$/));
const moment = fc.integer({ min: 0, max: 4_102_444_800 });
const sequence = fc.oneof(fc.nat(), fc.maxSafeNat());
const secret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const eventType = fc.constantFrom('meter.created', 'webhook.delivery.exhausted', 'PAYMENT_INTENT_NOTIFICATION', 'a');
const webhook = fc.record({ id, timestampSeconds: moment, sequence, eventType, body });

describe('any webhook', () => {
  test('verifies, also its number and its type', () => {
    fc.assert(
      fc.property(webhook, secret, (sent, own) => {
        expect(verifyWebhook(received(sent, { secrets: [own] }))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('verifies in the package standardwebhooks', () => {
    fc.assert(
      fc.property(text, id, secret, fc.boolean(), (sent, eventId, own, asBytes) => {
        const timestampSeconds = Math.floor(Date.now() / 1000);
        const signatures = webhookSigner({ secrets: [OTHER, own] }).sign({
          id: eventId,
          timestampSeconds,
          sequence: 1,
          eventType: 'meter.created',
          body: asBytes ? Buffer.from(sent) : sent,
        });
        const headers = {
          'webhook-id': eventId,
          'webhook-timestamp': String(timestampSeconds),
          'webhook-signature': signatures['webhook-signature'],
        };
        new Webhook(own).verify(Buffer.from(sent), headers, { jsonParse: false });
        expect(() => new Webhook(PREVIOUS).verify(Buffer.from(sent), headers, { jsonParse: false })).toThrow(
          'No matching signature found',
        );
      }),
      { numRuns: 200 },
    );
  });

  test('that the package standardwebhooks signs verifies here', () => {
    fc.assert(
      fc.property(text, id, moment, (sent, eventId, at) => {
        const signature = new Webhook(CURRENT).sign(eventId, new Date(at * 1000), sent);
        expect(
          verifyWebhook({
            id: eventId,
            timestamp: String(at),
            signature,
            body: sent,
            secrets: [CURRENT],
            nowSeconds: at,
          }),
        ).toBe(true);
      }),
    );
  });

  test('has the same signatures as bytes and as text', () => {
    fc.assert(
      fc.property(webhook, text, (sent, same) => {
        const signer = webhookSigner({ secrets: [CURRENT, PREVIOUS], storeSecrets: [STORE, 'previous'] });
        expect(signer.sign({ ...sent, body: same })).toEqual(signer.sign({ ...sent, body: Buffer.from(same) }));
      }),
    );
  });

  test('is refused when any part of it is changed', () => {
    fc.assert(
      fc.property(webhook, webhook, (sent, other) => {
        const right = received(sent, { secrets: [CURRENT] }, { toleranceSeconds: Infinity });
        const bytes = Buffer.from(sent.body);
        const twins = [
          Buffer.concat([bytes, Buffer.from('\n')]),
          Buffer.concat([Buffer.from(' '), bytes]),
          Buffer.concat([bytes, Buffer.from([0])]),
          bytes.subarray(1),
          bytes.subarray(0, -1),
          Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))),
          Buffer.from(other.body),
        ].filter((twin) => !twin.equals(bytes));
        for (const twin of twins) expect(verifyWebhook({ ...right, body: twin })).toBe(false);
        expect(verifyWebhook({ ...right, id: `${right.id}0` })).toBe(false);
        expect(verifyWebhook({ ...right, timestamp: String(sent.timestampSeconds + 1) })).toBe(false);
        expect(verifyWebhook({ ...right, sequence: String((sent.sequence + 1) % Number.MAX_SAFE_INTEGER) })).toBe(
          false,
        );
        expect(verifyWebhook({ ...right, secrets: [OTHER] })).toBe(false);
        if (other.sequence !== sent.sequence) {
          const elsewhere = received({ ...sent, sequence: other.sequence }, { secrets: [CURRENT] });
          expect(verifyWebhook({ ...right, sequenceSignature: elsewhere.sequenceSignature })).toBe(false);
        }
        expect(verifyWebhook({ ...right, eventType: `${sent.eventType}s` })).toBe(false);
        expect(verifyWebhook({ ...right, eventType: undefined })).toBe(false);
        expect(verifyWebhook({ ...right, eventTypeSignature: right.sequenceSignature })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('is refused with another split into id, timestamp and body', () => {
    const right = received({ ...SENT, body: `${NOW}.{}` }, { secrets: [CURRENT] });
    expect(verifyWebhook(right)).toBe(true);
    expect(
      verifyWebhook({
        ...right,
        id: `${SENT.id}.${NOW}`,
        body: '{}',
        sequence: undefined,
        sequenceSignature: undefined,
        eventType: undefined,
        eventTypeSignature: undefined,
      }),
    ).toBe(false);
  });

  test('never makes the receiver throw', () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^(v1a?,[A-Za-z0-9+/=]{0,90} ?){0,3}$/));
    const publicKeys = [webhookPublicKey(generateWebhookPrivateKey())];
    fc.assert(
      fc.property(
        fc.string(),
        fc.oneof(fc.string(), fc.constant(String(NOW))),
        header,
        header,
        (...[eventId, timestamp, signature, otherSignature]) => {
          expect(verifies({ id: eventId, timestamp, signature, publicKeys })).toBe(false);
          expect(verifies({ sequenceSignature: otherSignature })).toBe(false);
          expect(verifies({ eventTypeSignature: otherSignature, publicKeys })).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('keys', () => {
  test('while secrets overlap, the old and the new one verify, the current signature first', () => {
    const right = received(SENT, { secrets: [CURRENT, PREVIOUS], storeSecrets: ['new', 'old'] });
    expect(right.signature.split(' ')[0]).toBe(received(SENT, { secrets: [CURRENT] }).signature);
    for (const own of [CURRENT, PREVIOUS]) expect(verifyWebhook({ ...right, secrets: [own] })).toBe(true);
    expect(verifyWebhook({ ...right, secrets: [OTHER] })).toBe(false);
    expect(verifyWebhook({ ...right, secrets: [OTHER, PREVIOUS] })).toBe(true);
  });

  test('X-Signature is the signature of a request over the same bytes, with the secret as shown', () => {
    fc.assert(
      fc.property(webhook, fc.string({ minLength: 1 }), (sent, shown) => {
        const signatures = webhookSigner({ secrets: [CURRENT], storeSecrets: [STORE, shown] }).sign(sent);
        expect(signatures['x-signature']).toBe(signRequest(sent.body, STORE));
        expect(signatures['x-signature-previous']).toBe(signRequest(sent.body, shown));
      }),
    );
    expect(Object.keys(webhookSigner({ secrets: [CURRENT] }).sign(SENT))).toEqual([
      'webhook-signature',
      'webhook-sequence-signature',
      'webhook-event-type-signature',
    ]);
    expect(webhookSigner({ secrets: [CURRENT], storeSecrets: [STORE] }).sign(SENT)).not.toHaveProperty(
      'x-signature-previous',
    );
  });

  test('every secret signs the number separately from the body', () => {
    const signature = webhookSigner({ secrets: [CURRENT, PREVIOUS] }).sign(SENT)['webhook-sequence-signature'];
    const expected = [1, 2].map(
      (byte) => `v1,${createHmac('sha256', Buffer.alloc(32, byte)).update(`evt_1:${NOW}:42`).digest('base64')}`,
    );
    expect(signature).toBe(expected.join(' '));
  });

  test('every secret and key signs the type separately from the body', () => {
    const privateKey = generateWebhookPrivateKey();
    const keys = { secrets: [CURRENT, PREVIOUS], privateKeys: [privateKey] };
    const signature = webhookSigner(keys).sign(SENT)['webhook-event-type-signature'];
    const typed = `evt_1:${NOW}:meter.created`;
    const [first, second, third = ''] = signature.split(' ');
    expect([first, second]).toEqual(
      [1, 2].map((byte) => `v1,${createHmac('sha256', Buffer.alloc(32, byte)).update(typed).digest('base64')}`),
    );
    const publicKey = readWebhookPublicKey(webhookPublicKey(privateKey));
    expect(verify(null, Buffer.from(typed), publicKey, Buffer.from(third.replace('v1a,', ''), 'base64'))).toBe(true);
  });

  test('node:crypto and whpk_ verify an ed25519 signature', () => {
    const privateKeys = [generateWebhookPrivateKey(), generateWebhookPrivateKey()];
    fc.assert(
      fc.property(webhook, (sent) => {
        const right = received(sent, { secrets: [CURRENT], privateKeys });
        const content = Buffer.concat([Buffer.from(`${sent.id}.${sent.timestampSeconds}.`), Buffer.from(sent.body)]);
        const signed = right.signature
          .split(' ')
          .filter((each) => each.startsWith('v1a,'))
          .map((each) => Buffer.from(each.slice(4), 'base64'));
        privateKeys.forEach((privateKey, at) => {
          const spki = Buffer.concat([
            Buffer.from('302a300506032b6570032100', 'hex'),
            Buffer.from(privateKey.slice(5), 'base64').subarray(32),
          ]);
          expect(
            verify(null, content, createPublicKey({ key: spki, format: 'der', type: 'spki' }), signed[at] as Buffer),
          ).toBe(true);
          const alone = {
            ...right,
            secrets: [],
            publicKeys: [webhookPublicKey(privateKey)],
            sequence: undefined,
            sequenceSignature: undefined,
          };
          expect(verifyWebhook(alone)).toBe(true);
          expect(verifyWebhook({ ...alone, body: Buffer.concat([content, Buffer.from('x')]) })).toBe(false);
          expect(verifyWebhook({ ...alone, publicKeys: [webhookPublicKey(generateWebhookPrivateKey())] })).toBe(false);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('signing without a secret, or with an empty one, is refused', () => {
    expect(() => webhookSigner({ secrets: [] })).toThrow('A webhook needs at least one secret.');
    expect(() => webhookSigner({ secrets: [CURRENT], storeSecrets: [STORE, ''] })).toThrow('A store secret is empty.');
    expect(verifies({ secrets: [] })).toBe(false);
  });
});

describe('the signer refuses', () => {
  const signer = webhookSigner({ secrets: [CURRENT] });
  test.each(['', '.', 'evt.1', 'evt 1', 'evt\n1', 'événement', '\0'])('the id %j', (eventId) => {
    expect(() => signer.sign({ ...SENT, id: eventId })).toThrow(
      'A webhook id must be visible ASCII without a full stop.',
    );
  });

  test.each([-1, 1.5, NaN, Infinity, 2 ** 53])('%d as timestamp or number', (value) => {
    expect(() => signer.sign({ ...SENT, timestampSeconds: value })).toThrow('timestampSeconds must be a whole number.');
    expect(() => signer.sign({ ...SENT, sequence: value })).toThrow('sequence must be a whole number.');
  });

  // `a.1.b` and `42` would be the signed texts of another body and of a sequence.
  test.each(['', '42', 'a.1.b', 'a:b', 'a\r\nb', 'a..b', '.a', 'نوع'])('the type %j', (eventType) => {
    expect(() => signer.sign({ ...SENT, eventType })).toThrow('An event type must be words');
  });
});

describe('a receiver refuses', () => {
  const { signature, sequenceSignature } = received(SENT, { secrets: [CURRENT] });

  test.each([
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
    [NaN, false],
    [Infinity, false],
  ])('a clock %d s away: taken %s', (seconds, taken) => {
    expect(verifies({ nowSeconds: NOW + seconds })).toBe(taken);
  });

  test('a time beyond its tolerance', () => {
    expect(verifies({ nowSeconds: NOW + 11, toleranceSeconds: 10 })).toBe(false);
    expect(verifies({ nowSeconds: NOW + 9_000, toleranceSeconds: 10_000 })).toBe(true);
  });

  test.each(['', ` ${NOW}`, `0${NOW}`, `+${NOW}`, `${NOW}.0`, `${NOW}abc`, '0x692c26a0', '1e9', 'NaN', `-${NOW}`])(
    'the timestamp %j',
    (timestamp) => {
      expect(verifies({ timestamp })).toBe(false);
    },
  );

  test.each([
    ['nothing', ''],
    ['no version', signature.slice(3)],
    ['another version', signature.replace('v1,', 'v2,')],
    ['a digest as v1a', signature.replace('v1,', 'v1a,')],
    ['upper case', signature.toUpperCase()],
    ['no padding', signature.replace('=', '')],
    ['a cut digest', 'v1,AAAA'],
    ['a tail', `${signature},x`],
    ['a comma as separator', `v1,AAAA,${signature}`],
    ["the number's signature", sequenceSignature as string],
  ])('a signature with %s', (_what, given) => {
    expect(verifies({ signature: given })).toBe(false);
  });

  test('too many signatures, and finds a right one among a few wrong ones', () => {
    expect(verifies({ signature: `v1,AAAA v2,x ${signature} v1a,AAAA` })).toBe(true);
    expect(verifies({ signature: `${'v1,AAAA '.repeat(31)}${signature}` })).toBe(true);
    expect(verifies({ signature: `${'v1,AAAA '.repeat(32)}${signature}` })).toBe(false);
  });

  test('a number without its signature, a signature without its number, and another spelling of the number', () => {
    expect(verifies({ sequenceSignature: undefined })).toBe(false);
    expect(verifies({ sequence: undefined })).toBe(false);
    expect(verifies({ sequence: undefined, sequenceSignature: undefined })).toBe(true);
    expect(verifies({ eventType: undefined, eventTypeSignature: undefined })).toBe(true);
    expect(verifies({ eventTypeSignature: undefined })).toBe(false);
    for (const spelled of ['042', '42.0', '42 ', '']) expect(verifies({ sequence: spelled })).toBe(false);
  });

  test('the signature of the body as that of a number', () => {
    expect(verifies({ sequence: String(SENT.body), sequenceSignature: signature })).toBe(false);
  });

  test('an ed25519 signature of another length', () => {
    const publicKeys = [webhookPublicKey(generateWebhookPrivateKey())];
    for (const length of [0, 1, 32, 63, 64, 65])
      expect(verifies({ publicKeys, signature: `v1a,${Buffer.alloc(length).toString('base64')}` })).toBe(false);
    const { publicKey } = generateKeyPairSync('ed25519');
    expect(
      readWebhookPublicKey(
        `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`,
      ).equals(publicKey),
    ).toBe(true);
  });
});
