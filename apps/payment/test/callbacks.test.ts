import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { sandboxProviders } from '../src/providers/sandbox/sandbox-providers.ts';
import { startPayment } from '../src/start.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const SECRET = 'a secret of the sandbox and of payment';
// Nothing listens at this address, so our calls fail. The test signs the callbacks itself, as apps/sandbox/API.md
// describes.
const NOWHERE = {
  url: 'http://127.0.0.1:9',
  publicUrl: 'http://127.0.0.1:9',
  platformUrl: 'http://pay.example',
  secret: SECRET,
  feeBasisPoints: 250,
};

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ providers: sandboxProviders(NOWHERE) });
});
afterAll(() => payment.stop());

const keyOf = (label: string): string => createHmac('sha256', SECRET).update(label).digest('hex');

function post(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${payment.service.url}/public/v1/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function fromA(body: string, at = Math.floor(payment.deps.clock() / 1_000)): Promise<Response> {
  const signature = createHmac('sha256', keyOf('cardgateway-a/callback')).update(`${at}.${body}`).digest('hex');
  return post('payment/cardgateway-a/webhook', body, { 'gateway-signature': `t=${at},v1=${signature}` });
}

function fromB(body: string): Promise<Response> {
  const at = String(Math.floor(payment.deps.clock() / 1_000));
  const signature = createHmac('sha256', keyOf('cardgateway-b/callback'))
    .update(`ntf-1.${at}.${body}`)
    .digest('base64');
  return post('payment/cardgateway-b/webhook', body, {
    'x-notification-id': 'ntf-1',
    'x-notification-timestamp': at,
    'x-notification-signature': signature,
  });
}

function fromWallet(body: string): Promise<Response> {
  const at = String(Math.floor(payment.deps.clock() / 1_000));
  const signature = createHmac('sha256', keyOf('walletprovider/callback')).update(`${at}.${body}`).digest('hex');
  return post('subscription/walletprovider/wallet/setup/webhook', body, {
    'x-wallet-event-id': 'wev_1',
    'x-wallet-timestamp': at,
    'x-wallet-signature': signature,
  });
}

/** An open attempt at this provider, as a request leaves it that has asked and received no answer. */
async function openAttempt(gateway: string, method: string): Promise<{ intent: Json; operation: string }> {
  const intent = await payment.checkout({ amount: 100 });
  await payment.open(intent.checkout_page_url, { method: 'card' });
  await payment.pool.query(
    `UPDATE intent SET status = 'processing', tries = 1, open_attempt = (SELECT id FROM attempt WHERE intent_id = $1
      AND no = 1) WHERE id = $1`,
    [intent._id],
  );
  await payment.pool.query(
    "UPDATE attempt SET status = 'PENDING', is_open = true, gateway = $2, method = $3 WHERE intent_id = $1 AND no = 1",
    [intent._id, gateway, method],
  );
  const {
    rows: [operation],
  } = await payment.pool.query<{ id: string }>(
    `
    UPDATE operation SET state = 'pending', gateway = $2, inquire_at = 'infinity' WHERE attempt_id = (SELECT id
    FROM attempt WHERE intent_id = $1 AND no = 1) RETURNING id`,
    [intent._id, gateway],
  );
  return { intent, operation: operation?.id as string };
}

async function statusOf(intent: Json): Promise<string> {
  return (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data.pi_status as string;
}

test('unreachable providers are tried in order and take nothing, and the customer may try again', async () => {
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card' });
  const {
    body: { data },
  } = await payment.call('GET', `/public/v1/payment/intent/${intent._id}`);
  expect(data.pi_status).toBe('requires_payment_method');
  expect(data.routing_rules_history.map((step: Json) => [step.gateway_type, step.outcome.slice(0, 8)])).toEqual([
    ['cardgateway-a', 'not_sent'],
    ['cardgateway-b', 'not_sent'],
  ]);
});

test('card gateway A: a signed callback captures with fee, card and 3-D Secure; repeats change nothing', async () => {
  const { intent, operation } = await openAttempt('cardgateway-a', 'card');
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment.captured',
    sequence: 1,
    data: {
      object: 'payment',
      id: 'pay_1',
      merchant_reference: operation,
      status: 'captured',
      amount: 10_000,
      captured_amount: 10_000,
      currency: 'SAR',
      decline_code: null,
      retryable: false,
      page_url: null,
      card: { brand: 'visa', bin: '424242', last4: '4242', funding: 'credit', issuer: 'Bank', country: 'SA' },
      three_d_secure: 'challenged',
      eci: '05',
    },
  });
  expect((await Promise.all([fromA(body), fromA(body), fromA(body)])).map((answer) => answer.status)).toEqual([
    200, 200, 200,
  ]);
  expect(await statusOf(intent)).toBe('succeeded');
  const {
    body: { data },
  } = await payment.call('GET', `/public/v1/payment/transaction?payment_intent_id=${intent._id}&gateway=cardgateway-a`);
  expect(data.items[0]).toMatchObject({
    status: 'CAPTURED',
    secure: '3DS2',
    authentication: { version: '2.2.0', result: 'challenged', liability_shift: true, exemption: null },
    instrument: { bin: '424242', last4: '4242', eci: '05' },
    gateway_reference: 'pay_1',
  });
  const { rows } = await payment.pool.query(
    'SELECT kind, ledger_account, amount_minor FROM ledger_line WHERE intent_id = $1 ORDER BY kind, line',
    [intent._id],
  );
  expect(rows).toEqual([
    { kind: 'capture', ledger_account: 'gateway_receivable', amount_minor: '10000' },
    { kind: 'capture', ledger_account: 'merchant_payable', amount_minor: '-10000' },
    { kind: 'fee_estimate', ledger_account: 'fees', amount_minor: '250' },
    { kind: 'fee_estimate', ledger_account: 'gateway_receivable', amount_minor: '-250' },
  ]);
});

