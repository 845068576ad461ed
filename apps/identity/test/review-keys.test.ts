import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '@qafila/testing/postgres';
import { createReviewKey } from '../src/create-review-key.ts';
import { IDENTITY_DATABASE } from '../src/database.ts';
import { seedDemo } from '../src/seed-demo.ts';
import { anotherStore, environmentFor, startIdentityForTest } from './harness.ts';
import type { IdentityUnderTest } from './harness.ts';

const KEYS = '/public/v1/key';
const REVIEW_SCOPES = ['payments:read', 'payments:resolve'];

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentityForTest();
});
afterAll(() => identity?.stop());

function run(...args: string[]): Promise<{ code: number; out: string }> {
  const command = fileURLToPath(new URL('../dist/create-review-key.js', import.meta.url));
  const env = { ...identity.environment, PATH: process.env.PATH } as NodeJS.ProcessEnv;
  return promisify(execFile)(process.execPath, [command, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, out: stderr }),
  );
}

test('the operator creates a key for manual review, which the audit log names', async () => {
  const { accountId, storeId } = await anotherStore(identity);
  const { code, out } = await run('--account', accountId, '--store', storeId);
  const [, keyId = '', apiKey = ''] = /^(key_\w+) (sk_stage_\w{49})\n$/.exec(out) ?? [];
  expect([code, keyId]).toEqual([0, expect.stringMatching(/^key_/)]);
  expect((await identity.resolve(apiKey)).body.data ?? (await identity.resolve(apiKey)).body).toMatchObject({
    scopes: REVIEW_SCOPES,
  });
  const { rows } = await identity.pool.query('SELECT actor, action FROM audit_log WHERE subject = $1', [keyId]);
  expect(rows).toEqual([{ actor: 'operator', action: 'key.created' }]);
});

test('the command refuses an unknown store and missing options with one line', async () => {
  const { accountId } = identity.owner;
  expect(await run('--account', accountId, '--store', 'str_none')).toEqual({
    code: 1,
    out: `qafila: The account ${accountId} has no store str_none\n`,
  });
  expect(await run('--account', accountId)).toEqual({
    code: 1,
    out: expect.stringMatching(/^qafila: create-review-key needs --account ID and --store ID[^\n]*\n$/),
  });
});

test('no key can give the scope, because one person would then have two keys', async () => {
  const caller = await anotherStore(identity);
  const refused = await identity.call('POST', KEYS, { scopes: REVIEW_SCOPES }, caller);
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    403,
    'missing_scope',
    'No API key can give the scope payments:resolve. The operator of the platform creates keys that have it.',
  ]);
  const scopes = (...given: string[]): Promise<unknown> =>
    identity.pool.query('UPDATE api_key SET scopes = $2 WHERE key_id = $1', [caller.keyId, given]);
  await expect(scopes('payments:resolve')).rejects.toThrow(/api_key_slot_check/);
  const review = await createReviewKey(identity.environment, { account: caller.accountId, store: caller.storeId });
  const widened = identity.pool.query("UPDATE api_key SET scopes = scopes || '{keys:write}' WHERE key_id = $1", [
    review.key_id,
  ]);
  await expect(widened).rejects.toThrow(/api_key_slot_check/);
});

test('a store has at most four of these keys, beside its own two', async () => {
  const caller = await anotherStore(identity);
  const place = { account: caller.accountId, store: caller.storeId };
  const made = await Promise.all(Array.from({ length: 4 }, () => createReviewKey(identity.environment, place)));
  await expect(createReviewKey(identity.environment, place)).rejects.toThrow('4 active API keys already');
  expect((await identity.call('POST', KEYS, {}, caller)).status).toBe(201);
  expect((await identity.call('POST', KEYS, {}, caller)).body.error.active_keys_max).toBe(2);
  const revoke = (id: string | undefined): ReturnType<IdentityUnderTest['call']> =>
    identity.call('DELETE', `${KEYS}/${id}`, undefined, caller);
  expect((await revoke(made[0]?.key_id)).status).toBe(200);
  expect((await createReviewKey(identity.environment, place)).scopes).toEqual(REVIEW_SCOPES);
});

test("a store's last own key stays, although keys for manual review are active", async () => {
  const caller = await anotherStore(identity);
  await createReviewKey(identity.environment, { account: caller.accountId, store: caller.storeId });
  const { status, body } = await identity.call('DELETE', `${KEYS}/${caller.keyId}`, undefined, caller);
  expect([status, body.error.code]).toEqual([409, 'last_active_key']);
});

test('the demo merchant of a live deployment has none', async () => {
  const database = await createDatabase('seed-live', IDENTITY_DATABASE);
  try {
    const made = await seedDemo({ ...environmentFor(database.url), MODE: 'live' });
    expect(made).not.toHaveProperty('reviewKeys');
  } finally {
    await database.drop();
  }
});
