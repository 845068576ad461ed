import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { GATEWAY, anotherStore, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest } from './harness.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentityForTest();
});
afterAll(() => identity?.stop());

const KEYS = '/public/v1/key';

describe('creating a key', () => {
  test('shows it once and stores only a hash of it', async () => {
    const caller = await anotherStore(identity);
    const created = await identity.call('POST', KEYS, undefined, caller);
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const { api_key: apiKey, ...view } = created.body.data;
    expect(apiKey).toMatch(/^sk_stage_[0-9A-Za-z]{49}$/);
    expect(view).toMatchObject({
      prefix: apiKey.slice(0, 14),
      mode: 'stage',
      scopes: caller.scopes,
      rate_limit_per_second: 7,
      last_used_at: null,
      revoked_at: null,
    });
    const listed = await identity.call('GET', KEYS, undefined, caller);
    expect(listed.body.data.items).toContainEqual(view);
    expect(JSON.stringify(listed.body)).not.toContain(apiKey);
    const dump = await identity.dump();
    expect(dump).toContain(view.key_id);
    expect(dump).not.toContain(apiKey.slice(view.prefix.length));
    expect(dump).not.toContain(Buffer.from(apiKey).toString('hex'));
  });

  test('refuses a third active key, also for twenty concurrent requests', async () => {
    const caller = await anotherStore(identity);
    const answers = await Promise.all(Array.from({ length: 20 }, () => identity.call('POST', KEYS, {}, caller)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.error).toMatchObject({ code: 'too_many_keys', active_keys_max: 2 });
    const { rows } = await identity.pool.query(
      'SELECT slot FROM api_key WHERE store_id = $1 AND revoked_at IS NULL ORDER BY slot',
      [caller.storeId],
    );
    expect(rows).toEqual([{ slot: 1 }, { slot: 2 }]);
    // Refused requests write nothing: one change, one event.
    expect((await identity.published()).filter((event) => event.storeid === caller.storeId)).toHaveLength(1);
  });

  test('the unique slots alone refuse it, without a lock', async () => {
    const caller = await anotherStore(identity);
    const insert = (slot: number): Promise<unknown> =>
      identity.pool.query(
        `INSERT INTO api_key
      (account_id, key_id, store_id, mode, prefix, key_hash, scopes, rate_limit_per_second, slot)
      SELECT account_id, key_id || $2::text, store_id, mode, prefix, key_hash, scopes, 1, $2::int
      FROM api_key WHERE key_id = $1`,
        [caller.keyId, slot],
      );
    await expect(insert(1)).rejects.toThrow(/api_key_slot/);
    await expect(insert(3)).rejects.toThrow(/check constraint/);
    await expect(insert(7)).rejects.toThrow(/check constraint/);
  });

  test("with a subset of the scopes of the caller's key, never with more", async () => {
    const caller = { ...(await anotherStore(identity)) };
    await identity.pool.query("UPDATE api_key SET scopes = '{keys:write,meters:read}' WHERE key_id = $1", [
      caller.keyId,
    ]);
    const more = await identity.call('POST', KEYS, { scopes: ['meters:read', 'payments:write'] }, caller);
    expect([more.status, more.body.error.code]).toEqual([403, 'missing_scope']);
    const fewer = await identity.call('POST', KEYS, { scopes: ['meters:read'] }, caller);
    expect([fewer.status, fewer.body.data.scopes]).toEqual([201, ['meters:read']]);
  });

  test.each([
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: 'keys:write' }, 'scopes'],
    [{ scopes: ['keys:write', 'keys:write'] }, 'scopes'],
    [{ mode: 'live' }, 'mode'],
    [[], 'body'],
    ['text', 'body'],
  ])('refuses the body %j', async (body, param) => {
    const { status, body: answer } = await identity.call('POST', KEYS, body);
    expect([status, answer.error.param]).toEqual([400, param]);
  });

  test('needs keys:write, as revoking and rotating do; listing needs keys:read', async () => {
    const weak = { ...identity.owner, scopes: ['meters:read' as const] };
    const answers = await Promise.all([
      identity.call('POST', KEYS, {}, weak),
      identity.call('GET', KEYS, undefined, weak),
      identity.call('DELETE', `${KEYS}/key_1`, undefined, weak),
      identity.call('POST', `${KEYS}/hmac/rotate`, { kind: 'api' }, weak),
      identity.call('GET', `${KEYS}/hmac`, undefined, weak),
      identity.call('GET', KEYS, undefined, GATEWAY),
    ]);
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([403, 'missing_scope']);
  });
});

