import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import type { PoolClient } from 'pg';
import { saveMethod } from '../src/tokens/save-method.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const METHODS = '/public/v1/payment/saved-method';
const SAVING = { ...UNRESTRICTED, savesInstruments: true };

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());
beforeEach(() => {
  // The first gateway keeps no cards.
  payment.cardB.capabilities = SAVING;
  payment.cardB.fingerprint = null;
  payment.cardB.charges.length = 0;
});

let customers = 0;
const newCustomer = (): string => `customer-${++customers}`;

/** Pays on the page at the gateway that keeps cards. Returns the intent's id. */
async function pay(customer: string, form: Record<string, string> = { save: 'yes' }, more: Json = {}): Promise<string> {
  const intent = await payment.checkout({ save_payment_method: { customer_reference: customer }, ...more });
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card', ...form });
  (form.save === 'yes' ? payment.cardB : payment.cardA).finish('pay', location?.split('/').at(-1));
  await payment.open(`${intent.checkout_page_url}/return`);
  return intent._id as string;
}

async function savedOf(customer: string): Promise<Json[]> {
  return (await payment.call('GET', `${METHODS}?customer_reference=${customer}`)).body.data.items as Json[];
}

async function save(customer = newCustomer()): Promise<Json> {
  await pay(customer);
  return (await savedOf(customer))[0] as Json;
}

let keys = 0;
function charge(id: string, more: Json = {}, key = `charge-saved-${++keys}`): Promise<Json> {
  const body = { currency: 'SAR', amount: 300, order_reference: 'renewal-1', ...more };
  return payment.call('POST', `${METHODS}/${id}/charge`, body, { headers: { 'idempotency-key': key } });
}

function eventsOf(id: string, count: number): Promise<[string, Json][]> {
  return eventually(() => {
    const events = payment.published.filter(({ subject, type }) => subject === id && type.startsWith('token.'));
    return events.length >= count ? events.map(({ type, data }): [string, Json] => [type, data]) : null;
  });
}

test('the page offers to keep the card, unticked, only where the merchant wants it and a gateway can', async () => {
  const box = async (more: Json): Promise<string> => {
    const { html } = await payment.open((await payment.checkout(more)).checkout_page_url);
    return /<input[^>]*name="save"[^>]*>/.exec(html)?.[0] ?? '';
  };
  const wanted = { save_payment_method: { customer_reference: 'customer-0' } };
  expect(await box(wanted)).toContain('type="checkbox"');
  expect(await box(wanted)).not.toContain('checked');
  expect(await box({})).toBe('');
  expect(await box({ ...wanted, gateway_instance_id: 'card-a' })).toBe('');
  expect(await box({ ...wanted, payment_methods: ['wallet'] })).toBe('');
  payment.cardB.capabilities = UNRESTRICTED;
  expect(await box(wanted)).toBe('');
});

test('a card is kept by the gateway that can, and only for a customer who ticked the box', async () => {
  const customer = newCustomer();
  await pay(customer, {});
  expect(await savedOf(customer)).toEqual([]);
  const intentId = await pay(customer);
  const [saved, ...others] = await savedOf(customer);
  expect(others).toEqual([]);
  expect(saved).toMatchObject({
    object_name: 'saved_method',
    customer_reference: customer,
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
    gateway: 'card-b',
    state: 'active',
    consent_language: 'en',
    transaction_id: expect.stringMatching(/^txn_/),
  });
  const intent = (await payment.call('GET', `/public/v1/payment/intent/${intentId}`)).body.data as Json;
  expect(intent.pi_status).toBe('succeeded');
  expect(intent.last_payment_response).toMatchObject({ transaction_id: saved?.transaction_id, gateway: 'card-b' });
  const [[type, event] = ['', {}]] = await eventsOf(saved?._id as string, 1);
  expect([type, event.kind, event.reason, event.customer_reference]).toEqual([
    'token.active',
    'card',
    'setup',
    customer,
  ]);
  expect(JSON.stringify([saved, event])).not.toContain('card_op_');
  expect((await payment.call('GET', `/public/v1/subscription/wallet/token/${saved?._id}`)).status).toBe(404);
});

