import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FencedLeases } from '../src/fenced-leases.ts';
import { OUTBOX_SHARDS } from '../src/outbox.ts';
import { outboxDatabase } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

let database: OutboxDatabase;
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(() => database.stop());

const leasesOf = (owner: string, leaseMs = 60_000): FencedLeases =>
  new FencedLeases({
    pool: database.pool,
    table: 'outbox_lease',
    keyColumn: 'shard',
    owner,
    leaseMs,
    renewEveryMs: leaseMs / 3,
  });

const stored = async (): Promise<{ shard: number; owner: string | null; epoch: string; free: boolean }[]> =>
  (
    await database.pool.query<{ shard: number; owner: string | null; epoch: string; free: boolean }>(
      'SELECT shard, owner, epoch, expires_at < now() AS free FROM outbox_lease ORDER BY shard',
    )
  ).rows;

const expireAll = async (): Promise<void> => {
  await database.pool.query("UPDATE outbox_lease SET expires_at = '-infinity'");
};

test('a claim takes free leases only, up to the count, each under a new epoch', async () => {
  const [first, second] = [leasesOf('first'), leasesOf('second')];
  await first.claim(1);
  await second.claim(OUTBOX_SHARDS);
  expect(first.keys).toEqual([0]);
  expect(second.keys).toEqual([1, 2, 3]);
  expect(second.size).toBe(3);
  expect([0, 1, 2, 3].map((key) => first.epochOf(key) ?? second.epochOf(key))).toEqual([1, 1, 1, 1]);
  expect(first.epochOf(1)).toBeUndefined();
});

test('many processes that claim at once share the leases, and no lease has two owners', async () => {
  const all = Array.from({ length: 6 }, (_, n) => leasesOf(`process-${n}`));
  await Promise.all(all.map((leases) => leases.claim(OUTBOX_SHARDS)));
  const keys = all.flatMap((leases) => leases.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const owned = (await stored()).filter(({ owner }) => owner !== null);
  expect(owned).toHaveLength(keys.length);
});

test('a renewal keeps the epoch and returns what another process took', async () => {
  const [first, second] = [leasesOf('first'), leasesOf('second')];
  await first.claim(OUTBOX_SHARDS);
  expect(await first.renew()).toEqual([]);
  expect(first.epochOf(3)).toBe(1);
  await database.pool.query("UPDATE outbox_lease SET expires_at = '-infinity' WHERE shard IN (1, 2)");
  await second.claim(1);
  expect(await first.renew()).toEqual([1]);
  expect(first.keys).toEqual([0, 2, 3]);
  expect((await stored()).map(({ owner, epoch }) => `${owner} ${epoch}`)).toEqual([
    'first 1',
    'second 2',
    'first 1',
    'first 1',
  ]);
});

test('a process believes in a lease for no longer than the database does', async () => {
  const leases = leasesOf('first', 300);
  const from = performance.now();
  await leases.claim(2);
  expect(leases.keys).toEqual([0, 1]);
  while ((await stored()).some(({ owner, free }) => owner === 'first' && !free)) {
    // The database still grants the lease. The process may have given it up earlier, but never later.
  }
  expect(leases.keys).toEqual([]);
  expect(performance.now() - from).toBeGreaterThan(250);
  expect(leases.size).toBe(2);
  expect(leases.dropExpired()).toEqual([0, 1]);
  expect(leases.size).toBe(0);
});

test('a lease that expired and that no other process took is renewed under the same epoch', async () => {
  const leases = leasesOf('first');
  await leases.claim(1);
  await expireAll();
  expect(await leases.renew()).toEqual([]);
  expect(leases.epochOf(0)).toBe(1);
});

test('renewal is due after its interval', async () => {
  const leases = leasesOf('first', 150);
  expect(leases.isRenewalDue).toBe(true);
  await leases.renew();
  expect(leases.isRenewalDue).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(leases.isRenewalDue).toBe(true);
});

test('a released lease is free at once, and its old owner does not get it back by renewing', async () => {
  const [first, second] = [leasesOf('first'), leasesOf('second')];
  await first.claim(OUTBOX_SHARDS);
  await first.release([2]);
  expect(first.keys).toEqual([0, 1, 3]);
  expect((await stored())[2]).toEqual({ shard: 2, owner: null, epoch: '1', free: true });
  await second.claim(OUTBOX_SHARDS);
  expect(second.keys).toEqual([2]);
  expect(second.epochOf(2)).toBe(2);
  // Nor can it give away what another process owns.
  await first.release([2]);
  expect((await stored())[2]).toMatchObject({ owner: 'second', free: false });
});

test('a process that leaves frees all its leases, also one it does not know of, and takes no more', async () => {
  const leases = leasesOf('first');
  await leases.claim(2);
  await database.pool.query(
    "UPDATE outbox_lease SET owner = 'first', expires_at = now() + interval '1 hour' WHERE shard = 3",
  );
  await leases.leave();
  expect((await stored()).every(({ owner, free }) => owner === null && free)).toBe(true);
  await leases.claim(OUTBOX_SHARDS);
  expect(await leases.renew()).toEqual([]);
  expect(leases.keys).toEqual([]);
  expect((await stored()).every(({ owner }) => owner === null)).toBe(true);
});

test('a lease that is released during a renewal stays released', async () => {
  const leases = leasesOf('first');
  await leases.claim(OUTBOX_SHARDS);
  await Promise.all([leases.renew(), leases.release([0])]);
  expect(leases.epochOf(0)).toBeUndefined();
  expect(leases.keys).toEqual([1, 2, 3]);
});
