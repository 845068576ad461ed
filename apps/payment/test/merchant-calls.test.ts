import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { LIMITS } from '../src/limits.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { eventually } from '@qafila/testing/wait';
import { makeToken } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const api = (method: string, path: string, body?: unknown, key?: string): ReturnType<PaymentUnderTest['call']> =>
  payment.call(
    method,
    `/public/v1/payment/${path}`,
    body,
    key === undefined ? {} : { headers: { 'x-idempotency-key': key } },
  );

async function intent(more: Json = {}): Promise<Json> {
  return (
    await api('POST', 'intent', { amount: 100, currency: 'PKR', metadata: { order_reference: 'order-1' }, ...more })
  ).body.data;
}

const confirm = (made: Json, body: Json, key?: string): ReturnType<typeof api> =>
  api('POST', `intent/confirm?pi_client_secret=${made.pi_client_secret}`, body, key);

describe('update', () => {
  test('the sent fields change, the others stay, and the page shows the new amount', async () => {
    const made = await payment.checkout();
    const {
      status,
      body: { data },
    } = await api('PUT', `intent/${made._id}`, {
      amount: '20.50',
      description: 'now cheaper',
      metadata: { order_reference: 'order-2' },
    });
    expect([status, data.amount, data.description, data.metadata.order_reference]).toEqual([
      200,
      20.5,
      'now cheaper',
      'order-2',
    ]);
    expect({ ...data, amount: 0, description: '', metadata: {} }).toEqual({
      ...made,
      amount: 0,
      description: '',
      metadata: {},
    });
    expect(Object.keys(data)).toEqual(Object.keys(made));
    expect((await payment.open(made.checkout_page_url)).html).toContain('20.50');
    expect((await api('GET', `intent/${made._id}`)).body.data).toEqual(data);
  });

  test('is refused after an attempt, a cancellation or the expiry', async () => {
    const [tried, cancelled, late] = [await payment.checkout(), await payment.checkout(), await payment.checkout()];
    await payment.open(tried.checkout_page_url, { method: 'card' });
    payment.cardA.finish('decline');
    await payment.open(`${tried.checkout_page_url}/return`);
    await api('DELETE', `intent/${cancelled._id}`);
    for (const { _id: id } of [tried, cancelled]) {
      const { status, body } = await api('PUT', `intent/${id}`, { amount: 1 });
      expect([status, body.error.code]).toEqual([409, 'illegal_transition']);
    }
    payment.pass(LIMITS.pageMs);
    expect((await api('PUT', `intent/${late._id}`, { amount: 1 })).body.error.code).toBe('expired');
  });

  test.each([
    [{ currency: 'JPY' }, 'amount'],
    [{ amount: '1.005' }, 'amount'],
    [{ success_url: 'javascript:1' }, 'success_url'],
    [{ gateway_instance_id: 'none' }, 'gateway_instance_id'],
    [{ payment_methods: ['cash'] }, 'payment_methods.0'],
  ])('%j is refused and names %s', async (more, param) => {
    const { status, body } = await api('PUT', `intent/${(await payment.checkout())._id}`, more);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  test("a concurrent change and payment: the attempt has the intent's amount", async () => {
    for (let round = 0; round < 5; round++) {
      const made = await payment.checkout({ amount: 10 });
      await Promise.all([
        api('PUT', `intent/${made._id}`, { amount: 7 }),
        payment.open(made.checkout_page_url, { method: 'card' }),
      ]);
      const {
        rows: [row],
      } = await payment.pool.query<{ same: boolean }>(
        `SELECT i.amount_minor = a.amount_minor AS same FROM intent i JOIN attempt a ON a.account_id = i.account_id
          AND a.intent_id = i.id WHERE i.id = $1`,
        [made._id],
      );
      expect(row?.same).toBe(true);
    }
  });
});

describe('confirm', () => {
  test("by card answers the provider's page, and a repeat under its key is the same attempt", async () => {
    const made = await intent();
    const before = payment.cardA.calls.filter((call) => call === 'pay').length;
    const first = await confirm(made, { payment_method: 'card' }, 'confirm-1');
    expect([first.status, first.body.data.pi_status]).toEqual([200, 'requires_action']);
    expect(first.body.data.html_response.redirect_url).toContain('http://gateway.example/');
    expect((await confirm(made, { payment_method: 'card' }, 'confirm-1')).text).toBe(first.text);
    expect((await confirm(await intent(), { payment_method: 'card' }, 'confirm-1')).body.error.code).toBe(
      'idempotency_mismatch',
    );
    expect((await confirm(made, { payment_method: 'card' })).body.error.code).toBe('illegal_transition');
    expect(payment.cardA.calls.filter((call) => call === 'pay').length - before).toBe(1);
    payment.cardA.finish();
    await payment.open(`${made.checkout_page_url}/return`);
    expect((await api('GET', `intent/${made._id}`)).body.data.pi_status).toBe('succeeded');
  });

  test('by card follows the fallback policy, and answers 202 after a lost reply', async () => {
    payment.cardA.fail('pay', 'retriable');
    const there = await intent();
    expect((await confirm(there, { payment_method: 'card' })).body.data.pi_status).toBe('requires_action');
    expect(
      (await api('GET', `intent/${there._id}`)).body.data.routing_rules_history.map((step: Json) => step.gateway_type),
    ).toEqual(['card-a', 'card-b']);
    payment.cardA.fail('pay', 'lost-after');
    const lost = await confirm(await intent(), { payment_method: 'card' });
    expect([lost.status, lost.body.data.pi_status]).toEqual([202, 'processing']);
  });

  test("by wallet answers the wallet's page, where the customer continues", async () => {
    const made = await intent({ payment_method_types: ['wallet', 'bnpl'] });
    const {
      body: { data },
    } = await confirm(made, { payment_method: 'bnpl' }, 'confirm-2');
    expect((await payment.open(data.html_response.redirect_url)).html).toContain('name="national_id"');
    expect((await confirm(made, { payment_method: 'card' })).body.error.code).toBe('method_not_enabled');
  });

  test('by token charges the wallet once', async () => {
    const [made, value] = [await intent(), (await makeToken(payment)).value];
    const paid = await confirm(made, { token: value }, 'confirm-3');
    expect([paid.status, paid.body.data.pi_status]).toEqual([200, 'succeeded']);
    expect((await confirm(made, { token: value }, 'confirm-3')).headers.get('idempotent-replayed')).toBe('true');
    expect((await confirm(made, { token: value })).body.error.code).toBe('illegal_transition');
    expect(payment.wallet.calls.filter((call) => call === 'charge')).toHaveLength(1);
  });

  test.each([
    [{ payment_method: 'card' }, 'token', ['payment_method', 'token']],
    [{ payment_method: 'bnpl' }, 'token', ['payment_method', 'token']],
    [{ payment_method_types: ['card'] }, 'pm_token', ['payment_method_types', 'pm_token']],
  ])('by %j beside a %s is refused, names both fields and charges nothing', async (method, tokenField, fields) => {
    const [made, { value }] = [await intent(), await makeToken(payment)];
    const charges = (): number => payment.wallet.calls.filter((call) => call === 'charge').length;
    const before = charges();
    const { status, body } = await confirm(made, { ...method, [tokenField]: value });
    expect([status, body.error.param, body.error.details.map(({ field }: Json) => field)]).toEqual([
      400,
      fields[0],
      fields,
    ]);
    for (const field of fields) expect(body.error.message).toContain(field);
    expect([charges(), (await api('GET', `intent/${made._id}`)).body.data.pi_status]).toEqual([
      before,
      'requires_payment_method',
    ]);
  });

  test('by token may name the wallet, which the token charges anyway', async () => {
    const [made, { value }] = [await intent(), await makeToken(payment)];
    const paid = await confirm(made, { payment_method: 'wallet', token: value });
    expect([paid.status, paid.body.data.pi_status]).toEqual([200, 'succeeded']);
  });

  test('alone takes a client secret: others ask for the id, and do not repeat the secret', async () => {
    const { pi_client_secret: secret, _id: id } = await intent();
    for (const [method, path, body] of [
      ['GET', `intent/${secret}`],
      ['DELETE', `intent/${secret}`],
      ['PUT', `intent/${secret}`, { description: 'Gift' }],
      ['POST', `intent/${secret}/capture`, {}],
      ['POST', 'intent/void', { payment_intent_id: secret }],
    ] as const) {
      const refused = await api(method, path, body);
      expect([path, refused.status]).toEqual([path, 404]);
      expect(refused.body.error.message).toContain(`Send the id: what stands before _secret_, "${id}".`);
      expect(refused.text).not.toContain('_secret_' + secret.split('_secret_')[1]);
    }
  });

  test("needs the intent's own secret and a known method, and refuses card numbers", async () => {
    const made = await intent();
    for (const secret of ['', 'x', `${made._id}_secret_${'0'.repeat(40)}`, made._id])
      expect((await api('POST', `intent/confirm?pi_client_secret=${secret}`, { payment_method: 'card' })).status).toBe(
        404,
      );
    const {
      status,
      body: { error },
    } = await api('POST', 'intent/confirm', { payment_method: 'card' });
    expect([status, error.param, error.message]).toEqual([
      400,
      'pi_client_secret',
      expect.stringContaining('in the query'),
    ]);
    for (const body of [{}, { payment_method: 'cash' }, { payment_method: { number: '1' } }])
      expect((await confirm(made, body)).body.error.param).toBe('payment_method');
  });
});

describe('payment link', () => {
  test('an amount and an order create a page that lives for a day or the given time', async () => {
    const link = { amount: '99.90', currency: 'SAR', order_reference: 77 };
    const {
      status,
      body: { data },
    } = await api('POST', 'link', link, 'link-1');
    expect([status, data.amount, data.metadata.order_reference]).toEqual([200, 99.9, '77']);
    expect((await api('POST', 'link', link, 'link-1')).body.data._id).toBe(data._id);
    const short = (await api('POST', 'link', { ...link, expires_in_minutes: 60 })).body.data;
    payment.pass(2 * 3_600_000);
    // A round takes a limited number of the intents that the other tests leave open.
    await eventually(async () => (await payment.work()) === 0);
    expect([
      (await payment.open(data.checkout_page_url)).status,
      (await payment.open(short.checkout_page_url)).status,
    ]).toEqual([200, 410]);
  });

  test.each([4, 10_081, 5.5, '60'])('a life of %p minutes is refused', async (minutes) => {
    expect(
      (await api('POST', 'link', { amount: 1, currency: 'SAR', order_reference: 'x', expires_in_minutes: minutes }))
        .body.error.param,
    ).toBe('expires_in_minutes');
  });
});
