import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { inquireToken } from '../src/tokens/finish-setups.ts';
import type { TokenRow } from '../src/tokens/token.entity.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';
import { makeToken, SUBSCRIPTION } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const SETUP = {
  wallet_type: 'walletprovider',
  amount: '100.00',
  order_reference: 42,
  success_redirect_url: 'https://shop.example/paid',
  failure_redirect_url: 'https://shop.example/failed',
  payment_method_types: 'wallet',
  description: 'Order 42',
};
const PERSON = { national_id: '١٢٣٤٥٦٧٨٩٠', phone: '+1 202 555-0001' };

async function setUp(more: Json = {}): Promise<Json> {
  return (await payment.call('POST', '/public/v1/bnpl/wallet/setup', { ...SETUP, ...more })).body.data as Json;
}

function publishedAbout(subject: string, count: number): Promise<PublishedEvent[]> {
  return eventually(() => {
    const all = payment.published.filter((event) => event.subject === subject);
    return all.length >= count ? all : null;
  });
}

test('a setup answers with the data of §2.5 in that order, without a customer when none was sent', async () => {
  const data = await setUp();
  expect(Object.keys(data)).toEqual([
    'wallet_id',
    'wallet_type',
    'amount',
    'order_reference',
    'success_redirect_url',
    'failure_redirect_url',
    'payment_method_types',
    'description',
    'payment_intent_id',
    'redirect_url',
    // Not in the contract: after its fields.
    'currency',
  ]);
  expect(data).toMatchObject({ amount: 100, order_reference: '42', wallet_type: 'walletprovider' });
});

test("identity, code and app lead to the store with the intent's id, and digits may be Arabic", async () => {
  const data = await setUp();
  expect((await payment.open(data.redirect_url)).html).toContain('name="national_id"');
  expect((await payment.open(`${data.redirect_url}/identity`, PERSON)).status).toBe(303);
  expect((await payment.open(data.redirect_url)).html).toContain('name="code"');
  await payment.open(`${data.redirect_url}/code`, { code: '١٢٣٤٥٦', lang: 'ar' });
  expect((await payment.open(`${data.redirect_url}?lang=ar`)).html).toContain('http-equiv="refresh"');
  payment.wallet.finish();
  payment.pass(5_000);
  await payment.work();
  expect((await payment.open(data.redirect_url)).location).toContain(
    `paid?payment_intent_id=${data.payment_intent_id}`,
  );
});

test('an unknown identity may be corrected twice; the third refusal ends the journey with both webhooks', async () => {
  const data = await setUp();
  for (const attempt of [1, 2, 3]) {
    const answer = await payment.open(`${data.redirect_url}/identity`, { ...PERSON, phone: '+12025550002' });
    if (attempt < 3) expect(answer.location).toContain('notice=identityWrong');
  }
  const published = await publishedAbout(data.payment_intent_id, 2);
  expect(published.map((event) => [event.type, event.data.state ?? event.data.status])).toEqual([
    ['WALLETPROVIDER_BNPL_NOTFICATION', 'failed'],
    ['PAYMENT_INTENT_NOTIFICATION', 'failed'],
  ]);
  expect(published[1]?.data.transaction_details).toMatchObject({
    status_code_from_bank: '002',
    status: 'AUTHENTICATION_FAILED',
  });
});

test('a code is resent at most three times, half a minute apart, and an old code is refused', async () => {
  const data = await setUp();
  await payment.open(`${data.redirect_url}/identity`, PERSON);
  const resend = async (): Promise<string | null> => (await payment.open(`${data.redirect_url}/resend`, {})).location;
  expect(await resend()).toContain('notice=resendSoon');
  for (let at = 0; at < 3; at++) {
    payment.pass(LIMITS.otpResendGapMs);
    expect(await resend()).not.toContain('notice=');
  }
  payment.pass(LIMITS.otpResendGapMs);
  expect(await resend()).toContain('notice=resendsOver');
  payment.pass(LIMITS.otpMs);
  expect((await payment.open(`${data.redirect_url}/code`, { code: '123456' })).location).toContain(
    'notice=codeExpired',
  );
});

