import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentOf } from '@qafila/schema/document';
import { DocumentSchemas } from '@qafila/testing/check-answers';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { CONTROLLERS, PAYMENT_API } from '../src/api.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { makeToken, SUBSCRIPTION } from './make-token.ts';

const V1 = '/public/v1';
const document = documentOf(PAYMENT_API) as Json;
const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
);
const operation = (name: string): Json => operations.find(([other]) => other === name)?.[1];
const resolve = (value: Json): Json =>
  value.$ref === undefined
    ? value
    : (value.$ref as string)
        .slice(2)
        .split('/')
        .reduce<Json>((at, part) => at[part], document);

/** What is wrong with a value by a schema of the document, like a client's validator says it. */
const schemas = new DocumentSchemas(document);
const problems = (schema: Json, value: unknown): string[] =>
  schemas.problems(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`);

describe('the reference', () => {
  test('has every route that merchants and providers call', () => {
    const called = CONTROLLERS.filter(({ name }) => !name.endsWith('PageController'));
    const paths = operations.map(([name]) => name.split(' ')[1] as string);
    for (const controller of called) {
      const base = `/${String(Reflect.getMetadata('path', controller))}`.replace(/:(\w+)/g, '{$1}');
      expect([base, paths.some((path) => path.startsWith(base))]).toEqual([base, true]);
    }
  });

  test('says of each operation what it does, and of each field what it means', () => {
    for (const [name, { summary, description, parameters }] of operations) {
      expect([name, summary.length > 5, description.length > 30]).toEqual([name, true, true]);
      for (const parameter of parameters)
        expect([name, parameter.name, parameter.description]).toEqual([name, parameter.name, expect.any(String)]);
    }
    for (const [type, { properties = {} }] of Object.entries<Json>(document.components.schemas))
      if (!/^Payment(Success|Error)$/.test(type))
        for (const [field, { description }] of Object.entries<Json>(properties))
          expect([type, field, description]).toEqual([type, field, expect.stringMatching(/.{5}/)]);
  });

  test('shows examples of requests and answers that fit their schemas', () => {
    for (const [name, { requestBody, responses }] of operations) {
      const contents = [requestBody, ...Object.values<Json>(responses).map(resolve)]
        .filter((part) => part?.content?.['application/json'] !== undefined)
        .map((part) => part.content['application/json']);
      for (const { schema, example, examples = {} } of contents)
        for (const value of [example, ...Object.values<Json>(examples).map((named) => named.value)])
          if (value !== undefined) expect([name, value, problems(schema, value)]).toEqual([name, value, []]);
    }
  });

  test('names the idempotency header and the operations that require it', () => {
    const keyOf = (name: string): Json =>
      operation(name).parameters.find(
        (parameter: Json) => parameter.in === 'header' && parameter.name === 'idempotency-key',
      )?.required;
    expect(
      [`post ${V1}/payment/checkout`, `post ${V1}/subscription/wallet/token/charge`, `get ${V1}/payment/store`].map(
        keyOf,
      ),
    ).toEqual([false, true, undefined]);
    expect(operation(`post ${V1}/payment/intent/confirm`).parameters).toContainEqual(
      expect.objectContaining({ name: 'pi_client_secret', required: true }),
    );
  });
});

/** The harness compares each of these answers with the document. */
describe('real answers fit the reference', () => {
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    payment = await startPaymentForTest();
  });
  afterAll(() => payment?.stop());

  const call = (method: string, path: string, body?: unknown, key?: string): Promise<HttpAnswer> =>
    payment.call(method, V1 + path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

  test('the examples of the requests are accepted as they stand', async () => {
    const example = (name: string): Json =>
      operation(name).requestBody.content['application/json'].examples.example1.value;
    const { status, body } = await call('POST', '/payment/checkout', example(`post ${V1}/payment/checkout`));
    expect([status, body.data.metadata]).toEqual([200, { order_reference: 'order-1001' }]);
    for (const path of ['/payment/intent', '/payment/link', '/bnpl/wallet/setup', '/subscription/wallet/setup'])
      expect([path, (await call('POST', path, example(`post ${V1}${path}`))).status]).toEqual([path, 200]);
    const id = body.data._id as string;
    expect((await call('PUT', `/payment/intent/${id}`, example(`put ${V1}/payment/intent/{id}`))).status).toBe(200);
    expect((await call('PUT', '/payment/store', example(`put ${V1}/payment/store`))).status).toBe(200);
  });

  test('of card payments, also while they are pending', async () => {
    const made = (await call('POST', '/payment/checkout', ORDER, 'checkout-1')).body.data;
    await call('PUT', `/payment/intent/${made._id}`, { description: 'طلب' });
    const confirm = `/payment/intent/confirm?pi_client_secret=${made.pi_client_secret}`;
    const confirmed = await call('POST', confirm, { payment_method: 'card' });
    expect(confirmed.body.data.html_response.redirect_url).toMatch(/^http/);
    await payment.open(`${made.checkout_page_url}/return`);
    payment.cardA.finish('pay');
    await payment.open(`${made.checkout_page_url}/return`);
    expect((await call('GET', `/payment/intent/${made._id}`)).body.data.pi_status).toBe('succeeded');
    const refund = (await call('POST', '/refund', { payment_intent_id: made._id, refunded_amount: 1 })).body.data;
    await call('GET', `/refund/${refund._id}`);
    await call('PUT', `/refund/${refund._id}`, { reason: 'returned' });
    payment.cardA.fail('refund', 'lost-before');
    const lost = await call('POST', '/refund', { payment_intent_id: made._id, refunded_amount: 2 });
    expect([lost.status, lost.body.data.status]).toEqual([202, 'pending']);
    expect((await call('GET', '/refund?limit=1')).body.data.items).toHaveLength(1);
    const { items } = (await call('GET', '/payment/transaction?status=PARTIALLY_REFUNDED')).body.data;
    const full = (await call('GET', `/payment/transaction/${items[0]._id}`)).body.data;
    for (const part of ['attempts', 'timeline', 'routing', 'ledger', 'operations'])
      expect([part, full[part].length > 0]).toEqual([part, true]);
    await call('GET', '/payment/intent?status=succeeded&limit=1');
    expect((await call('GET', '/payment/settlement.csv?from=2020-01-01&to=2100-01-01')).status).toBe(200);
  });

  test('of wallets, tokens and their charges', async () => {
    await call('POST', '/subscription/wallet/setup', SUBSCRIPTION);
    const { value } = await makeToken(payment);
    const {
      items: [{ _id: id }],
    } = (await call('GET', '/subscription/wallet/token')).body.data;
    await call('GET', `/subscription/wallet/token/${id}`);
    const charge = (reference: string): Promise<HttpAnswer> =>
      call(
        'POST',
        '/subscription/wallet/token/charge',
        { token: value, amount: 300, order_reference: reference },
        reference,
      );
    expect((await charge('renewal-1')).status).toBe(200);
    await call('DELETE', `/subscription/wallet/token/${id}`);
    expect((await charge('renewal-2')).status).toBe(409);
  });

  test('of store profiles, rules and manual review', async () => {
    await call('GET', '/payment/store');
    const rule = { gatewayType: 'card-a', fallback_gateway: [{ gateway_type: 'card-b' }] };
    const { rule_id: id } = (await call('POST', '/payment/routing/rules/gateway', rule)).body.data;
    await call('GET', '/payment/routing/rules/gateway');
    payment.cardA.fail('pay', 'lost-after');
    payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
    await payment.checkout().then((made) => payment.open(made.checkout_page_url, { method: 'card' }));
    for (let minute = 0; minute < 15; minute++) {
      payment.pass(60_000);
      await payment.work();
    }
    const {
      items: [waits],
    } = (await call('GET', '/payment/queue')).body.data;
    const resolved = await call('POST', `/payment/queue/${waits.operation_id}/resolve`, {
      outcome: 'failed',
      evidence: 'ticket 48211',
      person: 'Amal Haddad',
    });
    expect(resolved.body.data.state).toBe('failed');
    expect((await call('POST', '/payment/routing/rules/gateway/dry-run', {})).body.data.payments).toBeGreaterThan(0);
    await call('PATCH', `/payment/routing/rules/gateway/${id}`, { enabled: false });
    await call('DELETE', `/payment/routing/rules/gateway/${id}`);
    expect((await call('GET', '/payment/intent/pi_none')).status).toBe(404);
  });
});
