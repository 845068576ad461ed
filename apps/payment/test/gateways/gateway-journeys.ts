import { expect } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { seededRandom } from '@qafila/testing/seeded-random';
import { runLength, runSeed } from '@qafila/testing/run-length';
import { disputeRound } from '../../src/disputes/dispute-loop.ts';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { importReport } from '../../src/settlement/import-report.ts';
import { DEFAULT_RULES } from '../../src/settlement/mapping.ts';
import type { ProviderSettlementLine } from '../../src/providers/settlement-line.ts';
import type { Method } from '../../src/providers/methods.ts';
import type { PaymentUnderTest } from '../harness.ts';
import type { FakeGateway } from './fake-gateway.ts';
import { disputeSome } from './journey-disputes.ts';
import type { JourneyDisputes } from './journey-disputes.ts';
import { readBooks } from './read-books.ts';

const API = '/public/v1/payment';
/** How many journeys a run makes; QAFILA_JOURNEYS says otherwise. */
export const JOURNEYS = Number(process.env['QAFILA_JOURNEYS'] ?? runLength(10_000, 60));
/** Journeys under way at once. */
const AT_ONCE = 8;
const ROUNDS_MAX = 60;
const PASS_MS = 130_000;

/** A gateway whose books the journeys compare with ours. */
export interface JourneyGateway {
  type: string;
  method: Method;
  fake: FakeGateway;
  currencies: readonly (readonly [code: string, decimals: number])[];
  hasManual: boolean;
  /** The service captures what the gateway only authorises. */
  capturesLater?: boolean;
  /** What the customer sends on the gateway's page. */
  forms: { pay: Record<string, string>; decline: Record<string, string> };
  /** The requests whose reply may be lost. */
  paths: Readonly<Record<'pay' | 'capture' | 'refund', { method: string; path: string }>>;
  /** Lets the pages expire that no customer is on, where they cannot be cancelled. */
  leavePages?(): Promise<unknown>;
  /** Pays out everything, and returns what the gateway took, gave back and holds for disputes, by currency. */
  settle(): Promise<Record<string, JourneyBook>>;
  /** Its settlement, where it has none that can be read by its API. */
  lines?(): readonly ProviderSettlementLine[];
  disputes?: JourneyDisputes;
}

/** Minor units of one currency. */
export interface JourneyBook {
  captured: bigint;
  refunded: bigint;
  disputed: bigint;
}

/**
 * Random journeys through the whole service: declined or paid, captured at once or later in part, refunded in parts,
 * and disputed, with lost replies and repeats. At the end the gateway's books, ours and its settlement agree to the
 * minor unit.
 */
export async function gatewayJourneys(
  payment: PaymentUnderTest,
  gateway: JourneyGateway,
  journeys: number,
): Promise<void> {
  const random = seededRandom(runSeed());
  const world = { payment, gateway, random, whole: (below: number) => Math.floor(random() * below) };
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < journeys; at = next++) await journey(world, at);
    }),
  );
  await gateway.leavePages?.();
  await untilNothingIsPending(payment);
  const books = await gateway.settle();
  // The tables are new: without this, the planner takes them for empty.
  await payment.pool.query('ANALYZE');
  await importAll(payment, gateway);
  // The same report again, as when a reply was lost.
  await importAll(payment, gateway);
  await expectAgreement(payment, books);
}

interface World {
  payment: PaymentUnderTest;
  gateway: JourneyGateway;
  random: () => number;
  whole(below: number): number;
}

async function journey(world: World, at: number): Promise<void> {
  const { payment, gateway, random, whole } = world;
  const [currency, decimals] = gateway.currencies[at % gateway.currencies.length] as readonly [string, number];
  // Some gateways take three decimals only where the last is 0.
  const minor = 1_000 + 10 * whole(99_999);
  const isManual = gateway.hasManual && random() < 0.3;
  const intent = await payment.checkout({
    amount: major(minor, decimals),
    currency,
    metadata: { order_reference: `order-${at}` },
    ...(isManual ? { capture_method: 'manual' } : {}),
  });
  if (random() < 0.1) await lose(world, 'pay');
  const page = await payment.open(intent.checkout_page_url, { method: gateway.method });
  const url = page.location?.startsWith(gateway.fake.url) ? page.location : await found(payment, intent);
  if (url === null) return;
  await gateway.fake.onPage(url, random() < 0.15 ? gateway.forms.decline : gateway.forms.pay);
  // Some customers never return; then the gateway's call reports the payment, or an inquiry finds it.
  if (random() < 0.7) await payment.open(`${intent.checkout_page_url}/return`);
  if (gateway.capturesLater === true && !isManual) await captureByRule(payment, intent);
  const captured = isManual ? 10 * (1 + whole(minor / 10)) : minor;
  if (isManual) {
    if (random() < 0.3) await lose(world, 'capture');
    await payment.call('POST', `${API}/intent/${intent._id}/capture`, { amount: major(captured, decimals) });
  }
  await refundParts(world, intent, { captured, decimals });
  await disputeSome(world, intent, decimals);
}

