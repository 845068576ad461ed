import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { applyCallback } from '../src/callbacks/apply-callback.ts';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { checkBooks } from '../src/ledger/check-books.ts';
import { REVERSAL_GAPS_MS } from '../src/limits.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { cardJourneys } from './card-journeys.ts';
import type { Payment } from './fake-provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';

/** What a gateway reports days later, or after it had reported the opposite, is taken in with its postings. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PENDING: ProviderReport = { kind: 'pending' };
const REFUNDED: ProviderReport = { kind: 'refunded', code: '000', message: 'Completed' };
const DECLINED: ProviderReport = { kind: 'declined', as: 'FAILED', then: 'none', code: '57', message: 'Blocked' };

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterEach(async () => {
  payment.cardA.faults.clear();
  payment.cardA.reports.clear();
  expect(await checkBooks(payment.pool)).toEqual([]);
});
afterAll(() => payment.stop());

const { api, pay } = cardJourneys(() => payment);

async function captured(): Promise<Json> {
  const intent = await payment.checkout({ amount: 100 });
  await pay(intent);
  return intent;
}

async function operations(intent: Json, kind: string): Promise<OperationRow[]> {
  const { rows } = await payment.pool.query<OperationRow>(
    'SELECT * FROM operation WHERE intent_id = $1 AND kind = $2 ORDER BY id',
    [intent._id, kind],
  );
  return rows;
}

async function operation(intent: Json, kind = 'refund', at = 0): Promise<OperationRow> {
  return (await operations(intent, kind))[at] as OperationRow;
}

const refund = (intent: Json, amount: number): ReturnType<typeof api> =>
  api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: amount });
const readRefund = async (id: string): Promise<Json> => (await api('GET', `refund/${id}`)).body.data as Json;
const details = async (intent: Json): Promise<Json> =>
  (await api('GET', `payment/Intent/details/${intent._id}`)).body.data as Json;
const queued = async (intent: Json): Promise<string[]> =>
  ((await api('GET', 'payment/queue')).body.data.items as Json[])
    .filter((item) => item.payment_intent_id === intent._id)
    .map((item) => item.queue as string);

function published(intent: Json, prefix: string, count: number): Promise<PublishedEvent[]> {
  return eventually(() => {
    const all = payment.published.filter(({ subject, type }) => subject === intent._id && type.startsWith(prefix));
    return all.length >= count ? all : null;
  });
}

async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour++) {
    payment.pass(HOUR_MS);
    await payment.work();
  }
}

/** The gateway reports this of a refund that has ended, in a call that is known to be right. */
async function reportLate(intent: Json, report: ProviderReport, at = 0): Promise<void> {
  await applyReport(payment.deps, { operation: await operation(intent, 'refund', at), report, actor: 'gateway' });
}

describe('a refund that the gateway reports as pending', () => {
  test('stays pending for days, is inquired every few hours, and is in no queue', async () => {
    const intent = await captured();
    payment.cardA.report('refund', PENDING);
    payment.cardA.report('inquire', ...Array.from({ length: 400 }, () => PENDING));
    const { body } = await refund(intent, 40);
    await hours(5 * 24);
    expect([(await readRefund(body.data._id)).status, await queued(intent)]).toEqual(['pending', []]);
    expect((await operation(intent)).inquiries).toBeLessThan(60);
    // The amount stays reserved, so it cannot be refunded again.
    expect((await refund(intent, 61)).status).toBe(422);
    payment.cardA.reports.clear();
    payment.cardA.done.set(body.data._id as string, REFUNDED);
    await hours(5);
    expect(await readRefund(body.data._id)).toMatchObject({ status: 'succeeded' });
  });

  test('goes to manual review after two weeks', async () => {
    const intent = await captured();
    payment.cardA.report('refund', PENDING);
    payment.cardA.report('inquire', ...Array.from({ length: 400 }, () => PENDING));
    await refund(intent, 40);
    payment.pass(14 * DAY_MS);
    await hours(1);
    expect(await queued(intent)).toEqual(['unknown_outcome']);
    payment.cardA.reports.clear();
    payment.cardA.done.set((await operation(intent)).id, REFUNDED);
    await hours(5);
    expect(await queued(intent)).toEqual([]);
  });

  test('is unknown after 14 minutes when the gateway says nothing', async () => {
    const intent = await captured();
    payment.cardA.fail('refund', 'lost-before');
    payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
    await refund(intent, 40);
    for (let minute = 0; minute < 15; minute++) {
      payment.pass(60_000);
      await payment.work();
    }
    expect(await queued(intent)).toEqual(['unknown_outcome']);
    payment.cardA.faults.clear();
    await hours(1);
  });
});

