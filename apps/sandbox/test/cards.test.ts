import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { CARD, key, openA, payWith, reference, startSandboxForTest } from './harness.ts';
import type { Json, SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => { sandbox = await startSandboxForTest(); });
afterAll(() => sandbox.stop());

const inquireA = async (name: string): Promise<Json> => (await sandbox.a(`/inquiry?merchant_reference=${name}`)).body;

describe('gateway A', () => {
  test('a card payment: opened, paid on the page, told by a signed callback, found by our reference', async () => {
    const opened = await openA(sandbox, 12_345, { order_reference: 'ORD-7' });
    expect(opened).toMatchObject({ object: 'payment', status: 'open', amount: 12_345, currency: 'SAR', captured_amount: 0, card: null, decline_code: null, replayed: false });
    const page = await sandbox.page(opened.page_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('123.45 SAR');
    const paid = await payWith(sandbox, opened.page_url);
    expect(paid.status).toBe(303);
    const end = await sandbox.page(sandbox.service.url + paid.headers.get('location'));
    expect(end.text).toContain(`http://shop.example/return?lang=en&amp;payment_id=${opened.id}&amp;merchant_reference=${opened.merchant_reference}&amp;status=captured`);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({
      status: 'captured', captured_amount: 12_345, page_url: null, three_d_secure: 'frictionless', card: { brand: 'visa', last4: '4242', bin: '424242' },
    });
    const [told] = await sandbox.callbacksOf(opened.id, 1);
    expect(told?.body).toMatchObject({ type: 'payment.captured', sequence: 1, data: { id: opened.id, merchant_reference: opened.merchant_reference, order_reference: 'ORD-7', status: 'captured', card: { brand: 'visa', last4: '4242', bin: '424242' } } });
    const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(told?.headers['gateway-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', key('cardgateway-a/callback')).update(`${timestamp}.${told?.raw}`).digest('hex'));
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
  });

  test('a repeat answers the same payment; other values under the reference are refused', async () => {
    const name = reference('same');
    const first = await openA(sandbox, 5_000, { merchant_reference: name });
    expect(await openA(sandbox, 5_000, { merchant_reference: name })).toMatchObject({ id: first.id, page_url: first.page_url, replayed: true });
    const other = await sandbox.a('/payments', { merchant_reference: name, amount: 5_001, currency: 'SAR', return_url: 'http://shop.example/return?lang=en' });
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'duplicate_reference', type: 'invalid_request_error' } } });
    const twins = await Promise.all([1, 2, 3, 4].map(() => openA(sandbox, 5_000, { merchant_reference: `${name}.twins` })));
    expect(new Set(twins.map(({ id }: Json) => id)).size).toBe(1);
    expect(twins.filter(({ replayed }: Json) => !replayed)).toHaveLength(1);
  });

  test('authorise, partial captures, release, partial refunds, never more than there is', async () => {
    const opened = await openA(sandbox, 10_000, { capture: 'false' });
    await payWith(sandbox, opened.page_url);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'authorized', capturable_amount: 10_000 });
    const capture = reference('cap');
    const first = await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: capture, amount: 6_000 });
    expect(first).toMatchObject({ status: 200, body: { object: 'capture', status: 'succeeded', amount: 6_000, replayed: false } });
    expect((await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: capture, amount: 6_000 })).body).toEqual({ ...first.body, replayed: true });
    expect(await sandbox.a(`/payments/${opened.merchant_reference}/captures`, { merchant_reference: reference('cap'), amount: 4_001 }))
      .toMatchObject({ status: 422, body: { error: { code: 'amount_too_large' }, object: { status: 'failed' } } });
    expect((await sandbox.a(`/payments/${opened.id}/voids`, { merchant_reference: reference('void') })).body).toMatchObject({ object: 'void', status: 'succeeded' });
    expect(await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: reference('cap'), amount: 1_000 })).toMatchObject({ status: 409, body: { error: { code: 'illegal_status' } } });
    const refund = reference('ref');
    expect((await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: refund, amount: 2_500 })).body).toMatchObject({ status: 'succeeded' });
    expect((await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 3_600 })).status).toBe(422);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'captured', captured_amount: 6_000, refunded_amount: 2_500, capturable_amount: 0 });
    expect(await inquireA(refund)).toMatchObject({ object: 'refund', amount: 2_500, status: 'succeeded' });
  });

  test('refunds at once never give back more than was captured', async () => {
    const opened = await openA(sandbox, 10_000);
    await payWith(sandbox, opened.page_url);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 1_500 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ refunded_amount: 9_000 });
  });

  test('an authorisation is voided; an open page is cancelled by the merchant', async () => {
    const held = await openA(sandbox, 3_300, { capture: 'false' });
    await payWith(sandbox, held.page_url);
    await sandbox.a(`/payments/${held.id}/voids`, { merchant_reference: reference('void') });
    expect(await inquireA(held.merchant_reference)).toMatchObject({ status: 'voided', capturable_amount: 0 });
    const open = await openA(sandbox, 3_300);
    await sandbox.a(`/payments/${open.id}/voids`, { merchant_reference: reference('void') });
    expect(await inquireA(open.merchant_reference)).toMatchObject({ status: 'canceled', decline_code: 'canceled_by_customer' });
    const late = await payWith(sandbox, open.page_url);
    expect(late.status).toBe(303);
    expect(await inquireA(open.merchant_reference)).toMatchObject({ status: 'canceled', captured_amount: 0 });
  });

  test('two customers\' presses are one payment', async () => {
    const opened = await openA(sandbox, 7_700);
    await Promise.all([1, 2, 3].map(() => payWith(sandbox, opened.page_url)));
    await sandbox.callbacksOf(opened.id, 1);
    const { rows } = await sandbox.pool.query<{ n: string }>('SELECT count(*) AS n FROM callback WHERE payment_id = $1', [opened.id]);
    expect(rows[0]?.n).toBe('1');
  });

  test.each([
    ['4000000000000002', 'card_declined'], ['4000000000009995', 'insufficient_funds'], ['4000000000009987', 'lost_card'], ['4000000000000069', 'expired_card'], ['4100000000000019', 'suspected_fraud'],
  ])('card %s is declined: %s', async (number, code) => {
    const opened = await openA(sandbox, 4_400);
    await payWith(sandbox, opened.page_url, number);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'declined', decline_code: code, retryable: false, captured_amount: 0 });
  });

  test.each([[10_005, 'card_declined'], [10_051, 'insufficient_funds'], [10_054, 'expired_card'], [10_061, 'limit_exceeded']])('amount %s is declined: %s', async (amount, code) => {
    const opened = await openA(sandbox, amount);
    await payWith(sandbox, opened.page_url);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'declined', decline_code: code });
  });

  test('amount …68 is a ghost success: captured, no answer, no callback', async () => {
    const opened = await openA(sandbox, 10_068);
    await expect(payWith(sandbox, opened.page_url)).rejects.toThrow();
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'captured' });
    const look = await sandbox.control('GET', `/payments/${opened.id}`);
    expect(look.body.callbacks).toMatchObject([{ event: 'payment.captured', state: 'lost' }]);
  });

  test('amount …91 is down at A only, …96 everywhere; nothing is remembered of either', async () => {
    for (const [amount, code] of [[10_091, 'processor_unavailable'], [10_096, 'system_malfunction']] as const) {
      const name = reference('down');
      const refused = await sandbox.a('/payments', { merchant_reference: name, amount, currency: 'SAR', return_url: 'http://shop.example/' });
      expect(refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code, retryable: true }, object: null } });
      expect((await sandbox.a(`/inquiry?merchant_reference=${name}`)).status).toBe(404);
    }
  });

  test('a refund of …02 is pending, then done and told', async () => {
    const opened = await openA(sandbox, 20_000);
    await payWith(sandbox, opened.page_url);
    const name = reference('ref');
    expect((await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: name, amount: 10_002 })).body).toMatchObject({ status: 'pending' });
    expect((await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 9_999 })).status).toBe(422);
    await sandbox.control('POST', '/clock', { advance_ms: 3_000 });
    await eventually(async () => { expect(await inquireA(name)).toMatchObject({ status: 'succeeded' }); });
    const told = await sandbox.callbacksOf(opened.id, 3);
    expect(told.map(({ body }) => body.type)).toEqual(['payment.captured', 'refund.failed', 'refund.succeeded']);
  });

  test('wrong keys and wrong fields are refused by name', async () => {
    expect(await sandbox.a('/payments', { amount: 1 }, { authorization: 'Basic eDo=' })).toMatchObject({ status: 401, body: { error: { type: 'authentication_error' } } });
    expect(await sandbox.a('/payments', { merchant_reference: 'x', amount: '1.5', currency: 'SAR', return_url: 'http://s.example/' })).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid', param: 'amount' } } });
    expect(await sandbox.a('/payments', { merchant_reference: 'x', amount: 1, currency: 'SAR', return_url: 'http://s.example/', callback_url: 'http://169.254.169.254/x' })).toMatchObject({ status: 400, body: { error: { param: 'callback_url' } } });
    expect((await sandbox.a('/payments/nobody/refunds', { merchant_reference: 'x', amount: 1 })).status).toBe(404);
  });
});

