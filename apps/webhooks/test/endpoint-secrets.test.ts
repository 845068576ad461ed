import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { generateWebhookSecret, verifyWebhook } from '@qafila/signing/webhook-signature';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';
import type { Received } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

/** The next webhook at the path that satisfies: a dispatcher hears of a rotation after it is committed. */
async function nextAt(path: string, satisfies: (request: Received) => boolean): Promise<Received> {
  return eventually(async () => {
    const [id] = await webhooks.publish({});
    const request = await eventually(
      () => webhooks.sink.at(path).find((one) => one.headers['webhook-id'] === id) ?? null,
    );
    return satisfies(request) ? request : null;
  });
}

const rotate = async (id: string, body: Json = {}): Promise<Json> =>
  (await webhooks.call('POST', `${ENDPOINTS}/${id}/secret/rotate`, body)).body.data as Json;

test('after a rotation both secrets verify, and the old one ends in 24 hours', async () => {
  const { id, secret } = await webhooks.endpoint('/rotated');
  const rotated = await rotate(id);
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.previous).toEqual([{ secret, expires_at: expect.any(String) }]);
  const hours = (Date.parse(rotated.previous[0].expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
  const request = await nextAt('/rotated', (one) => verifies(rotated.secret, one));
  expect(verifies(secret, request)).toBe(true);
  expect(verifies(generateWebhookSecret(), request)).toBe(false);
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/secret`)).body.data).toEqual(rotated);
});

test('a secret that has leaked ends at once', async () => {
  const { id, secret } = await webhooks.endpoint('/leaked');
  const rotated = await rotate(id, { end_previous: true });
  expect(rotated.previous).toEqual([]);
  const request = await nextAt('/leaked', (one) => verifies(rotated.secret, one));
  expect(verifies(secret, request)).toBe(false);
});

test('a secret past its overlap signs no more', async () => {
  const { id, secret } = await webhooks.endpoint('/expired');
  const { secret: current } = await rotate(id);
  await webhooks.pool.query(
    `
      UPDATE endpoint_secret SET expires_at = now() - interval '1 second'
        WHERE expires_at IS NOT NULL AND endpoint_no = (SELECT endpoint_no FROM endpoint WHERE id = $1)`,
    [id],
  );
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/secret`)).body.data.previous).toEqual([]);
  await webhooks.call('PATCH', `${ENDPOINTS}/${id}`, { description: 'read again' });
  const request = await nextAt('/expired', (one) => !verifies(secret, one));
  expect(verifies(current, request)).toBe(true);
});

test('own secrets are taken as given, and rotated to', async () => {
  const [first, second] = [generateWebhookSecret(), generateWebhookSecret()];
  const { id, secret } = await webhooks.endpoint('/given', { secret: first });
  expect(secret).toBe(first);
  expect((await rotate(id, { secret: second })).secret).toBe(second);
  await nextAt('/given', (one) => verifies(first, one) && verifies(second, one));
  expect(
    (await webhooks.call('POST', `${ENDPOINTS}/${id}/secret/rotate`, { secret: 'whsec_x' })).body.error.param,
  ).toBe('secret');
});

test('however often it is rotated, the signatures of the last five remain', async () => {
  const { id, secret } = await webhooks.endpoint('/often');
  const secrets: string[] = [secret];
  for (let times = 0; times < 8; times++) secrets.push((await rotate(id)).secret as string);
  const { secret: current, previous } = (await webhooks.call('GET', `${ENDPOINTS}/${id}/secret`)).body.data;
  expect(current).toBe(secrets.at(-1));
  expect(previous.map((one: Json) => one.secret)).toEqual(secrets.slice(-6, -1).reverse());
});

test('ed25519 signs beside the secret, and its pair can be rotated', async () => {
  const { id, secret, public_key: publicKey } = await webhooks.endpoint('/ed25519', { ed25519: true });
  const signedBy = (key: string, { headers, body }: Received): boolean =>
    verifyWebhook({
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      body,
      secrets: [],
      publicKeys: [key],
      nowSeconds: Date.now() / 1_000,
    });
  const request = await nextAt('/ed25519', (one) => signedBy(publicKey, one));
  expect(verifies(secret, request)).toBe(true);
  const rotated = await rotate(id, { kind: 'ed25519' });
  expect(rotated.public_key).not.toBe(publicKey);
  expect(rotated.secret).toBe(secret);
  await nextAt('/ed25519', (one) => signedBy(publicKey, one) && signedBy(rotated.public_key, one));
});

test('secrets lie encrypted', async () => {
  const { secret } = await webhooks.endpoint('/sealed', { headers: { Authorization: 'Bearer t0ken' } });
  const { rows } = await webhooks.pool.query(
    `
      SELECT encode(ciphertext, 'escape') AS text FROM endpoint_secret
        UNION ALL SELECT encode(headers, 'escape') FROM endpoint WHERE headers IS NOT NULL`,
  );
  expect(JSON.stringify(rows)).not.toContain('t0ken');
  expect(JSON.stringify(rows)).not.toContain((secret as string).slice(6));
});