describe('what a gateway reports after the end of a refund', () => {
  test('refused, then paid: the refund counts, with a posting and a second event', async () => {
    const intent = await captured();
    payment.cardA.report('refund', DECLINED);
    const { body } = await refund(intent, 40);
    await reportLate(intent, REFUNDED);
    expect(await readRefund(body.error.refund_id)).toMatchObject({
      status: 'succeeded',
      history: [
        { status: 'pending', by: 'key_1' },
        { status: 'failed', message: 'Blocked', by: 'gateway' },
        { status: 'succeeded', message: 'Completed', by: 'gateway' },
      ],
    });
    expect(await details(intent)).toMatchObject({
      amount_refunded: 40,
      refund: { refund_object_id: body.error.refund_id },
    });
    const events = await published(intent, 'refund.', 2);
    expect(events.map(({ type, data }) => [type, data.refund_id])).toEqual([
      ['refund.failed', body.error.refund_id],
      ['refund.succeeded', body.error.refund_id],
    ]);
    expect((await refund(intent, 61)).status).toBe(422);
  });

  test('paid, then failed at the bank: the money is back and can be refunded again', async () => {
    const intent = await captured();
    const { body } = await refund(intent, 100);
    await reportLate(intent, DECLINED);
    expect(await readRefund(body.data._id)).toMatchObject({ status: 'failed', status_code_from_bank: '57' });
    expect(await details(intent)).toMatchObject({
      amount_refunded: 0,
      refund: { refunded_amount: 0, refund_object_id: null },
      last_payment_response: { status: 'CAPTURED' },
    });
    const events = await published(intent, 'refund.', 2);
    expect(events.map(({ type }) => type)).toEqual(['refund.succeeded', 'refund.failed']);
    // The fake's own books: the bank returned the money.
    for (const own of payment.cardA.payments.values()) if (own.refunded === 10_000n) own.refunded = 0n;
    expect((await refund(intent, 100)).status).toBe(200);
  });

  test('paid, returned and paid again: each result is posted once', async () => {
    const intent = await captured();
    await refund(intent, 100);
    for (const report of [DECLINED, DECLINED, REFUNDED, REFUNDED]) await reportLate(intent, report);
    expect((await details(intent)).amount_refunded).toBe(100);
    expect((await published(intent, 'refund.', 3)).map(({ type }) => type)).toEqual([
      'refund.succeeded',
      'refund.failed',
      'refund.succeeded',
    ]);
  });

  test('refused, refunded again, and the first one paid too: the excess is in suspense and in review', async () => {
    const intent = await captured();
    payment.cardA.report('refund', DECLINED);
    await refund(intent, 70);
    await refund(intent, 100);
    await reportLate(intent, REFUNDED);
    expect([(await details(intent)).amount_refunded, await queued(intent)]).toEqual([100, ['contradiction']]);
    const suspense = async (): Promise<number> =>
      Number(
        (
          await payment.pool.query<{ sum: string }>(
            "SELECT sum(amount_minor) FROM ledger_line WHERE intent_id = $1 AND ledger_account = 'suspense'",
            [intent._id],
          )
        ).rows[0]?.sum,
      );
    expect(await suspense()).toBe(7_000);
    // The second refund fails at the bank: its money is back, so 70 remain refunded.
    await reportLate(intent, DECLINED, 1);
    expect([(await details(intent)).amount_refunded, await suspense()]).toEqual([70, 0]);
  });
});

describe('a call that says the opposite of what is known', () => {
  const receive = async (intent: Json, report: ProviderReport): Promise<boolean> =>
    applyCallback(
      payment.deps,
      { gateway: 'card-a' },
      {
        kind: 'operation',
        id: 'call-1',
        type: 'refund',
        reference: null,
        operationId: (await operation(intent)).id,
        report,
      },
    );

  test('is not believed when the gateway itself says that it is too late', async () => {
    const intent = await captured();
    const { body } = await refund(intent, 40);
    await receive(intent, DECLINED);
    expect([(await readRefund(body.data._id)).status, await queued(intent)]).toEqual(['succeeded', []]);
  });

  test('is applied when the gateway confirms it', async () => {
    const intent = await captured();
    const { body } = await refund(intent, 40);
    payment.cardA.done.set(body.data._id as string, DECLINED);
    await receive(intent, DECLINED);
    expect((await readRefund(body.data._id)).status).toBe('failed');
  });

  test('goes to manual review when the gateway does not answer', async () => {
    const intent = await captured();
    const { body } = await refund(intent, 40);
    payment.cardA.fail('inquire', 'lost-before');
    await receive(intent, DECLINED);
    expect([(await readRefund(body.data._id)).status, await queued(intent)]).toEqual(['succeeded', ['contradiction']]);
  });
});

