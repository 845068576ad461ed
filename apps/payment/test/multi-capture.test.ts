import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import { LIMITS } from '../src/limits.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import { cardJourneys } from './card-journeys.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const DAY_MS = 86_400_000;
let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());
beforeEach(() => {
  payment.cardA.capabilities = { ...UNRESTRICTED, multiCapture: true };
});

const { api, pay } = cardJourneys(() => payment);

async function authorise(): Promise<Json> {
  const intent = await payment.checkout({ amount: 100, capture_method: 'manual' });
  await pay(intent);
  return intent;
}

const capture = (intent: Json, body: Json): Promise<HttpAnswer> =>
  api('POST', `payment/intent/${intent._id}/capture`, body);
const release = (intent: Json): Promise<HttpAnswer> => api('POST', `payment/intent/${intent._id}/void`, {});
const refund = (intent: Json, amount: number): Promise<HttpAnswer> =>
  api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: amount });

async function amounts(intent: Json): Promise<unknown[]> {
  const { data } = (await api('GET', `payment/intent/${intent._id}`)).body;
  return [data.pi_status, data.amount_captured, data.amount_capturable, data.amount_refunded];
}

const eventsOf = (intent: Json, type: string): Json[] =>
  payment.published.filter((event) => event.subject === intent._id && event.type === type).map(({ data }) => data);

