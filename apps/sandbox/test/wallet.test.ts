import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { key, openBnpl, reference, startSandboxForTest } from './harness.ts';
import type { Answer, SandboxUnderTest } from './harness.ts';
import { activeToken, awaitingApp, chargeToken, inquireWallet, verifyOtp } from './wallet-calls.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

const inquire = (name: string): Promise<Json> => inquireWallet(sandbox, name);
const verify = (name: string, otp = '123456', more = {}): Promise<Answer> => verifyOtp(sandbox, name, { otp, ...more });
const confirm = (name: string): Promise<Answer> => sandbox.control('POST', `/payments/${name}/confirm`);
const advance = (ms: number): Promise<Answer> => sandbox.control('POST', '/clock', { advance_ms: ms });
const charge = (token: string, amount: number, name?: string): Promise<Answer> =>
  chargeToken(sandbox, { token, amount, name });

describe('BNPL', () => {
  test('identity, code and app complete a payment, which a signed callback reports', async () => {
    const opened = await openBnpl(sandbox, '0001', 150_000);
    const name: string = opened.body.operation.merchant_reference;
    expect(opened).toMatchObject({
      status: 200,
      body: {
        response_code: '000',
        error: null,
        replayed: false,
        operation: {
          type: 'bnpl_payment',
          status: 'otp_sent',
          result_code: null,
          amount_minor: 150_000,
          currency: 'PKR',
          phone_last4: '0001',
          order_reference: 'ORD-1',
          tries_left: 3,
          app_url: null,
          token: null,
        },
      },
    });
    expect((await sandbox.wallet(`/bnpl/payments/${name}/otp`, {})).body).toMatchObject({
      response_code: '000',
      operation: { status: 'otp_sent' },
    });
    const waiting = (await verify(name)).body.operation;
    expect(waiting).toMatchObject({ status: 'awaiting_app', result_code: null });
    expect((await sandbox.page(waiting.app_url)).text).toContain('1500.00 PKR');
    expect((await sandbox.form(`${waiting.app_url}/confirm`)).status).toBe(303);
    expect((await sandbox.page(waiting.app_url)).text).toContain('Paid');
    expect(await inquire(name)).toMatchObject({
      status: 'completed',
      result_code: '000',
      result_message: 'Completed',
      app_url: null,
    });
    const [callback] = await sandbox.callbacksOf(name, 1);
    expect(callback?.body).toMatchObject({
      event: 'bnpl_payment.completed',
      sequence: 1,
      operation: { merchant_reference: name, status: 'completed' },
    });
    expect(callback?.headers['x-wallet-signature']).toBe(
      createHmac('sha256', key('walletprovider/callback'))
        .update(`${String(callback?.headers['x-wallet-timestamp'])}.${callback?.raw}`)
        .digest('hex'),
    );
    expect(callback?.headers['x-wallet-event-id']).toBe(callback?.body.event_id);
  });

  test.each([
    ['0002', '002'],
    ['0003', '003'],
    ['7777', '002'],
  ])('phone …%s is refused with %s; the same reference may be used with another phone', async (end, code) => {
    const refused = await openBnpl(sandbox, end);
    const name: string = refused.body.operation.merchant_reference;
    expect(refused.body).toMatchObject({ response_code: code, operation: { status: 'refused', result_code: code } });
    const again = {
      merchant_reference: name,
      amount_minor: 10_000,
      currency: 'PKR',
      phone: '03001110001',
      national_id: '4210112345671',
      callback_url: sandbox.callbackUrl,
    };
    expect((await sandbox.wallet('/bnpl/payments', again)).body).toMatchObject({
      response_code: '000',
      replayed: false,
      operation: { status: 'otp_sent' },
    });
    expect((await sandbox.wallet('/bnpl/payments', again)).body).toMatchObject({
      response_code: '000',
      replayed: true,
    });
    expect(await sandbox.wallet('/bnpl/payments', { ...again, phone: '03009990001' })).toMatchObject({
      status: 400,
      body: { response_code: '110', error: 'duplicate_reference' },
    });
    expect(await sandbox.wallet('/bnpl/payments', { ...again, amount_minor: 10_001 })).toMatchObject({
      status: 400,
      body: { error: 'duplicate_reference' },
    });
  });

  test.each([
    ['4210112340000', '002'],
    ['4210112349999', '105'],
  ])('identity %s is refused with %s', async (nationalId, code) => {
    expect((await openBnpl(sandbox, '0001', 10_000, nationalId)).body).toMatchObject({
      response_code: code,
      operation: { status: 'refused' },
    });
  });

  test('a whitelisted phone has the behaviour that it was whitelisted with', async () => {
    expect((await sandbox.control('POST', '/phones', { phone: '+92 300 111 8888', behaviour: '0004' })).status).toBe(
      201,
    );
    const name = await awaitingApp(sandbox, '8888');
    await confirm(name);
    expect(await inquire(name)).toMatchObject({ status: 'failed', result_code: '004' });
  });

  test('wrong codes are counted, once for each step id; the third ends the payment', async () => {
    const name: string = (await openBnpl(sandbox, '0001')).body.operation.merchant_reference;
    expect((await verify(name, '000001', { step_id: 's1' })).body).toMatchObject({
      response_code: '024',
      operation: { tries_left: 2 },
    });
    expect((await verify(name, '000001', { step_id: 's1' })).body).toMatchObject({
      response_code: '024',
      replayed: true,
      operation: { tries_left: 2 },
    });
    expect((await verify(name, '111111')).body).toMatchObject({
      response_code: '116',
      operation: { status: 'otp_sent', tries_left: 2 },
    });
    expect((await verify(name, '000002')).body).toMatchObject({ response_code: '024' });
    expect((await verify(name, '000003')).body).toMatchObject({
      response_code: '060',
      operation: { status: 'failed', result_code: '060' },
    });
    expect(await verify(name)).toMatchObject({ status: 409, body: { error: 'illegal_status' } });
    expect((await sandbox.callbacksOf(name, 1))[0]?.body.event).toBe('bnpl_payment.failed');
  });

  test.each([
    ['0004', '004'],
    ['0005', '001'],
  ])('phone …%s fails with %s when the customer confirms', async (end, code) => {
    const name = await awaitingApp(sandbox, end);
    await confirm(name);
    expect(await inquire(name)).toMatchObject({ status: 'failed', result_code: code });
  });

  test.each([
    ['0006', 'completed', '000'],
    ['0007', 'failed', '058'],
  ])('phone …%s: the reply to the code is lost, and the payment is %s later', async (end, status, code) => {
    const { body } = await openBnpl(sandbox, end);
    const name: string = body.operation.merchant_reference;
    const cut = AbortSignal.timeout(400);
    const hash = createHmac('sha256', key('walletprovider/api'))
      .update(JSON.stringify({ otp: '123456' }))
      .digest('hex');
    await expect(
      fetch(`${sandbox.service.url}/walletprovider/v1/bnpl/payments/${name}/otp/verify`, {
        method: 'POST',
        body: JSON.stringify({ otp: '123456' }),
        headers: { 'content-type': 'application/json', 'secure-hash': hash },
        signal: cut,
      }),
    ).rejects.toThrow();
    expect(await inquire(name)).toMatchObject({ status: 'awaiting_app' });
    await advance(3_000);
    await eventually(async () => {
      expect(await inquire(name)).toMatchObject({ status, result_code: code });
    });
  });

  test('phone …0008 rejects without the customer; phone …0009 is never asked, and the payment expires', async () => {
    const [rejected, unanswered] = [await awaitingApp(sandbox, '0008'), await awaitingApp(sandbox, '0009')];
    expect((await sandbox.page((await inquire(unanswered)).app_url)).text).toContain('never asks');
    await advance(3_000);
    await eventually(async () => {
      expect(await inquire(rejected)).toMatchObject({ status: 'cancelled', result_code: '112' });
    });
    await advance(300_000);
    await eventually(async () => {
      expect(await inquire(unanswered)).toMatchObject({ status: 'expired', result_code: '116' });
    });
    expect((await sandbox.callbacksOf(unanswered, 1))[0]?.body.event).toBe('bnpl_payment.expired');
  });

  test('the customer rejects, the platform cancels, and the control API expires a payment', async () => {
    const [rejected, cancelled, expired] = [
      await awaitingApp(sandbox),
      await awaitingApp(sandbox),
      await awaitingApp(sandbox),
    ];
    await sandbox.form(`${(await inquire(rejected)).app_url}/reject`);
    expect(await inquire(rejected)).toMatchObject({ status: 'cancelled', result_code: '112' });
    expect((await sandbox.wallet(`/bnpl/payments/${cancelled}/cancel`, {})).body).toMatchObject({
      response_code: '000',
      operation: { status: 'cancelled' },
    });
    expect((await sandbox.wallet(`/bnpl/payments/${cancelled}/cancel`, {})).body).toMatchObject({
      response_code: '000',
      replayed: true,
    });
    await sandbox.control('POST', `/payments/${expired}/expire`);
    expect(await inquire(expired)).toMatchObject({ status: 'expired' });
  });

  test.each([
    [10_005, '003'],
    [10_051, '004'],
    [10_054, '116'],
    [10_061, '001'],
  ])('amount %s fails with %s', async (amount, code) => {
    const name = await awaitingApp(sandbox, '0001', amount);
    await confirm(name);
    expect(await inquire(name)).toMatchObject({ status: 'failed', result_code: code });
  });

  test.each([
    [10_091, '055'],
    [10_096, '118'],
  ])('amount %s is refused as down with %s, and nothing is stored', async (amount, code) => {
    const name = reference('bnpl');
    const down = await sandbox.wallet('/bnpl/payments', {
      merchant_reference: name,
      amount_minor: amount,
      currency: 'PKR',
      phone: '03001110001',
      national_id: '4210112345671',
    });
    expect(down).toMatchObject({ status: 200, body: { response_code: code, operation: null, error: null } });
    expect(await sandbox.wallet(`/inquiry/${name}`)).toMatchObject({
      status: 404,
      body: { response_code: '110', error: 'not_found' },
    });
  });

  test('partial refunds and a reversal of the rest never exceed the payment', async () => {
    const name = await awaitingApp(sandbox);
    await confirm(name);
    const refund = {
      merchant_reference: reference('ref'),
      original_reference: name,
      amount_minor: 4_000,
      currency: 'PKR',
    };
    expect((await sandbox.wallet('/refunds', refund)).body).toMatchObject({
      response_code: '000',
      operation: { type: 'refund', status: 'completed', original_reference: name, amount_minor: 4_000 },
    });
    expect((await sandbox.wallet('/refunds', refund)).body).toMatchObject({ response_code: '000', replayed: true });
    expect(
      (await sandbox.wallet('/refunds', { ...refund, merchant_reference: reference('ref'), amount_minor: 6_001 })).body,
    ).toMatchObject({ response_code: '110', operation: { status: 'failed' } });
    const reversal = reference('rev');
    expect(
      (await sandbox.wallet('/reversals', { merchant_reference: reversal, original_reference: name })).body,
    ).toMatchObject({
      response_code: '000',
      operation: { type: 'reversal', status: 'completed', amount_minor: 6_000 },
    });
    expect(await inquire(name)).toMatchObject({ status: 'reversed', refunded_minor: 10_000 });
    expect(await inquire(reversal)).toMatchObject({ type: 'reversal', status: 'completed', result_code: '000' });
  });

  test('a wrong hash is refused with 115', async () => {
    expect(
      await sandbox.wallet('/charges', { merchant_reference: 'x' }, { 'secure-hash': 'f'.repeat(64) }),
    ).toMatchObject({ status: 401, body: { response_code: '115', error: 'invalid_hash' } });
    expect(await sandbox.wallet('/inquiry/x', undefined, { 'secure-hash': '' })).toMatchObject({ status: 401 });
  });
});