test('a lost reply to the code shows "we are checking", and the journey ends as the wallet reports', async () => {
  const data = await setUp();
  await payment.open(`${data.redirect_url}/identity`, PERSON);
  payment.wallet.fail('checkCode', 'lost-after');
  await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  expect((await payment.open(data.redirect_url)).html).toContain('We are checking your payment');
  payment.wallet.finish();
  payment.pass(5_000);
  await payment.work();
  expect((await payment.open(data.redirect_url)).location).toContain('/paid?');
});

test('an inquiry from before the code was typed does not show the code page again', async () => {
  const data = await setUp();
  await payment.open(`${data.redirect_url}/identity`, PERSON);
  // The wallet answers with the state from before the code, and its answer is late.
  const answerInquiry = payment.wallet.delay('inquire');
  payment.pass(INQUIRY.firstMs);
  const inquiring = payment.work();
  await eventually(() => payment.wallet.calls.at(-1) === 'inquire');
  payment.wallet.fail('checkCode', 'lost-after');
  await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  answerInquiry();
  await inquiring;
  expect((await payment.open(data.redirect_url)).html).toContain('We are checking your payment');
  payment.wallet.finish();
  payment.pass(5_000);
  await payment.work();
  expect((await payment.open(data.redirect_url)).location).toContain('/paid?');
});

test('an unconfirmed journey expires and is notified, and a later capture is returned', async () => {
  const data = await setUp();
  await payment.open(`${data.redirect_url}/identity`, PERSON);
  await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  payment.pass(LIMITS.pageMs);
  const late = [...payment.wallet.payments.values()].at(-1);
  await payment.work();
  expect((await payment.open(data.redirect_url)).status).toBe(410);
  const published = await publishedAbout(data.payment_intent_id, 2);
  expect(published[0]?.data.state).toBe('expired');
  Object.assign(late as object, { state: 'captured', captured: late?.amount });
  for (let round = 0; round < 4; round++) {
    payment.pass(60_000);
    await payment.work();
  }
  expect(late?.refunded).toBe(late?.amount);
  const { rows } = await payment.pool.query<{ sum: string }>(
    "SELECT sum(amount_minor) FROM ledger_line WHERE intent_id = $1 AND ledger_account = 'suspense'",
    [data.payment_intent_id],
  );
  expect(rows[0]?.sum).toBe('0');
});

test('no table contains an identity number, phone, code or PIN', async () => {
  await makeToken(payment);
  const { rows: tables } = await payment.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'payment'
      AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const { rows } = await payment.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    for (const { row } of rows)
      for (const secret of ['1234567890', '12025550001', '2025550001']) expect(row).not.toContain(secret);
  }
});

test('a subscription creates a token that is delivered once, listed without value, charged and revoked', async () => {
  const { id, value } = await makeToken(payment);
  expect(value).toMatch(/^wt_[\w-]{43}$/);
  const list = await payment.call('GET', '/public/v1/subscription/wallet/token');
  expect(list.body.data.items[0]).toMatchObject({ _id: id, state: 'active' });
  expect(list.text).not.toContain(value);
  const charge = { token: value, amount: 250, currency: 'PKR', order_reference: 'renewal-1' };
  expect((await payment.call('POST', '/public/v1/subscription/wallet/token/charge', charge)).body.error.code).toBe(
    'idempotency_key_required',
  );
  const paid = await payment.call('POST', '/public/v1/subscription/wallet/token/charge', charge, {
    headers: { 'idempotency-key': 'renewal-1' },
  });
  expect(paid.body.data).toMatchObject({ pi_status: 'succeeded', amount: 250 });
  const again = await payment.call('POST', '/public/v1/subscription/wallet/token/charge', charge, {
    headers: { 'idempotency-key': 'renewal-1' },
  });
  expect(again.text).toBe(paid.text);
  expect(payment.wallet.calls.filter((call) => call === 'charge')).toHaveLength(1);
  expect((await payment.call('DELETE', `/public/v1/subscription/wallet/token/${id}`)).body.data.state).toBe('revoked');
  expect(
    (
      await payment.call('POST', '/public/v1/subscription/wallet/token/charge', charge, {
        headers: { 'idempotency-key': 'renewal-2' },
      })
    ).body.error.code,
  ).toBe('token_revoked');
});

