import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { makeToken } from './make-token.ts';

type MadeToken = Awaited<ReturnType<typeof makeToken>>;

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

/** What is published about a token, without its setup's own notification. */
function eventsOf(id: string, count: number): Promise<[string, Json][]> {
  return eventually(() => {
    const events = payment.published.filter((event) => event.subject === id && event.type.startsWith('token.'));
    return events.length >= count ? events.map(({ type, data }) => [type, data]) : null;
  });
}

async function rowsOf(id: string): Promise<Json> {
  return (await payment.pool.query('SELECT state, revoke_at, revoke_tries FROM wallet_token WHERE id = $1', [id]))
    .rows[0];
}

let charges = 0;
async function charge(token: string): Promise<number> {
  const { status } = await payment.call(
    'POST',
    '/public/v2/payment/intent/tokenized/payment',
    { token, amount: 10, currency: 'PKR', order_reference: 'renewal' },
    { headers: { 'idempotency-key': `charge-${++charges}` } },
  );
  return status;
}

test('a completed setup is reported after its own notification, without the value of the token', async () => {
  const { id, value } = await makeToken(payment, '+12025550111');
  const [[type, data] = ['', {}]] = await eventsOf(id, 1);
  expect(type).toBe('token.active');
  expect(data).toEqual({
    version: 1,
    token_id: id,
    kind: 'wallet',
    state: 'active',
    reason: 'setup',
    wallet_type: 'walletprovider',
    phone: '••••••••11',
    customer_reference: null,
    card: null,
    gateway: 'walletprovider-wallet',
    status_code_from_bank: '000',
    status_message_from_bank: 'Completed',
    occurred_at: expect.stringMatching(/Z$/),
    store_id: 'str_1',
    mode: 'stage',
    account_id: payment.owner.accountId,
  });
  const all = payment.published.filter((event) => event.subject === id);
  expect(all.map((event) => event.type)).toEqual(['WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION', 'token.active']);
  expect(JSON.stringify(data)).not.toContain(value);
});

test('a suspension is reported once, with the reason of the last decline', async () => {
  const { id, value } = await makeToken(payment, '+12025550112');
  payment.wallet.fail('charge', 'hard', 'hard', 'hard');
  for (let at = 0; at < LIMITS.hardDeclinesMax; at++) expect(await charge(value)).toBe(402);
  expect(await charge(value)).toBe(409);
  const events = await eventsOf(id, 2);
  expect(events).toHaveLength(2);
  expect(events[1]).toEqual([
    'token.suspended',
    expect.objectContaining({ reason: 'hard_declines', status_code_from_bank: '12', state: 'suspended' }),
  ]);
});

test('the token that a sixth one replaces is reported, and revoked at the wallet too', async () => {
  const made = [];
  for (let at = 0; at <= LIMITS.tokensPerPhoneMax; at++) made.push(await makeToken(payment, '+12025550113'));
  const [oldest, second] = made as [MadeToken, MadeToken, ...MadeToken[]];
  const events = await eventsOf(oldest.id, 2);
  expect(events[1]).toEqual(['token.revoked', expect.objectContaining({ reason: 'replaced', state: 'revoked' })]);
  await payment.work();
  expect(payment.wallet.revoked).toEqual([`gwt_${oldest.id}`]);
  await payment.work();
  expect(payment.wallet.revoked).toHaveLength(1);
  expect(await eventsOf(second.id, 1)).toHaveLength(1);
});

test('a merchant that revokes a token twice is reported once', async () => {
  const { id } = await makeToken(payment, '+12025550114');
  const path = `/public/v1/subscription/wallet/token/${id}`;
  for (let at = 0; at < 2; at++) expect((await payment.call('DELETE', path)).status).toBe(200);
  expect(await eventsOf(id, 2)).toEqual([
    ['token.active', expect.anything()],
    ['token.revoked', expect.objectContaining({ reason: 'merchant' })],
  ]);
  expect(payment.wallet.revoked.filter((token) => token === `gwt_${id}`)).toHaveLength(1);
});

test('a wallet that refuses to revoke its token is reported, and not asked again', async () => {
  const { id } = await makeToken(payment, '+12025550115');
  payment.wallet.report('revokeToken', {
    kind: 'refused',
    code: '110',
    message: 'Tokens are locked',
  } as unknown as ProviderReport);
  const { body } = await payment.call('DELETE', `/public/v1/subscription/wallet/token/${id}`);
  expect(body.data.state).toBe('revoked');
  expect((await eventsOf(id, 3))[2]).toEqual([
    'token.revoke.refused',
    expect.objectContaining({
      state: 'revoked',
      reason: 'wallet_refused',
      status_code_from_bank: '110',
      status_message_from_bank: 'Tokens are locked',
    }),
  ]);
  expect(await rowsOf(id)).toMatchObject({ revoke_at: null });
});

test('a wallet that does not answer is asked again until it does', async () => {
  const { id } = await makeToken(payment, '+12025550116');
  payment.wallet.fail('revokeToken', 'lost-before', 'lost-before');
  await payment.call('DELETE', `/public/v1/subscription/wallet/token/${id}`);
  await payment.work();
  expect(await rowsOf(id)).toMatchObject({ state: 'revoked', revoke_tries: 1 });
  payment.pass(INQUIRY.firstMs);
  await payment.work();
  payment.pass(2 * INQUIRY.firstMs);
  await payment.work();
  expect(await rowsOf(id)).toMatchObject({ revoke_at: null, revoke_tries: 3 });
  expect(await eventsOf(id, 2)).toHaveLength(2);
});

test('a wallet that never answers is reported when no try is left', async () => {
  const { id } = await makeToken(payment, '+12025550117');
  payment.wallet.fail('revokeToken', ...Array<'lost-before'>(LIMITS.tokenRevokeTriesMax).fill('lost-before'));
  await payment.call('DELETE', `/public/v1/subscription/wallet/token/${id}`);
  for (let at = 1; at < LIMITS.tokenRevokeTriesMax; at++) {
    payment.pass(LIMITS.tokenRevokeGapMsMax);
    await payment.work();
  }
  expect((await eventsOf(id, 3))[2]?.[0]).toBe('token.revoke.refused');
  expect(await rowsOf(id)).toMatchObject({ revoke_at: null });
});
