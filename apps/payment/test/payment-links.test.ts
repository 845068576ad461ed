import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { LIMITS, LINKS } from '../src/limits.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const PATH = '/public/v1/payment/payment-link';
const api = (method: string, path = '', body?: unknown, key?: string): Promise<HttpAnswer> =>
  payment.call(method, PATH + path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

async function link(more: Json = {}): Promise<Json> {
  const { status, body } = await api('POST', '', { currency: 'SAR', amount: 250, ...more });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data;
}
const read = async ({ _id: id }: Json): Promise<Json> => (await api('GET', `/${id}`)).body.data;

/** Goes on at the link's page; the address of the intent's page, or null. */
async function visit({ url }: Json, form: Record<string, string> = {}): Promise<string | null> {
  const { location } = await payment.open(url, form);
  return location === null ? null : new URL(location, 'http://pay.example').href;
}

async function payAt(page: string): Promise<void> {
  await payment.open(page, { method: 'card' });
  payment.cardA.finish('pay');
  await payment.open(page.replace('?', '/return?'));
}

const violations = ({ status, body }: HttpAnswer): [number, string[]] => [
  status,
  (body.error?.details ?? []).map(({ field }: Json) => field),
];

describe('a link for many payments', () => {
  test('begins an intent for each visit that goes on, and none for one that only looks', async () => {
    const made = await link({ reusable: true, reference_prefix: 'INV-7', metadata: { campaign: 'winter' } });
    for (let at = 0; at < 3; at++) {
      const shown = await payment.open(made.url);
      expect([shown.status, shown.html]).toEqual([200, expect.stringContaining('250.00')]);
    }
    expect(await read(made)).toMatchObject({ status: 'active', payments: 0, payment_intents: [] });
    const pages = [await visit(made), await visit(made)];
    expect(new Set(pages).size).toBe(2);
    await payAt(pages[0] as string);
    const now = await read(made);
    expect(now).toMatchObject({ status: 'active', payments: 2 });
    expect(now.payment_intents.map((intent: Json) => [intent.pi_status, intent.amount])).toEqual([
      ['requires_payment_method', 250],
      ['succeeded', 250],
    ]);
    const paid = now.payment_intents[1].payment_intent_id as string;
    const intent = (await payment.call('GET', `/public/v1/payment/intent/${paid}`)).body.data;
    expect(intent.metadata).toEqual({ campaign: 'winter', order_reference: 'INV-7-1', payment_link_id: made._id });
  });

  test('numbers the payments of visits at once without a gap or a repeat', async () => {
    const made = await link({ reusable: true, reference_prefix: 'Q' });
    await Promise.all(Array.from({ length: 12 }, () => visit(made)));
    const { rows } = await payment.pool.query(
      `SELECT i.order_reference FROM payment_link_intent v JOIN intent i ON i.id = v.intent_id WHERE v.link_id = $1`,
      [made._id],
    );
    const numbers = rows.map(({ order_reference: reference }) => Number(reference.replace('Q-', '')));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });

  test('begins at most so many payments in the life of a page', async () => {
    const made = await link({ reusable: true });
    await payment.pool.query(
      `INSERT INTO payment_link_intent SELECT $1, $2, 'pi_' || lpad(to_hex($3::bigint), 11, '0') || n, now()
      FROM generate_series(1, $4::int) n`,
      [payment.owner.accountId, made._id, payment.deps.clock(), LINKS.startedMax],
    );
    const busy = await payment.open(made.url, {});
    expect([busy.status, busy.html]).toEqual([503, expect.stringContaining('Too many people')]);
  });
});

describe('a link for one payment', () => {
  test('leads all visits to one intent, however many come at once, and is used once it is paid', async () => {
    const made = await link();
    const pages = await Promise.all(Array.from({ length: 10 }, () => visit(made)));
    expect(new Set(pages).size).toBe(1);
    expect((await payment.open(made.url)).location).toContain('/pay/');
    await payAt(pages[0] as string);
    expect(await read(made)).toMatchObject({ status: 'used', payments: 1 });
    for (const form of [undefined, {}]) {
      const again = await payment.open(made.url, form);
      // The same intent, whose page shows the receipt.
      expect(`${again.location}`).toContain(new URL(pages[0] as string).pathname);
    }
    const refused = await api('PATCH', `/${made._id}`, { status: 'active' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'illegal_transition']);
  });

  test('begins another payment when the one before was cancelled or its time is over', async () => {
    const made = await link({ reference_prefix: 'ONE' });
    const first = (await visit(made)) as string;
    await payment.open(first.replace('?', '/cancel?'), {});
    const second = (await visit(made)) as string;
    expect(second).not.toBe(first);
    payment.pass(LIMITS.pageMs);
    await payment.work();
    const third = (await visit(made)) as string;
    expect(new Set([first, second, third]).size).toBe(3);
    await payAt(third);
    const now = await read(made);
    expect([now.status, now.payment_intents.map(({ pi_status: status }: Json) => status)]).toEqual([
      'used',
      ['succeeded', 'expired', 'canceled'],
    ]);
  });
});

describe('a link without an amount', () => {
  test.each([
    ['120.5', 120.5],
    ['١٢٠٫٥', 120.5],
    ['۱۲۰', 120],
    [' 1 200 ', 1200],
  ])('takes the amount that the customer types: %s', async (typed, amount) => {
    const made = await link({ amount: undefined, reusable: true, amount_min: 10, amount_max: '5000.00' });
    expect(await visit(made, { amount: typed })).toContain('/pay/');
    expect((await read(made)).payment_intents[0].amount).toBe(amount);
  });

  test.each(['', '0', '-5', '9.99', '5000.01', '1,200', '1e3', '12.345', 'ten', '9'.repeat(40)])(
    'refuses %j and says what can be paid',
    async (typed) => {
      const made = await link({ amount: undefined, amount_min: 10, amount_max: 5000 });
      const { status, html } = await payment.open(`${made.url}?lang=en`, { amount: typed, lang: 'en' });
      expect([status, html]).toEqual([200, expect.stringContaining('Please enter an amount')]);
      expect(html).toContain('At least <bdi>SAR');
      expect((await read(made)).payments).toBe(0);
    },
  );

  test('takes no amount from the customer where it is fixed', async () => {
    const made = await link({ amount: '250.00' });
    await visit(made, { amount: '1' });
    expect((await read(made)).payment_intents[0].amount).toBe(250);
  });
});

describe('a link that is closed', () => {
  test('by the merchant begins no payment; those that were started can be finished', async () => {
    const made = await link({ reusable: true });
    const open = (await visit(made)) as string;
    expect((await api('PATCH', `/${made._id}`, { status: 'disabled' })).body.data.status).toBe('disabled');
    for (const form of [undefined, {}]) expect((await payment.open(made.url, form)).status).toBe(410);
    await payAt(open);
    const now = await read(made);
    expect([now.status, now.payments, now.payment_intents[0].pi_status]).toEqual(['disabled', 1, 'succeeded']);
    await api('PATCH', `/${made._id}`, { status: 'active' });
    expect(await visit(made)).toContain('/pay/');
    expect((await api('GET', '?status=disabled')).body.data.items.map(({ _id: id }: Json) => id)).not.toContain(
      made._id,
    );
  });

  test('by its time answers 410, in each language', async () => {
    const made = await link({ expires_at: new Date(payment.deps.clock() + 60_000).toISOString() });
    expect((await payment.open(made.url)).status).toBe(200);
    payment.pass(60_000);
    for (const [language, text] of Object.entries({ en: 'has closed', ar: 'أُغلق', ur: 'بند ہو چکا' })) {
      const { status, html } = await payment.open(`${made.url}?lang=${language}`);
      expect([status, html]).toEqual([410, expect.stringContaining(text)]);
    }
    expect((await read(made)).status).toBe('expired');
  });

  test('does not exist under a wrong token', async () => {
    expect((await payment.open('http://pay.example/pay/link/nothing')).status).toBe(404);
  });
});

test('a repeat under the same key makes no second link, and every change is an event', async () => {
  const body = { currency: 'KWD', amount: '10.125' };
  const [first, repeated] = [await api('POST', '', body, 'link-1'), await api('POST', '', body, 'link-1')];
  expect(repeated.body).toEqual(first.body);
  const { _id: id } = first.body.data;
  await api('PATCH', `/${id}`, { status: 'disabled' });
  await api('PATCH', `/${id}`, { status: 'disabled' });
  const types = (): string[] => payment.published.filter(({ subject }) => subject === id).map(({ type }) => type);
  await eventually(() => expect(types()).toEqual(['payment.link.created', 'payment.link.updated']));
});

test('all violations of a body are listed at once', async () => {
  const wrong = { currency: 'SAR', amount: '1.234', amount_min: 5, reusable: 'yes', expires_at: 'soon', colour: 1 };
  const [status, fields] = violations(await api('POST', '', wrong));
  expect([status, fields.toSorted()]).toEqual([400, ['amount', 'colour', 'expires_at', 'reusable']]);
  const both = { currency: 'SAR', amount: 1, amount_min: 5 };
  expect(violations(await api('POST', '', both))).toEqual([400, ['amount_min']]);
  const order = { currency: 'SAR', amount_min: 20, amount_max: 10 };
  expect(violations(await api('POST', '', order))).toEqual([400, ['amount_min']]);
  const past = { currency: 'SAR', amount: 1, expires_at: '2020-01-01T00:00:00Z' };
  expect((await api('POST', '', past)).body.error.param).toBe('expires_at');
  expect((await api('GET', '/pl_unknown')).status).toBe(404);
});
