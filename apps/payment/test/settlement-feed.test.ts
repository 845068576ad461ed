import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { Metrics } from '@qafila/runtime/metrics';
import { checkBooks } from '../src/ledger/check-books.ts';
import { FEEDS } from '../src/limits.ts';
import { PaymentMetrics } from '../src/payment-metrics.ts';
import type { ProviderSettlementLine } from '../src/providers/settlement-line.ts';
import { claimFeed, discoverFeeds } from '../src/settlement/claim-feed.ts';
import type { ClaimedFeed } from '../src/settlement/claim-feed.ts';
import { feedRound } from '../src/settlement/feed-loop.ts';
import { readFeed } from '../src/settlement/read-feed.ts';
import { BooksKind } from './fake-books.ts';
import type { BooksConnection } from './fake-books.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const API = '/public/v1/payment';

let payment: PaymentUnderTest;
const kind = new BooksKind();
beforeAll(async () => {
  payment = await startPaymentForTest({ gatewayKinds: [kind], providers: [] });
});
afterAll(() => payment.stop());

let stores = 0;

interface Shop {
  call: (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;
  gateway: BooksConnection;
  /** A captured payment, and the line of the gateway about it. */
  pay: () => Promise<ProviderSettlementLine>;
  feed: () => Promise<Json>;
  imports: () => Promise<Json[]>;
  linesInBooks: () => Promise<number>;
}

async function newShop(): Promise<Shop> {
  const principal = { ...payment.owner, storeId: `str_feed_${(stores += 1)}` };
  const call: Shop['call'] = (method, path, body) => payment.call(method, path, body, { principal });
  const items = async (path: string): Promise<Json[]> =>
    (await call('GET', `${API}/settlement/${path}`)).body.data.items;
  const connected = await call('PUT', `${API}/gateway/fakepay`, {
    credentials: { secret_key: 'key_shop_1', webhook_secret: 'hook_1' },
  });
  expect(connected.status).toBe(200);
  payment.pass(1_000);
  const stores_ = await payment.deps.providers.ofStore(principal);
  const gateway = stores_.of('fakepay') as BooksConnection;
  return {
    call,
    gateway,
    pay: async () => {
      const { body } = await call('POST', `${API}/checkout`, { ...ORDER, amount: 100 });
      const { location } = await payment.open(body.data.checkout_page_url, { method: 'card' });
      const id = location?.split('/').at(-1) as string;
      gateway.finish('pay', id);
      await payment.open(`${body.data.checkout_page_url}/return`);
      const line = {
        ...{ key: `txn_${id}`, kind: 'capture' as const, references: [id], currency: 'SAR', gross: 10_000n, fee: 290n },
        ...{ statedFee: 290n, payoutId: null, at: new Date(payment.deps.clock()) },
      };
      gateway.lines.push(line);
      payment.pass(1_000);
      return line;
    },
    feed: async () => (await items('feed'))[0] as Json,
    imports: () => items('import'),
    linesInBooks: async () => (await items('line?limit=100')).length,
  };
}

/** Runs until no feed is due. */
async function readAll(): Promise<void> {
  while (await feedRound(payment.deps));
}

test('a connected gateway is read by schedule; every line is matched, and a payout takes all to zero', async () => {
  const shop = await newShop();
  for (let made = 0; made < 5; made++) await shop.pay();
  await readAll();
  expect(await shop.imports()).toMatchObject([
    { status: 'done', lines: 5, added: 5, matched: 5, exceptions: 0, imported_by: 'schedule' },
  ]);
  expect(shop.gateway.asked).toEqual([null, '2', '4']);
  // The next day pays out the five; the gateway reports them again, with their payout.
  payment.pass(FEEDS.everyMs);
  const at = new Date(payment.deps.clock() - 1_000);
  const paidOut = shop.gateway.lines.map((line) => ({ ...line, payoutId: 'PO-1', at }));
  const payout = { ...(paidOut[0] as ProviderSettlementLine), key: 'txn_po', references: [], payoutId: 'PO-1' };
  shop.gateway.lines.push(...paidOut, { ...payout, kind: 'payout', gross: -5n * 9_710n, fee: 0n, statedFee: 0n });
  await readAll();
  expect((await shop.imports())[0]).toMatchObject({ status: 'done', added: 1, exceptions: 0 });
  expect((await shop.call('GET', `${API}/payout`)).body.data.items).toMatchObject([
    { payout_id: 'PO-1', status: 'reconciled', lines: 5, amount: 485.5, lines_amount: 485.5 },
  ]);
  const date = new Date(payment.deps.clock()).toISOString().slice(0, 10);
  const { items } = (await shop.call('GET', `${API}/reconciliation?date=${date}`)).body.data;
  expect(items.map((row: Json) => row.closing ?? row)).toHaveLength(1);
  expect(await checkBooks(payment.pool)).toEqual([]);
  expect(await shop.feed()).toMatchObject({ gateway: 'fakepay', status: 'waiting', failures: 0, error: '' });
});

test('a request reads at once, from the time that it names; what is known changes nothing', async () => {
  const shop = await newShop();
  await shop.pay();
  await readAll();
  await shop.pay();
  await readAll();
  expect(await shop.linesInBooks()).toBe(1);
  expect((await shop.call('POST', `${API}/settlement/feed/fakepay`, {})).status).toBe(202);
  await readAll();
  expect(await shop.linesInBooks()).toBe(2);
  const [latest] = await shop.imports();
  expect(latest).toMatchObject({ imported_by: payment.owner.keyId });
  const from = new Date(payment.deps.clock() - 86_400_000).toISOString();
  expect((await shop.call('POST', `${API}/settlement/feed/fakepay`, { from })).body.data.status).toBe('waiting');
  await readAll();
  expect((await shop.imports())[0]).toMatchObject({ lines: 2, added: 0, repeated: 2, matched: 0, exceptions: 0 });
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a period longer than one import may cover is read in several imports', async () => {
  const shop = await newShop();
  const first = await shop.pay();
  await readAll();
  payment.pass(3 * FEEDS.periodMsMax);
  const late = await shop.pay();
  await readAll();
  expect((await shop.imports()).length).toBeGreaterThanOrEqual(4);
  const { items } = (await shop.call('GET', `${API}/settlement/line`)).body.data;
  expect(items.map((line: Json) => [line.line_id, line.status]).sort()).toEqual(
    [first, late].map(({ key }) => [key, 'matched']).sort(),
  );
});

test('requests that cannot be met are refused', async () => {
  const shop = await newShop();
  const send = (gateway: string, body: object): Promise<HttpAnswer> =>
    shop.call('POST', `${API}/settlement/feed/${gateway}`, body);
  expect((await send('stripe', {})).status).toBe(404);
  const tomorrow = new Date(payment.deps.clock() + 86_400_000).toISOString();
  for (const from of [tomorrow, '1999-01-01', 'yesterday']) {
    const { status, text } = await send('fakepay', { from });
    expect([status, text]).toEqual([400, expect.stringContaining('from must be')]);
  }
  await shop.call('DELETE', `${API}/gateway/fakepay`);
  expect((await send('fakepay', {})).status).toBe(404);
});

test('a gateway that fails is asked again after growing waits, for the missing page; the error is shown', async () => {
  const shop = await newShop();
  for (let made = 0; made < 3; made++) await shop.pay();
  shop.gateway.beforeAnswer = async () => {
    if (shop.gateway.asked.at(-1) === '2') shop.gateway.errors.push(new Error('the gateway is away'));
  };
  await readAll();
  expect(await shop.feed()).toMatchObject({ status: 'failing', failures: 1, error: 'the gateway is away' });
  expect(await shop.linesInBooks()).toBe(2);
  await readAll();
  expect(shop.gateway.asked).toEqual([null, '2']);
  payment.pass(FEEDS.backoff.firstMs);
  await readAll();
  const { next_at: next, failures } = await shop.feed();
  expect(failures).toBe(2);
  expect(Date.parse(next as string) - payment.deps.clock()).toBeGreaterThan(FEEDS.backoff.firstMs);
  shop.gateway.beforeAnswer = async () => {};
  payment.pass(2 * FEEDS.backoff.firstMs);
  await readAll();
  expect(shop.gateway.asked).toEqual([null, '2', '2', '2']);
  expect(await shop.feed()).toMatchObject({ status: 'waiting', failures: 0, error: '' });
  expect(await shop.imports()).toMatchObject([{ status: 'done', lines: 3, added: 3, matched: 3 }]);
});

test('a disconnected gateway is not asked, and is read on when it is connected again', async () => {
  const shop = await newShop();
  await shop.pay();
  await readAll();
  expect((await shop.call('DELETE', `${API}/gateway/fakepay`)).status).toBe(200);
  payment.pass(FEEDS.everyMs);
  await readAll();
  expect(shop.gateway.asked).toHaveLength(1);
  expect(await shop.feed()).toMatchObject({ status: 'disconnected', failures: 0 });
  await shop.call('PUT', `${API}/gateway/fakepay`, { credentials: { secret_key: 'key_shop_1' } });
  expect((await shop.feed()).status).toBe('waiting');
  await readAll();
  expect((await shop.imports()).length).toBe(2);
});

test('after a process died another one goes on at its page; the first can store nothing any more', async () => {
  const shop = await newShop();
  for (let made = 0; made < 5; made++) await shop.pay();
  await discoverFeeds(payment.deps);
  const dead = (await claimFeed(payment.deps)) as ClaimedFeed;
  let isDead = false;
  let wake = (): void => {};
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  let arrived = (): void => {};
  const onSecondPage = new Promise<void>((resolve) => (arrived = resolve));
  shop.gateway.beforeAnswer = async () => {
    if (shop.gateway.asked.at(-1) !== '2' || isDead) return;
    isDead = true;
    arrived();
    await asleep;
  };
  const working = readFeed(payment.deps, dead);
  await onSecondPage;
  expect((await shop.feed()).status).toBe('reading');
  // While its lease lasts, no other process takes the feed.
  await readAll();
  expect(shop.gateway.asked).toEqual([null, '2']);
  payment.pass(FEEDS.leaseMs + 1_000);
  await readAll();
  expect(shop.gateway.asked).toEqual([null, '2', '2', '4']);
  const before = await shop.feed();
  wake();
  await working;
  expect(await shop.feed()).toEqual(before);
  expect(await shop.imports()).toMatchObject([{ _id: dead.import_id, status: 'done', lines: 5, added: 5, matched: 5 }]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('processes at once read every feed once', async () => {
  const shops = [await newShop(), await newShop(), await newShop()];
  for (const shop of shops) for (let made = 0; made < 3; made++) await shop.pay();
  await Promise.all([readAll(), readAll(), readAll(), readAll()]);
  for (const shop of shops) {
    expect(shop.gateway.asked).toEqual([null, '2']);
    expect(await shop.imports()).toMatchObject([{ lines: 3, added: 3, matched: 3, exceptions: 0 }]);
  }
});

test('gauges count the stores whose books cannot be read, until they are read or disconnected', async () => {
  const metrics = new Metrics('payment', { processMetrics: false });
  payment.deps.metrics = new PaymentMetrics(metrics, payment.pool);
  const gauge = async (name: string): Promise<number> => {
    const lines = (await metrics.registry.metrics()).split('\n');
    return Number(
      lines
        .find((line) => line.startsWith(`${name}{gateway="fakepay"`))
        ?.split(' ')
        .at(-1),
    );
  };
  const failing = 'payment_settlement_feeds_failing';
  expect(await gauge(failing)).toBeNaN();
  const [first, second] = [await newShop(), await newShop()];
  for (const { gateway } of [first, second]) gateway.errors.push(new Error('no right'), new Error('no right'));
  while (await feedRound(payment.deps));
  expect(await gauge(failing)).toBe(2);
  await payment.pool.query("UPDATE settlement_feed SET created_at = now() - interval '1 day' WHERE failures > 0");
  expect(await gauge('payment_settlement_feed_oldest_seconds')).toBeGreaterThan(86_000);
  expect((await second.call('DELETE', `${API}/gateway/fakepay`)).status).toBe(200);
  expect(await gauge(failing)).toBe(1);
  first.gateway.errors.splice(0);
  payment.pass(FEEDS.everyMs);
  while (await feedRound(payment.deps));
  expect(await gauge(failing)).toBeNaN();
});