async function refundParts(
  world: World,
  { _id: id }: Json,
  { captured, decimals }: { captured: number; decimals: number },
): Promise<void> {
  const { payment, random, whole } = world;
  for (let refund = whole(3); refund > 0; refund -= 1) {
    if (random() < 0.2) await lose(world, 'refund');
    const amount = 10 * (1 + whole(Math.max(1, Math.floor(captured / 20))));
    await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: id,
      refunded_amount: major(amount, decimals),
    });
  }
}

/** The worker makes the captures that no caller waits for. What it has no time for here is captured at the end. */
async function captureByRule(payment: PaymentUnderTest, { _id: id }: Json): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await payment.work();
    const { body } = await payment.call('GET', `${API}/intent/${id}`);
    if (body.data.pi_status === 'succeeded') return;
  }
}

async function lose({ gateway, random }: World, call: keyof JourneyGateway['paths']): Promise<void> {
  await gateway.fake.control('fault', {
    kind: random() < 0.5 ? 'lost-before' : 'lost-after',
    ...gateway.paths[call],
  });
}

/** The address of a page whose reply was lost, once an inquiry has found it. */
async function found(payment: PaymentUnderTest, { _id: id, checkout_page_url: url }: Json): Promise<string | null> {
  await payment.open(`${url}/return`);
  const { body } = await payment.call('GET', `${API}/intent/${id}`);
  return (body.data.html_response?.redirect_url as string | undefined) ?? null;
}

export function major(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What a gateway says of its payments, by currency. Those that took nothing are left out. */
export function sumByCurrency(
  payments: readonly { currency: unknown; captured: unknown; refunded: unknown; disputed?: unknown }[],
): Record<string, JourneyBook> {
  const books: Record<string, JourneyBook> = {};
  for (const { currency, captured, refunded, disputed = 0 } of payments) {
    if (captured === 0) continue;
    const book = (books[currency as string] ??= { captured: 0n, refunded: 0n, disputed: 0n });
    book.captured += BigInt(captured as number);
    book.refunded += BigInt(refunded as number);
    book.disputed += BigInt(disputed as number);
  }
  return books;
}

/** The settlement of a simulated gateway that has no API for it: the columns are the simulation's. */
export function settlementLines(lines: readonly Json[]): ProviderSettlementLine[] {
  return lines.map(({ id, type, payment: reference, currency, gross, fee, at }) => ({
    key: `${type}/${id}`,
    kind: type as ProviderSettlementLine['kind'],
    references: type === 'payout' ? [] : [id as string, reference as string],
    currency: currency as string,
    gross: BigInt(gross as number),
    fee: BigInt(fee as number),
    statedFee: BigInt(fee as number),
    payoutId: `payout-${currency}`,
    at: new Date(at as string),
  }));
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

const RULES = { ...DEFAULT_RULES, fee_tolerance_basis_points: 10_000 };

async function importAll({ deps, owner }: PaymentUnderTest, { type: gateway, lines }: JourneyGateway): Promise<void> {
  const provider = (await deps.providers.ofStore(owner)).of(gateway);
  const now = deps.clock();
  const source = lines?.() ?? (await readBooks(provider, { fromMs: now - 2 * 86_400_000, toMs: now + 86_400_000 }));
  await importReport(deps, { ...owner, keyId: 'key_1' }, { gateway, rules: RULES, source });
}

async function expectAgreement(
  payment: PaymentUnderTest,
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
      coalesce(sum(withheld_minor + lost_minor), 0) FROM dispute d WHERE d.currency = intent.currency) AS disputed
    FROM intent GROUP BY currency HAVING sum(captured_minor) > 0`,
  );
  const ours = Object.fromEntries(
    rows.map(({ currency, captured, refunded, disputed }) => [
      currency,
      { captured: BigInt(captured), refunded: BigInt(refunded), disputed: BigInt(disputed) },
    ]),
  );
  expect(ours).toEqual(books);
  const receivable = await payment.pool.query(
    `SELECT currency, sum(amount_minor)::text AS left FROM ledger_line WHERE ledger_account = 'gateway_receivable'
    GROUP BY currency HAVING sum(amount_minor) <> 0`,
  );
  expect(receivable.rows).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
}