describe('subscription', () => {
  test('PIN and code activate a token, which an inquiry repeats and the callback omits', async () => {
    const name = reference('sub');
    const opened = await sandbox.wallet('/subscriptions', {
      merchant_reference: name,
      phone: '03002220001',
      pin: '1234',
      callback_url: sandbox.callbackUrl,
    });
    expect(opened.body).toMatchObject({
      response_code: '000',
      operation: { type: 'subscription', status: 'otp_sent', amount_minor: null },
    });
    const active = await sandbox.wallet(`/subscriptions/${name}/otp/verify`, { otp: '123456' });
    expect(active.body).toMatchObject({ response_code: '000', operation: { status: 'active', result_code: '000' } });
    expect(active.body.operation.token).toMatch(/^wtok_[a-p]{48}$/);
    expect((await inquire(name)).token).toBe(active.body.operation.token);
    const [callback] = await sandbox.callbacksOf(name, 1);
    expect(callback?.body.event).toBe('subscription.active');
    expect(callback?.raw).not.toContain('wtok_');
  });

  test('wrong PINs are counted; the third ends the subscription', async () => {
    const name = reference('sub');
    const tryPin = (pin: string): Promise<Answer> =>
      sandbox.wallet('/subscriptions', { merchant_reference: name, phone: '03002220001', pin });
    expect((await tryPin('0000')).body).toMatchObject({
      response_code: '024',
      operation: { status: 'refused', tries_left: 2 },
    });
    expect((await tryPin('0000')).body).toMatchObject({
      response_code: '024',
      replayed: true,
      operation: { tries_left: 2 },
    });
    expect((await tryPin('0001')).body.response_code).toBe('024');
    expect((await tryPin('0002')).body).toMatchObject({ response_code: '060', operation: { status: 'failed' } });
    expect((await tryPin('1234')).body.response_code).toBe('060');
  });

  test('a token is charged once for each reference, refunded, and revoked', async () => {
    const value = await activeToken(sandbox);
    const name = reference('chg');
    expect((await charge(value, 5_000, name)).body).toMatchObject({
      response_code: '000',
      replayed: false,
      operation: { type: 'charge', status: 'completed', amount_minor: 5_000 },
    });
    expect((await charge(value, 5_000, name)).body).toMatchObject({ response_code: '000', replayed: true });
    expect((await charge(value, 5_001, name)).body).toMatchObject({
      response_code: '110',
      error: 'duplicate_reference',
    });
    expect(
      (
        await sandbox.wallet('/refunds', {
          merchant_reference: reference('ref'),
          original_reference: name,
          amount_minor: 5_000,
          currency: 'PKR',
        })
      ).body.response_code,
    ).toBe('000');
    expect((await sandbox.wallet('/tokens/revoke', { token: value })).body).toMatchObject({
      response_code: '000',
      operation: { status: 'revoked' },
    });
    expect((await charge(value, 5_000)).body).toMatchObject({
      response_code: '003',
      operation: { status: 'failed', result_code: '003' },
    });
    expect((await charge('wtok_unknown', 5_000)).body.response_code).toBe('003');
  });

  test('charges fail by phone and by amount; amount …68 is a ghost success', async () => {
    expect((await charge(await activeToken(sandbox, '0004'), 5_000)).body).toMatchObject({
      response_code: '004',
      operation: { status: 'failed' },
    });
    expect((await charge(await activeToken(sandbox, '0005'), 5_000)).body.response_code).toBe('001');
    const value = await activeToken(sandbox);
    expect((await charge(value, 5_051)).body.response_code).toBe('004');
    expect((await charge(value, 5_091)).body).toMatchObject({ response_code: '055', operation: null });
    const name = reference('chg');
    await expect(charge(value, 5_068, name)).rejects.toThrow();
    expect(await inquire(name)).toMatchObject({ status: 'completed' });
    expect((await charge(value, 5_068, name)).body).toMatchObject({ response_code: '000', replayed: true });
  });
});

test('the database contains no number, PIN, code or token of a person', async () => {
  const value = await activeToken(sandbox);
  await sandbox.wallet('/subscriptions', { merchant_reference: reference('sub'), phone: '03002220001', pin: '8642' });
  const rows = await sandbox.dump();
  for (const secret of [
    '3002220001',
    '3001110001',
    '4210112345671',
    '4210112340000',
    value,
    value.slice(5),
    '123456',
    key('walletprovider/api'),
    'wtok_',
  ])
    expect([secret, rows.includes(secret)]).toEqual([secret, false]);
  expect(rows).not.toMatch(/(?<![0-9A-Za-z.:-])(8642|1234)(?![0-9A-Za-z.:-])/);
});
