import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import { cardJourneys } from './card-journeys.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';

/** What is said must be what happened: each answer, notification and bank field agrees with the gateway's books. */
let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const { api, pay, status } = cardJourneys(() => payment);

function publishedAbout(subject: string, type: string, count: number): Promise<PublishedEvent[]> {
  return eventually(() => {
    const all = payment.published.filter((event) => event.subject === subject && event.type === type);
    return all.length >= count ? all : null;
  });
}

const details = async (intent: Json): Promise<Json> =>
  (await api('GET', `payment/Intent/details/${intent._id}`)).body.data as Json;
const transaction = async (intent: Json): Promise<Json> =>
  (await api('GET', `payment/transaction?payment_intent_id=${intent._id}`)).body.data.items[0] as Json;

async function captured(more: Json = {}): Promise<Json> {
  const intent = await payment.checkout({ amount: 100, ...more });
  await pay(intent);
  return intent;
}

/** Lets the worker inquire until it has nothing to do. */
async function inquireAll(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    payment.pass(60_000);
    await payment.work();
  }
}

describe('a refund that the gateway refuses', () => {
  const DECLINED = {
    kind: 'declined',
    as: 'FAILED',
    then: 'none',
    code: '57',
    message: 'Refunds are blocked',
  } as const;

  test('is an error with its own code, names the refund, and is repeated under its key', async () => {
    const intent = await captured();
    payment.cardA.report('refund', DECLINED);
    const body = { payment_intent_id: intent._id, refunded_amount: '10.05' };
    const answer = await api('POST', 'refund', body, `refused-${intent._id}`);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      success: false,
      error: {
        code: 'refund_refused',
        message: 'The provider refused the refund: Refunds are blocked (57).',
        pi_status: 'succeeded',
        refund_id: expect.stringMatching(/^rf_/),
        gateway_code: '57',
      },
    });
    expect((await api('POST', 'refund', body, `refused-${intent._id}`)).body).toEqual(answer.body);
    const { body: read } = await api('GET', `refund/${answer.body.error.refund_id}`);
    expect(read.data).toMatchObject({
      status: 'failed',
      status_code_from_bank: '57',
      status_message_from_bank: 'Refunds are blocked',
      history: [{ status: 'pending' }, { status: 'failed', message: 'Refunds are blocked' }],
    });
  });

  test('stands in no intent, and its notifications say that it failed', async () => {
    const intent = await captured();
    const first = await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 10 });
    payment.cardA.report('refund', DECLINED);
    const refused = await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 20 });
    expect((await details(intent)).refund).toEqual({ refunded_amount: 10, refund_object_id: first.body.data._id });
    const notified = await publishedAbout(intent._id, 'PAYMENT_INTENT_NOTIFICATION', 3);
    expect(notified.map(({ data }) => [data.refund_id, data.operation?.status ?? null, data.amount_refunded])).toEqual([
      [null, null, 0],
      [first.body.data._id, 'succeeded', 10],
      [refused.body.error.refund_id, 'failed', 10],
    ]);
    const [succeeded] = await publishedAbout(intent._id, 'refund.succeeded', 1);
    expect(succeeded?.data).toMatchObject({
      refund_id: first.body.data._id,
      payment_intent_id: intent._id,
      amount: 10,
      currency: 'SAR',
      status: 'succeeded',
      order_reference: 'order-1001',
    });
    const [failed] = await publishedAbout(intent._id, 'refund.failed', 1);
    expect(failed?.data).toMatchObject({
      refund_id: refused.body.error.refund_id,
      amount: 20,
      status: 'failed',
      status_code_from_bank: '57',
      status_message_from_bank: 'Refunds are blocked',
    });
  });

  test('leaves the bank fields of the payment alone, as a refused capture does', async () => {
    const intent = await captured();
    payment.cardA.report('refund', DECLINED);
    await api('POST', 'refund', { payment_intent_id: intent._id });
    expect(await transaction(intent)).toMatchObject({
      status_code_from_bank: '000',
      status_message_from_bank: 'Completed',
    });
    const authorised = await captured({ capture_method: 'manual' });
    payment.cardA.report('capture', { ...DECLINED, code: '105', message: 'Too late' });
    const { status: code } = await api('POST', `payment/intent/${authorised._id}/capture`, {});
    expect(code).toBe(409);
    expect(await transaction(authorised)).toMatchObject({ status_message_from_bank: 'Completed' });
  });
});

test('a partial capture says what was captured, what can be captured and what was refunded', async () => {
  const intent = await captured({ capture_method: 'manual' });
  expect(await details(intent)).toMatchObject({ amount_captured: 0, amount_capturable: 100, amount_refunded: 0 });
  await api('POST', `payment/intent/${intent._id}/capture`, { amount: 40 });
  await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 15 });
  expect(await details(intent)).toMatchObject({
    amount: 100,
    pi_status: 'succeeded',
    amount_captured: 40,
    amount_capturable: 0,
    amount_refunded: 15,
  });
  const notified = await publishedAbout(intent._id, 'PAYMENT_INTENT_NOTIFICATION', 3);
  expect(
    notified.map(({ data }) => [data.status, data.amount_captured, data.amount_capturable, data.amount_refunded]),
  ).toEqual([
    ['requires_capture', 0, 100, 0],
    ['succeeded', 40, 0, 0],
    ['succeeded', 40, 0, 15],
  ]);
});