test('card gateway B and the wallet: signed callbacks are applied', async () => {
  const card = await openAttempt('cardgateway-b', 'card');
  const order = {
    orderId: 'ORD-1',
    merchantReference: card.operation,
    state: 'CAPTURED',
    amount: { value: 10_000, currency: 'SAR' },
    capturedAmount: 10_000,
    result: { code: '00', category: 'APPROVED' },
    card: null,
    authentication: null,
  };
  expect(
    (await fromB(JSON.stringify({ notificationId: 'ntf-1', eventType: 'ORDER_CAPTURED', order, transaction: null })))
      .status,
  ).toBe(200);
  expect(await statusOf(card.intent)).toBe('succeeded');
  const wallet = await openAttempt('walletprovider-wallet', 'bnpl');
  const operation = {
    type: 'bnpl_payment',
    merchant_reference: wallet.operation,
    wallet_reference: 'WP1',
    status: 'completed',
    result_code: '000',
    result_message: 'Completed',
    amount_minor: 10_000,
    phone_last4: '0001',
  };
  expect(
    (await fromWallet(JSON.stringify({ event_id: 'wev_1', event: 'bnpl_payment.completed', operation }))).status,
  ).toBe(200);
  expect(await statusOf(wallet.intent)).toBe('succeeded');
});

test('an unsigned, changed or old callback is refused; a wrong amount goes to manual review', async () => {
  const { intent, operation } = await openAttempt('cardgateway-a', 'card');
  const data = {
    object: 'payment',
    id: 'pay_2',
    merchant_reference: operation,
    status: 'captured',
    amount: 1,
    captured_amount: 1,
    currency: 'SAR',
    card: null,
    page_url: null,
  };
  const body = JSON.stringify({ id: 'evt_2', data });
  expect((await post('payment/cardgateway-a/webhook', body, {})).status).toBe(401);
  expect((await fromA(body, Math.floor(Date.now() / 1_000) - 3_600)).status).toBe(401);
  expect((await fromA(body)).status).toBe(200);
  expect(await statusOf(intent)).toBe('processing');
  const {
    body: {
      data: { items },
    },
  } = await payment.call('GET', '/public/v1/payment/queue');
  expect(items).toEqual([expect.objectContaining({ queue: 'contradiction', operation_id: operation })]);
});

test('live mode refuses the sandbox with one clear message', async () => {
  await expect(
    startPayment({
      ...payment.environment,
      MODE: 'live',
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_SECRET: SECRET,
      KAFKA_BROKERS: 'localhost:1',
    }),
  ).rejects.toThrow('SANDBOX_URL must not be set where MODE is live');
});
