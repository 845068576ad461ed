import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkLedger } from '../src/check-ledger.ts';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { cardJourneys } from './card-journeys.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterEach(() => {
  payment.cardA.faults.clear();
  payment.cardA.down = false;
});
afterAll(async () => {
  const { wrong, lines } = await checkLedger(payment.environment);
  await payment.stop();
  expect({ wrong, lines }).toMatchObject({ wrong: 0 });
});

const { api, status, pay } = cardJourneys(() => payment);

function publishedAbout(subject: string, count = 1): Promise<PublishedEvent[]> {
  return eventually(() => {
    const all = payment.published.filter((event) => event.subject === subject && !event.type.startsWith('payment.'));
    return all.length >= count ? all : null;
  });
}

describe('idempotency', () => {
  test('a repeat under one key gets the same answer and creates one intent; another request gets 422', async () => {
    const first = await api('POST', 'payment/checkout', ORDER, 'key-1');
    const again = await payment.call('POST', '/public/v1/payment/checkout', JSON.stringify(ORDER, null, 2), {
      headers: { 'x-idempotency-key': 'key-1' },
    });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await api('POST', 'payment/checkout', { ...ORDER, amount: 2 }, 'key-1');
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('of twenty concurrent repeats one takes effect', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api('POST', 'payment/checkout', ORDER, 'key-2')),
    );
    expect(new Set(answers.map((answer) => answer.body.data._id)).size).toBe(1);
  });

  test('a repeat of a refund in progress gets 409, and the refund happens once', async () => {
    const intent = await payment.checkout();
    await pay(intent);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: '100.00' }, 'refund-1'),
      ),
    );
    expect(answers.every(({ status: code }) => code === 200 || code === 409)).toBe(true);
    expect((await api('GET', `refund?payment_intent_id=${intent._id}`)).body.data.items).toHaveLength(1);
  });

  test('a refusal stores nothing, so the corrected request may use the key', async () => {
    expect((await api('POST', 'payment/checkout', { ...ORDER, amount: 0 }, 'key-3')).status).toBe(400);
    expect((await api('POST', 'payment/checkout', ORDER, 'key-3')).status).toBe(200);
  });
});

