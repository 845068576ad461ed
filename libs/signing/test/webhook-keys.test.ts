import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  generateWebhookPrivateKey,
  generateWebhookSecret,
  readWebhookPrivateKey,
  readWebhookPublicKey,
  readWebhookSecret,
  webhookPublicKey,
  webhookSigner,
} from '../src/webhook-signature.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const CURRENT = secretOf(1);

describe('keys of webhooks', () => {
  test('are new each time they are generated, and can be read', () => {
    expect(readWebhookSecret(generateWebhookSecret())).toHaveLength(32);
    expect(generateWebhookSecret()).not.toBe(generateWebhookSecret());
    expect(readWebhookPrivateKey(generateWebhookPrivateKey()).asymmetricKeyType).toBe('ed25519');
    expect(generateWebhookPrivateKey()).not.toBe(generateWebhookPrivateKey());
  });

  test('a secret has 24 to 64 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const read = () => readWebhookSecret(`whsec_${Buffer.from(bytes).toString('base64')}`);
        if (bytes.length < 24 || bytes.length > 64) expect(read).toThrow(RangeError);
        else expect(read()).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['no prefix', CURRENT.slice(6)],
    ['another prefix', CURRENT.replace('whsec_', 'whsk_')],
    ['the prefix alone', 'whsec_'],
    ['white space', `${CURRENT}\n`],
    ['no padding', CURRENT.replaceAll('=', '')],
    ['base64url', secretOf(0xff).replaceAll('/', '_')],
    ['an upper-case prefix', CURRENT.replace('whsec_', 'WHSEC_')],
    ['stray bits', `whsec_${'A'.repeat(42)}B=`],
  ])('%s is not a secret, and the refusal does not repeat it', (_what, given) => {
    for (const refused of [() => readWebhookSecret(given), () => webhookSigner({ secrets: [given] })]) {
      expect(refused).toThrow(new RangeError('A webhook secret is whsec_ and the base64 of 24 to 64 bytes.'));
    }
  });

  test('halves that are not a pair, other lengths and public keys are not private keys', () => {
    const [first, second] = [generateWebhookPrivateKey(), generateWebhookPrivateKey()].map((each) =>
      Buffer.from(each.slice(5), 'base64'),
    ) as [Buffer, Buffer];
    const mixed = Buffer.concat([first.subarray(0, 32), second.subarray(32)]);
    for (const bytes of [mixed, first.subarray(0, 32), first.subarray(1), Buffer.concat([first, second])]) {
      expect(() => readWebhookPrivateKey(`whsk_${bytes.toString('base64')}`)).toThrow(
        /^A webhook private key is whsk_ and .* 32 bytes each\.$/,
      );
    }
    expect(() => readWebhookPrivateKey(webhookPublicKey(generateWebhookPrivateKey()))).toThrow(RangeError);
    expect(() => readWebhookPublicKey(`whpk_${first.toString('base64')}`)).toThrow(
      'A webhook public key is whpk_ and the base64 of 32 bytes.',
    );
  });
});