describe('what a report means depends on what was requested', () => {
  test('a refund is not done because the payment is still captured', async () => {
    const intent = await captured();
    payment.cardA.report('refund', { kind: 'captured', amount: 10_000n });
    const answer = await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: 10 });
    expect([answer.status, answer.body.data?.status]).toEqual([202, 'pending']);
    await inquireAll();
    expect((await api('GET', `refund/${answer.body.data._id}`)).body.data.status).toBe('succeeded');
  });

  test('a capture is not done because the payment is still authorised', async () => {
    const intent = await captured({ capture_method: 'manual' });
    payment.cardA.report('capture', { kind: 'authorised' });
    expect((await api('POST', `payment/intent/${intent._id}/capture`, {})).status).toBe(202);
    expect(await status(intent._id)).toBe('requires_capture');
    await inquireAll();
    expect(await status(intent._id)).toBe('succeeded');
  });

  test('a void that finds the payment captured is a capture', async () => {
    const intent = await captured({ capture_method: 'manual' });
    payment.cardA.report('void', { kind: 'captured', amount: 10_000n });
    const answer = await api('POST', `payment/intent/${intent._id}/void`, {});
    expect([answer.status, answer.body.error?.code, answer.body.error?.pi_status]).toEqual([
      409,
      'void_refused',
      'succeeded',
    ]);
    expect(await details(intent)).toMatchObject({ pi_status: 'succeeded', amount_captured: 100 });
  });

  test('a capture that finds the authorisation released ends the payment', async () => {
    const intent = await captured({ capture_method: 'manual' });
    payment.cardA.report('capture', { kind: 'voided' });
    const answer = await api('POST', `payment/intent/${intent._id}/capture`, {});
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'capture_refused']);
    expect(await details(intent)).toMatchObject({ pi_status: 'canceled', amount_captured: 0, amount_capturable: 0 });
    expect((await transaction(intent)).status).toBe('VOIDED');
  });

  async function voidedLate(): Promise<Json> {
    const intent = await payment.checkout({ amount: 100, capture_method: 'manual' });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment.open(`${intent.checkout_page_url}/cancel`, {});
    payment.cardA.report('void', { kind: 'voided' });
    await applyReport(payment.deps, { ...(await paymentOf(intent)), report: { kind: 'authorised' } });
    await inquireAll();
    return intent;
  }

  async function voided(): Promise<Json> {
    const intent = await captured({ capture_method: 'manual' });
    await api('POST', `payment/intent/${intent._id}/void`, {});
    return intent;
  }

  async function paymentOf(intent: Json): Promise<{ operation: OperationRow; actor: 'gateway' }> {
    const ofIntent = "SELECT id FROM operation WHERE intent_id = $1 AND kind = 'pay'";
    const { rows } = await payment.pool.query<{ id: string }>(ofIntent, [intent._id]);
    const operation = await findOperation(payment.pool, payment.owner, rows[0]?.id as string);
    return { operation, actor: 'gateway' };
  }

  test.each([
    ['by the merchant', voided],
    ['because it came late', voidedLate],
  ])('a call that repeats that a payment was voided %s says nothing new', async (_, make) => {
    const intent = await make();
    expect((await transaction(intent)).status).toBe('VOIDED');
    await applyReport(payment.deps, { ...(await paymentOf(intent)), report: { kind: 'voided' } });
    expect((await paymentOf(intent)).operation.queue).toBeNull();
    expect((await transaction(intent)).status).toBe('VOIDED');
  });

  test('a gateway that only authorises an automatic payment is asked to capture it', async () => {
    const intent = await payment.checkout({ amount: 100 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    const open = payment.cardA.finish();
    Object.assign(open, { state: 'authorised', captured: 0n });
    await payment.open(`${intent.checkout_page_url}/return`);
    // The customer stays until the capture: the store would otherwise read of an authorisation.
    expect((await payment.open(intent.checkout_page_url)).html).toContain('We are checking your payment');
    await inquireAll();
    expect([await status(intent._id), open.state, open.captured]).toEqual(['succeeded', 'captured', 10_000n]);
    expect((await payment.open(intent.checkout_page_url)).location).toContain('status=succeeded');
    const notified = await publishedAbout(intent._id, 'PAYMENT_INTENT_NOTIFICATION', 1);
    expect(notified.map(({ data }) => data.status)).toEqual(['succeeded']);
  });
});

describe('the last attempt stands in the intent', () => {
  test('before the first attempt the objects are empty', async () => {
    expect(await payment.checkout()).toMatchObject({
      html_response: {},
      bank_response: {},
      last_payment_response: { token: null },
    });
  });

  test('while the customer must act, with the address of the page; then with what the bank said', async () => {
    const intent = await payment.checkout({ amount: 100 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    const open = await details(intent);
    expect(open).toMatchObject({
      pi_status: 'requires_action',
      html_response: { redirect_url: location },
      last_payment_response: { status: 'AUTHENTICATION_PENDING', gateway: 'card-a' },
    });
    payment.cardA.finish('decline');
    await payment.open(`${intent.checkout_page_url}/return`);
    const declined = await details(intent);
    expect(declined).toMatchObject({
      pi_status: 'requires_payment_method',
      bank_response: { code: '51', message: 'Insufficient funds', reference: expect.stringMatching(/^gw_op_/) },
      last_payment_response: {
        token: null,
        transaction_id: open.last_payment_response.transaction_id,
        status: 'FAILED',
        gateway: 'card-a',
        status_code_from_bank: '51',
        status_message_from_bank: 'Insufficient funds',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(declined.html_response).toEqual({});
    const { items } = (await api('GET', 'payment/intent?limit=1')).body.data as Json;
    expect(items).toEqual([declined]);
  });
});