describe('late money', () => {
  async function lateMoney(): Promise<{ intent: Json; there: Payment }> {
    const intent = await payment.checkout({ amount: 100 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    await api('DELETE', `payment/intent/${intent._id}`);
    const there = payment.cardA.finish();
    return { intent, there };
  }

  test('whose return is refused is requested again as a new operation, and both states are published', async () => {
    const { intent, there } = await lateMoney();
    payment.cardA.fail('refund', 'declined', 'declined');
    for (const waitMs of [60_000, 1_000, ...REVERSAL_GAPS_MS.slice(0, 2)]) {
      payment.pass(waitMs + 1_000);
      await payment.work();
    }
    const returns = await operations(intent, 'reverse');
    expect(returns.map(({ state, requested_by: by }) => [state, by])).toEqual([
      ['failed', 'system'],
      ['failed', 'system'],
      ['done', 'system'],
    ]);
    expect([new Set(returns.map(({ id }) => id)).size, there.refunded]).toEqual([3, there.captured]);
    const events = await published(intent, 'payment.late', 2);
    expect(events.map(({ data }) => [data.late_status, data.amount, data.status])).toEqual([
      ['returning', 100, 'canceled'],
      ['returned', 100, 'canceled'],
    ]);
    expect(await queued(intent)).toEqual([]);
  });

  test('whose return is refused every time goes to manual review, which is published', async () => {
    const { intent } = await lateMoney();
    payment.cardA.fail('refund', ...Array.from({ length: 20 }, () => 'declined' as const));
    for (const waitMs of [60_000, 1_000, ...REVERSAL_GAPS_MS]) {
      payment.pass(waitMs + 1_000);
      await payment.work();
    }
    const returns = await operations(intent, 'reverse');
    expect(returns.map(({ state }) => state)).toEqual([...REVERSAL_GAPS_MS.map(() => 'failed'), 'pending']);
    expect(await queued(intent)).toEqual(['reversal_refused']);
    const events = await published(intent, 'payment.late', 2);
    expect(events.map(({ data }) => data.late_status)).toEqual(['returning', 'manual_review']);
    // An earlier try succeeded after all.
    await applyReport(payment.deps, { operation: returns[0] as OperationRow, report: REFUNDED, actor: 'person' });
    expect((await published(intent, 'payment.late', 3)).at(-1)?.data.late_status).toBe('returned');
  });

  test('that an earlier operation returned after all is not returned twice', async () => {
    const { intent, there } = await lateMoney();
    payment.cardA.fail('refund', 'declined');
    payment.pass(60_000);
    for (let round = 0; round < 4; round++) {
      await payment.work();
      payment.pass(1_000);
    }
    expect(await operations(intent, 'reverse')).toHaveLength(2);
    await applyReport(payment.deps, {
      operation: await operation(intent, 'reverse'),
      report: REFUNDED,
      actor: 'gateway',
    });
    await hours(2);
    expect((await operations(intent, 'reverse')).map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(there.refunded).toBe(0n);
  });
});

test('captures and voids are published, with the key that requested them', async () => {
  const [taken, released] = [
    await payment.checkout({ amount: 100, capture_method: 'manual' }),
    await payment.checkout({ amount: 100, capture_method: 'manual' }),
  ];
  await pay(taken);
  await pay(released);
  await api('POST', `payment/intent/${taken._id}/capture`, { amount: 40 });
  await api('POST', `payment/intent/${released._id}/void`, {});
  const [capture] = await published(taken, 'payment.', 1);
  expect([capture?.type, capture?.data]).toMatchObject([
    'payment.captured',
    { amount: 40, amount_captured: 40, amount_capturable: 0, status: 'succeeded', requested_by: 'key_1' },
  ]);
  const [voided] = await published(released, 'payment.', 1);
  expect([voided?.type, voided?.data]).toMatchObject([
    'payment.voided',
    { amount: 100, amount_captured: 0, status: 'canceled', requested_by: 'key_1' },
  ]);
});

test('every operation shows who requested it', async () => {
  const intent = await captured();
  const { body } = await refund(intent, 40);
  const [{ _id: id }] = (await api('GET', `payment/transaction?payment_intent_id=${intent._id}`)).body.data.items as [
    Json,
  ];
  const { operations: shown } = (await api('GET', `payment/transaction/${id}`)).body.data as Json;
  expect(shown.map((each: Json) => [each.kind, each.requested_by])).toEqual([
    ['pay', 'customer'],
    ['refund', 'key_1'],
  ]);
  expect(body.data.requested_by).toBe('key_1');
});

test('a payment that the server confirms shows the key that asked', async () => {
  const intent = await payment.checkout({ amount: 100 });
  const confirm = `payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`;
  await api('POST', confirm, { payment_method: 'card' });
  expect((await operation(intent, 'pay')).requested_by).toBe('key_1');
});