test('three captures use an authorisation up; each has its operation, its posting and its event', async () => {
  const intent = await authorise();
  expect((await capture(intent, { amount: 40, final_capture: false })).status).toBe(200);
  expect(await amounts(intent)).toEqual(['requires_capture', 40, 60, 0]);
  await capture(intent, { amount: '25.50', final_capture: false });
  expect(await amounts(intent)).toEqual(['requires_capture', 65.5, 34.5, 0]);
  const tooMuch = await capture(intent, { amount: 35, final_capture: false });
  expect([tooMuch.status, tooMuch.body.error.amount_max]).toEqual([422, 34.5]);
  await capture(intent, { final_capture: false });
  expect(await amounts(intent)).toEqual(['succeeded', 100, 0, 0]);
  await eventually(() =>
    expect(eventsOf(intent, 'payment.captured').map((data) => [data.amount, data.amount_capturable])).toEqual([
      [40, 60],
      [25.5, 34.5],
      [34.5, 0],
    ]),
  );
  const operations = eventsOf(intent, 'payment.captured').map((data) => data.operation_id);
  expect(new Set(operations).size).toBe(3);
  expect((await capture(intent, { amount: 1 })).body.error.code).toBe('illegal_transition');
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('the final capture, and a void, release the rest; what was captured stays', async () => {
  const intent = await authorise();
  await capture(intent, { amount: 40, final_capture: false });
  expect((await capture(intent, { amount: 10 })).status).toBe(200);
  expect(await amounts(intent)).toEqual(['succeeded', 50, 0, 0]);
  const other = await authorise();
  await capture(other, { amount: 40, final_capture: false });
  expect((await release(other)).status).toBe(200);
  expect(await amounts(other)).toEqual(['succeeded', 40, 0, 0]);
  await eventually(() =>
    expect(eventsOf(other, 'payment.voided').map((data) => [data.amount, data.status])).toEqual([[60, 'succeeded']]),
  );
  expect((await refund(other, 41)).body.error.amount_max).toBe(40);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('what was captured can be refunded while the rest is open, and never more', async () => {
  const intent = await authorise();
  expect((await refund(intent, 1)).body.error.code).toBe('illegal_transition');
  await capture(intent, { amount: 40, final_capture: false });
  expect((await refund(intent, 41)).status).toBe(422);
  expect((await refund(intent, 40)).status).toBe(200);
  expect(await amounts(intent)).toEqual(['requires_capture', 40, 60, 40]);
  await capture(intent, { amount: 60 });
  expect(await amounts(intent)).toEqual(['succeeded', 100, 0, 40]);
  const { body } = await api('GET', `payment/transaction?payment_intent_id=${intent._id}`);
  expect(body.data.items[0].status).toBe('PARTIALLY_REFUNDED');
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a capture whose reply is lost reserves its amount; captures at once never exceed it', async () => {
  const intent = await authorise();
  payment.cardA.fail('capture', 'lost-after');
  expect((await capture(intent, { amount: 70, final_capture: false })).status).toBe(202);
  expect(await amounts(intent)).toEqual(['requires_capture', 0, 30, 0]);
  expect((await capture(intent, { amount: 31, final_capture: false })).status).toBe(422);
  expect((await capture(intent, { amount: 30 })).body.error.code).toBe('illegal_transition');
  expect((await release(intent)).body.error.code).toBe('illegal_transition');
  const answers = await Promise.all([20, 20, 20].map((amount) => capture(intent, { amount, final_capture: false })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  payment.pass(60_000);
  await payment.work();
  expect(await amounts(intent)).toEqual(['requires_capture', 90, 10, 0]);
  expect([...payment.cardA.payments.values()].at(-1)?.captured).toBe(9_000n);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a capture that the gateway refuses gives its amount back', async () => {
  const intent = await authorise();
  await capture(intent, { amount: 40, final_capture: false });
  payment.cardA.fail('capture', 'declined');
  const refused = await capture(intent, { amount: 50, final_capture: false });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'capture_refused']);
  expect(await amounts(intent)).toEqual(['requires_capture', 40, 60, 0]);
});

test('the rest is released seven days after the authorisation, however late a part was captured', async () => {
  const intent = await authorise();
  payment.pass(LIMITS.authorisedMs - DAY_MS);
  await capture(intent, { amount: 40, final_capture: false });
  payment.pass(DAY_MS + 60_000);
  await payment.work();
  await eventually(async () => {
    await payment.work();
    expect(await amounts(intent)).toEqual(['succeeded', 40, 0, 0]);
  });
  await eventually(() => expect(eventsOf(intent, 'payment.voided')).toMatchObject([{ requested_by: 'clock' }]));
});

test.each(['capture', 'void'] as const)(
  'a refused %s on the sixth day delays the release of the seventh by nothing',
  async (kind) => {
    const intent = await authorise();
    payment.pass(LIMITS.authorisedMs - DAY_MS);
    payment.cardA.fail(kind, 'declined');
    const refused = await (kind === 'capture'
      ? capture(intent, { amount: 40, final_capture: false })
      : api('POST', `payment/intent/${intent._id}/void`, {}));
    expect(refused.status).toBe(409);
    payment.pass(DAY_MS - 60_000);
    await payment.work();
    expect((await api('GET', `payment/intent/${intent._id}`)).body.data.pi_status).toBe('requires_capture');
    payment.pass(120_000);
    await eventually(async () => {
      await payment.work();
      expect((await api('GET', `payment/intent/${intent._id}`)).body.data.pi_status).toBe('canceled');
    });
    expect(await checkBooks(payment.pool)).toEqual([]);
  },
);

test('a void of the rest that the gateway declines is requested again after a gap, not in every round', async () => {
  const intent = await authorise();
  payment.pass(LIMITS.authorisedMs - DAY_MS);
  await capture(intent, { amount: 40, final_capture: false });
  payment.pass(DAY_MS + 60_000);
  const voids = (): number => payment.cardA.calls.filter((name) => name === 'void').length;
  const before = voids();
  payment.cardA.fail('void', 'declined', 'declined', 'declined');
  await eventually(async () => {
    await payment.work();
    expect(voids()).toBe(before + 1);
    expect((await api('GET', `payment/intent/${intent._id}`)).body.data.pi_status).toBe('requires_capture');
  });
  for (let round = 0; round < 3; round++) await payment.work();
  expect(voids()).toBe(before + 1);
  payment.cardA.faults.clear();
  payment.pass(LIMITS.voidGapMs + 60_000);
  await eventually(async () => {
    await payment.work();
    expect(await amounts(intent)).toEqual(['succeeded', 40, 0, 0]);
  });
});

test('a gateway that takes one capture refuses to leave the rest authorised, and captures as before', async () => {
  payment.cardA.capabilities = UNRESTRICTED;
  const intent = await authorise();
  const refused = await capture(intent, { amount: 40, final_capture: false });
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
    409,
    'multi_capture_unsupported',
    'final_capture',
  ]);
  expect((await capture(intent, { amount: 40 })).status).toBe(200);
  expect(await amounts(intent)).toEqual(['succeeded', 40, 0, 0]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});
