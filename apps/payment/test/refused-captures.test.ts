import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { checkBooks } from '../src/ledger/check-books.ts';
import { CAPTURE_GAPS_MS } from '../src/limits.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import { cardJourneys } from './card-journeys.ts';
import type { Payment } from './fake-provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';

/** A gateway that only authorises may refuse the capture that an automatic payment needs. */
let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterEach(async () => {
  payment.cardA.faults.clear();
  expect(await checkBooks(payment.pool)).toEqual([]);
});
afterAll(() => payment.stop());

const { api, status } = cardJourneys(() => payment);

/** The customer has paid, and the gateway has only authorised. */
async function authorised(more: Json = {}): Promise<{ intent: Json; there: Payment }> {
  const intent = await payment.checkout({ amount: 100, ...more });
  await payment.open(intent.checkout_page_url, { method: 'card' });
  const there = payment.cardA.finish();
  Object.assign(there, { state: 'authorised', captured: 0n });
  await payment.open(`${intent.checkout_page_url}/return`);
  return { intent, there };
}

async function operations(intent: Json, kind: string): Promise<OperationRow[]> {
  const { rows } = await payment.pool.query<OperationRow>(
    'SELECT * FROM operation WHERE intent_id = $1 AND kind = $2 ORDER BY id',
    [intent._id, kind],
  );
  return rows;
}

const refuse = (times: number): void =>
  payment.cardA.fail('capture', ...Array.from({ length: times }, () => 'declined' as const));

/** The first request is due at once; the others after their gaps. */
async function passTries(tries: number): Promise<void> {
  for (const gapMs of [0, ...CAPTURE_GAPS_MS].slice(0, tries)) {
    payment.pass(gapMs + 1_000);
    await payment.work();
  }
}

function published(intent: Json, type: string, count: number): Promise<PublishedEvent[]> {
  return eventually(() => {
    const events = payment.published.filter((event) => event.subject === intent._id && event.type === type);
    return events.length >= count ? events : null;
  });
}

describe('a refused automatic capture', () => {
  test('is requested again as a new operation, until the gateway takes the money', async () => {
    const { intent, there } = await authorised();
    refuse(2);
    await passTries(3);
    const captures = await operations(intent, 'capture');
    expect(captures.map(({ state, try_no: no, requested_by: by }) => [state, no, by])).toEqual([
      ['failed', null, 'system'],
      ['failed', 2, 'system'],
      ['done', 3, 'system'],
    ]);
    expect([await status(intent._id as string), there.captured]).toEqual(['succeeded', 10_000n]);
    const notified = await published(intent, 'PAYMENT_INTENT_NOTIFICATION', 1);
    expect(notified.map(({ data }) => data.status)).toEqual(['succeeded']);
  });

  test('every time ends the payment: merchant and customer learn it, and the authorisation is released', async () => {
    const { intent, there } = await authorised();
    refuse(20);
    await passTries(CAPTURE_GAPS_MS.length);
    expect(await status(intent._id as string)).toBe('requires_capture');
    const busy = await api('POST', `payment/intent/${intent._id}/void`, {});
    expect([busy.status, busy.body.error.code]).toEqual([409, 'illegal_transition']);
    payment.pass((CAPTURE_GAPS_MS.at(-1) as number) + 1_000);
    await payment.work();
    expect((await operations(intent, 'capture')).map(({ state }) => state)).toEqual(Array(5).fill('failed'));
    expect(await status(intent._id as string)).toBe('failed');
    const [notified, ...more] = await published(intent, 'PAYMENT_INTENT_NOTIFICATION', 1);
    expect([notified?.data.status, more]).toEqual(['failed', []]);
    expect(notified?.data.operation).toMatchObject({ kind: 'capture', status: 'failed', status_code_from_bank: '05' });
    expect((await payment.open(intent.checkout_page_url)).location).toContain('https://shop.example/failed');
    await passTries(1);
    expect((await operations(intent, 'reverse')).map(({ state }) => state)).toEqual(['done']);
    expect([there.state, there.captured]).toEqual(['voided', 0n]);
    payment.pass(30 * 86_400_000);
    await payment.work();
    expect(await operations(intent, 'capture')).toHaveLength(5);
  });

  test('that succeeded after all is not followed by another', async () => {
    const { intent, there } = await authorised();
    refuse(1);
    await passTries(1);
    const [first] = await operations(intent, 'capture');
    Object.assign(there, { state: 'captured', captured: 10_000n });
    const report = { kind: 'captured', amount: 10_000n } as const;
    await applyReport(payment.deps, { operation: first as OperationRow, report, actor: 'gateway' });
    expect(await status(intent._id as string)).toBe('succeeded');
    const before = payment.cardA.calls.filter((call) => call === 'capture').length;
    await passTries(2);
    expect((await operations(intent, 'capture')).map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(payment.cardA.calls.filter((call) => call === 'capture')).toHaveLength(before);
    expect(await status(intent._id as string)).toBe('succeeded');
  });

  test('whose money comes after the payment has failed is late money, and goes back', async () => {
    const { intent, there } = await authorised();
    refuse(20);
    await passTries(CAPTURE_GAPS_MS.length + 1);
    const last = (await operations(intent, 'capture')).at(-1) as OperationRow;
    Object.assign(there, { state: 'captured', captured: 10_000n });
    await applyReport(payment.deps, {
      operation: last,
      report: { kind: 'captured', amount: 10_000n },
      actor: 'gateway',
    });
    expect((await published(intent, 'payment.late', 1))[0]?.data.late_status).toBe('returning');
    await passTries(2);
    expect([await status(intent._id as string), there.refunded]).toEqual(['failed', 10_000n]);
    expect((await published(intent, 'payment.late', 2))[1]?.data.late_status).toBe('returned');
  });
});

test('the merchant’s own capture that is refused is not repeated: its caller decides', async () => {
  const { intent } = await authorised({ capture_method: 'manual' });
  refuse(1);
  expect((await api('POST', `payment/intent/${intent._id}/capture`, {})).body.error.code).toBe('capture_refused');
  await passTries(3);
  expect(await operations(intent, 'capture')).toHaveLength(1);
  expect(await status(intent._id as string)).toBe('requires_capture');
});
