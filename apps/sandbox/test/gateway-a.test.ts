import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { expectNoCardNumbers } from './card-numbers.ts';
import { CARD, key, openA, payWith, reference, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

const inquireA = async (name: string): Promise<Json> => (await sandbox.a(`/inquiry?merchant_reference=${name}`)).body;

describe('gateway A', () => {
  test('a card payment is opened, paid on the page, reported by a signed callback and found by reference', async () => {
    const opened = await openA(sandbox, 12_345, { order_reference: 'ORD-7' });
    expect(opened).toMatchObject({
      object: 'payment',
      status: 'open',
      amount: 12_345,
      currency: 'SAR',
      captured_amount: 0,
      card: null,
      decline_code: null,
      replayed: false,
    });
    const page = await sandbox.page(opened.page_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('123.45 SAR');
    const paid = await payWith(sandbox, opened.page_url);
    expect(paid.status).toBe(303);
    const end = await sandbox.page(sandbox.service.url + paid.headers.get('location'));
    expect(end.text).toContain(
      `http://shop.example/return?lang=en&amp;payment_id=${opened.id}` +
        `&amp;merchant_reference=${opened.merchant_reference}&amp;status=captured`,
    );
    expect(await inquireA(opened.merchant_reference)).toMatchObject({
      status: 'captured',
      captured_amount: 12_345,
      page_url: null,
      three_d_secure: 'frictionless',
      card: { brand: 'visa', last4: '4242', bin: '424242' },
    });
    const [callback] = await sandbox.callbacksOf(opened.id, 1);
    expect(callback?.body).toMatchObject({
      type: 'payment.captured',
      sequence: 1,
      data: {
        id: opened.id,
        merchant_reference: opened.merchant_reference,
        order_reference: 'ORD-7',
        status: 'captured',
        card: { brand: 'visa', last4: '4242', bin: '424242' },
      },
    });
    const [, timestamp, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(callback?.headers['gateway-signature'])) ?? [];
    expect(signature).toBe(
      createHmac('sha256', key('cardgateway-a/callback')).update(`${timestamp}.${callback?.raw}`).digest('hex'),
    );
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
  });

  test('a repeat returns the same payment; other values under the reference are refused', async () => {
    const name = reference('same');
    const first = await openA(sandbox, 5_000, { merchant_reference: name });
    expect(await openA(sandbox, 5_000, { merchant_reference: name })).toMatchObject({
      id: first.id,
      page_url: first.page_url,
      replayed: true,
    });
    const other = await sandbox.a('/payments', {
      merchant_reference: name,
      amount: 5_001,
      currency: 'SAR',
      return_url: 'http://shop.example/return?lang=en',
    });
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: 'duplicate_reference', type: 'invalid_request_error' } },
    });
    const twins = await Promise.all(
      [1, 2, 3, 4].map(() => openA(sandbox, 5_000, { merchant_reference: `${name}.twins` })),
    );
    expect(new Set(twins.map(({ id }: Json) => id)).size).toBe(1);
    expect(twins.filter(({ replayed }: Json) => !replayed)).toHaveLength(1);
  });

  test('partial captures, a release and partial refunds never exceed what is left', async () => {
    const opened = await openA(sandbox, 10_000, { capture: 'false' });
    await payWith(sandbox, opened.page_url);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({
      status: 'authorized',
      capturable_amount: 10_000,
    });
    const capture = reference('cap');
    const first = await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: capture, amount: 6_000 });
    expect(first).toMatchObject({
      status: 200,
      body: { object: 'capture', status: 'succeeded', amount: 6_000, replayed: false },
    });
    expect(
      (await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: capture, amount: 6_000 })).body,
    ).toEqual({ ...first.body, replayed: true });
    expect(
      await sandbox.a(`/payments/${opened.merchant_reference}/captures`, {
        merchant_reference: reference('cap'),
        amount: 4_001,
      }),
    ).toMatchObject({ status: 422, body: { error: { code: 'amount_too_large' }, object: { status: 'failed' } } });
    expect(
      (await sandbox.a(`/payments/${opened.id}/voids`, { merchant_reference: reference('void') })).body,
    ).toMatchObject({ object: 'void', status: 'succeeded' });
    expect(
      await sandbox.a(`/payments/${opened.id}/captures`, { merchant_reference: reference('cap'), amount: 1_000 }),
    ).toMatchObject({ status: 409, body: { error: { code: 'illegal_status' } } });
    const refund = reference('ref');
    expect(
      (await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: refund, amount: 2_500 })).body,
    ).toMatchObject({ status: 'succeeded' });
    expect(
      (await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 3_600 }))
        .status,
    ).toBe(422);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({
      status: 'captured',
      captured_amount: 6_000,
      refunded_amount: 2_500,
      capturable_amount: 0,
    });
    expect(await inquireA(refund)).toMatchObject({ object: 'refund', amount: 2_500, status: 'succeeded' });
  });

  test('concurrent refunds never exceed what was captured', async () => {
    const opened = await openA(sandbox, 10_000);
    await payWith(sandbox, opened.page_url);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 1_500 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ refunded_amount: 9_000 });
  });

  test('a void releases an authorisation and cancels an open page', async () => {
    const authorised = await openA(sandbox, 3_300, { capture: 'false' });
    await payWith(sandbox, authorised.page_url);
    await sandbox.a(`/payments/${authorised.id}/voids`, { merchant_reference: reference('void') });
    expect(await inquireA(authorised.merchant_reference)).toMatchObject({ status: 'voided', capturable_amount: 0 });
    const open = await openA(sandbox, 3_300);
    await sandbox.a(`/payments/${open.id}/voids`, { merchant_reference: reference('void') });
    expect(await inquireA(open.merchant_reference)).toMatchObject({
      status: 'canceled',
      decline_code: 'canceled_by_customer',
    });
    const late = await payWith(sandbox, open.page_url);
    expect(late.status).toBe(303);
    expect(await inquireA(open.merchant_reference)).toMatchObject({ status: 'canceled', captured_amount: 0 });
  });

  test('concurrent presses on the page make one payment', async () => {
    const opened = await openA(sandbox, 7_700);
    await Promise.all([1, 2, 3].map(() => payWith(sandbox, opened.page_url)));
    await sandbox.callbacksOf(opened.id, 1);
    const { rows } = await sandbox.pool.query<{ n: string }>(
      'SELECT count(*) AS n FROM callback WHERE payment_id = $1',
      [opened.id],
    );
    expect(rows[0]?.n).toBe('1');
  });

  test.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
    ['4000000000000069', 'expired_card'],
    ['4100000000000019', 'suspected_fraud'],
  ])('card %s is declined: %s', async (number, code) => {
    const opened = await openA(sandbox, 4_400);
    await payWith(sandbox, opened.page_url, number);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({
      status: 'declined',
      decline_code: code,
      retryable: false,
      captured_amount: 0,
    });
  });

  test.each([
    [10_005, 'card_declined'],
    [10_051, 'insufficient_funds'],
    [10_054, 'expired_card'],
    [10_061, 'limit_exceeded'],
  ])('amount %s is declined: %s', async (amount, code) => {
    const opened = await openA(sandbox, amount);
    await payWith(sandbox, opened.page_url);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'declined', decline_code: code });
  });

  test('amount …68 is a ghost success: captured, with no answer and no callback', async () => {
    const opened = await openA(sandbox, 10_068);
    await expect(payWith(sandbox, opened.page_url)).rejects.toThrow();
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'captured' });
    const report = await sandbox.control('GET', `/payments/${opened.id}`);
    expect(report.body.callbacks).toMatchObject([{ event: 'payment.captured', state: 'lost' }]);
  });

  test('amounts …91 and …96 are refused as down, and nothing is stored', async () => {
    for (const [amount, code] of [
      [10_091, 'processor_unavailable'],
      [10_096, 'system_malfunction'],
    ] as const) {
      const name = reference('down');
      const refused = await sandbox.a('/payments', {
        merchant_reference: name,
        amount,
        currency: 'SAR',
        return_url: 'http://shop.example/',
      });
      expect(refused).toMatchObject({
        status: 402,
        body: { error: { type: 'card_error', code, retryable: true }, object: null },
      });
      expect((await sandbox.a(`/inquiry?merchant_reference=${name}`)).status).toBe(404);
    }
  });

  test('a refund of …02 is pending, then done and reported', async () => {
    const opened = await openA(sandbox, 20_000);
    await payWith(sandbox, opened.page_url);
    const name = reference('ref');
    expect(
      (await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: name, amount: 10_002 })).body,
    ).toMatchObject({ status: 'pending' });
    expect(
      (await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: reference('ref'), amount: 9_999 }))
        .status,
    ).toBe(422);
    await sandbox.control('POST', '/clock', { advance_ms: 3_000 });
    await eventually(async () => {
      expect(await inquireA(name)).toMatchObject({ status: 'succeeded' });
    });
    const callbacks = await sandbox.callbacksOf(opened.id, 3);
    expect(callbacks.map(({ body }) => body.type)).toEqual(['payment.captured', 'refund.failed', 'refund.succeeded']);
  });

  test('wrong keys and wrong fields are refused, and the field is named', async () => {
    expect(await sandbox.a('/payments', { amount: 1 }, { authorization: 'Basic eDo=' })).toMatchObject({
      status: 401,
      body: { error: { type: 'authentication_error' } },
    });
    expect(
      await sandbox.a('/payments', {
        merchant_reference: 'x',
        amount: '1.5',
        currency: 'SAR',
        return_url: 'http://s.example/',
      }),
    ).toMatchObject({ status: 400, body: { error: { code: 'parameter_invalid', param: 'amount' } } });
    expect(
      await sandbox.a('/payments', {
        merchant_reference: 'x',
        amount: 1,
        currency: 'SAR',
        return_url: 'http://s.example/',
        callback_url: 'http://169.254.169.254/x',
      }),
    ).toMatchObject({ status: 400, body: { error: { param: 'callback_url' } } });
    expect((await sandbox.a('/payments/unknown/refunds', { merchant_reference: 'x', amount: 1 })).status).toBe(404);
    // Unlisted fields are ignored, and of several mistakes the first one is named.
    expect((await sandbox.a('/payments', { colour: 'red', amount: 'x', return_url: 'y' })).body.error).toMatchObject({
      code: 'parameter_invalid',
      param: 'merchant_reference',
      message: 'merchant_reference is required: 1 to 128 characters of A-Z a-z 0-9 . _ : -.',
    });
  });
});

describe('cards that are no test cards', () => {
  const NO_TEST_CARDS = [
    '4111111111111111',
    '5105105105105100',
    '4242424242424241',
    '378282246310005',
    '٤١١١١١١١١١١١١١١١',
    '4111 1111 1111 1111',
  ];

  test.each(NO_TEST_CARDS)('%s is refused, valid or not, and stored nowhere', async (number) => {
    const opened = await openA(sandbox, 6_600);
    const answer = await payWith(sandbox, opened.page_url, number);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Never type a real card');
    expect(answer.text.replace(/[\s]/g, '')).not.toContain(number.replaceAll(' ', ''));
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'open', card: null });
    await payWith(sandbox, opened.page_url, CARD);
    expect(await inquireA(opened.merchant_reference)).toMatchObject({ status: 'captured' });
  });

  test('the database contains nothing that looks like a card number', () => expectNoCardNumbers(sandbox));
});
