import { expect } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { seededRandom } from '@qafila/testing/seeded-random';
import { runLength, runSeed } from '@qafila/testing/run-length';
import { disputeRound } from '../../src/disputes/dispute-loop.ts';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { importReport } from '../../src/settlement/import-report.ts';
import { DEFAULT_RULES } from '../../src/settlement/mapping.ts';
import type { PaymentUnderTest } from '../harness.ts';
import { disputeSome } from './journey-disputes.ts';
import { major } from './journey-gateway.ts';
import type { JourneyBook, JourneyGateway, JourneyWorld } from './journey-gateway.ts';
import { captureOrVoid, loseReply, refundParts, voidTooLate } from './journey-operations.ts';
import { readBooks } from './read-books.ts';

const API = '/public/v1/payment';
/** How many journeys a run makes; QAFILA_JOURNEYS says otherwise. */
export const JOURNEYS = Number(process.env['QAFILA_JOURNEYS'] ?? runLength(10_000, 60));
/** Journeys under way at once. */
const AT_ONCE = 8;
const ROUNDS_MAX = 60;
const PASS_MS = 130_000;

/**
 * Random journeys through the whole service: declined or paid, captured at once or later in part, voided, refunded in
 * parts, and disputed, with lost replies, repeated requests, and calls of the gateway that come twice or in another
 * order. At the end the gateway's books, ours and its settlement agree to the minor unit.
 */
export async function gatewayJourneys(
  payment: PaymentUnderTest,
  gateway: JourneyGateway,
  journeys: number,
): Promise<void> {
  const random = seededRandom(runSeed());
  const world = { payment, gateway, random, whole: (below: number) => Math.floor(random() * below) };
  await gateway.fake.control('unruly', { isUnruly: true });
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < journeys; at = next++) await journey(world, at);
    }),
  );
  await gateway.fake.control('unruly', { isUnruly: false });
  await gateway.leavePages?.();
  await untilNothingIsPending(payment);
  const books = await gateway.settle();
  // The tables are new: without this, the planner takes them for empty.
  await payment.pool.query('ANALYZE');
  await importAll(payment, gateway);
  // The same report again, as when a reply was lost.
  await importAll(payment, gateway);
  await expectAgreement(payment, gateway, books);
}

async function journey(world: JourneyWorld, at: number): Promise<void> {
  const { payment, gateway, random, whole } = world;
  const [currency, decimals] = gateway.currencies[at % gateway.currencies.length] as readonly [string, number];
  // Some gateways take three decimals only where the last is 0.
  const minor = 1_000 + 10 * whole(99_999);
  const isManual = gateway.hasManual && random() < 0.3;
  const intent = await payment.checkout({
    amount: major(minor, decimals),
    currency,
    metadata: { order_reference: `order-${at}` },
    ...gateway.checkout,
    ...(isManual ? { capture_method: 'manual' } : {}),
  });
  if (random() < 0.1) await loseReply(world, 'pay');
  const page = await payment.open(intent.checkout_page_url, { method: gateway.method });
  const url = page.location?.startsWith(gateway.fake.url) ? page.location : await found(payment, intent);
  if (url === null) return;
  await gateway.fake.onPage(url, random() < 0.15 ? gateway.forms.decline : gateway.forms.pay);
  // Some customers never return; then the gateway's call reports the payment, or an inquiry finds it.
  if (random() < 0.7) await payment.open(`${intent.checkout_page_url}/return`);
  if (gateway.capturesLater === true && !isManual) await captureByRule(payment, intent);
  const captured = isManual ? await captureOrVoid(world, intent, { minor, decimals }) : minor;
  await voidTooLate(world, intent);
  await refundParts(world, intent, { captured, decimals });
  await disputeSome(world, intent, decimals);
}

/** The worker makes the captures that no caller waits for. What it has no time for here is captured at the end. */
async function captureByRule(payment: PaymentUnderTest, { _id: id }: Json): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await payment.work();
    const { body } = await payment.call('GET', `${API}/intent/${id}`);
    if (body.data.pi_status === 'succeeded') return;
  }
}

