import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import { changeToken } from '../src/tokens/change-token.ts';
import type { TokenRow } from '../src/tokens/token.entity.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const SAVING = { ...UNRESTRICTED, savesInstruments: true };

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());
beforeEach(() => {
  payment.cardA.capabilities = UNRESTRICTED;
  payment.cardB.capabilities = SAVING;
  payment.cardB.fingerprint = null;
});

let customers = 0;
const newCustomer = (): string => `customer-race-${++customers}`;

const checkout = (customer: string, more: Json = {}): Promise<Json> =>
  payment.checkout({ save_payment_method: { customer_reference: customer }, ...more });

async function rowsOf(customer: string): Promise<TokenRow[]> {
  const text = 'SELECT * FROM wallet_token WHERE customer_reference = $1 ORDER BY id';
  return (await payment.pool.query<TokenRow>(text, [customer])).rows;
}

const tokenEvents = (id: string): string[] =>
  payment.published.filter(({ subject, type }) => subject === id && type.startsWith('token.')).map(({ type }) => type);

async function workHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    payment.pass(3_600_000);
    await payment.work();
  }
}

test.each(['automatic', 'manual'])('the card of a late payment (%s) is forgotten at its gateway', async (mode) => {
  const customer = newCustomer();
  const intent = await checkout(customer, { capture_method: mode });
  await payment.open(intent.checkout_page_url, { method: 'card', save: 'yes' });
  await payment.call('DELETE', `/public/v1/payment/intent/${intent._id}`);
  const there = payment.cardB.finish();
  await workHours(4);
  const [row, ...others] = await rowsOf(customer);
  expect([row?.state, others, row?.revoke_at]).toEqual(['revoked', [], null]);
  expect(payment.cardB.revoked).toContain(`card_${there.id}`);
  // The merchant never read of a card that they may charge.
  expect(tokenEvents(row?.id as string)).toEqual([]);
});

/** The customer presses, the gateway refuses in a way that permits the next one, and only the worker hears of it. */
async function pressAndBeRefused(customer: string, form: Json): Promise<Json> {
  payment.cardA.capabilities = SAVING;
  const intent = await checkout(customer);
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card', ...form });
  payment.cardA.finish('retriable', location?.split('/').at(-1));
  payment.pass(60_000);
  await payment.work();
  return intent;
}

test('a customer who presses again without the box takes their consent back', async () => {
  const customer = newCustomer();
  const intent = await pressAndBeRefused(customer, { save: 'yes' });
  await payment.open(intent.checkout_page_url, { method: 'card' });
  const [next] = [payment.cardA, payment.cardB].flatMap(({ requests }) => requests.slice(-1)).sort(newestFirst);
  expect(next?.saves).toBe(false);
  for (const gateway of [payment.cardA, payment.cardB]) if (gateway.payments.has(next?.id as string)) gateway.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  const path = `/public/v1/payment/intent/${intent._id}`;
  expect((await payment.call('GET', path)).body.data.pi_status).toBe('succeeded');
  expect(await rowsOf(customer)).toEqual([]);
});

test('a customer who presses again in another language agrees in the language that they read', async () => {
  const customer = newCustomer();
  const intent = await pressAndBeRefused(customer, { save: 'yes' });
  payment.pass(60_000);
  await payment.open(`${intent.checkout_page_url}?lang=ar`, { method: 'card', save: 'yes' });
  payment.cardB.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  expect((await rowsOf(customer)).map(({ consent, gateway }) => [consent?.language, gateway])).toEqual([
    ['ar', 'card-b'],
  ]);
});

function newestFirst(
  { startedAtMs: left }: { startedAtMs: number },
  { startedAtMs: right }: { startedAtMs: number },
): number {
  return right - left;
}

test('a card that is deleted while the next one takes its place is revoked once', async () => {
  const customer = newCustomer();
  payment.cardB.fingerprint = 'fp_race';
  const pay = async (): Promise<void> => {
    const intent = await checkout(customer);
    await payment.open(intent.checkout_page_url, { method: 'card', save: 'yes' });
    payment.cardB.finish();
    await payment.open(`${intent.checkout_page_url}/return`);
  };
  await pay();
  const [old] = (await rowsOf(customer)) as [TokenRow];
  let isDone = false;
  const later = { pay: Promise.resolve() };
  await inTransaction(payment.deps.pool, async (tx) => {
    await changeToken(payment.deps, tx, { accountId: old.account_id, id: old.id }, { kind: 'revoke' });
    later.pay = pay().finally(() => (isDone = true));
    await eventually(async () => {
      const waiting = await payment.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE wallet_token t%'",
      );
      return isDone || waiting.rows.length > 0;
    });
  });
  await later.pay;
  const [after, next] = (await rowsOf(customer)) as [TokenRow, TokenRow];
  expect([after.state, after.revision, next.state]).toEqual(['revoked', old.revision + 1, 'active']);
  await eventually(() => tokenEvents(next.id).length === 1);
  expect(tokenEvents(old.id)).toEqual(['token.active', 'token.revoked']);
});