describe('checkout', () => {
  test.each([
    [{ amount: '1.005' }, 'amount'],
    [{ currency: 'XXX' }, 'currency'],
    [{ success_url: 'javascript:alert(1)' }, 'success_url'],
    [{ metadata: { order_reference: '' } }, 'metadata.order_reference'],
    [{ customer: undefined }, 'customer'],
    [{ payment_methods: [] }, 'payment_methods'],
    [{ payment_methods: ['cash'] }, 'payment_methods.0'],
    [{ shipping: 'x' }, 'shipping'],
    [{ customer: { email: 'x' } }, 'customer.email'],
  ])('%j is refused and names %s', async (more, param) => {
    const { status: code, body } = await api('POST', 'payment/checkout', { ...ORDER, ...more });
    expect([code, body.success, body.error.param, body.data]).toEqual([400, false, param, {}]);
  });

  test('no payment_methods offers all, a list offers its entries, and a disabled method is refused', async () => {
    const methods = async (more: Json): Promise<string[]> =>
      [
        ...(await payment.open((await payment.checkout(more)).checkout_page_url)).html.matchAll(
          /name="method" value="(\w+)"/g,
        ),
      ].map((match) => match[1] as string);
    expect(await methods({})).toEqual(['card', 'bnpl', 'wallet']);
    expect(await methods({ payment_methods: ['card'] })).toEqual(['card']);
    await api('PUT', 'payment/store', { payment_methods: ['card'], name: 'متجر <b>', color: '#123456' });
    expect((await api('POST', 'payment/checkout', { ...ORDER, payment_methods: ['bnpl'] })).body.error.code).toBe(
      'method_not_enabled',
    );
    const page = await payment.open((await payment.checkout()).checkout_page_url);
    expect(page.html).toContain('متجر &lt;b&gt;');
    await api('PUT', 'payment/store', { payment_methods: null });
  });

  test('each page has its language and direction, loads nothing, and permits nothing to load', async () => {
    const intent = await payment.checkout();
    for (const [language, direction] of [
      ['en', 'ltr'],
      ['ar', 'rtl'],
      ['ur', 'rtl'],
    ]) {
      const { html, headers } = await payment.open(`${intent.checkout_page_url}?lang=${language}`);
      expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(html).not.toMatch(/(src|href)="https?:|url\(/);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(html).toContain('<link rel="icon" href="data:,"');
      const inlineParts = [...html.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)];
      expect(inlineParts).toHaveLength(2);
      for (const [, inline] of inlineParts)
        expect(headers.get('content-security-policy')).toContain(
          createHash('sha256')
            .update(inline as string)
            .digest('base64'),
        );
      expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    }
    expect(
      (await payment.open(intent.checkout_page_url, undefined, { 'accept-language': 'ur-PK,en;q=0.5' })).html,
    ).toContain('lang="ur" dir="rtl"');
  });

  test('a double press opens one attempt at one provider', async () => {
    const intent = await payment.checkout();
    const before = payment.cardA.calls.length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => payment.open(intent.checkout_page_url, { method: 'card' })),
    );
    expect(answers.every((answer) => answer.status === 303)).toBe(true);
    expect(payment.cardA.calls.slice(before).filter((call) => call === 'pay')).toHaveLength(1);
  });

  test('a customer has five tries; then the intent fails and is notified once', async () => {
    const intent = await payment.checkout();
    let back: string | null = null;
    for (let attempt = 1; attempt <= LIMITS.triesMax; attempt++) back = await pay(intent, 'decline');
    expect(await status(intent._id)).toBe('failed');
    expect(back).toContain('/failed?');
    expect((await publishedAbout(intent._id)).map((event) => event.data.status)).toEqual(['failed']);
  });

  test('after half an hour the page is expired and cannot be paid', async () => {
    const intent = await payment.checkout();
    payment.pass(LIMITS.pageMs);
    await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment.work();
    const page = await payment.open(intent.checkout_page_url);
    expect([page.status, await status(intent._id)]).toEqual([410, 'expired']);
  });

  test('an unknown page is a 404 page, and no API route accepts a request without a seal', async () => {
    expect((await payment.open(`http://pay.example/pay/${'x'.repeat(43)}`)).status).toBe(404);
    for (const path of [
      'payment/intent',
      'refund',
      'payment/transaction',
      'payment/routing/rules/gateway',
      'payment/store',
      'subscription/wallet/token',
      'payment/queue',
    ]) {
      expect((await fetch(`${payment.service.url}/public/v1/${path}`)).status).toBe(401);
    }
  });
});

