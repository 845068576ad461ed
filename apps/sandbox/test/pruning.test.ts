import { afterEach, expect, test } from '@jest/globals';
import { countDeletes } from '@qafila/testing/count-deletes';
import { eventually } from '@qafila/testing/wait';
import { bookedWaybill, parcelReport } from './courier-calls.ts';
import { openA, openBnpl, payWith, reference, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

const MANY = 1_200;
const AT_ONCE = 500;

let sandbox: SandboxUnderTest;
afterEach(() => sandbox.stop());

const rows = async (from: string): Promise<number> =>
  (await sandbox.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)).rows[0]?.count ?? -1;

/** As if all that there is had happened so many days before. */
const age = (days: number): Promise<unknown> =>
  sandbox.pool.query(`
    UPDATE payment SET updated_at = updated_at - interval '${days} days';
    UPDATE parcel SET created_at = created_at - interval '${days} days';
    UPDATE parcel_scan SET happens_at = happens_at - interval '${days} days',
      known_at = known_at - interval '${days} days';
    UPDATE attempt SET created_at = created_at - interval '${days} days';
    UPDATE fault SET created_at = created_at - interval '${days} days'`);

/** A payment with a refund, one of the wallet with a step, a delivered parcel, and a try that chaos counted. */
async function oneOfEach(): Promise<{ payment: string; waybill: string }> {
  const { id, page_url: page, merchant_reference: payment } = await openA(sandbox, 12_345);
  await payWith(sandbox, String(page));
  await sandbox.a(`/payments/${String(id)}/refunds`, { merchant_reference: reference('ref'), amount: 100 });
  await openBnpl(sandbox, '0001');
  await sandbox.pool.query(`
    INSERT INTO step SELECT provider, id, 'step', '000' FROM payment WHERE kind = 'bnpl_payment' ON CONFLICT DO NOTHING;
    INSERT INTO attempt (provider, operation, reference, tries)
      VALUES ('cardgateway-a', 'inquire', gen_random_uuid(), 1)`);
  const waybill = await bookedWaybill(sandbox, 'express');
  await eventually(async () => (await rows('parcel_scan WHERE known_at > now()')) === 0);
  await eventually(async () => (await rows("callback WHERE state IN ('due', 'sending')")) === 0);
  return { payment: String(payment), waybill };
}

test('what is older than the retention goes with all that is about it, in bounded statements', async () => {
  sandbox = await startSandboxForTest({ SANDBOX_RETENTION_DAYS: '10', SANDBOX_COURIER_HOUR_MS: '1' });
  const old = await oneOfEach();
  await sandbox.pool.query(`
    INSERT INTO payment (provider, id, kind, reference, status, callback_url, created_at, updated_at)
      SELECT 'cardgateway-b', 'many-' || n, 'card', 'many-' || n, 'captured', 'http://shop.example', now(), now()
      FROM generate_series(1, ${MANY}) AS n;
    INSERT INTO payment (provider, id, kind, reference, status, callback_url, created_at, updated_at)
      VALUES ('walletprovider', 'token', 'subscription', 'token', 'active', 'http://shop.example', now(), now());
    INSERT INTO fault (id, effect, times_left, starts_at, created_at)
      VALUES ('used', 'slow', 0, now(), now()), ('endless', 'slow', NULL, now() + interval '99 days', now())`);
  await age(11);
  const recent = await oneOfEach();
  const deletes = await countDeletes(sandbox.pool, 'payment');
  await sandbox.restart();

  // The token, and the two payments of today.
  await eventually(async () => (await rows('payment')) === 3);
  const counts = await deletes();
  expect(Math.max(...counts)).toBeLessThanOrEqual(AT_ONCE);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MANY + 2);
  await eventually(async () => (await rows('attempt')) === 1 && (await rows('fault')) === 1);
  expect((await sandbox.pool.query('SELECT id FROM fault')).rows).toEqual([{ id: 'endless' }]);
  for (const table of ['operation', 'claim', 'step'])
    expect([table, await rows(`${table} WHERE payment_id NOT IN (SELECT id FROM payment)`)]).toEqual([table, 0]);
  expect(
    await rows('callback WHERE payment_id NOT IN (SELECT id FROM payment UNION ALL SELECT waybill FROM parcel)'),
  ).toBe(0);
  expect(await rows('parcel_scan WHERE waybill NOT IN (SELECT waybill FROM parcel)')).toBe(0);
  expect((await sandbox.a(`/inquiry?merchant_reference=${old.payment}`)).status).toBe(404);
  expect((await sandbox.a(`/inquiry?merchant_reference=${recent.payment}`)).status).toBe(200);
  expect(await parcelReport(sandbox, recent.waybill)).toMatchObject({ waybill: recent.waybill });
  expect(await rows(`parcel WHERE waybill = '${old.waybill}'`)).toBe(0);
  // Each of today has all that belongs to it.
  expect([await rows('operation'), await rows('step')]).toEqual([1, 1]);
}, 120_000);

test('a clock that is advanced makes payments old, and a payment that has something to come stays', async () => {
  sandbox = await startSandboxForTest();
  for (const amount of [5_000, 6_000]) await payWith(sandbox, String((await openA(sandbox, amount)).page_url));
  expect(await rows("payment WHERE status = 'captured'")).toBe(2);
  await sandbox.pool.query("UPDATE payment SET due_at = now() + interval '90 days' WHERE amount_minor = 6000");
  await sandbox.control('POST', '/clock', { advance_ms: 31 * 24 * 3_600_000 });
  await sandbox.restart();
  await eventually(async () => (await rows('payment')) === 1);
  expect((await sandbox.pool.query('SELECT amount_minor FROM payment')).rows).toEqual([{ amount_minor: '6000' }]);
}, 60_000);

test('a whitelisted phone that stays unused for the retention goes', async () => {
  sandbox = await startSandboxForTest({ SANDBOX_RETENTION_DAYS: '10' });
  for (const phone of ['+923001118881', '+923001118882'])
    await sandbox.control('POST', '/phones', { phone, behaviour: '0001' });
  await sandbox.control('POST', '/clock', { advance_ms: 9 * 24 * 3_600_000 });
  expect((await openBnpl(sandbox, '8881')).body.operation.status).toBe('otp_sent');
  await sandbox.control('POST', '/clock', { advance_ms: 2 * 24 * 3_600_000 });
  await sandbox.restart();
  await eventually(async () => (await rows('phone')) === 1);
  expect((await sandbox.pool.query('SELECT last4 FROM phone')).rows).toEqual([{ last4: '8881' }]);
  expect((await openBnpl(sandbox, '8881')).body.operation.status).toBe('otp_sent');
  expect((await openBnpl(sandbox, '8882')).body.response_code).toBe('002');
}, 60_000);