describe('gateway B', () => {
  const order = (amount: number, more = {}) => ({ merchantReference: reference('ord'), amount: { value: amount, currency: 'KWD' }, intent: 'SALE', redirectUrl: 'http://shop.example/back', notificationUrl: sandbox.callbackUrl, ...more });

  test('a card payment in its own words, with its own signature', async () => {
    const { status, body } = await sandbox.b('/orders', order(12_345));
    expect(status).toBe(201);
    expect(body).toMatchObject({ result: { code: '09', category: 'PENDING' }, order: { state: 'CREATED', amount: { value: 12_345, currency: 'KWD' } }, transaction: null, replayed: false });
    expect((await sandbox.page(body.order.hostedPageUrl)).text).toContain('12.345 KWD');
    await payWith(sandbox, body.order.hostedPageUrl, '5555555555554444');
    const [told] = await sandbox.callbacksOf(body.order.orderId, 1);
    expect(told?.body).toMatchObject({ eventType: 'ORDER_CAPTURED', order: { state: 'CAPTURED', result: { code: '00' }, card: { scheme: 'MASTERCARD', lastFour: '4444', bin: '555555' } }, transaction: null });
    const [id, timestamp] = [told?.headers['x-notification-id'], told?.headers['x-notification-timestamp']];
    expect(id).toBe(told?.body.notificationId);
    expect(told?.headers['x-notification-signature']).toBe(createHmac('sha256', key('cardgateway-b/callback')).update(`${String(id)}.${String(timestamp)}.${told?.raw}`).digest('base64'));
    const refund = reference('ref');
    expect(await sandbox.b(`/orders/${body.order.orderId}/refund`, { merchantReference: refund, amount: { value: 345, currency: 'KWD' } }))
      .toMatchObject({ status: 200, body: { result: { code: '00' }, transaction: { type: 'REFUND', state: 'DONE' }, order: { refundedAmount: 345 } } });
    expect((await sandbox.b(`/inquiry/${refund}`)).body).toMatchObject({ transaction: { merchantReference: refund, state: 'DONE' } });
  });

  test('declines are results; …91 works here, …96 does not', async () => {
    const declined = (await sandbox.b('/orders', order(10_051))).body;
    await payWith(sandbox, declined.order.hostedPageUrl);
    expect((await sandbox.b(`/inquiry/${declined.order.merchantReference}`)).body).toMatchObject({ result: { code: '51', category: 'DECLINED' }, order: { state: 'DECLINED' } });
    const works = (await sandbox.b('/orders', order(10_091))).body;
    await payWith(sandbox, works.order.hostedPageUrl);
    expect((await sandbox.b(`/inquiry/${works.order.merchantReference}`)).body.order.state).toBe('CAPTURED');
    expect(await sandbox.b('/orders', order(10_096))).toMatchObject({ status: 200, body: { result: { code: '96', category: 'UNAVAILABLE' }, order: null } });
  });

  test('3-D Secure: challenged, then captured, refused or declined', async () => {
    const run = async (number: string, code: string): Promise<Json> => {
      const { body } = await sandbox.b('/orders', order(2_000));
      const url: string = body.order.hostedPageUrl;
      await payWith(sandbox, url, number);
      expect((await sandbox.b(`/inquiry/${body.order.merchantReference}`)).body).toMatchObject({ result: { code: '09' }, order: { state: 'PENDING_AUTHENTICATION' } });
      expect((await sandbox.page(url)).text).toContain('3-D Secure');
      await sandbox.form(`${url}/challenge`, { code });
      return (await sandbox.b(`/inquiry/${body.order.merchantReference}`)).body;
    };
    expect(await run('4000003800000446', '123456')).toMatchObject({ order: { state: 'CAPTURED', authentication: 'CHALLENGED', eci: '05' } });
    expect(await run('4000003800000446', '000000')).toMatchObject({ result: { code: 'A1', category: 'AUTHENTICATION' }, order: { state: 'DECLINED', authentication: 'FAILED' } });
    expect(await run('4000008400001629', '123456')).toMatchObject({ result: { code: '05' }, order: { state: 'DECLINED' } });
  });

  test('the customer cancels; a page not paid expires', async () => {
    const left = (await sandbox.b('/orders', order(2_000))).body.order;
    await sandbox.form(`${left.hostedPageUrl}/cancel`);
    expect((await sandbox.b(`/inquiry/${left.merchantReference}`)).body).toMatchObject({ result: { code: 'C1' }, order: { state: 'CANCELLED' } });
    const late = (await sandbox.b('/orders', order(2_000))).body.order;
    await sandbox.control('POST', '/clock', { advance_ms: 30 * 60_000 });
    await eventually(async () => { expect((await sandbox.b(`/inquiry/${late.merchantReference}`)).body).toMatchObject({ result: { code: 'T1' }, order: { state: 'EXPIRED' } }); });
    expect((await sandbox.callbacksOf(late.orderId, 1))[0]?.body.eventType).toBe('ORDER_EXPIRED');
  });

  test('conflicts and wrong keys', async () => {
    const asked = order(2_000);
    await sandbox.b('/orders', asked);
    expect(await sandbox.b('/orders', { ...asked, intent: 'AUTHORIZE' })).toMatchObject({ status: 409, body: { result: { code: 'E409', category: 'INVALID' } } });
    expect((await sandbox.b('/orders', asked)).body.replayed).toBe(true);
    expect(await sandbox.b('/orders', asked, { authorization: 'Bearer no' })).toMatchObject({ status: 401, body: { result: { code: 'E401' } } });
    expect((await sandbox.b('/inquiry/nothing')).status).toBe(404);
  });
});

