import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { applyReport } from '../src/operations/apply-report.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { csvOf, FILE_MAPPING, rowsOf } from './settlement-file.ts';

const API = '/public/v1/payment';
const DAY_MS = 86_400_000;

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const get = (path: string): Promise<HttpAnswer> => payment.call('GET', `${API}/${path}`);
const today = (): string => new Date(payment.deps.clock()).toISOString().slice(0, 10);

async function pay(amount: number, how: 'pay' | 'decline', more: Json = {}): Promise<Json> {
  const intent = await payment.checkout({ amount, ...more });
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish(how, location?.split('/').at(-1));
  await payment.open(`${intent.checkout_page_url}/return`);
  return intent;
}

test('the reconciliation of a day: what a gateway owes, what changed it, and the next day begins with it', async () => {
  payment.cardA.feeBasisPoints = 100;
  const intent = await pay(100, 'pay');
  await pay(20, 'pay', { currency: 'KWD' });
  await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 10 });
  const first = today();
  const { body } = await get(`reconciliation?date=${first}`);
  const sar = { opening: 0, captured: 100, refunded: -10, fees: -1, disputes: 0, payouts: 0, adjusted: 0, closing: 89 };
  expect(body.data.items).toEqual([
    {
      date: first,
      gateway: 'card-a',
      currency: 'KWD',
      ...sar,
      captured: 20,
      refunded: 0,
      fees: -0.2,
      closing: 19.8,
      open_exceptions: 0,
    },
    { date: first, gateway: 'card-a', currency: 'SAR', ...sar, open_exceptions: 0 },
  ]);
  payment.pass(DAY_MS);
  await payment.call('PUT', `${API}/settlement/mapping/card-a`, { mapping: FILE_MAPPING });
  const at = new Date(payment.deps.clock());
  const rows = rowsOf(payment.cardA, { at, fee: (gross) => (gross * 3n) / 200n, payout: 'P' });
  const stranger = { ...(rows[0] as (typeof rows)[number]), line_id: 'x', merchant_reference: 'x', payment_id: 'x' };
  const csv = csvOf([...rows, { ...stranger, currency: 'SAR', payout_id: '' }]);
  await payment.call('POST', `${API}/settlement/import`, { gateway: 'card-a', csv });
  const next = await get(`reconciliation?date=${today()}&gateway=card-a`);
  expect(next.body.data.items).toMatchObject([
    { currency: 'KWD', opening: 19.8, captured: 0, fees: -0.1, payouts: -19.7, closing: 0, open_exceptions: 0 },
    { currency: 'SAR', opening: 89, captured: 0, fees: -0.5, payouts: -88.5, closing: 0, open_exceptions: 1 },
  ]);
  expect((await get(`reconciliation?date=${first}`)).body.data.items).toEqual(body.data.items);
  const file = await get(`reconciliation.csv?date=${today()}`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.text.split('\r\n')).toEqual([
    'date,gateway,currency,opening,captured,refunded,fees,disputes,payouts,adjusted,closing,open_exceptions',
    `${today()},card-a,KWD,19.8,0,0,-0.1,0,-19.7,0,0,0`,
    `${today()},card-a,SAR,89,0,0,-0.5,0,-88.5,0,0,1`,
    '',
  ]);
  expect((await get('reconciliation?date=2026-02-32')).body.error.param).toBe('date');
});

test('volume, fees and approval rate by gateway, country and BIN, as JSON and as CSV', async () => {
  const from = new Date(payment.deps.clock()).toISOString();
  await pay(40, 'pay');
  await pay(60, 'decline');
  await pay(10, 'pay', { shipping: { address1: 'x', city: 'Dubai', country: 'ae' } });
  payment.pass(1_000);
  const period = `from=${from}&to=${new Date(payment.deps.clock()).toISOString()}`;
  const byGateway = (await get(`report/performance?by=gateway&${period}`)).body.data.items;
  expect(byGateway).toEqual([
    {
      group: 'card-a',
      currency: 'SAR',
      transactions: 3,
      approved: 2,
      declined: 1,
      approval_rate: 0.6667,
      captured: 50,
      refunded: 0,
      fees: 0.5,
      authenticated: 0,
      liability_shifted: 0,
    },
  ]);
  const byCountry = (await get(`report/performance?by=country&${period}`)).body.data.items;
  expect(byCountry.map((row: Json) => [row.group, row.transactions, row.approval_rate])).toEqual([
    ['SA', 2, 0.5],
    ['AE', 1, 1],
  ]);
  const byBin = await get(`report/performance.csv?by=bin&${period}`);
  expect(byBin.text).toBe(
    'bin,currency,transactions,approved,declined,approval_rate,captured,refunded,fees,authenticated,' +
      'liability_shifted\r\n' +
      '424242,SAR,2,2,0,1,50,0,0.5,0,0\r\n,SAR,1,0,1,0,0,0,0,0,0\r\n',
  );
  expect((await get(`report/performance?by=gateway&from=${from}&to=${from}`)).body.data.items).toEqual([]);
  expect((await get(`report/performance?by=store&${period}`)).body.error.param).toBe('by');
});