describe('the fallback policy', () => {
  test('after an unreachable provider, or a refusal that permits a fallback, the next provider is tried', async () => {
    for (const fault of ['not-sent', 'retriable'] as const) {
      const intent = await payment.checkout();
      payment.cardA.fail('pay', fault);
      expect(await pay(intent, 'pay', payment.cardB)).toContain('/paid?');
      const { routing_rules_history: history } = (await api('GET', `payment/intent/${intent._id}`)).body.data;
      expect(history.map((step: Json) => step.gateway_type)).toEqual(['card-a', 'card-b']);
      expect(history[1].reason).toContain('fallback');
    }
  });

  test("a refusal on the provider's page that permits a fallback leads to the next provider's page", async () => {
    const intent = await payment.checkout();
    expect(await pay(intent, 'retriable')).toContain('http://gateway.example/');
    payment.cardB.finish();
    expect((await payment.open(`${intent.checkout_page_url}/return`)).location).toContain('/paid?');
  });

  test("after such a refusal by callback, the customer's next press continues the same try", async () => {
    const intent = await payment.checkout();
    for (let tries = 1; tries < LIMITS.triesMax; tries++) await pay(intent, 'decline');
    await payment.open(intent.checkout_page_url, { method: 'card' });
    payment.cardA.finish('retriable');
    payment.pass(INQUIRY.gapMsMax);
    await payment.work();
    expect((await payment.open(`${intent.checkout_page_url}/return`)).location).toContain('/pay/');
    expect(await status(intent._id)).toBe('requires_payment_method');
    expect((await payment.open(intent.checkout_page_url, { method: 'card' })).location).toContain(
      'http://gateway.example/',
    );
    payment.cardB.finish();
    expect((await payment.open(`${intent.checkout_page_url}/return`)).location).toContain('/paid?');
    const { routing_rules_history: history } = (await api('GET', `payment/intent/${intent._id}`)).body.data;
    expect(history.slice(-2).map((step: Json) => [step.gateway_type, step.reason.includes('fallback')])).toEqual([
      ['card-a', false],
      ['card-b', true],
    ]);
  });

  test('a try that takes too long asks no further provider, so that its customer is answered in time', async () => {
    const callsBefore = payment.cardB.calls.length;
    for (const [slowMs, reached] of [
      [LIMITS.tryMsMax - INQUIRY.callTimeoutMs + 1_000, 0],
      [0, 1],
    ] as const) {
      const intent = await payment.checkout();
      const pay_ = payment.cardA.pay.bind(payment.cardA);
      payment.cardA.fail('pay', 'retriable');
      payment.cardA.pay = (request) => {
        payment.pass(slowMs);
        return pay_(request);
      };
      try {
        const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
        expect([payment.cardB.calls.length - callsBefore, location?.startsWith('http://gateway.example/')]).toEqual([
          reached,
          reached === 1,
        ]);
        expect(await status(intent._id)).toBe(reached === 1 ? 'requires_action' : 'requires_payment_method');
      } finally {
        payment.cardA.pay = pay_;
      }
    }
  });

  test('after a lost reply no other provider is asked, and the operation is inquired', async () => {
    const intent = await payment.checkout();
    payment.cardA.fail('pay', 'lost-after');
    const before = payment.cardB.calls.length;
    await payment.open(intent.checkout_page_url, { method: 'card' });
    expect((await payment.open(intent.checkout_page_url)).html).toContain('We are checking');
    expect(payment.cardB.calls.length).toBe(before);
    payment.cardA.finish();
    payment.pass(20_000);
    await payment.work();
    expect(await status(intent._id)).toBe('succeeded');
  });

  test('a rule chooses the provider, and every choice is explained', async () => {
    const {
      body: { data: rule },
    } = await api('POST', 'payment/routing/rules/gateway', {
      gatewayType: 'card-b',
      fallback_gateway: [{ gateway_type: 'card-a' }],
      rule_attributes: ['vip_customer'],
      conditions: { currencies: ['KWD'], amount_min: 10 },
    });
    const list = await api('GET', 'payment/routing/rules/gateway');
    expect(Array.isArray(list.body)).toBe(true);
    expect(Object.keys(list.body[0]).slice(0, 5)).toEqual([
      'rule_id',
      'enabled',
      'gatewayType',
      'fallback_gateway',
      'rule_attributes',
    ]);
    const intent = await payment.checkout({
      currency: 'KWD',
      amount: '12.345',
      customer: { ...ORDER.customer, vip_customer: 'yes' },
    });
    await pay(intent, 'pay', payment.cardB);
    const {
      body: { data },
    } = await api('GET', `payment/transaction?payment_intent_id=${intent._id}`);
    const transaction = await api('GET', `payment/transaction/${data.items[0]._id}`);
    expect(transaction.body.data).toMatchObject({ gateway: 'card-b', amount: 12.345, status: 'CAPTURED' });
    expect(transaction.body.data.routing[0].considered).toEqual([
      { rule_id: rule.rule_id, matched: true, why: 'card-b, then card-a' },
    ]);
    expect(transaction.body.data.ledger.map((line: Json) => line.amount)).toEqual([12.345, -12.345]);
    expect(transaction.body.data.timeline.map((event: Json) => event.status)).toEqual([
      'PENDING',
      'AUTHENTICATION_PENDING',
      'CAPTURED',
    ]);
    const dry = await api('POST', 'payment/routing/rules/gateway/dry-run', { rules: [{ gatewayType: 'card-a' }] });
    expect(dry.body.data.by_gateway['card-b'].then).toBe(0);
    await api('DELETE', `payment/routing/rules/gateway/${rule.rule_id}`);
  });
});

