import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { expectNoCardNumbers } from './card-numbers.ts';
import { key, payWith, reference, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

describe('gateway B', () => {
  const order = (amount: number, more = {}) => ({
    merchantReference: reference('ord'),
    amount: { value: amount, currency: 'KWD' },
    intent: 'SALE',
    redirectUrl: 'http://shop.example/back',
    notificationUrl: sandbox.callbackUrl,
    ...more,
  });

  test('a card payment has its own format and its own signature', async () => {
    const { status, body } = await sandbox.b('/orders', order(12_345));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      result: { code: '09', category: 'PENDING' },
      order: { state: 'CREATED', amount: { value: 12_345, currency: 'KWD' } },
      transaction: null,
      replayed: false,
    });
    expect((await sandbox.page(body.order.hostedPageUrl)).text).toContain('12.345 KWD');
    await payWith(sandbox, body.order.hostedPageUrl, '5555555555554444');
    const [callback] = await sandbox.callbacksOf(body.order.orderId, 1);
    expect(callback?.body).toMatchObject({
      eventType: 'ORDER_CAPTURED',
      order: {
        state: 'CAPTURED',
        result: { code: '00' },
        card: { scheme: 'MASTERCARD', lastFour: '4444', bin: '555555' },
      },
      transaction: null,
    });
    const [id, timestamp] = [callback?.headers['x-notification-id'], callback?.headers['x-notification-timestamp']];
    expect(id).toBe(callback?.body.notificationId);
    expect(callback?.headers['x-notification-signature']).toBe(
      createHmac('sha256', key('cardgateway-b/callback'))
        .update(`${String(id)}.${String(timestamp)}.${callback?.raw}`)
        .digest('base64'),
    );
    const refund = reference('ref');
    expect(
      await sandbox.b(`/orders/${body.order.orderId}/refund`, {
        merchantReference: refund,
        amount: { value: 345, currency: 'KWD' },
      }),
    ).toMatchObject({
      status: 200,
      body: { result: { code: '00' }, transaction: { type: 'REFUND', state: 'DONE' }, order: { refundedAmount: 345 } },
    });
    expect((await sandbox.b(`/inquiry/${refund}`)).body).toMatchObject({
      transaction: { merchantReference: refund, state: 'DONE' },
    });
  });

  test('a decline is a result; amount …91 works here, …96 does not', async () => {
    const declined = (await sandbox.b('/orders', order(10_051))).body;
    await payWith(sandbox, declined.order.hostedPageUrl);
    expect((await sandbox.b(`/inquiry/${declined.order.merchantReference}`)).body).toMatchObject({
      result: { code: '51', category: 'DECLINED' },
      order: { state: 'DECLINED' },
    });
    const works = (await sandbox.b('/orders', order(10_091))).body;
    await payWith(sandbox, works.order.hostedPageUrl);
    expect((await sandbox.b(`/inquiry/${works.order.merchantReference}`)).body.order.state).toBe('CAPTURED');
    expect(await sandbox.b('/orders', order(10_096))).toMatchObject({
      status: 200,
      body: { result: { code: '96', category: 'UNAVAILABLE' }, order: null },
    });
  });

  test('a 3-D Secure challenge ends captured, not authenticated or declined', async () => {
    const run = async (number: string, code: string): Promise<Json> => {
      const { body } = await sandbox.b('/orders', order(2_000));
      const url: string = body.order.hostedPageUrl;
      await payWith(sandbox, url, number);
      expect((await sandbox.b(`/inquiry/${body.order.merchantReference}`)).body).toMatchObject({
        result: { code: '09' },
        order: { state: 'PENDING_AUTHENTICATION' },
      });
      expect((await sandbox.page(url)).text).toContain('3-D Secure');
      await sandbox.form(`${url}/challenge`, { code });
      return (await sandbox.b(`/inquiry/${body.order.merchantReference}`)).body;
    };
    expect(await run('4000003800000446', '123456')).toMatchObject({
      order: { state: 'CAPTURED', authentication: 'CHALLENGED', eci: '05' },
    });
    expect(await run('4000003800000446', '000000')).toMatchObject({
      result: { code: 'A1', category: 'AUTHENTICATION' },
      order: { state: 'DECLINED', authentication: 'FAILED' },
    });
    expect(await run('4000008400001629', '123456')).toMatchObject({
      result: { code: '05' },
      order: { state: 'DECLINED' },
    });
  });

  test('the customer cancels; an unpaid page expires', async () => {
    const cancelled = (await sandbox.b('/orders', order(2_000))).body.order;
    await sandbox.form(`${cancelled.hostedPageUrl}/cancel`);
    expect((await sandbox.b(`/inquiry/${cancelled.merchantReference}`)).body).toMatchObject({
      result: { code: 'C1' },
      order: { state: 'CANCELLED' },
    });
    const late = (await sandbox.b('/orders', order(2_000))).body.order;
    await sandbox.control('POST', '/clock', { advance_ms: 30 * 60_000 });
    await eventually(async () => {
      expect((await sandbox.b(`/inquiry/${late.merchantReference}`)).body).toMatchObject({
        result: { code: 'T1' },
        order: { state: 'EXPIRED' },
      });
    });
    expect((await sandbox.callbacksOf(late.orderId, 1))[0]?.body.eventType).toBe('ORDER_EXPIRED');
  });

  test('refuses other values under a reference, and wrong keys', async () => {
    const request = order(2_000);
    await sandbox.b('/orders', request);
    expect(await sandbox.b('/orders', { ...request, intent: 'AUTHORIZE' })).toMatchObject({
      status: 409,
      body: { result: { code: 'E409', category: 'INVALID' } },
    });
    expect((await sandbox.b('/orders', request)).body.replayed).toBe(true);
    expect(await sandbox.b('/orders', request, { authorization: 'Bearer no' })).toMatchObject({
      status: 401,
      body: { result: { code: 'E401' } },
    });
    expect((await sandbox.b('/inquiry/nothing')).status).toBe(404);
  });

  test('the database contains nothing that looks like a card number', () => expectNoCardNumbers(sandbox));
});
