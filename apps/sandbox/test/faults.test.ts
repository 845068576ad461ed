import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { openA, payWith, reference, startSandboxForTest } from './harness.ts';
import type { Answer, SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  sandbox.answers(() => 200);
  await sandbox.control('DELETE', '/faults');
});

const fault = (fields: Record<string, unknown>): Promise<Answer> => sandbox.control('POST', '/faults', fields);
const inquire = async (name: string): Promise<Json> => (await sandbox.a(`/inquiry?merchant_reference=${name}`)).body;
const open = (name: string, headers = {}): Promise<Answer> =>
  sandbox.a(
    '/payments',
    {
      merchant_reference: name,
      amount: 5_000,
      currency: 'SAR',
      return_url: 'http://shop.example/',
      callback_url: sandbox.callbackUrl,
      order_reference: `order-${name}`,
    },
    headers,
  );

async function captured(): Promise<Json> {
  const opened = await openA(sandbox, 50_000);
  await payWith(sandbox, opened.page_url);
  await sandbox.callbacksOf(opened.id, 1);
  return opened;
}

const refund = (payment: Json, name: string, amount = 1_000, headers = {}): Promise<Answer> =>
  sandbox.a(`/payments/${payment.id}/refunds`, { merchant_reference: name, amount }, headers);

