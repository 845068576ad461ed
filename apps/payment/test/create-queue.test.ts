import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CreateQueue } from '../src/checkout/create-queue.ts';
import type { NewIntent } from '../src/intents/new-intent.ts';
import { LIMITS } from '../src/limits.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const WANTED: NewIntent = {
  source: 'checkout',
  amount: 100n,
  currency: 'SAR',
  captureMethod: 'automatic',
  customer: { name: null, email: null, phone: null },
  shipping: {},
  billing: {},
  metadata: { order_reference: 'queue' },
  orderReference: 'queue',
  description: '',
  successUrl: '',
  failureUrl: '',
  methods: null,
  gateway: null,
};
const create = (more: Partial<NewIntent> = {}): Promise<unknown> =>
  payment.service.app.get(CreateQueue).submit({ owner: payment.owner, read: () => ({ ...WANTED, ...more }) });
const post = (body: object): ReturnType<PaymentUnderTest['call']> =>
  payment.call('POST', '/public/v1/payment/checkout', body);

test('concurrent creates are stored by one statement', async () => {
  await Promise.all(Array.from({ length: 50 }, () => create({ orderReference: 'together' })));
  const {
    rows: [stored],
  } = await payment.pool.query(
    `SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS statements FROM intent
      WHERE order_reference = 'together'`,
  );
  expect(stored).toEqual({ rows: 50, statements: 1 });
});

test('concurrent checkouts are each answered with their own stored intent', async () => {
  const note = (at: number): object => ({ at, text: 'ألف "x" \\', list: [1.5, null, { deep: true }] });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      post({ ...ORDER, amount: at + 1, metadata: { order_reference: `group-${at}`, note: note(at) } }),
    ),
  );
  for (const [at, { status, body }] of answers.entries()) {
    expect([status, body.data.amount, body.data.metadata]).toEqual([
      200,
      at + 1,
      { order_reference: `group-${at}`, note: note(at) },
    ]);
    expect((await payment.call('GET', `/public/v1/payment/intent/${body.data._id}`)).body.data).toEqual(body.data);
  }
}, 30_000);

test("in one batch each create is refused separately, by its own store's methods", async () => {
  const other = { ...payment.owner, storeId: 'str_cards' };
  await payment.call('PUT', '/public/v1/payment/store', { payment_methods: ['card'] }, { principal: other });
  const answers = await Promise.all([
    post(ORDER),
    post({ ...ORDER, amount: -1 }),
    post({ ...ORDER, payment_methods: ['wallet'] }),
    post({ ...ORDER, success_url: 'javascript:alert(1)' }),
    payment.call(
      'POST',
      '/public/v1/payment/checkout',
      { ...ORDER, payment_methods: ['wallet'] },
      { principal: other },
    ),
    payment.call('POST', '/public/v1/payment/checkout', ORDER, { principal: other }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400, 400, 200]);
  expect([answers[1], answers[3], answers[4]].map((answer) => answer?.text)).toEqual([
    expect.stringContaining('amount'),
    expect.stringContaining('success_url'),
    expect.stringContaining('wallet is not enabled'),
  ]);
});

test('a row that the database refuses fails alone, and the others of its statement are stored', async () => {
  const results = await Promise.allSettled([
    create(),
    create({ amount: 0n }),
    create(),
    create({ description: 'nul \0' }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  const {
    rows: [stored],
  } = await payment.pool.query("SELECT count(*)::int AS rows FROM intent WHERE order_reference = 'queue'");
  expect(stored.rows).toBe(2);
});

test('creates beyond the limit are refused with 503, and the waiting ones are stored', async () => {
  const ids = new Set<unknown>();
  const waiting = Array.from({ length: LIMITS.createsWaitingMax }, () => create());
  await expect(create()).rejects.toMatchObject({ status: 503 });
  for (const row of await Promise.all(waiting)) ids.add((row as { id: string }).id);
  expect(ids.size).toBe(LIMITS.createsWaitingMax);
  await expect(create()).resolves.toMatchObject({ status: 'requires_payment_method' });
}, 30_000);