test('a ticked box without an offer keeps nothing', async () => {
  const intent = await payment.checkout({});
  await payment.open(intent.checkout_page_url, { method: 'card', save: 'yes' });
  const operation = payment.cardA.finish();
  expect(operation.saves).toBe(false);
});

test('repeated reports keep a card once, also after it was deleted', async () => {
  const customer = newCustomer();
  const intentId = await pay(customer);
  const [saved] = await savedOf(customer);
  const { rows } = await payment.pool.query("SELECT * FROM operation WHERE intent_id = $1 AND kind = 'pay'", [
    intentId,
  ]);
  const { inquire } = await import('../src/operations/run-operation.ts');
  await Promise.all(Array.from({ length: 4 }, () => inquire(payment.deps, rows[0], 'SAR')));
  expect(await savedOf(customer)).toHaveLength(1);
  expect((await payment.call('DELETE', `${METHODS}/${saved?._id}`)).body.data.state).toBe('revoked');
  await inquire(payment.deps, rows[0], 'SAR');
  expect((await savedOf(customer)).map(({ state }) => state)).toEqual(['revoked']);
});

test('a card is charged once under a key, however many requests arrive at once', async () => {
  const { _id: id } = await save();
  const answers = await Promise.all(Array.from({ length: 6 }, () => charge(id as string, {}, 'one-charge')));
  const done = answers.filter(({ status }) => status === 200);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ body }) => body.data._id)).size).toBe(1);
  expect(payment.cardB.charges).toHaveLength(1);
  expect(payment.cardB.charges[0]).toMatchObject({ amount: 30_000n, currency: 'SAR' });
  const { body } = done[0] as Json;
  expect(body.data).toMatchObject({ pi_status: 'succeeded', amount_captured: 300, metadata: { token_id: id } });
  const again = await charge(id as string, {}, 'one-charge');
  expect([again.status, again.body.data._id]).toEqual([200, body.data._id]);
  const without = await payment.call('POST', `${METHODS}/${id}/charge`, {
    currency: 'SAR',
    amount: 1,
    order_reference: 'r',
  });
  expect([without.status, without.body.error.code]).toEqual([400, 'idempotency_key_required']);
  const { rows } = await payment.pool.query(
    'SELECT sum(amount_minor)::int AS sum FROM ledger_line WHERE posting LIKE $1',
    [`%${body.data.last_payment_response.transaction_id}%`],
  );
  expect(rows[0].sum).toBe(0);
});

test('a lost reply is never charged twice, and the inquiry finds the result', async () => {
  const { _id: id } = await save();
  payment.cardB.fail('charge', 'lost-after');
  const answer = await charge(id as string);
  expect([answer.status, answer.body.data.pi_status]).toEqual([202, 'processing']);
  payment.pass(INQUIRY.firstMs + INQUIRY.notFoundProvesAfterMs);
  await payment.work();
  const intent = (await payment.call('GET', `/public/v1/payment/intent/${answer.body.data._id}`)).body.data as Json;
  expect([intent.pi_status, payment.cardB.charges.length]).toEqual(['succeeded', 1]);
});

const WANTS_CUSTOMER: ProviderReport = {
  kind: 'declined',
  as: 'AUTHENTICATION_FAILED',
  then: 'customer',
  code: 'authentication_required',
  message: 'The bank wants the customer',
};

