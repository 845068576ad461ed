import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { checkLedger } from '../src/check-ledger.ts';
import { cardJourneys } from './card-journeys.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

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

test('an operation that stays unknown is in manual review within 15 minutes, and a person resolves it', async () => {
  const intent = await payment.checkout();
  payment.cardA.fail('pay', 'lost-after');
  await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
  for (let minute = 0; minute < 15; minute++) {
    payment.pass(60_000);
    await payment.work();
  }
  const {
    body: { data },
  } = await api('GET', 'payment/queue');
  expect(data.items[0]).toMatchObject({ queue: 'unknown_outcome', kind: 'pay', payment_intent_id: intent._id });
  await api('POST', `payment/queue/${data.items[0].operation_id}/resolve`, {
    outcome: 'done',
    amount: 1500.5,
    evidence: "The gateway's ticket 48211",
    person: 'Amal Haddad',
  });
  expect(await status(intent._id)).toBe('succeeded');
  expect((await api('GET', 'payment/queue')).body.data.items).toEqual([]);
});

test('transactions are listed by filter, search and cursor; the settlement sums to zero', async () => {
  const made: string[] = [];
  for (let at = 0; at < 3; at++) {
    const intent = await payment.checkout({
      metadata: { order_reference: `search-me-${at}` },
      currency: 'JPY',
      amount: 100 + at,
    });
    await pay(intent);
    made.push(intent._id as string);
  }
  const first = await api('GET', 'payment/transaction?search=search-me&limit=2');
  expect(first.body.data.items.map((item: Json) => item.payment_intent_id)).toEqual([made[2], made[1]]);
  const second = await api('GET', `payment/transaction?search=search-me&limit=2&cursor=${first.body.data.next_cursor}`);
  expect(second.body.data).toMatchObject({ items: [{ payment_intent_id: made[0] }], next_cursor: null });
  const [{ _id: transaction, payment_intent_id: its }] = second.body.data.items;
  for (const id of [transaction, its])
    expect((await api('GET', `payment/transaction?search=${id}`)).body.data.items).toMatchObject([
      { _id: transaction },
    ]);
  expect(
    (await api('GET', 'payment/transaction?currency=JPY&amount_min=101&status=CAPTURED')).body.data.items,
  ).toHaveLength(2);
  for (const [filter, path] of [
    ['status=CAPTUERD', 'transaction'],
    ['method=cash', 'transaction'],
    ['queue=none', 'transaction'],
    ['status=paid', 'intent'],
    ['status=failed&status=expired', 'intent'],
  ]) {
    const { status, body } = await api('GET', `payment/${path}?${filter}`);
    expect([status, body.error?.param]).toEqual([400, filter?.split('=')[0]]);
  }
  for (const [stretch, param] of [
    ['', 'from'],
    ['?from=yesterday', 'from'],
    ['?from=2020-01-01T00:00:00Z', 'to'],
  ]) {
    const refused = await payment.call('GET', `/public/v1/payment/settlement.csv${stretch}`);
    expect([
      refused.status,
      refused.body.error.param,
      refused.headers.get('content-type'),
      refused.headers.get('cache-control'),
    ]).toEqual([400, param, 'application/json; charset=utf-8', 'no-store']);
  }
  const csv = await payment.call(
    'GET',
    '/public/v1/payment/settlement.csv?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z',
  );
  const sum = csv.text
    .trim()
    .split('\r\n')
    .slice(1)
    .filter((line) => line.includes(',JPY,'))
    .reduce((total, line) => total + Number(line.split(',').at(-2)), 0);
  expect(sum).toBe(0);
});

test('a command that the state forbids is refused with a clear message', async () => {
  const intent = await payment.checkout();
  const { status, body } = await api('POST', 'refund', { payment_intent_id: intent._id });
  expect([status, body.error.message]).toEqual([409, 'An intent that is requires_payment_method cannot be refunded.']);
});

test('the database refuses an unbalanced posting, a repeated posting and a changed posting', async () => {
  const insert = (line: number, amount: number): Promise<unknown> =>
    payment.pool.query(
      `INSERT INTO ledger_line VALUES ('a', 'capture/x', $1, 's', 'stage', 'SAR', 'gateway_receivable', $2, 'capture',
        'i', 't', now())`,
      [line, amount],
    );
  await expect(insert(0, 5)).rejects.toThrow('a posting must sum to zero');
  await expect(payment.pool.query('DELETE FROM ledger_line')).rejects.toThrow('the ledger is only added to');
});