describe('real cards', () => {
  const NOT_PUBLISHED = ['4111111111111111', '5105105105105100', '4242424242424241', '378282246310005', '٤١١١١١١١١١١١١١١١', '4111 1111 1111 1111'];

  test.each(NOT_PUBLISHED)('%s is refused, Luhn or not, and kept nowhere', async (number) => {
    const opened = await openA(sandbox, 6_600);
    const answer = await payWith(sandbox, opened.page_url, number);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Never type a real card');
    expect(answer.text.replace(/[\s]/g, '')).not.toContain(number.replaceAll(' ', ''));
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'open', card: null });
    await payWith(sandbox, opened.page_url, CARD);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'captured' });
  });

  test('the database holds nothing that looks like a card number', async () => {
    const rows = await sandbox.dump();
    expect(rows.includes('4242')).toBe(true);
    const digits = rows.match(/(?<![0-9a-f])\d[\d -]{11,21}\d(?![0-9a-f])/g) ?? [];
    expect(digits.map((text) => text.replace(/\D/g, '')).filter((text) => text.length >= 13 && text.length <= 19 && luhn(text))).toEqual([]);
    for (const number of [CARD, '5555555555554444', '4000003800000446', '4111111111111111', '424242', '555555']) expect([number, rows.includes(number)]).toEqual([number, false]);
  });
});

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + (at % 2 === 0 ? Number(digit) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] as number), 0);
  return sum % 10 === 0;
}