test('a bank that asks for the customer leaves an intent that they pay on its page', async () => {
  const { _id: id } = await save();
  payment.cardB.report('charge', WANTS_CUSTOMER);
  const urls = { success_url: 'https://shop.example/paid', failure_url: 'https://shop.example/failed' };
  const { status, body } = await charge(id as string, urls);
  expect([status, body.error.code, body.error.decline_code]).toEqual([
    402,
    'authentication_required',
    'authentication_required',
  ]);
  expect(body.data.pi_status).toBe('requires_payment_method');
  const url = body.data.html_response.redirect_url as string;
  expect(url).toBe(body.data.checkout_page_url);
  const { html } = await payment.open(url);
  expect(html).toContain('Your bank asks you to confirm');
  expect(html).not.toContain('name="save"');
  // A card that is refused on the page leaves them another try, as on every page.
  await payment.open(url, { method: 'card' });
  payment.cardB.finish('decline');
  await payment.open(`${url}/return`);
  expect((await payment.open(url)).html).toContain('The payment was declined');
  expect((await payment.open(url, { method: 'card' })).location).toContain('gateway.example');
  payment.cardB.finish();
  expect((await payment.open(`${url}/return`)).location).toContain('https://shop.example/paid');
});

test('a charge whose lost reply was that the bank asks for the customer is notified', async () => {
  const { _id: id } = await save();
  payment.cardB.fail('charge', 'lost-before');
  const { status, body } = await charge(id as string);
  expect(status).toBe(202);
  payment.cardB.report('inquire', WANTS_CUSTOMER);
  payment.pass(INQUIRY.firstMs + INQUIRY.notFoundProvesAfterMs);
  await payment.work();
  const event = await eventually(() => payment.published.find(({ subject }) => subject === body.data._id) ?? null);
  expect([event.type, event.data.status, event.data.transaction_details.status]).toEqual([
    'PAYMENT_INTENT_NOTIFICATION',
    'requires_payment_method',
    'AUTHENTICATION_FAILED',
  ]);
});

test('a decline ends the charge, and three that no retry can help suspend the card', async () => {
  const { _id: id } = await save();
  payment.cardB.fail('charge', 'declined', 'hard', 'hard', 'hard');
  const declined = await charge(id as string);
  expect([declined.status, declined.body.error.code, declined.body.error.decline_code]).toEqual([
    402,
    'payment_declined',
    '05',
  ]);
  expect(declined.body.data.pi_status).toBe('failed');
  for (let at = 0; at < LIMITS.hardDeclinesMax; at++) expect((await charge(id as string)).status).toBe(402);
  const refused = await charge(id as string);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'token_suspended']);
  const events = await eventsOf(id as string, 2);
  expect(events[1]).toEqual(['token.suspended', expect.objectContaining({ kind: 'card', reason: 'hard_declines' })]);
});

test('a cardholder who stopped the charges at their bank suspends the card with the first answer', async () => {
  const { _id: id } = await save();
  const stopped = {
    kind: 'declined',
    as: 'FAILED',
    then: 'none',
    isStopped: true,
    code: 'stop_payment_order',
  } as const;
  payment.cardB.report('charge', stopped);
  expect((await charge(id as string)).status).toBe(402);
  const refused = await charge(id as string);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'token_suspended']);
  const events = await eventsOf(id as string, 2);
  expect(events[1]?.[1]).toMatchObject({ state: 'suspended', status_code_from_bank: 'stop_payment_order' });
});

test('a deleted card is forgotten at the gateway, and never charged again', async () => {
  const { _id: id } = await save();
  for (let at = 0; at < 2; at++)
    expect((await payment.call('DELETE', `${METHODS}/${id}`)).body.data.state).toBe('revoked');
  expect(payment.cardB.revoked.filter((token) => token.startsWith('card_op_'))).not.toHaveLength(0);
  const refused = await charge(id as string);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'token_revoked']);
  payment.cardB.report('revokeToken', { kind: 'refused', code: '9', message: 'No' } as unknown as ProviderReport);
  const { _id: other } = await save();
  await payment.call('DELETE', `${METHODS}/${other}`);
  const events = await eventsOf(other as string, 3);
  expect(events.map(([type]) => type)).toEqual(['token.active', 'token.revoked', 'token.revoke.refused']);
  expect(events[2]?.[1].reason).toBe('gateway_refused');
});