test('what 3-D Secure said: of each transaction, and counted', async () => {
  const from = new Date(payment.deps.clock()).toISOString();
  const said = [
    { version: '2.2.0', result: 'authenticated', liabilityShift: true },
    { version: '2.1.0', result: 'exempted', liabilityShift: false, exemption: 'low_risk' },
    undefined,
  ];
  const shown: Json[] = [];
  for (const authentication of said) {
    payment.cardA.report('inquire', { kind: 'captured', amount: 1_000n, reference: 'gw', authentication });
    const { _id: id } = await pay(10, 'pay');
    const { body } = await payment.call('GET', `${API}/transaction?payment_intent_id=${id}`);
    shown.push(body.data.items[0].authentication);
    expect(body.data.items[0].instrument).not.toHaveProperty('authentication');
  }
  expect(shown).toEqual([
    { version: '2.2.0', result: 'authenticated', liability_shift: true, exemption: null },
    { version: '2.1.0', result: 'exempted', liability_shift: false, exemption: 'low_risk' },
    null,
  ]);
  payment.pass(1_000);
  const period = `from=${from}&to=${new Date(payment.deps.clock()).toISOString()}`;
  expect((await get(`report/performance?by=gateway&${period}`)).body.data.items).toMatchObject([
    { transactions: 3, approved: 3, authenticated: 2, liability_shifted: 1 },
  ]);
});

test("the check of the books names what is wrong, and another store's books are not its concern", async () => {
  expect((await get('ledger/check')).body.data).toMatchObject({ balanced: true, imbalances: [] });
  await payment.pool.query(
    `INSERT INTO ledger_line SELECT $1, 'late_capture/x', line, $2, 'stage', 'SAR', account, amount, 'late_capture',
      'pi_x', 'txn_x', now(), 'card-a'
    FROM (VALUES (0, 'gateway_receivable', 500), (1, 'suspense', -500)) AS v(line, account, amount)`,
    [payment.owner.accountId, payment.owner.storeId],
  );
  expect((await get('ledger/check')).body.data).toMatchObject({
    balanced: false,
    imbalances: [{ what: 'no pending operation returns money in suspense', place: 'txn_x', detail: '-500' }],
  });
  const principal = { ...payment.owner, storeId: 'str_other' };
  const other = await payment.call('GET', `${API}/ledger/check`, undefined, { principal });
  expect(other.body.data).toEqual({ balanced: true, postings: 0, imbalances: [] });
});

test('by method, currency, card country and range of BINs; a returned refund is none', async () => {
  payment.pass(1_000);
  const from = new Date(payment.deps.clock()).toISOString();
  const intent = await pay(100, 'pay', {
    shipping: { address1: 'x', city: 'Dubai', country: ' united arab emirates ' },
  });
  await pay(50, 'pay', { shipping: { address1: 'x', city: 'Dubai', country: 'UAE' } });
  await pay(7, 'pay', { currency: 'KWD', shipping: { address1: 'x', city: 'الكويت', country: 'الكويت' } });
  await pay(3, 'pay', { shipping: { address1: 'x', city: 'x', country: 'Atlantis' } });
  await payment.pool.query(
    `UPDATE attempt SET instrument = instrument::jsonb || '{"country": "sa", "bin": "42424299"}' WHERE intent_id = $1`,
    [intent._id],
  );
  const refund = { payment_intent_id: intent._id, refunded_amount: 60 };
  const { body } = await payment.call('POST', '/public/v1/refund', refund);
  payment.cardA.returnRefund(body.data._id);
  await applyReport(payment.deps, {
    operation: await findOperation(payment.pool, payment.owner, body.data._id),
    report: { kind: 'declined', as: 'FAILED', then: 'none', code: '57', message: 'Account closed' },
    actor: 'gateway',
  });
  payment.pass(1_000);
  const period = `from=${from}&to=${new Date(payment.deps.clock()).toISOString()}`;
  const by = async (group: string): Promise<unknown[]> =>
    ((await get(`report/performance?by=${group}&${period}`)).body.data.items as Json[])
      .map(({ group: value, currency, transactions, captured, refunded }) =>
        [value, currency, transactions, captured, refunded].join(' '),
      )
      .sort();
  expect(await by('method')).toEqual(['card KWD 1 7 0', 'card SAR 3 153 0']);
  await payment.call('POST', '/public/v1/refund', refund);
  expect(await by('method')).toEqual(['card KWD 1 7 0', 'card SAR 3 153 60']);
  expect(await by('currency')).toEqual(['KWD KWD 1 7 0', 'SAR SAR 3 153 60']);
  expect(await by('country')).toEqual(['AE SAR 2 150 60', 'ATLANTIS SAR 1 3 0', 'KW KWD 1 7 0']);
  expect(await by('issuer_country')).toEqual([' KWD 1 7 0', ' SAR 2 53 0', 'SA SAR 1 100 60']);
  expect(await by('bin')).toEqual(['424242 KWD 1 7 0', '424242 SAR 3 153 60']);
  expect(await by('bin&bin_digits=8')).toEqual(['424242 KWD 1 7 0', '424242 SAR 2 53 0', '42424299 SAR 1 100 60']);
  expect((await get(`report/performance?by=bin&bin_digits=9&${period}`)).body.error.param).toBe('bin_digits');
  const [, sar] = (await get(`reconciliation?date=${today()}`)).body.data.items as Json[];
  expect(sar).toMatchObject({ currency: 'SAR', refunded: -60, adjusted: 0 });
});
