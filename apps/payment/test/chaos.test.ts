import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { runLength } from '@qafila/testing/run-length';
import { seededRandom } from '@qafila/testing/seeded-random';
import { checkBooks } from '../src/ledger/check-books.ts';
import { dyingPool } from './dying-pool.ts';
import type { FakeProvider, Fault, Payment } from './fake-provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const RUNS = runLength(200, 50);
const MINUTE_MS = 60_000;

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const CALLS = ['pay', 'capture', 'void', 'refund', 'inquire'];
const FAULTS: Fault[] = ['lost-before', 'lost-after', 'not-sent', 'declined', 'retriable'];

/** An inquiry may be lost. A provider that lies in an inquiry would need books other than its own. */
function breakNext(gateway: FakeProvider, random: () => number): void {
  const call = pick(random, CALLS);
  gateway.fail(call, pick(random, call === 'inquire' ? FAULTS.slice(0, 3) : FAULTS));
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

async function attemptsAt(intentId: string): Promise<{ gateway: FakeProvider; payment: Payment }[]> {
  const { rows } = await payment.pool.query<{ id: string; gateway: string }>(
    "SELECT id, gateway FROM operation WHERE intent_id = $1 AND kind = 'pay' ORDER BY id",
    [intentId],
  );
  return rows.flatMap(({ id, gateway: type }) => {
    const gateway = type === 'card-a' ? payment.cardA : payment.cardB;
    const own = gateway.payments.get(id);
    return own === undefined ? [] : [{ gateway, payment: own }];
  });
}

/** One customer and one merchant, who act at random while providers and processes fail. */
async function live(random: () => number, intent: Json): Promise<void> {
  for (let step = 0; step < 8; step++) {
    for (const gateway of [payment.cardA, payment.cardB]) if (random() < 0.4) breakNext(gateway, random);
    const what = random();
    const [last] = (await attemptsAt(intent._id as string)).slice(-1);
    if (what < 0.3)
      await Promise.all([
        payment.open(intent.checkout_page_url, { method: 'card' }),
        ...(random() < 0.3 ? [payment.open(intent.checkout_page_url, { method: 'card' })] : []),
      ]);
    else if (what < 0.55 && last?.payment.state === 'open')
      last.gateway.finish(pick(random, ['pay', 'pay', 'decline', 'retriable'] as const), last.payment.id);
    else if (what < 0.75) await payment.open(`${intent.checkout_page_url}/return`);
    else if (what < 0.8) await payment.open(`${intent.checkout_page_url}/cancel`, {});
    else if (what < 0.9)
      await payment.call(
        'POST',
        '/public/v1/refund',
        { payment_intent_id: intent._id, refunded_amount: pick(random, [10, 40, 100]) },
        { headers: { 'idempotency-key': `${intent._id}-${Math.floor(random() * 2)}` } },
      );
    else await payment.call('POST', `/public/v1/payment/intent/${intent._id}/${pick(random, ['capture', 'void'])}`, {});
    payment.pass(Math.floor(random() * 20_000));
  }
}

/** Runs the worker once a minute until it finds nothing to do. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    payment.pass(MINUTE_MS);
    for (let round = 0; round < 40; round++) if ((await payment.work().catch(() => 1)) === 0) break;
  }
}

const NAME = `${RUNS} seeded runs of crashes, lost replies, ghost successes and repeats`;
test(`${NAME}: no money is taken twice or lost, and all is known or in manual review`, async () => {
  const intents: Json[] = [];
  for (let seed = 1; seed <= RUNS; seed++)
    intents.push(await payment.checkout({ amount: 100, capture_method: seed % 4 === 0 ? 'manual' : 'automatic' }));
  const [rate, whole] = [{ now: 0.15 }, payment.deps.pool];
  const chaos = seededRandom(7);
  payment.deps.pool = dyingPool(whole, () => {
    if (chaos() >= rate.now) return null;
    return chaos() < 0.5 ? 'before' : 'after';
  });
  for (const [seed, intent] of intents.entries()) await live(seededRandom(seed + 1), intent);
  // Providers answer again; processes still die now and then.
  for (const gateway of [payment.cardA, payment.cardB]) gateway.faults.clear();
  rate.now = 0.02;
  await minutes(15);
  const { rows: unknown } = await payment.pool.query(
    `SELECT i.id FROM intent i WHERE i.status = 'processing' AND NOT EXISTS (SELECT 1 FROM operation o
      WHERE o.intent_id = i.id AND o.queue IS NOT NULL)`,
  );
  expect(unknown).toEqual([]);
  await minutes(30);
  payment.deps.pool = whole;
  await minutes(2);
  const { rows: open } = await payment.pool.query(`
    SELECT i.id, i.status FROM intent i WHERE i.status NOT IN ('succeeded', 'failed', 'canceled', 'expired',
    'requires_capture')
      OR EXISTS (SELECT 1 FROM operation o WHERE o.intent_id = i.id AND o.state = 'pending' AND o.queue IS NULL)`);
  expect(open).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
  await compareWithGateways(intents);
}, 240_000);

/** The providers' books are the truth: they agree with ours, and at most one attempt of an intent keeps money. */
async function compareWithGateways(intents: Json[]): Promise<void> {
  const outcomes: Record<string, number> = {};
  for (const intent of intents) {
    const {
      rows: [row],
    } = await payment.pool.query<{ status: string; captured_minor: string; refunded_minor: string; queued: boolean }>(
      `
      SELECT status, captured_minor, refunded_minor, EXISTS (SELECT 1 FROM operation o WHERE o.intent_id = i.id
      AND o.queue IS NOT NULL) AS queued FROM intent i WHERE id = $1`,
      [intent._id],
    );
    if (row === undefined) throw new Error('an intent is lost');
    outcomes[row.queued ? 'queued' : row.status] = (outcomes[row.queued ? 'queued' : row.status] ?? 0) + 1;
    if (row.queued) continue;
    const there = (await attemptsAt(intent._id as string)).map(({ payment: own }) => own.captured - own.refunded);
    expect({ id: intent._id, status: row.status, kept: there.reduce((sum, kept) => sum + kept, 0n) }).toEqual({
      id: intent._id,
      status: row.status,
      kept: BigInt(row.captured_minor) - BigInt(row.refunded_minor),
    });
    expect(there.filter((kept) => kept > 0n).length).toBeLessThanOrEqual(1);
    const ends = payment.published.filter(
      (event) =>
        event.subject === intent._id && event.data.refund_id === null && event.data.status !== 'requires_capture',
    );
    expect(new Set(ends.map((event) => event.data.status)).size).toBeLessThanOrEqual(1);
  }
  // The test proves something only if the runs ended differently.
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['succeeded', 'expired', 'canceled']));
}