test('the third wrong PIN fails the setup and notifies the store', async () => {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
  for (let at = 0; at < 2; at++)
    expect((await payment.open(`${data.redirect_url}/pin`, { pin: '9999' })).location).toContain('notice=pinWrong');
  const end = await payment.open(`${data.redirect_url}/pin`, { pin: '9999' });
  expect(end.location).toContain('https://shop.example/no');
  const [event] = await publishedAbout(new URL(end.location as string).searchParams.get('token_id') as string, 1);
  expect(event?.data).toMatchObject({ state: 'failed', token: null, gateway_response: 'Wrong PIN' });
});

test('a charge shows the key that asked for it', async () => {
  const { value } = await makeToken(payment);
  const charge = { token: value, amount: 250, currency: 'PKR', order_reference: 'renewal-2' };
  const headers = { 'idempotency-key': 'who-asked' };
  const { body } = await payment.call('POST', '/public/v1/subscription/wallet/token/charge', charge, { headers });
  const { rows } = await payment.pool.query<{ requested_by: string }>(
    'SELECT requested_by FROM operation WHERE intent_id = $1',
    [body.data._id],
  );
  expect(rows).toEqual([{ requested_by: 'key_1' }]);
});

test('the page of a setup leads to the store, then it is a receipt, and after a day it is closed', async () => {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
  await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
  const end = await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  const id = new URL(end.location as string).searchParams.get('token_id') as string;
  await payment.call('DELETE', `/public/v1/subscription/wallet/token/${id}`);
  expect((await payment.open(data.redirect_url)).location).toContain('status=succeeded');
  payment.pass(LIMITS.returnMs);
  const receipt = await payment.open(data.redirect_url);
  expect([receipt.status, receipt.location]).toEqual([200, null]);
  expect(receipt.html).toContain('Your wallet is connected');
  expect(receipt.html).not.toContain('<form');
  payment.pass(LIMITS.receiptMs);
  const closed = await payment.open(data.redirect_url);
  expect([closed.status, closed.html.includes('This page has closed')]).toEqual([410, true]);
});

describe('a setup whose last answer was lost', () => {
  /** Up to the code, whose answer is lost while the wallet answers no inquiry. */
  async function lose(): Promise<{ id: string; url: string }> {
    const {
      body: { data },
    } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
    await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
    payment.wallet.fail('finishToken', 'lost-after');
    await payment.open(`${data.redirect_url}/code`, { code: '123456' });
    return { id: data._id as string, url: data.redirect_url as string };
  }

  async function workUnanswered(ms: number): Promise<void> {
    payment.wallet.fail('inquireToken', 'lost-before');
    payment.pass(ms);
    await payment.work();
  }

  test('is inquired after its page has ended, and its token becomes active', async () => {
    const { id } = await lose();
    await workUnanswered(LIMITS.pageMs);
    await workUnanswered(3_600_000);
    expect(payment.published.filter(({ subject }) => subject === id)).toEqual([]);
    payment.pass(INQUIRY.pendingGapMsMax);
    await payment.work();
    const [event] = await publishedAbout(id, 1);
    expect(event?.data.state).toBe('active');
  });

  test('ends after a day, and a token that the wallet reports then is revoked', async () => {
    const { id } = await lose();
    await workUnanswered(LIMITS.pageMs);
    await workUnanswered(LIMITS.setupUndecidedMs);
    const [event] = await publishedAbout(id, 1);
    expect(event?.data).toMatchObject({ state: 'expired', token: null });
    const {
      rows: [row],
    } = await payment.pool.query<TokenRow>('SELECT * FROM wallet_token WHERE id = $1', [id]);
    await inquireToken(payment.deps, row as TokenRow);
    await payment.work();
    expect(payment.wallet.revoked).toContain(`gwt_${id}`);
    expect(payment.published.filter((each) => each.subject === id)).toHaveLength(1);
  });
});

test('a completed setup stays completed when cancel is pressed in another window', async () => {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
  await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
  const done = await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  expect(done.location).toContain('status=succeeded');
  expect((await payment.open(`${data.redirect_url}/cancel`, {})).location).toBe(done.location);
});
