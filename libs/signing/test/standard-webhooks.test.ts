import { describe, expect, test } from '@jest/globals';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { webhookPublicKey, webhookSigner } from '../src/webhook-signature.ts';

describe('the vectors of Standard Webhooks', () => {
  const vector = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    sequence: 1,
    eventType: 'test.sent',
    body: '{"test": 2432232314}',
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  test('v1, from its libraries', () => {
    expect(webhookSigner({ secrets: [secret] }).sign(vector)['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('v1a, from the specification and from Svix', () => {
    const privateKey = 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==';
    expect(webhookSigner({ secrets: [secret], privateKeys: [privateKey] }).sign(vector)['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= ' +
        'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    );
    expect(webhookPublicKey(privateKey)).toBe('whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=');
  });

  test('v1a, from the Go library, which stores only the seed', () => {
    const seed = Buffer.from('VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=', 'base64');
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const { x } = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    }) as { x: string };
    const privateKey = `whsk_${Buffer.concat([seed, Buffer.from(x, 'base64url')]).toString('base64')}`;
    expect(webhookSigner({ secrets: [secret], privateKeys: [privateKey] }).sign(vector)['webhook-signature']).toContain(
      ' v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiH' + 'eYGb7KaaBRdM5WqyeFiL8Ag==',
    );
  });
});
