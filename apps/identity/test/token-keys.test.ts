import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { eventually } from '@qafila/testing/wait';
import { rotateTokenKey } from '../src/rotate-token-key.ts';
import { startIdentity } from '../src/start.ts';
import { startIdentityForTest } from './harness.ts';
import type { IdentityUnderTest, Json } from './harness.ts';
import { UPDATED, claimsOf, credentials, requestToken } from './token-client.ts';

let identity: IdentityUnderTest;
const replicas: RunningService[] = [];
beforeEach(async () => {
  identity = await startIdentityForTest();
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
  await identity.stop();
});

async function another(more: Record<string, string> = {}): Promise<RunningService> {
  const replica = await startIdentity(
    { ...identity.environment, ...more },
    new EmbeddedBus(createLogger('test', 'silent')),
  );
  replicas.push(replica);
  return replica;
}
const kidOf = async ({ url }: RunningService): Promise<string> =>
  claimsOf((await requestToken(url, UPDATED, JSON.stringify(credentials(identity)))).body.access_token as string).header
    .kid as string;
const published = async ({ url }: RunningService): Promise<string[]> =>
  ((await (await fetch(`${url}/.well-known/jwks.json`)).json()) as Json).keys.map((key: Json) => key.kid);
/** Moves the start of every key into the past, as if that time had passed. */
const pass = (seconds: number): Promise<unknown> =>
  identity.pool.query("UPDATE token_key SET signs_from = signs_from - $1 * interval '1 s'", [seconds]);

describe('the first key', () => {
  test('is created once by any number of replicas that start at once', async () => {
    await identity.pool.query('DELETE FROM token_key');
    const started = await Promise.all(Array.from({ length: 4 }, () => another()));
    const kids = await Promise.all(started.map(kidOf));
    expect(new Set(kids).size).toBe(1);
    expect(await published(started[0] as RunningService)).toEqual([kids[0]]);
  });

  test('opens only with its own master key', async () => {
    const stranger = await another({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    const refused = await requestToken(stranger.url, UPDATED, JSON.stringify(credentials(identity)));
    expect([refused.status, refused.body.error]).toEqual([500, 'server_error']);
  });
});

describe('rotation', () => {
  test('publishes the new key before it signs, and keeps the old key until its last token has expired', async () => {
    const both = [identity.service, await another()];
    const [old] = await published(identity.service);
    const rotated = await rotateTokenKey(identity.environment, { leadSeconds: 5 });
    const fresh = rotated?.kid as string;
    // Every replica publishes the new key while the old one still signs.
    for (const replica of both)
      await eventually(async () => (await published(replica)).length === 2, { timeoutMs: 4_000 });
    expect(await Promise.all(both.map(published))).toEqual([
      [fresh, old],
      [fresh, old],
    ]);
    expect(await Promise.all(both.map(kidOf))).toEqual([old, old]);
    expect(Date.now()).toBeLessThan(rotated?.signsFrom.getTime() as number);
    for (const replica of both) await eventually(async () => (await kidOf(replica)) === fresh, { timeoutMs: 10_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(rotated?.signsFrom.getTime() as number);
    await pass(3_600);
    for (const replica of both) await eventually(async () => (await published(replica)).includes(fresh));
    expect(await published(await another())).toEqual([fresh, old]);
    await pass(120);
    for (const replica of both) await eventually(async () => (await published(replica)).join() === fresh);
    // The next rotation deletes the private parts of expired keys.
    await rotateTokenKey(identity.environment);
    const { rows } = await identity.pool.query<{ kid: string }>('SELECT kid FROM token_key ORDER BY generation');
    expect([rows.length, rows[0]?.kid]).toEqual([2, fresh]);
  });

  test('a key outlives its longest token, even if the setting changes later', async () => {
    const longLived = await another({ ACCESS_TOKEN_SECONDS: '7200' });
    const answer = await requestToken(longLived.url, UPDATED, JSON.stringify(credentials(identity)));
    const { iat, exp } = claimsOf(answer.body.access_token as string).payload;
    expect([answer.body.expires_in, exp - iat]).toEqual([7_200, 7_200]);
    const [old] = await published(identity.service);
    await rotateTokenKey(identity.environment, { leadSeconds: 0 });
    await pass(7_200);
    expect(await published(await another({ ACCESS_TOKEN_SECONDS: '60' }))).toContain(old);
    await pass(121);
    expect(await published(await another({ ACCESS_TOKEN_SECONDS: '60' }))).not.toContain(old);
  });

  test('five concurrent rotations create one key, and none starts while one is under way', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => rotateTokenKey(identity.environment)));
    expect(made.filter((rotated) => rotated !== null)).toHaveLength(1);
    expect(await rotateTokenKey(identity.environment)).toBeNull();
    expect(made.find((rotated) => rotated !== null)?.signsFrom.getTime()).toBeGreaterThan(Date.now() + 590_000);
    const { rows } = await identity.pool.query('SELECT 1 FROM token_key');
    expect(rows).toHaveLength(2);
  });

  test('a withdrawal ends every other key at once, including the next key', async () => {
    await rotateTokenKey(identity.environment);
    const rotated = await rotateTokenKey(identity.environment, { withdraw: true });
    await eventually(async () => (await published(identity.service)).join() === rotated?.kid, { timeoutMs: 5_000 });
    expect(await kidOf(identity.service)).toBe(rotated?.kid);
    await identity.pool.query('UPDATE token_key SET withdrawn_at = now()');
    expect((await requestToken((await another()).url, UPDATED, JSON.stringify(credentials(identity)))).status).toBe(
      500,
    );
  });

  test('the command prints one line for success and one for failure', async () => {
    const run = (...args: string[]): Promise<{ code: number; out: string }> =>
      promisify(execFile)(
        process.execPath,
        [fileURLToPath(new URL('../dist/rotate-token-key.js', import.meta.url)), ...args],
        {
          env: {
            PATH: process.env.PATH,
            DATABASE_URL: identity.environment.DATABASE_URL,
            MASTER_KEY: identity.environment.MASTER_KEY,
          },
        },
      ).then(
        ({ stdout }) => ({ code: 0, out: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, out: stderr }),
      );
    expect(await run()).toEqual({
      code: 0,
      out: expect.stringMatching(/^The key [\w-]{43} is published, and signs from \d{4}-[\d-]+T[\d:.]+Z on\n$/),
    });
    expect(await run()).toEqual({ code: 1, out: expect.stringMatching(/^qafila: A rotation is under way[^\n]*\n$/) });
    expect(await run('--now')).toEqual({
      code: 1,
      out: expect.stringMatching(/^qafila: rotate-token-key takes one option: --withdraw[^\n]*\n$/),
    });
    expect(await run('--withdraw')).toEqual({ code: 0, out: expect.stringMatching(/every other key is withdrawn\n$/) });
  });
});

test.each(['59', '86401', '1.5', 'an hour'])(
  'ACCESS_TOKEN_SECONDS=%s stops the start with one clear line',
  async (value) => {
    await expect(another({ ACCESS_TOKEN_SECONDS: value })).rejects.toThrow(
      /^ACCESS_TOKEN_SECONDS must be a whole number from 60 to 86400/,
    );
  },
);