/** The address of a page whose reply was lost, once an inquiry has found it. */
async function found(payment: PaymentUnderTest, { _id: id, checkout_page_url: url }: Json): Promise<string | null> {
  await payment.open(`${url}/return`);
  const { body } = await payment.call('GET', `${API}/intent/${id}`);
  return (body.data.html_response?.redirect_url as string | undefined) ?? null;
}

/** What was lost is inquired until it is known; payments that the customer left expire. */
async function untilNothingIsPending(payment: PaymentUnderTest): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    payment.pass(PASS_MS);
    while ((await payment.work()) > 0);
    while ((await disputeRound(payment.deps)) > 0);
    const { rows } = await payment.pool.query(
      `SELECT (SELECT count(*)::int FROM operation WHERE state = 'pending') AS pending,
        (SELECT count(*)::int FROM attempt WHERE is_open AND status <> 'AUTHORIZED') AS open,
        (SELECT count(*)::int FROM dispute WHERE answering IS NOT NULL) AS answering`,
    );
    if (rows[0].pending === 0 && rows[0].open === 0 && rows[0].answering === 0) return;
  }
  const { rows } = await payment.pool.query(
    `SELECT kind, state, queue, queue_why, inquiries FROM operation WHERE state = 'pending' LIMIT 5`,
  );
  throw new Error(`operations are pending: ${JSON.stringify(rows)}`);
}

/** A fee that is not to the minor unit what the gateway had reported is an exception. */
const RULES = { ...DEFAULT_RULES, fee_tolerance_basis_points: 0 };

async function importAll({ deps, owner }: PaymentUnderTest, { type: gateway, lines }: JourneyGateway): Promise<void> {
  const provider = (await deps.providers.ofStore(owner)).of(gateway);
  const now = deps.clock();
  const source = lines?.() ?? (await readBooks(provider, { fromMs: now - 2 * 86_400_000, toMs: now + 86_400_000 }));
  await importReport(deps, { ...owner, keyId: 'key_1' }, { gateway, rules: RULES, source });
}

async function expectAgreement(
  payment: PaymentUnderTest,
  { estimatesFees = false }: JourneyGateway,
  books: Awaited<ReturnType<JourneyGateway['settle']>>,
): Promise<void> {
  const exceptions = await payment.pool.query(
    "SELECT kind, why, count(*)::int AS times FROM settlement_exception WHERE state = 'open' GROUP BY 1, 2 LIMIT 5",
  );
  expect(exceptions.rows).toEqual([]);
  const queued = await payment.pool.query(
    'SELECT kind, queue, queue_why FROM operation WHERE queue IS NOT NULL LIMIT 5',
  );
  expect(queued.rows).toEqual([]);
  const lines = await payment.pool.query('SELECT state, count(*)::int FROM settlement_line GROUP BY state');
  expect(lines.rows.map(({ state }) => state)).toEqual(['matched']);
  const { rows } = await payment.pool.query<{ currency: string } & Record<keyof JourneyBook, string>>(
    `SELECT currency, sum(captured_minor) AS captured, sum(refunded_minor) AS refunded, (SELECT
      coalesce(sum(withheld_minor + lost_minor), 0) FROM dispute d WHERE d.currency = intent.currency) AS disputed,
      (SELECT coalesce(sum(amount_minor), 0) FROM ledger_line l WHERE l.ledger_account = 'payouts'
        AND l.currency = intent.currency) AS "paidOut"
    FROM intent GROUP BY currency HAVING sum(captured_minor) > 0`,
  );
  const ours = Object.fromEntries(
    rows.map(({ currency, captured, refunded, disputed, paidOut }) => [
      currency,
      {
        captured: BigInt(captured),
        refunded: BigInt(refunded),
        disputed: BigInt(disputed),
        paidOut: BigInt(paidOut),
      },
    ]),
  );
  expect(ours).toEqual(books);
  const estimates = await payment.pool.query("SELECT 1 FROM ledger_line WHERE kind = 'fee_estimate' LIMIT 1");
  expect(estimates.rows.length > 0).toBe(estimatesFees);
  const receivable = await payment.pool.query(
    `SELECT currency, sum(amount_minor)::text AS left FROM ledger_line WHERE ledger_account = 'gateway_receivable'
    GROUP BY currency HAVING sum(amount_minor) <> 0`,
  );
  expect(receivable.rows).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
}