test('the same card of a customer takes the place of the older one, of two payments that end at once too', async () => {
  const customer = newCustomer();
  payment.cardB.fingerprint = 'fp_1';
  await pay(customer);
  await Promise.all([pay(customer), pay(customer), pay(newCustomer())]);
  // The list has the order of the payments' beginnings, and the one that ended last keeps its card.
  const statesOf = async (): Promise<string[]> => (await savedOf(customer)).map(({ state }) => state as string).sort();
  expect(await statesOf()).toEqual(['active', 'revoked', 'revoked']);
  payment.cardB.fingerprint = 'fp_2';
  await pay(customer);
  expect(await statesOf()).toEqual(['active', 'active', 'revoked', 'revoked']);
});

test('two payments that end at the same time see the card of each other', async () => {
  const customer = newCustomer();
  const intentId = await pay(customer);
  const { rows: intents } = await payment.pool.query('SELECT * FROM intent WHERE id = $1', [intentId]);
  const { rows: attempts } = await payment.pool.query('SELECT * FROM attempt WHERE intent_id = $1', [intentId]);
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, fingerprint: 'fp_same' };
  const keep = async (tx: PoolClient, id: string): Promise<void> => {
    await tx.query('BEGIN');
    const paid = { row: intents[0], attempt: { ...attempts[0], id }, isPaid: true };
    await saveMethod(payment.deps, tx, paid, { token: `card_${id}`, card });
  };
  const [first, second] = await Promise.all([payment.deps.pool.connect(), payment.deps.pool.connect()]);
  try {
    await keep(first, 'txn_first');
    let isDone = false;
    const later = keep(second, 'txn_second').then(() => (isDone = true));
    await eventually(async () => {
      const waiting = await payment.pool.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      return isDone || waiting.rows.length > 0;
    });
    await first.query('COMMIT');
    await later;
    await second.query('COMMIT');
  } finally {
    first.release();
    second.release();
  }
  const same = (await savedOf(customer)).filter(({ transaction_id: id }) => /first|second/.test(id as string));
  expect(same.map(({ state }) => state).sort()).toEqual(['active', 'revoked']);
});

test("another store's card does not exist, and a gateway that is away is a 503", async () => {
  const { _id: id } = await save();
  const stranger = { ...payment.owner, storeId: 'str_2' };
  const call = await payment.call('GET', `${METHODS}/${id}`, undefined, { principal: stranger });
  expect(call.status).toBe(404);
  await payment.pool.query("UPDATE wallet_token SET gateway = 'gone' WHERE id = $1", [id]);
  const refused = await charge(id as string);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'gateway_unavailable']);
});

test("a card of the deployment's account is not charged at the account that the store connects later", async () => {
  const saved = await save();
  const { accountId, storeId, mode } = payment.owner;
  await payment.pool.query(
    `INSERT INTO gateway_connection (account_id, store_id, mode, type, id, enabled, gateway_account,
      gateway_account_name, credentials, hints, version, tested_at, created_at, created_by, updated_at, updated_by)
    VALUES ($1, $2, $3, 'card-b', 'gwc_own', true, 'acct_own', '', '', '{}', 1, now(), now(), 'k', now(), 'k')`,
    [accountId, storeId, mode],
  );
  try {
    const { status, body } = await charge(saved._id as string);
    expect([status, body.error.code, body.error.param]).toEqual([409, 'saved_card_of_other_account', 'id']);
    expect(payment.cardB.charges).toEqual([]);
    const other = await save();
    const { rows } = await payment.pool.query(
      'SELECT gateway_account FROM wallet_token WHERE id = ANY($1) ORDER BY id',
      [[saved._id, other._id]],
    );
    expect(rows.map((row) => row.gateway_account)).toEqual(['', 'acct_own']);
  } finally {
    await payment.pool.query("DELETE FROM gateway_connection WHERE id = 'gwc_own'");
  }
  expect((await charge(saved._id as string)).status).toBe(200);
});