describe('capture, void and refund', () => {
  test('an authorisation is partly captured once, and the rest cannot be captured', async () => {
    const intent = await payment.checkout({ capture_method: 'manual' });
    expect(await pay(intent)).toContain('/paid?');
    expect(await status(intent._id)).toBe('requires_capture');
    expect(
      (await api('POST', 'payment/intent/capture', { payment_intent_id: intent._id, amount: 9999 })).body.error.code,
    ).toBe('amount_exceeds_authorised');
    const answers = await Promise.all(
      [500, 600].map((amount) => api('POST', `payment/intent/${intent._id}/capture`, { amount })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await status(intent._id)).toBe('succeeded');
  });

  test('an authorisation is voided', async () => {
    const intent = await payment.checkout({ capture_method: 'manual' });
    await pay(intent);
    expect((await api('POST', 'payment/intent/void', { payment_intent_id: intent._id })).body.data.pi_status).toBe(
      'canceled',
    );
  });

  test('concurrent partial refunds never exceed the captured amount', async () => {
    const intent = await payment.checkout({ amount: 100 });
    await pay(intent);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 30 })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.body.error?.code === 'refund_exceeds_captured')).toHaveLength(5);
    const published = (await publishedAbout(intent._id, 7)).filter(
      ({ type }) => type === 'PAYMENT_INTENT_NOTIFICATION',
    );
    expect(published.slice(1).map((event) => event.data.transaction_details.refunded_amount)).toEqual([30, 60, 90]);
    expect(published.every((event, at) => (event.data.refund_id === null) === (at === 0))).toBe(true);
    expect((await api('POST', 'refund', { payment_intent_id: intent._id })).body.data).toMatchObject({
      refunded_amount: 10,
      status: 'succeeded',
    });
  });

  test('a refund with a lost reply is pending, then settled, and happens once', async () => {
    const intent = await payment.checkout();
    await pay(intent);
    payment.cardA.fail('refund', 'lost-after');
    const answer = await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 5 });
    expect([answer.status, answer.body.data.status]).toEqual([202, 'pending']);
    payment.pass(20_000);
    await payment.work();
    expect((await api('GET', `refund/${answer.body.data._id}`)).body.data.status).toBe('succeeded');
  });

  test('a late capture of a cancelled checkout is returned and notified, never as a success', async () => {
    const intent = await payment.checkout();
    await payment.open(intent.checkout_page_url, { method: 'card' });
    expect((await api('DELETE', `payment/intent/${intent._id}`)).body.data.pi_status).toBe('canceled');
    const late = payment.cardA.finish();
    for (let round = 0; round < 3; round++) {
      await payment.work();
      payment.pass(60_000);
    }
    expect(late.refunded).toBe(late.captured);
    const published = await publishedAbout(intent._id, 2);
    expect(published.map(({ data }) => [data.status, data.transaction_details.status])).toEqual([
      ['canceled', 'TIMEOUT'],
      ['canceled', 'REVERSED'],
    ]);
    expect(published[1]?.data.transaction_details.activity.map((entry: Json) => entry.status)).toEqual(
      expect.arrayContaining(['LATE_CAPTURED', 'REVERSED']),
    );
  });
});
