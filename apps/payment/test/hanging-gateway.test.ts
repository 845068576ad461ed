import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const DUE = 200;
let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ worker: true });
});
afterAll(() => payment.stop());

async function status(intent: Json): Promise<string> {
  return (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data.pi_status as string;
}

test('200 due operations of a gateway that hangs delay no inquiry of another, and no expiry', async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inquire = payment.cardA.inquire.bind(payment.cardA);
  let inquiries = 0;
  const beganMs = performance.now();
  payment.cardA.inquire = async (request) => {
    inquiries++;
    await released;
    return inquire(request);
  };
  try {
    // Pinned: after five calls without an answer, others would leave it alone.
    const hanging = await Promise.all(
      Array.from({ length: DUE }, () => payment.checkout({ gateway_instance_id: 'card-a' })),
    );
    payment.cardA.fail('pay', ...Array<'lost-after'>(DUE).fill('lost-after'));
    for (const intent of hanging) await payment.open(intent.checkout_page_url, { method: 'card' });
    payment.pass(LIMITS.pageMs - 1_000);
    await eventually(() => inquiries >= INQUIRY.perRoundMax);
    const other = await payment.checkout({ gateway_instance_id: 'card-b' });
    const untried = await payment.checkout();
    payment.cardB.fail('pay', 'lost-after');
    await payment.open(other.checkout_page_url, { method: 'card' });
    payment.cardB.finish();
    payment.pass(INQUIRY.firstMs);
    await eventually(async () => expect(await status(other)).toBe('succeeded'));
    payment.pass(LIMITS.pageMs);
    await eventually(async () => expect(await status(untried)).toBe('expired'));
    // The gateway gets no more inquiries than its loop may have at once. One that hangs ends at its deadline.
    const rounds = 2 + Math.floor((performance.now() - beganMs) / INQUIRY.callDeadlineMs);
    expect(inquiries).toBeLessThanOrEqual(rounds * INQUIRY.perRoundMax);
    const { rows } = await payment.pool.query(
      "SELECT count(*)::int AS due FROM operation WHERE state = 'pending' AND gateway = 'card-a' AND inquire_at <= $1",
      [new Date(payment.deps.clock())],
    );
    expect(rows[0].due).toBeGreaterThan(DUE / 2);
  } finally {
    payment.cardA.inquire = inquire;
    release();
  }
});
