import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { divertLog, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

/**
 * What customers type and what grants access. The phone in `customer` is no secret: §6.2 returns it to the merchant.
 */
const PERSON = { national_id: '2987654316', phone: '+12025557391' };
const [PAN, WRONG_CODE, WRONG_PIN] = ['4539148803436467', '604713', '8317'];
const SUBSCRIPTION = {
  wallet_type: 'walletprovider',
  phone: PERSON.phone,
  success_redirect_url: 'https://shop.example/ok',
  failure_redirect_url: 'https://shop.example/no',
  payment_method_types: 'wallet',
};

let payment: PaymentUnderTest;
const logged: string[] = [];

beforeAll(async () => {
  payment = await startPaymentForTest({ more: { LOG_LEVEL: 'trace' } });
  divertLog(payment.deps.log, (line) => {
    logged.push(line);
  });
});
afterAll(() => payment.stop());

interface Canary {
  what: string;
  pattern: RegExp;
}

/** The text itself, and the hex and base64 of its bytes. A short code counts only as a separate word. */
function canary(what: string, text: string): Canary {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (text.length < 8) return { what, pattern: new RegExp(`(?<![\\w.:-])${escaped}(?![\\w.])`) };
  const bytes = Buffer.from(text);
  return {
    what,
    pattern: new RegExp(
      [
        escaped,
        bytes.toString('hex'),
        bytes
          .toString('base64')
          .replace(/.{1,2}=*$/, '')
          .replace(/[+/]/g, '\\$&'),
      ].join('|'),
    ),
  };
}

function hasCardNumber(text: string): boolean {
  return [...text.matchAll(/(?<![\w.-])[2-6]\d(?:[ -]?\d){11,17}(?![\w.-])/g)].some(([match]) =>
    isLuhn(match.replace(/\D/g, '')),
  );
}

function isLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, at) =>
        total + (at % 2 === 0 ? Number(digit) : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] as number)),
      0,
    );
  return sum % 10 === 0;
}

/** Every line that the service logged, and every row of every table, the outbox included. */
async function written(): Promise<{ sink: string; text: string }[]> {
  const { rows: tables } = await payment.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'payment'
      AND table_type = 'BASE TABLE'`,
  );
  const sinks = logged.map((text) => ({ sink: 'log', text }));
  for (const { name } of tables) {
    const { rows } = await payment.pool.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
    sinks.push(...rows.map(({ text }) => ({ sink: name, text })));
  }
  return sinks;
}

async function found(canaries: Canary[]): Promise<string[]> {
  const hits = (await written()).flatMap(({ sink, text }) => [
    ...canaries.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${what} in ${sink}`),
    ...(hasCardNumber(text) ? [`a card number in ${sink}`] : []),
  ]);
  return [...new Set(hits)].sort();
}

async function payWithWallet(): Promise<Json> {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', {
    wallet_type: 'walletprovider',
    amount: 100,
    order_reference: 'o-1',
    success_redirect_url: 'https://shop.example/paid',
    failure_redirect_url: 'https://shop.example/failed',
    payment_method_types: 'wallet',
    description: 'Order',
  });
  const step = (name: string, form: Record<string, string>): Promise<unknown> =>
    payment.open(`${data.redirect_url}/${name}`, form);
  await step('identity', { national_id: PAN, phone: PERSON.phone });
  await step('identity', { ...PERSON, phone: '+12025550002' });
  await step('identity', PERSON);
  await step('code', { code: WRONG_CODE });
  payment.pass(LIMITS.otpResendGapMs);
  await step('resend', {});
  await step('code', { code: PAN });
  await step('code', { code: '123456' });
  payment.wallet.finish();
  payment.pass(5_000);
  await payment.work();
  return data;
}

async function payByCard(): Promise<Json> {
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card', card_number: PAN, cvc: WRONG_CODE });
  await payment.open(`${intent.checkout_page_url}?card_number=${PAN}`);
  payment.cardA.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  await payment.call('POST', `/public/v1/payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`, {
    payment_method: 'card',
    card: { number: PAN, cvc: WRONG_CODE },
  });
  await payment.call(
    'POST',
    '/public/v1/refund',
    { payment_intent_id: intent._id, refunded_amount: 1 },
    { headers: { 'idempotency-key': 'refund-1' } },
  );
  return intent;
}

async function subscribeAndCharge(): Promise<{ page: string; token: string }> {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION, {
    headers: { 'idempotency-key': 'setup-1' },
  });
  await payment.open(`${data.redirect_url}/pin`, { pin: WRONG_PIN });
  await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
  const end = await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  const id = new URL(end.location as string).searchParams.get('token_id');
  const {
    data: { token },
  } = await eventually(() => payment.published.find((event) => event.subject === id) ?? null);
  await payment.call(
    'POST',
    '/public/v1/subscription/wallet/token/charge',
    { token, amount: 5, currency: 'PKR', order_reference: 'o-2' },
    { headers: { 'idempotency-key': 'charge-1' } },
  );
  return { page: data.redirect_url as string, token: token as string };
}

test('no log line and no row contains what a customer typed or what grants access', async () => {
  const [wallet, card, subscription] = [await payWithWallet(), await payByCard(), await subscribeAndCharge()];
  const {
    rows: [{ id: tokenId } = { id: '' }],
  } = await payment.pool.query<{ id: string }>('SELECT id FROM wallet_token');
  const local = PERSON.phone.slice(2);
  const canaries = [
    canary('identity number', PERSON.national_id),
    canary('phone', local),
    canary('card number', PAN),
    canary('code', '123456'),
    canary('wrong code', WRONG_CODE),
    canary('PIN', '1234'),
    canary('wrong PIN', WRONG_PIN),
    canary('client secret', String(card.pi_client_secret).split('_secret_')[1] as string),
    canary('card page', String(card.checkout_page_url).split('/').at(-1) as string),
    canary('wallet page', String(wallet.redirect_url).split('/').at(-1) as string),
    canary('subscription page', subscription.page.split('/').at(-1) as string),
    canary('token', subscription.token),
    canary("the wallet's own token", `gwt_${tokenId}`),
    canary('master key', payment.environment.MASTER_KEY as string),
  ];
  expect(logged.length).toBeGreaterThan(10);
  // One event delivers a token's value (§6.3). The outbox contains that event until its day's partition is dropped.
  expect((await found(canaries)).filter((hit) => !/^token in outbox/.test(hit))).toEqual([]);

  for (const text of [PERSON.national_id, local, PAN, '123456', '1234', subscription.token]) {
    payment.deps.log.info({ planted: text }, 'planted');
    await payment.pool.query(
      "INSERT INTO store_profile (account_id, store_id, mode, name, color) VALUES ('planted', $1, 'stage', $1, '')",
      [text],
    );
  }
  expect(await found(canaries)).toEqual(
    expect.arrayContaining(
      ['identity number', 'phone', 'card number', 'a card number', 'code', 'PIN', 'token'].flatMap((what) => [
        `${what} in log`,
        `${what} in store_profile`,
      ]),
    ),
  );
  // The end of the whole run searches once more.
  await payment.pool.query("DELETE FROM store_profile WHERE account_id = 'planted'");
}, 60_000);
