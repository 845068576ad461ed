import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { servicePrincipal } from '@qafila/auth/service-principal';
import type { JsonSchema } from '@qafila/contracts/event-type';
import { INTENT_STATUS, QUEUE, TRANSACTION_STATUS } from '@qafila/openapi/payment-answers';
import { PAYMENT_PARTICULARS } from '@qafila/openapi/payment-particulars';
import { INTENT_STATUSES, TRANSACTION_STATUSES } from '../src/intents/intent.state.ts';
import { QUEUES } from '../src/operations/operation.ts';
import { startPaymentForTest } from './harness.ts';
import type { Answer, Json, PaymentUnderTest } from './harness.ts';
import { makeToken } from './make-token.ts';

const V1 = '/public/v1';
let payment: PaymentUnderTest;
let document: Json;
beforeAll(async () => {
  payment = await startPaymentForTest();
  document = (await payment.call('GET', '/internal/v1/openapi.json', undefined, { principal: servicePrincipal('gateway', 'stage') })).body;
});
afterAll(() => payment?.stop());

/** What a client's validator says, which also asks after fields that no schema names. */
function validator(schema: JsonSchema): (value: unknown) => string[] {
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile({ components: document.components, allOf: [schema] });
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`));
}

const operation = (name: string): Json => document.paths[name.split(' ')[1] as string]?.[name.split(' ')[0] as string];

/** Calls what is described, and holds the answer against the description. */
async function fits(name: string, { id = '', query = '', body, key }: { id?: string; query?: string; body?: unknown; key?: string } = {}): Promise<Answer> {
  const [method, template] = name.split(' ') as [string, string];
  const answer = await payment.call(method.toUpperCase(), template.replace(/\{\w+\}/, id) + query, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const { [answer.status]: done, default: refusal } = operation(name).responses;
  const { schema } = (done ?? document.components.responses[refusal.$ref.split('/').at(-1)]).content['application/json'];
  expect([name, answer.status, validator(schema)(answer.body)]).toEqual([name, answer.status, []]);
  return answer;
}

describe('the service\'s own description', () => {
  test('says what each operation answers with', () => {
    const names = Object.entries<Json>(document.paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    // Calls of gateways are answered with nothing that anybody reads; pages are the gateway's to leave out.
    for (const name of names.filter((one) => / \/public\//.test(one) && !one.endsWith('/webhook'))) expect([name, PAYMENT_PARTICULARS[name]?.data ?? PAYMENT_PARTICULARS[name]?.answer]).toEqual([name, expect.any(Object)]);
    expect([INTENT_STATUS.enum, TRANSACTION_STATUS.enum]).toEqual([INTENT_STATUSES, TRANSACTION_STATUSES]);
    expect(QUEUE.enum).toEqual([...QUEUES, null]);
  });

  test('names the header that makes a request repeatable, and where it must be sent', () => {
    const keyOf = (name: string): Json => operation(name).parameters?.find((one: Json) => one.in === 'header' && one.name === 'idempotency-key')?.required;
    expect([`post ${V1}/payment/checkout`, `post ${V1}/subscription/wallet/token/charge`, `get ${V1}/payment/store`].map(keyOf)).toEqual([false, true, undefined]);
    expect(operation(`post ${V1}/payment/intent/confirm`).parameters).toContainEqual(expect.objectContaining({ name: 'pi_client_secret', required: true }));
  });

  test('is kept by real answers of a card\'s life, under way too', async () => {
    const made = (await fits(`post ${V1}/payment/checkout`, { body: PAYMENT_PARTICULARS[`post ${V1}/payment/checkout`]?.example, key: 'checkout-1' })).body.data;
    await fits(`put ${V1}/payment/intent/{id}`, { id: made._id, body: { description: 'طلب' } });
    const query = `?pi_client_secret=${made.pi_client_secret}`;
    expect((await fits(`post ${V1}/payment/intent/confirm`, { query, body: { payment_method: 'card' } })).body.data.html_response.redirect_url).toMatch(/^http/);
    await payment.open(`${made.checkout_page_url}/return`);
    payment.cardA.finish('pay');
    await payment.open(`${made.checkout_page_url}/return`);
    expect((await fits(`get ${V1}/payment/intent/{id}`, { id: made._id })).body.data.pi_status).toBe('succeeded');
    const refund = (await fits(`post ${V1}/refund`, { body: { payment_intent_id: made._id, refunded_amount: 1 } })).body.data;
    await fits(`get ${V1}/refund/{id}`, { id: refund._id });
    await fits(`put ${V1}/refund/{id}`, { id: refund._id, body: { reason: 'returned' } });
    payment.cardA.fail('refund', 'lost-before');
    const lost = await fits(`post ${V1}/refund`, { body: { payment_intent_id: made._id, refunded_amount: 2 } });
    expect([lost.status, lost.body.data.status]).toEqual([202, 'pending']);
    expect((await fits(`get ${V1}/refund`, { query: '?limit=1' })).body.data.items).toHaveLength(1);
    const { items } = (await fits(`get ${V1}/payment/transaction`, { query: '?status=PARTIALLY_REFUNDED' })).body.data;
    const full = (await fits(`get ${V1}/payment/transaction/{id}`, { id: items[0]._id })).body.data;
    for (const part of ['attempts', 'timeline', 'routing', 'ledger', 'operations']) expect([part, full[part].length > 0]).toEqual([part, true]);
    await fits(`get ${V1}/payment/intent`, { query: '?status=succeeded&limit=1' });
  });

  test('is kept by wallets, tokens and their charges', async () => {
    for (const name of [`post ${V1}/bnpl/wallet/setup`, `post ${V1}/subscription/wallet/setup`]) await fits(name, { body: PAYMENT_PARTICULARS[name]?.example });
    const { value } = await makeToken(payment);
    const { items: [{ _id: id }] } = (await fits(`get ${V1}/subscription/wallet/token`)).body.data;
    await fits(`get ${V1}/subscription/wallet/token/{id}`, { id });
    expect((await fits(`post ${V1}/subscription/wallet/token/charge`, { body: { token: value, amount: 300, order_reference: 'renewal-1' }, key: 'renewal-1' })).status).toBe(200);
    await fits(`delete ${V1}/subscription/wallet/token/{id}`, { id });
    expect((await fits(`post ${V1}/subscription/wallet/token/charge`, { body: { token: value, amount: 300, order_reference: 'renewal-2' }, key: 'renewal-2' })).status).toBe(409);
  });

  test('is kept by the store, its rules and what waits for a person', async () => {
    await fits(`put ${V1}/payment/store`, { body: PAYMENT_PARTICULARS[`put ${V1}/payment/store`]?.example });
    await fits(`get ${V1}/payment/store`);
    const { rule_id: id } = (await fits(`post ${V1}/payment/routing/rules/gateway`, { body: PAYMENT_PARTICULARS[`post ${V1}/payment/routing/rules/gateway`]?.example })).body.data;
    await fits(`get ${V1}/payment/routing/rules/gateway`);
    payment.cardA.fail('pay', 'lost-after');
    payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
    await payment.checkout().then((made) => payment.open(made.checkout_page_url, { method: 'card' }));
    for (let minute = 0; minute < 15; minute++) { payment.pass(60_000); await payment.work(); }
    const { items: [waits] } = (await fits(`get ${V1}/payment/queue`)).body.data;
    expect((await fits(`post ${V1}/payment/queue/{id}/resolve`, { id: waits.operation_id, body: { outcome: 'failed' } })).body.data.state).toBe('failed');
    expect((await fits(`post ${V1}/payment/routing/rules/gateway/dry-run`, { body: {} })).body.data.payments).toBeGreaterThan(0);
    await fits(`patch ${V1}/payment/routing/rules/gateway/{id}`, { id, body: { enabled: false } });
    await fits(`delete ${V1}/payment/routing/rules/gateway/{id}`, { id });
    expect((await fits(`get ${V1}/payment/intent/{id}`, { id: 'pi_none' })).status).toBe(404);
  });
});
