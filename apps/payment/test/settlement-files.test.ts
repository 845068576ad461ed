import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { FILE_MAPPING } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';
import { newStore } from './settlement-store.ts';

const API = '/public/v1/payment';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

test('a file without lines of payouts: the lines of a payout sum to what was paid', async () => {
  const store = await newStore(payment, { payouts: 'sums', signs: 'by_kind', units: 'major', delimiter: ';' });
  const intent = await store.pay();
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 30 });
  const [capture, refund] = store.file() as [FileRow, FileRow];
  const csv = [
    '\ufeffline_id;type;payment_id;gross;fee;currency;payout_id;created_at',
    `"a;1";capture;${capture.payment_id};100.00;2.50;sar;P1;2026-11-20`,
    `a2;refund;${refund.payment_id};30;0;SAR;P1;1795000000`,
    'a3;cashback;;1.00;0;SAR;P1;2026-11-20 10:00:00',
  ].join('\r\n');
  const { body } = await store.call('POST', `${API}/settlement/import`, { gateway: 'card-a', csv });
  expect(body.data).toMatchObject({ matched: 2, exceptions: 1 });
  expect(await store.exceptions()).toMatchObject([{ kind: 'unmatched_line', line_id: 'a3', actual: 1 }]);
  const [payout] = (await store.call('GET', `${API}/payout`)).body.data.items;
  expect(payout).toMatchObject({ status: 'reconciled', amount: 68.5, lines: 3 });
  // The unmatched line stands out: it was paid, and is not in the books.
  expect((await store.balances()).gateway_receivable).toBe('-100');
});

test('equal lines without ids are all kept, and the same file again adds none', async () => {
  const store = await newStore(payment, { signs: 'by_kind', units: 'major' });
  const csv = [
    'type,payment_id,gross,fee,currency,payout_id,created_at',
    'fee,,1.50,0,SAR,P1,2026-11-20',
    'fee,,1.50,0,SAR,P1,2026-11-20',
    'refund,unheard_of,10.00,0,SAR,P1,2026-11-20',
    'refund,unheard_of,10.00,0,SAR,P1,2026-11-20',
  ].join('\n');
  const { id: _, ...columns } = FILE_MAPPING.columns;
  const mapping = { ...FILE_MAPPING, columns, signs: 'by_kind', units: 'major' };
  await store.call('PUT', `${API}/settlement/mapping/card-a`, { mapping });
  const send = (): Promise<HttpAnswer> => store.call('POST', `${API}/settlement/import`, { gateway: 'card-a', csv });
  expect((await send()).body.data).toMatchObject({ lines: 4, added: 4, repeated: 0 });
  expect((await send()).body.data).toMatchObject({ lines: 4, added: 0, repeated: 4 });
  const { items } = (await store.call('GET', `${API}/settlement/line`)).body.data;
  expect(items.map(({ gross }: Json) => gross).sort()).toEqual([-1.5, -1.5, -10, -10]);
});

test.each([
  ['a column is missing', 'type,gross\ncapture,1', /no column/],
  ['an amount is no number', 'LINE\nx,capture,a,b,1e,0,1,SAR,,2026-11-20', /Row 2 of csv: gross must be/],
  ['a currency is unknown', 'LINE\nx,capture,a,b,1,0,1,XXX,,2026-11-20', /currency must be an ISO 4217/],
  ['a time is none', 'LINE\nx,capture,a,b,1,0,1,SAR,,yesterday', /created_at must be a date/],
  ['a row has too few cells', 'LINE\nx,capture', /not readable/],
  ['a quote is open', 'LINE\n"x,capture', /not readable/],
])('a file is refused as a whole when %s', async (_, csv, message) => {
  const store = await newStore(payment);
  const head = 'line_id,type,merchant_reference,payment_id,gross,fee,net,currency,payout_id,created_at';
  const good = 'ok,fee,,,-1,0,-1,SAR,,2026-11-20';
  const [first = '', ...rest] = csv.split('\n');
  const text = [first === 'LINE' ? head : first, ...(first === 'LINE' ? rest : rest)].join('\n');
  const answer = await store.call('POST', `${API}/settlement/import`, {
    gateway: 'card-a',
    csv: first === 'LINE' ? `${text}\n${good}` : text,
  });
  expect([answer.status, answer.body.error.param]).toEqual([400, 'csv']);
  expect(answer.body.error.message).toMatch(message);
  expect((await store.call('GET', `${API}/settlement/line`)).body.data.items).toEqual([]);
});

test('a gateway without a mapping is refused with what to do; null returns to the built-in mapping', async () => {
  const store = await newStore(payment);
  const { status, body } = await store.call('POST', `${API}/settlement/import`, { gateway: 'card-b', csv: 'a' });
  expect([status, body.error.param]).toEqual([400, 'gateway']);
  expect(body.error.message).toMatch(/PUT payment\/settlement\/mapping\/card-b/);
  const stripe = await store.call('GET', `${API}/settlement/mapping/stripe`);
  expect(stripe.body.data).toMatchObject({ source: 'built_in', mapping: { units: 'major' } });
  await store.call('PUT', `${API}/settlement/mapping/stripe`, { mapping: FILE_MAPPING });
  expect((await store.call('GET', `${API}/settlement/mapping/stripe`)).body.data.source).toBe('store');
  const reset = await store.call('PUT', `${API}/settlement/mapping/stripe`, { mapping: null });
  expect(reset.body.data).toEqual(stripe.body.data);
});
