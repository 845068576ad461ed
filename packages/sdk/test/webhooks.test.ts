import { describe, expect, test } from '@jest/globals';
import {
  generateWebhookPrivateKey,
  generateWebhookSecret,
  webhookPublicKey,
  webhookSigner,
} from '@qafila/signing/webhook-signature';
import { Webhook } from 'standardwebhooks';
import { SequenceGaps, verifyWebhook } from '../src/webhooks.ts';

const [SECRET, PRIVATE_KEY, STORE_SECRET] = [generateWebhookSecret(), generateWebhookPrivateKey(), 'store-secret'];
const BODY = '{"amount":1500.5,"name":"عبد الله"}';
const nowSeconds = 1_795_000_000;

function delivery({ sequence = 7, body = BODY, timestampSeconds = nowSeconds } = {}): Record<string, string> {
  const signatures = webhookSigner({
    secrets: [SECRET],
    privateKeys: [PRIVATE_KEY],
    storeSecrets: [STORE_SECRET],
  }).sign({
    id: 'evt_1',
    timestampSeconds,
    sequence,
    eventType: 'meter.created',
    body,
  });
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-sequence': String(sequence),
    'webhook-event-type': 'meter.created',
    ...(signatures as unknown as Record<string, string>),
  };
}

describe('verifying a delivery', () => {
  const means = [
    ['the secret', { secrets: [SECRET] }, 7],
    ['an old secret too', { secrets: [generateWebhookSecret(), SECRET] }, 7],
    ['the public key', { publicKeys: [webhookPublicKey(PRIVATE_KEY)] }, undefined],
    ["the store's secret", { storeSecrets: ['other', STORE_SECRET] }, undefined],
  ] as const;

  test.each(means)('by %s', async (_, options, sequence) => {
    const verified = await verifyWebhook<{ amount: number }>(BODY, delivery(), { ...options, nowSeconds });
    expect(verified).toEqual({
      id: 'evt_1',
      timestamp: new Date(nowSeconds * 1_000),
      type: 'meter.created',
      sequence,
      data: { amount: 1500.5, name: 'عبد الله' },
    });
  });

  test.each(means)('refuses a changed byte, by %s', async (_, options, _sequence) => {
    const changed = Buffer.from(BODY);
    changed[10] = (changed[10] as number) ^ 1;
    await expect(verifyWebhook(changed, delivery(), { ...options, nowSeconds })).rejects.toMatchObject({
      reason: 'signature_mismatch',
    });
  });

  test('accepts headers of fetch and of Node, in any case', async () => {
    const options = { secrets: [SECRET], nowSeconds };
    await verifyWebhook(BODY, new Headers(delivery()), options);
    const upper = Object.fromEntries(Object.entries(delivery()).map(([name, value]) => [name.toUpperCase(), [value]]));
    await verifyWebhook(BODY, upper, options);
  });

  test.each([
    ['another number', { 'webhook-sequence': '8' }, 'sequence_mismatch'],
    ['another type', { 'webhook-event-type': 'meter.deleted' }, 'type_mismatch'],
    ['a forged signature of the type', { 'webhook-event-type-signature': 'v1,AAAA' }, 'type_mismatch'],
    ['no id', { 'webhook-id': '' }, 'missing_header'],
    ['another id', { 'webhook-id': 'evt_2' }, 'signature_mismatch'],
    ['an old time', { 'webhook-timestamp': String(nowSeconds - 301) }, 'too_old'],
    ['a time that is no number', { 'webhook-timestamp': 'now' }, 'too_old'],
  ])('refuses %s', async (_, headers, reason) => {
    const sent = { ...delivery(), ...headers };
    await expect(verifyWebhook(BODY, sent, { secrets: [SECRET], nowSeconds })).rejects.toMatchObject({ reason });
  });

  test('gives no type and no number that are not signed', async () => {
    const { 'webhook-event-type-signature': _, 'webhook-sequence-signature': __, ...unsigned } = delivery();
    const verified = await verifyWebhook(BODY, unsigned, { secrets: [SECRET], nowSeconds });
    expect([verified.type, verified.sequence]).toEqual([undefined, undefined]);
  });

  test('a changed type is refused by the public key alone too', async () => {
    const sent = { ...delivery(), 'webhook-event-type': 'meter.deleted' };
    const options = { publicKeys: [webhookPublicKey(PRIVATE_KEY)], nowSeconds };
    await expect(verifyWebhook(BODY, sent, options)).rejects.toMatchObject({ reason: 'type_mismatch' });
  });

  test('judges as the package standardwebhooks does', async () => {
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const headers = delivery({ timestampSeconds });
    expect(new Webhook(SECRET).verify(BODY, headers)).toEqual(
      (await verifyWebhook(BODY, headers, { secrets: [SECRET] })).data,
    );
  });
});

test('gaps in the numbers are found, whatever the order of arrival', () => {
  const gaps = new SequenceGaps();
  expect([3, 1, 7, 8, 3].map((number) => gaps.add(number))).toEqual([true, true, true, true, false]);
  expect(gaps.missing).toEqual([
    { from: 2, to: 2 },
    { from: 4, to: 6 },
  ]);
  const later = new SequenceGaps(gaps.state);
  for (const number of [5, 2, 4, 6]) later.add(number);
  expect([later.missing, later.state]).toEqual([[], { completeUpTo: 8, beyond: [] }]);
});

test('a parsed body and a secret outside an array are named', async () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const wrong = (value: unknown): any => value;
  await expect(verifyWebhook(wrong({ a: 1 }), {}, { secrets: ['whsec_YQ=='] })).rejects.toThrow('as it arrived');
  await expect(verifyWebhook('{}', {}, { secrets: wrong('whsec_YQ==') })).rejects.toThrow('must be an array');
});
