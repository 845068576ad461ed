import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { IDEMPOTENCY_LIMITS } from '@qafila/idempotency/idempotent';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { Pool } from 'pg';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { checkBooks } from '../src/ledger/check-books.ts';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { dyingPool } from './dying-pool.ts';
import { divertLog, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
let whole: Pool;
beforeAll(async () => {
  payment = await startPaymentForTest();
  whole = payment.deps.pool;
});
afterEach(() => {
  payment.deps.pool = whole;
  for (const gateway of [payment.cardA, payment.cardB]) {
    gateway.faults.clear();
    gateway.down = false;
  }
});
afterAll(async () => {
  expect(await checkBooks(payment.pool)).toEqual([]);
  await payment.stop();
});

const api = (method: string, path: string, body?: unknown, key?: string): Promise<HttpAnswer> =>
  payment.call(method, `/public/v1/${path}`, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

async function paid(more: Json = {}): Promise<Json> {
  const intent = await payment.checkout(more);
  await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  return intent;
}

async function status(intent: Json): Promise<string> {
  return (await api('GET', `payment/intent/${intent._id}`)).body.data.pi_status as string;
}

async function queue(intent: Json): Promise<Json[]> {
  return ((await api('GET', 'payment/queue')).body.data.items as Json[]).filter(
    (item) => item.payment_intent_id === intent._id,
  );
}

const SAID = { evidence: "The gateway's ticket 48211", person: 'Amal Haddad' };

/** A payment whose every answer is lost until a person resolves it. */
async function resolvedByPerson(more: Json = {}): Promise<Json> {
  const intent = await payment.checkout(more);
  payment.cardA.fail('pay', 'lost-after');
  await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
  for (let minute = 0; minute < 15; minute++) {
    payment.pass(60_000);
    await payment.work();
  }
  const [item] = await queue(intent);
  const amount = more.capture_method === 'manual' ? {} : { amount: item.amount };
  await api('POST', `payment/queue/${item.operation_id}/resolve`, { ...SAID, outcome: 'done', ...amount });
  payment.cardA.faults.clear();
  return intent;
}

async function operationOf(intent: Json, kind: string): Promise<OperationRow> {
  const {
    rows: [row],
  } = await payment.pool.query<OperationRow>('SELECT * FROM operation WHERE intent_id = $1 AND kind = $2', [
    intent._id,
    kind,
  ]);
  return row as OperationRow;
}

/**
 * The process dies after the provider has acted and before that is stored. No inquiry runs until the provider is
 * unreachable and the request comes again.
 */
async function repeatedWhileDown(path: string, body: Json): Promise<HttpAnswer> {
  const key = `dies-${path}-${body.payment_intent_id}`;
  let commits = 0;
  payment.deps.pool = dyingPool(whole, () => (++commits === 2 ? 'before' : null));
  expect((await api('POST', path, body, key)).status).toBe(500);
  payment.deps.pool = whole;
  payment.cardA.down = true;
  payment.pass(IDEMPOTENCY_LIMITS.lockMs);
  const answer = await api('POST', path, body, key);
  payment.cardA.down = false;
  payment.pass(INQUIRY.gapMsMax);
  await payment.work();
  return answer;
}

test('a capture of a dead request is not refused when the provider is unreachable at take-over', async () => {
  const intent = await paid({ capture_method: 'manual' });
  expect(
    (await repeatedWhileDown('payment/intent/capture', { payment_intent_id: intent._id, amount: 10 })).status,
  ).toBe(202);
  expect(await status(intent)).toBe('succeeded');
});

test('a refund of a dead request is not refused when the provider is unreachable at take-over', async () => {
  const intent = await paid();
  const answer = await repeatedWhileDown('refund', { payment_intent_id: intent._id, refunded_amount: 10 });
  expect([answer.status, answer.body.data.status]).toEqual([202, 'pending']);
  expect((await api('GET', `payment/intent/${intent._id}`)).body.data.refund.refunded_amount).toBe(10);
});

test.each(['capture', 'void'] as const)(
  'a %s that the provider refuses repeats its answer under its key, and is notified',
  async (kind) => {
    const intent = await paid({ capture_method: 'manual' });
    payment.cardA.fail(kind, 'declined');
    const path = `payment/intent/${intent._id}/${kind}`;
    const first = await api('POST', path, {}, `refused-${kind}`);
    expect([first.status, first.body.error.code, first.body.error.pi_status]).toEqual([
      409,
      `${kind}_refused`,
      'requires_capture',
    ]);
    const again = await api('POST', path, {}, `refused-${kind}`);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const published = await eventually(() => {
      const all = payment.published.filter((event) => event.subject === intent._id);
      return all.length === 2 ? all : null;
    });
    expect(
      published.map((event) => [
        event.data.status,
        event.data.transaction_details.status_code_from_bank,
        event.data.operation,
      ]),
    ).toEqual([
      ['requires_capture', '000', null],
      [
        'requires_capture',
        '000',
        {
          _id: expect.stringMatching(/^op_/),
          kind,
          status: 'failed',
          status_code_from_bank: '05',
          status_message_from_bank: 'Declined',
        },
      ],
    ]);
  },
);

test('an authorisation that a person confirms is authorised, not captured', async () => {
  const intent = await resolvedByPerson({ capture_method: 'manual' });
  expect(await status(intent)).toBe('requires_capture');
  expect((await payment.pool.query('SELECT 1 FROM ledger_line WHERE intent_id = $1', [intent._id])).rows).toEqual([]);
});

test.each([
  ['manual', 'payment/intent/capture', 'requires_capture'],
  ['automatic', 'refund', 'succeeded'],
])('what a person resolved of a payment (%s) can go on: %s', async (method, path, found) => {
  const intent = await resolvedByPerson({ capture_method: method });
  expect(await status(intent)).toBe(found);
  const { status: code, body } = await api('POST', path, { payment_intent_id: intent._id });
  expect([code, body.message]).toEqual([200, path === 'refund' ? 'Refunded' : 'Payment captured']);
});

const DECLINED: ProviderReport = { kind: 'declined', as: 'FAILED', then: 'none', code: '05', message: 'Declined' };

test('a contradiction of a settled operation leaves manual review when a person confirms the operation', async () => {
  const intent = await paid();
  await applyReport(payment.deps, {
    operation: await operationOf(intent, 'pay'),
    report: DECLINED,
    actor: 'gateway',
  });
  const [item] = await queue(intent);
  expect(item).toMatchObject({ queue: 'contradiction', state: 'done' });
  const resolve = (body: Json): Promise<HttpAnswer> =>
    api('POST', `payment/queue/${item.operation_id}/resolve`, { ...SAID, ...body });
  // The opposite resolution cannot be stored: money was taken and must be returned as a refund.
  const refused = await resolve({ outcome: 'failed' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'contradiction']);
  expect((await queue(intent)).map((each) => each.queue)).toEqual(['contradiction']);
  expect((await resolve({ outcome: 'done', amount: 1500.5 })).body.data).toMatchObject({ queue: null, state: 'done' });
  expect([await queue(intent), await status(intent)]).toEqual([[], 'succeeded']);
});

test('a repeated contradiction opens one manual review', async () => {
  const intent = await payment.checkout();
  payment.cardA.fail('pay', 'lost-after');
  await payment.open(intent.checkout_page_url, { method: 'card' });
  Object.assign(payment.cardA.finish(), { captured: 1n });
  const calls: string[] = [];
  divertLog(payment.deps.log, (line) => {
    if (line.includes('payment.manual_review_required')) calls.push(line);
  });
  payment.deps.log.level = 'error';
  for (let minute = 0; minute < 20; minute++) {
    payment.pass(60_000);
    await payment.work();
  }
  payment.deps.log.level = 'silent';
  expect([(await queue(intent)).map((item) => item.queue), calls.length]).toEqual([['contradiction'], 1]);
});

test('a reversal goes to manual review when it is refused, not when the provider is unreachable', async () => {
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card' });
  await api('DELETE', `payment/intent/${intent._id}`);
  const late = payment.cardA.finish();
  await payment.work();
  payment.cardA.down = true;
  payment.pass(60_000);
  await payment.work();
  expect([await queue(intent), late.refunded]).toEqual([[], 0n]);
  payment.cardA.down = false;
  for (let round = 0; round < 3; round++) {
    payment.pass(60_000);
    await payment.work();
  }
  expect(late.refunded).toBe(late.captured);
});

test('a provider that hangs delays only its own payments', async () => {
  const [stuck, other] = [await payment.checkout(), await payment.checkout({ gateway_instance_id: 'card-b' })];
  for (const intent of [stuck, other]) {
    const gateway = intent === stuck ? payment.cardA : payment.cardB;
    gateway.fail('pay', 'lost-after');
    await payment.open(intent.checkout_page_url, { method: 'card' });
    gateway.finish();
  }
  payment.pass(INQUIRY.firstMs);
  const inquire = payment.cardA.inquire.bind(payment.cardA);
  let release = (): void => {};
  const locked = new Promise<void>((resolve) => {
    release = resolve;
  });
  payment.cardA.inquire = async (request) => {
    await locked;
    return inquire(request);
  };
  const round = payment.work();
  try {
    await eventually(async () => expect(await status(other)).toBe('succeeded'));
    expect(await status(stuck)).toBe('processing');
  } finally {
    payment.cardA.inquire = inquire;
    release();
    await round;
  }
  expect(await status(stuck)).toBe('succeeded');
});

test('a checkout whose open payment cannot be inquired or stored expires and delays no other', async () => {
  const [odd, toPlainJson] = [await payment.checkout(), await payment.checkout()];
  await payment.open(odd.checkout_page_url, { method: 'card' });
  const inquire = payment.cardA.inquire.bind(payment.cardA);
  // A message that PostgreSQL cannot store.
  payment.cardA.inquire = async () => ({ kind: 'pending', message: 'a\0b' });
  try {
    payment.pass(LIMITS.pageMs);
    await payment.work();
    expect([await status(odd), await status(toPlainJson)]).toEqual(['expired', 'expired']);
  } finally {
    payment.cardA.inquire = inquire;
  }
});

test('a refund or a capture that is too much says how much is possible, and names the field', async () => {
  const { _id: id } = await paid({ amount: 100 });
  const refund = (more: Json): Promise<HttpAnswer> => api('POST', 'refund', { payment_intent_id: id, ...more });
  await refund({ refunded_amount: 30 });
  for (const field of ['amount', 'refunded_amount']) {
    const { status, body } = await refund({ [field]: '70.01' });
    expect([status, body.error]).toMatchObject([
      422,
      {
        code: 'refund_exceeds_captured',
        param: field,
        message:
          'The refund is more than what is left to refund, pending refunds included. At most 70.00 SAR is possible.',
        amount_max: 70,
      },
    ]);
  }
  await refund({});
  expect((await refund({})).body.error).toMatchObject({
    code: 'refund_exceeds_captured',
    param: null,
    message: 'Nothing is left to refund, pending refunds included.',
  });
  const { _id: uncaptured } = await paid({ amount: 100, capture_method: 'manual' });
  expect((await api('POST', `payment/intent/${uncaptured}/capture`, { amount: 101 })).body.error).toMatchObject({
    param: 'amount',
    message: 'The capture is more than the authorised amount. At most 100.00 SAR is possible.',
    amount_max: 100,
  });
});