describe('revoking a key', () => {
  test('ends it at once, frees its slot, and does nothing the second time', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', KEYS, {}, caller);
    expect((await identity.resolve(made.api_key)).status).toBe(200);
    const revoked = await identity.call('DELETE', `${KEYS}/${made.key_id}`, undefined, caller);
    expect(revoked.status).toBe(200);
    expect(revoked.body.data).toMatchObject({ key_id: made.key_id, revoked_at: expect.any(String) });
    const gone = await identity.resolve(made.api_key);
    expect([gone.status, gone.body.error.code]).toEqual([401, 'invalid_api_key']);
    const again = await identity.call('DELETE', `${KEYS}/${made.key_id}`, undefined, caller);
    // The time of the last use is written later than the use, so the second answer may be the first to have it.
    expect({ ...again.body.data, last_used_at: null }).toEqual({ ...revoked.body.data, last_used_at: null });
    const types = (await identity.published())
      .filter((event) => event.storeid === caller.storeId)
      .map(({ type, data }) => [type, data.key_id]);
    expect(types).toEqual([
      ['identity.key.created', made.key_id],
      ['identity.key.revoked', made.key_id],
    ]);
    expect((await identity.call('POST', KEYS, {}, caller)).status).toBe(201);
  });

  test('refuses the last active key, also when two keys revoke each other at once', async () => {
    const first = await anotherStore(identity);
    const alone = await identity.call('DELETE', `${KEYS}/${first.keyId}`, undefined, first);
    expect([alone.status, alone.body.error.code]).toEqual([409, 'last_active_key']);
    const {
      body: { data: made },
    } = await identity.call('POST', KEYS, {}, first);
    const second = { ...first, keyId: made.key_id };
    const answers = await Promise.all([
      identity.call('DELETE', `${KEYS}/${second.keyId}`, undefined, first),
      identity.call('DELETE', `${KEYS}/${first.keyId}`, undefined, second),
    ]);
    // The second caller is already revoked, so it gets 401.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a key can revoke itself, and then changes nothing even while a gateway caches it', async () => {
    const caller = await anotherStore(identity);
    await identity.call('POST', KEYS, {}, caller);
    expect((await identity.call('DELETE', `${KEYS}/${caller.keyId}`, undefined, caller)).status).toBe(200);
    const after = await Promise.all([
      identity.call('POST', KEYS, {}, caller),
      identity.call('POST', `${KEYS}/hmac/rotate`, { kind: 'api' }, caller),
      identity.call('DELETE', `${KEYS}/${caller.keyId}`, undefined, caller),
    ]);
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test.each(['key_unknown', 'key%00', "'; DROP TABLE api_key; --", 'é'.repeat(500)])(
    'answers 404 for the key %j',
    async (id) => {
      const { status } = await identity.call('DELETE', `${KEYS}/${id.includes('%') ? id : encodeURIComponent(id)}`);
      expect(status).toBe(404);
    },
  );

  test("another store's key gets 404", async () => {
    const other = await anotherStore(identity);
    expect((await identity.call('DELETE', `${KEYS}/${other.keyId}`)).status).toBe(404);
    expect(
      (await identity.call('GET', KEYS)).body.data.items.map((key: { key_id: string }) => key.key_id),
    ).not.toContain(other.keyId);
  });
});

describe('the last use of a key', () => {
  const lastUsed = async (): Promise<string | null> =>
    (await identity.call('GET', KEYS)).body.data.items.find(
      (key: { key_id: string }) => key.key_id === identity.owner.keyId,
    ).last_used_at as string | null;

  test('is written soon after the first resolve and then at most once a minute', async () => {
    await identity.resolve(identity.demo.apiKey);
    const first = await eventually(lastUsed);
    await Promise.all(Array.from({ length: 10 }, () => identity.resolve(identity.demo.apiKey)));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await lastUsed()).toBe(first);
    await identity.pool.query("UPDATE api_key SET last_used_at = last_used_at - interval '61 s' WHERE key_id = $1", [
      identity.owner.keyId,
    ]);
    await identity.resolve(identity.demo.apiKey);
    await eventually(async () => Date.parse((await lastUsed()) ?? '') > Date.parse(first));
  });
});

describe('events and audit', () => {
  test('each change writes one audit row and one event, in the same order, without a secret', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', KEYS, { scopes: ['meters:read'] }, caller);
    const {
      body: { data: rotated },
    } = (await identity.call('POST', `${KEYS}/hmac/rotate`, { kind: 'webhook' }, caller)) as Answer;
    const { rows } = await identity.pool.query(
      'SELECT revision::int, actor, action, subject, details FROM audit_log WHERE store_id = $1 ORDER BY revision',
      [caller.storeId],
    );
    expect(rows).toEqual([
      {
        revision: expect.any(Number),
        actor: caller.keyId,
        action: 'key.created',
        subject: made.key_id,
        details: expect.stringContaining('meters:read'),
      },
      {
        revision: rows[0].revision + 1,
        actor: caller.keyId,
        action: 'secret.created',
        subject: `${caller.storeId}/webhook`,
        details: '{"kind":"webhook","version":1}',
      },
    ]);
    const events = (await identity.published()).filter((event) => event.storeid === caller.storeId);
    expect(events.map(({ type, aggregateversion }) => [type, aggregateversion])).toEqual([
      ['identity.key.created', rows[0].revision],
      ['identity.secret.rotated', rows[1].revision],
    ]);
    expect(JSON.stringify([rows, events])).not.toMatch(new RegExp(`${made.api_key}|${rotated.secret}`));
  });

  test('if the event cannot be written, the key is not created', async () => {
    const caller = await anotherStore(identity);
    await identity.pool.query(
      "ALTER TABLE outbox ADD CONSTRAINT closed CHECK (body NOT LIKE '%' || 'identity.key.created' || '%') NOT VALID",
    );
    const refused = await identity.call('POST', KEYS, {}, caller);
    await identity.pool.query('ALTER TABLE outbox DROP CONSTRAINT closed');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const { rows } = await identity.pool.query('SELECT 1 FROM api_key WHERE store_id = $1', [caller.storeId]);
    expect(rows).toHaveLength(1);
  });

  test('the relay publishes them', async () => {
    await eventually(async () => {
      const { rows } = await identity.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
      return rows.length === 0;
    });
  });
});
