import { expect, test } from '@jest/globals';
import { signRedirect } from '@qafila/signing/redirect-signature';
import { verifyRedirect } from '../src/redirects.ts';

const NOW = 1_793_523_600;
const INTENT = { timestampSeconds: NOW, id: 'pi_1', status: 'succeeded', orderReference: 'طلب & 1001' };
const OPTIONS = { secrets: ['rds_new', 'rds_old'], nowSeconds: NOW + 10 };

function addressOf(signature: string, more: Record<string, string> = {}): URL {
  const url = new URL('https://shop.example/paid?cart=7');
  const values = {
    payment_intent_id: INTENT.id,
    status: INTENT.status,
    order_reference: INTENT.orderReference,
    timestamp: String(NOW),
    signature,
    ...more,
  };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url;
}

test('an address that one of the secrets signed is verified, in every form', async () => {
  const url = addressOf(signRedirect('rds_old', INTENT));
  const verified = {
    paymentIntentId: 'pi_1',
    tokenId: undefined,
    status: 'succeeded',
    orderReference: 'طلب & 1001',
    timestamp: new Date(NOW * 1_000),
  };
  for (const address of [url, url.href, url.search, url.searchParams])
    expect(await verifyRedirect(address, OPTIONS)).toEqual(verified);
});

test('the address after a subscription setup is verified', async () => {
  const signature = signRedirect('rds_new', { timestampSeconds: NOW, id: 'tok_1', status: 'failed' });
  const query = `token_id=tok_1&status=failed&timestamp=${NOW}&signature=${signature}`;
  expect(await verifyRedirect(query, OPTIONS)).toMatchObject({ tokenId: 'tok_1', status: 'failed' });
});

test.each([
  ['another status', { status: 'failed' }, 'signature_mismatch'],
  ['another intent', { payment_intent_id: 'pi_2' }, 'signature_mismatch'],
  ['another order', { order_reference: 'order-2' }, 'signature_mismatch'],
  ['another time', { timestamp: String(NOW + 1) }, 'signature_mismatch'],
  ['an old time', { timestamp: String(NOW - 600) }, 'too_old'],
  ['a time that is no number', { timestamp: 'now' }, 'too_old'],
])('an address with %s is refused', async (_, more, reason) => {
  const url = addressOf(signRedirect('rds_new', INTENT), more);
  await expect(verifyRedirect(url, OPTIONS)).rejects.toMatchObject({ reason });
});

test('an address without a signature, or with a parameter twice, is refused', async () => {
  await expect(verifyRedirect('status=succeeded', OPTIONS)).rejects.toMatchObject({ reason: 'missing_parameter' });
  const url = addressOf(signRedirect('rds_new', INTENT));
  url.searchParams.append('status', 'failed');
  await expect(verifyRedirect(url, OPTIONS)).rejects.toMatchObject({ reason: 'missing_parameter' });
});