describe('a fault of the answer', () => {
  test.each(['ghost', 'lost=200', 'bad_gateway'])('%s: the operation is done, and a repeat says so', async (effect) => {
    const payment = await captured();
    const name = reference('ref');
    const answer = refund(payment, name, 1_000, { 'x-sandbox-fault': effect });
    if (effect === 'bad_gateway')
      expect(await answer).toMatchObject({ status: 502, body: expect.stringContaining('<h1>502') });
    else await expect(answer).rejects.toThrow();
    expect(await inquire(name)).toMatchObject({ status: 'succeeded' });
    expect(await refund(payment, name)).toMatchObject({ status: 200, body: { status: 'succeeded', replayed: true } });
    expect(await inquire(payment.merchant_reference)).toMatchObject({ refunded_amount: 1_000 });
    const { body } = await sandbox.control('GET', `/payments/${payment.id}`);
    expect(body.callbacks[1].state === 'lost').toBe(effect === 'ghost');
  });

  test.each(['crash_before', 'hang_before=200', 'down'])('%s: nothing is done', async (effect) => {
    const payment = await captured();
    const name = reference('ref');
    const answer = refund(payment, name, 1_000, { 'x-sandbox-fault': effect });
    if (effect === 'down') expect(await answer).toMatchObject({ status: 503, body: { error: { type: 'api_error' } } });
    else await expect(answer).rejects.toThrow();
    expect((await sandbox.a(`/inquiry?merchant_reference=${name}`)).status).toBe(404);
    expect(await inquire(payment.merchant_reference)).toMatchObject({ refunded_amount: 0 });
  });

  test('slow: the answer comes late', async () => {
    const from = performance.now();
    expect((await open(reference(), { 'x-sandbox-fault': 'slow=300' })).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThan(290);
  });
});

describe('a fault applies to the calls that it names, as often as it says', () => {
  test("by the operation's reference, and by the order's", async () => {
    const name = reference();
    await fault({ effect: 'down', reference: name });
    expect((await open(reference())).status).toBe(200);
    expect((await open(name)).status).toBe(503);
    expect((await open(name)).status).toBe(200);
    const other = reference();
    await fault({ effect: 'down', reference: `order-${other}`, operation: 'create', provider: 'cardgateway-a' });
    expect((await open(other)).status).toBe(503);
    expect((await sandbox.control('GET', '/faults')).body.data).toMatchObject([
      { times_left: 0, used: 1 },
      { times_left: 0, used: 1 },
    ]);
  });

  test('within its window of time', async () => {
    await fault({ effect: 'down', provider: 'cardgateway-a', times: 0, starts_in_ms: 60_000, lasts_ms: 60_000 });
    expect((await open(reference())).status).toBe(200);
    await sandbox.control('POST', '/clock', { advance_ms: 61_000 });
    expect([(await open(reference())).status, (await open(reference())).status]).toEqual([503, 503]);
    expect((await sandbox.b('/inquiry/x')).status).toBe(404);
    await sandbox.control('POST', '/clock', { advance_ms: 60_000 });
    expect((await open(reference())).status).toBe(200);
  });

  test('without an end, to every one of many concurrent calls', async () => {
    await fault({ effect: 'down', operation: 'inquiry', times: 0 });
    await fault({ effect: 'callback_duplicate', times: 0 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => sandbox.a('/inquiry?merchant_reference=x')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const opened = await Promise.all(Array.from({ length: 8 }, () => openA(sandbox, 5_000)));
    await Promise.all(opened.map(({ page_url: url }) => payWith(sandbox, url as string)));
    for (const { id } of opened) await sandbox.callbacksOf(id as string, 2);
  });

  test('for three calls, to three of many', async () => {
    await fault({ effect: 'down', operation: 'inquiry', times: 3 });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call++) statuses.push((await sandbox.a('/inquiry?merchant_reference=x')).status);
    expect(statuses).toEqual([503, 503, 503, 404, 404, 404]);
  });

  test('a decline waits for the call that can be declined', async () => {
    await fault({ effect: 'decline', code: '59' });
    const opened = await openA(sandbox, 5_000);
    await payWith(sandbox, opened.page_url);
    expect(await inquire(opened.merchant_reference)).toMatchObject({
      status: 'declined',
      decline_code: 'suspected_fraud',
    });
    expect(await open(reference(), { 'x-sandbox-fault': 'decline=91' })).toMatchObject({
      status: 402,
      body: { error: { code: 'processor_unavailable', retryable: true } },
    });
  });

  test('pending with a code: the operation fails later', async () => {
    const payment = await captured();
    await fault({ effect: 'pending', code: '05', ms: 1_000, operation: 'refund' });
    const name = reference('ref');
    expect((await refund(payment, name)).body.status).toBe('pending');
    await sandbox.control('POST', '/clock', { advance_ms: 1_000 });
    await eventually(async () => {
      expect(await inquire(name)).toMatchObject({ status: 'failed', decline_code: 'card_declined' });
    });
    expect(await inquire(payment.merchant_reference)).toMatchObject({ refunded_amount: 0 });
  });

  test('an invalid fault is refused, and the field is named', async () => {
    expect(await fault({ effect: 'explode' })).toMatchObject({ status: 400, body: { error: { param: 'effect' } } });
    expect(await fault({ effect: 'slow', ms: -1 })).toMatchObject({ status: 400, body: { error: { param: 'ms' } } });
    expect((await sandbox.control('DELETE', '/faults/flt_no')).status).toBe(404);
  });

  test('the control API refuses names that a call does not have, and lists all violations', async () => {
    const refused = async (...request: Parameters<typeof sandbox.control>): Promise<unknown[]> => {
      const { status, body } = await sandbox.control(...request);
      return [status, ...body.error.details.map(({ code, field }: Json) => `${code} ${field}`)];
    };
    expect(await refused('POST', '/faults', { effect: 'explode', refrence: 'x', times: -1 })).toEqual([
      400,
      'unknown_field refrence',
      'validation_error effect',
      'validation_error times',
    ]);
    expect(await refused('PUT', '/chaos', { rates: { gost: 0.1, lost: 2 } })).toEqual([
      400,
      'validation_error seed',
      'unknown_field rates.gost',
      'validation_error rates.lost',
    ]);
    expect(await refused('PUT', '/chaos', { seed: 1, rates: { ghost: 0.6, lost: 0.6 } })).toEqual([
      400,
      'validation_error rates',
    ]);
    expect(await refused('POST', '/phones', { phone: '12', behavior: '0001' })).toEqual([
      400,
      'unknown_field behavior',
      'validation_error phone',
      'validation_error behaviour',
    ]);
    expect(await refused('GET', '/payments/pay_x?providr=walletprovider')).toEqual([400, 'unknown_field providr']);
    expect(await refused('POST', '/clock?advance_ms=5', {})).toEqual([400, 'unknown_field advance_ms']);
  });
});

describe('a fault of the callback', () => {
  test('duplicate: the same id comes twice', async () => {
    await fault({ effect: 'callback_duplicate' });
    const opened = await openA(sandbox, 5_000);
    await payWith(sandbox, opened.page_url);
    const callbacks = await sandbox.callbacksOf(opened.id, 2);
    expect(new Set(callbacks.map(({ body }) => body.id)).size).toBe(1);
  });

  test('reorder: the later callback comes first', async () => {
    const opened = await openA(sandbox, 50_000);
    await fault({ effect: 'callback_reorder', operation: 'authorise', ms: 60_000 });
    await payWith(sandbox, opened.page_url);
    await refund(opened, reference('ref'));
    const callbacks = await sandbox.callbacksOf(opened.id, 2);
    expect(callbacks.map(({ body }) => body.type)).toEqual(['refund.succeeded', 'payment.captured']);
    expect(callbacks.map(({ body }) => body.sequence)).toEqual([2, 1]);
  });

  test('delay, loss and a wrong signature', async () => {
    const pay = async (effect: string): Promise<Json> => {
      await fault({ effect, ms: 60_000 });
      const opened = await openA(sandbox, 5_000);
      await payWith(sandbox, opened.page_url);
      return opened;
    };
    const [delayed, lost, forged] = [
      await pay('callback_delay'),
      await pay('callback_lost'),
      await pay('callback_bad_signature'),
    ];
    await sandbox.callbacksOf(forged.id, 1);
    const countOf = (opened: Json): number => sandbox.received.filter(({ raw }) => raw.includes(opened.id)).length;
    expect([countOf(delayed), countOf(lost)]).toEqual([0, 0]);
    await sandbox.control('POST', '/clock', { advance_ms: 60_000 });
    await sandbox.callbacksOf(delayed.id, 1);
    const { body } = await sandbox.control('GET', `/payments/${lost.id}`);
    expect(await sandbox.control('POST', `/callbacks/${body.callbacks[0].callback_id}/resend`)).toMatchObject({
      status: 202,
    });
    await sandbox.callbacksOf(lost.id, 1);
  });

  test('a refused callback is retried with the same id and body', async () => {
    const before = sandbox.received.length;
    sandbox.answers((count) => (count === before + 1 ? 500 : 204));
    const opened = await openA(sandbox, 5_000);
    await payWith(sandbox, opened.page_url);
    const [first, second] = await sandbox.callbacksOf(opened.id, 2);
    expect(second?.raw).toBe(first?.raw);
    await eventually(async () => {
      expect((await sandbox.control('GET', `/payments/${opened.id}`)).body.callbacks).toMatchObject([
        { state: 'sent', attempts: 2, last_status: 204 },
      ]);
    });
  });
});

test('chaos draws the same faults for the same seed', async () => {
  const run = async (): Promise<number[]> => {
    await sandbox.control('PUT', '/chaos', { seed: 'seed-7', rates: { down: 0.3, bad_gateway: 0.3 } });
    const statuses: number[] = [];
    for (let call = 0; call < 12; call++)
      statuses.push((await sandbox.a(`/inquiry?merchant_reference=chaos-${call % 4}`)).status);
    await sandbox.control('DELETE', '/chaos');
    return statuses;
  };
  const first = await run();
  expect(new Set(first).size).toBeGreaterThan(1);
  expect(await run()).toEqual(first);
  expect((await sandbox.a('/inquiry?merchant_reference=chaos-0')).status).toBe(404);
  expect(await sandbox.control('PUT', '/chaos', { seed: 1, rates: { down: 0.6, ghost: 0.6 } })).toMatchObject({
    status: 400,
  });
});

test('a restart keeps payments, planned results, faults and the clock', async () => {
  const payment = await captured();
  const name = reference('ref');
  expect((await refund(payment, name, 10_002)).body.status).toBe('pending');
  await fault({ effect: 'down', reference: 'kept' });
  await sandbox.control('POST', '/clock', { advance_ms: 3_600_000 });
  const before = Date.parse((await sandbox.control('GET', '/clock')).body.now);
  await sandbox.restart();
  expect(Date.parse((await sandbox.control('GET', '/clock')).body.now)).toBeGreaterThanOrEqual(before);
  await eventually(async () => {
    expect(await inquire(name)).toMatchObject({ status: 'succeeded' });
  });
  expect((await open('kept')).status).toBe(503);
});

test('a stop does not wait for a suspended reply', async () => {
  const hanging = open(reference(), { 'x-sandbox-fault': 'lost=60000' }).then(
    () => 'answered',
    () => 'dropped',
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  const from = performance.now();
  await sandbox.restart();
  expect(performance.now() - from).toBeLessThan(5_000);
  expect(await hanging).toBe('dropped');
});
