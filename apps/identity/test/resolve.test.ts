import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sealer, generateSealingKeys } from '@qafila/auth/seal';
import { newApiKey } from '../src/keys/api-key.ts';
import { GATEWAY, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest } from './harness.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentityForTest();
});
afterAll(() => identity?.stop());

function code({ status, body }: Answer): [number, string] {
  return [status, body.error.code as string];
}

describe('resolving a key', () => {
  test('gives the gateway its owner, its scopes and the secrets that sign its requests', async () => {
    const { demo, owner } = identity;
    const { status, body, headers } = await identity.resolve(demo.apiKey);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      key_id: owner.keyId,
      account_id: demo.accountId,
      store_id: demo.storeId,
      mode: 'stage',
      scopes: owner.scopes,
      rate_limit_per_second: 100_000,
      signature_required: false,
      hmac_secrets: [demo.hmacSecret],
    });
  });

  test('shows that the store requires signatures', async () => {
    await identity.pool.query('UPDATE store SET signature_required = true WHERE store_id = $1', [
      identity.demo.storeId,
    ]);
    expect((await identity.resolve(identity.demo.apiKey)).body.signature_required).toBe(true);
  });

  test('unknown and malformed keys get the same answer', async () => {
    const unknown = await identity.resolve(newApiKey('stage'));
    const malformed = await Promise.all(
      ['', 'x', `${identity.demo.apiKey}x`, `sk_stage_${'0'.repeat(64)}`, 'x'.repeat(100_000)].map((key) =>
        identity.resolve(key),
      ),
    );
    expect(code(unknown)).toEqual([401, 'invalid_api_key']);
    for (const answer of malformed) {
      expect(code(answer)).toEqual([401, 'invalid_api_key']);
      expect(answer.body.message).toBe(unknown.body.message);
    }
  });

  test('a known key with another account is refused', async () => {
    for (const other of ['0123456789abcdef', '', identity.demo.accountId.toUpperCase() + ' ']) {
      expect(code(await identity.resolve(identity.demo.apiKey, other))).toEqual([403, 'account_mismatch']);
    }
  });

  test('a key of the other mode is refused', async () => {
    expect(code(await identity.resolve(newApiKey('live')))).toEqual([403, 'mode_mismatch']);
  });

  test.each([{}, { api_key: 7, account_id: 'a' }, { api_key: 'x' }, [], 'x'])(
    'the body %j is refused',
    async (body) => {
      expect((await identity.call('POST', '/internal/v1/keys/resolve', body, GATEWAY)).status).toBe(400);
    },
  );
});

describe('the seal', () => {
  const ask = (seal: string): Promise<Answer> =>
    identity.call(
      'POST',
      '/internal/v1/keys/resolve',
      { api_key: identity.demo.apiKey, account_id: identity.demo.accountId },
      seal,
    );

  test('of another gateway, for another service, or a missing seal is refused', async () => {
    const stranger = new Sealer(generateSealingKeys().privateKey);
    for (const seal of [await stranger.seal(GATEWAY, 'identity'), 'not a seal', '']) {
      expect(code(await ask(seal))).toEqual([401, 'unauthorized']);
    }
    const bare = await fetch(`${identity.service.url}/internal/v1/keys/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(bare.status).toBe(401);
  });

  test("of a merchant is refused at the gateway's endpoint", async () => {
    const answer = await identity.call(
      'POST',
      '/internal/v1/keys/resolve',
      { api_key: identity.demo.apiKey, account_id: identity.demo.accountId },
      identity.owner,
    );
    expect(code(answer)).toEqual([403, 'forbidden']);
  });
});
