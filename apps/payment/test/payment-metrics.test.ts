import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import { eventually } from '@qafila/testing/wait';
import { PaymentMetrics } from '../src/payment-metrics.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
const metrics = new Metrics('payment', { processMetrics: false });
beforeAll(async () => {
  payment = await startPaymentForTest();
  payment.deps.metrics = new PaymentMetrics(metrics, payment.pool);
});
afterAll(() => payment.stop());

async function read(name: string): Promise<number> {
  const line = (await metrics.registry.metrics())
    .split('\n')
    .find((candidate) => candidate.startsWith(name.replace('}', ',')) || candidate.startsWith(name));
  return Number(line?.split(' ').at(-1));
}

test('gauges count open, unknown, reviewed and unpublished items; counters count attempts', async () => {
  const [, unknown] = [await payment.checkout(), await payment.checkout()];
  const paid = await payment.checkout();
  await payment.open(paid.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  await payment.open(`${paid.checkout_page_url}/return`);
  payment.cardA.fail('pay', 'lost-after');
  payment.cardA.fail('inquire', ...Array.from({ length: 60 }, () => 'lost-before' as const));
  await payment.open(unknown.checkout_page_url, { method: 'card' });
  expect(await read('payment_intents_open{status="requires_payment_method"}')).toBe(1);
  expect(await read('payment_intents_open{status="processing"}')).toBe(1);
  expect(await read('payment_operations_unknown{')).toBe(1);
  expect(await read('payment_person_queue{queue="unknown_outcome"}')).toBe(0);
  expect(await read('payment_attempts_total{gateway="card-a",outcome="captured"}')).toBe(1);
  expect(await read('payment_gateway_answers_total{gateway="card-a",kind="pay",outcome="unknown"}')).toBe(1);
  expect(await read('payment_intents_ended_total{status="succeeded"}')).toBe(1);
  for (let minute = 0; minute < 15; minute++) {
    payment.pass(60_000);
    await payment.work();
  }
  expect(await read('payment_person_queue{queue="unknown_outcome"}')).toBe(1);
  expect(await read('payment_person_queue_oldest_seconds{queue="unknown_outcome"}')).toBeGreaterThan(0);
  await eventually(async () => ((await read('payment_outbox_unpublished{')) === 0 ? true : null));
});

test('gauges count what is due and overdue at each gateway', async () => {
  const move = (interval: string): Promise<unknown> =>
    payment.pool.query(`UPDATE operation SET inquire_at = now() - interval '${interval}' WHERE state = 'pending'`);
  const [due, overdue] = ['payment_inquiries_due{gateway="card-b"}', 'payment_inquiries_overdue{gateway="card-b"}'];
  const intent = await payment.checkout({ gateway_instance_id: 'card-b' });
  payment.cardB.fail('pay', 'lost-after');
  await payment.open(intent.checkout_page_url, { method: 'card' });
  await move('-1 minute');
  expect([await read(due), await read(overdue)]).toEqual([0, 0]);
  await move('10 seconds');
  expect([await read(due), await read(overdue)]).toEqual([1, 0]);
  await move('61 seconds');
  expect([await read(due), await read(overdue)]).toEqual([1, 1]);
  payment.cardB.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  expect(await read(due)).toBeNaN();
});
