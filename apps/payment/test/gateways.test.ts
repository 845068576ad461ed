import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { deleteOldCallbacks } from '../src/callbacks/keep-callback.ts';
import { GATEWAYS } from '../src/limits.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import { FakeKind } from './fake-kind.ts';
import type { FakeConnection } from './fake-kind.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const kind = new FakeKind();
const PATH = '/public/v1/payment/gateway/fakepay';
const FIRST = { secret_key: 'key_shop_aaaa1111', webhook_secret: 'hook_aaaa1111' };

let payment: PaymentUnderTest;
beforeAll(async () => {
  // Live has no other gateway than those that stores connect.
  payment = await startPaymentForTest({ gatewayKinds: [kind], providers: [], more: { MODE: 'live' } });
});
afterAll(() => payment.stop());

beforeEach(async () => {
  await payment.pool.query('TRUNCATE gateway_connection, gateway_callback');
  payment.deps.connections.forget(payment.owner);
  kind.connected.length = 0;
  kind.tested = 0;
});

const connect = (body: unknown = { credentials: FIRST }): ReturnType<PaymentUnderTest['call']> =>
  payment.call('PUT', PATH, body);

/** The adapter of the connection as it is now. */
const current = (): FakeConnection => kind.connected.at(-1) as FakeConnection;

async function hear(id: string, body: unknown, secret: string | null = FIRST.webhook_secret): Promise<Response> {
  return fetch(`${payment.service.url}/public/v1/payment/callback/${id}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(secret === null ? {} : { 'x-secret': secret }) },
  });
}

test('live without a connection has no gateway; with one a payment is taken there', async () => {
  await expect(payment.checkout()).rejects.toThrow('no_payment_method');
  expect((await connect()).status).toBe(200);
  const intent = await payment.checkout();
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
  expect(location).toContain('http://gateway.example/');
  current().finish('pay');
  expect((await payment.open(`${intent.checkout_page_url}/return`)).location).toContain('/paid?');
  expect(current().requests[0]?.store).toEqual({ accountId: payment.owner.accountId, storeId: 'str_1', mode: 'live' });
});

test('the connection of one store takes no payment of another', async () => {
  await connect();
  const other = { ...payment.owner, storeId: 'str_2' };
  const listed = await payment.call('GET', '/public/v1/payment/store', undefined, { principal: other });
  expect(listed.body.data.gateways).toEqual([]);
  const read = await payment.call('GET', PATH, undefined, { principal: other });
  expect(read.body.data.connection).toBeNull();
});

test('credentials are sealed, never shown, and who changed them is', async () => {
  const answer = await connect();
  expect(answer.body.data.connection).toMatchObject({
    enabled: true,
    gateway_account: 'acc_shop',
    credential_hints: { secret_key: '…1111', webhook_secret: '…1111' },
    created_by: 'key_1',
    updated_by: 'key_1',
    webhook_url: expect.stringMatching(/^http:\/\/pay\.example\/public\/v1\/payment\/callback\/gwc_\w+$/),
  });
  const stored = await payment.pool.query('SELECT *, encode(credentials, $1) AS box FROM gateway_connection', [
    'escape',
  ]);
  const shown = [answer, await payment.call('GET', PATH), await payment.call('GET', '/public/v1/payment/gateway')];
  for (const text of [JSON.stringify(stored.rows), ...shown.map(({ text: body }) => body)])
    for (const secret of Object.values(FIRST)) expect(text).not.toContain(secret);
});

test('credentials that the gateway refuses, or that have another form, are not stored', async () => {
  const refused = await connect({ credentials: { ...FIRST, secret_key: 'key_wrong_1' } });
  expect([refused.status, refused.body.error.code, refused.body.error.param, refused.body.message]).toEqual([
    400,
    'credentials_refused',
    'credentials.secret_key',
    'Fakepay says: no such key.',
  ]);
  expect((await connect({ credentials: { ...FIRST, secret_key: 'key_down_1' } })).status).toBe(503);
  const malformed = await connect({ credentials: { secret_key: 'sk', hook: 'x' } });
  expect(malformed.body.error.details.map((each: Json) => each.field)).toEqual([
    'credentials.hook',
    'credentials.secret_key',
  ]);
  expect((await connect({ enabled: true })).body.error.param).toBe('credentials');
  expect((await payment.call('GET', PATH)).body.data.connection).toBeNull();
  expect((await payment.call('PUT', '/public/v1/payment/gateway/nopay', { credentials: FIRST })).status).toBe(404);
});

test('new credentials apply at once; calls under the ones before are accepted until the next change', async () => {
  const { body } = await connect();
  const id = body.data.connection._id as string;
  await payment.checkout();
  const rotate = (end: string): ReturnType<typeof connect> =>
    connect({ credentials: { secret_key: `key_shop_${end}`, webhook_secret: `hook_${end}` } });
  expect((await rotate('bbbb2222')).body.data.connection).toMatchObject({ _id: id });
  await payment.checkout();
  expect(current().spec.credentials.secret_key).toBe('key_shop_bbbb2222');
  const other = (no: number): Json => ({ kind: 'other', id: `evt_${no}`, type: 'ping' });
  expect((await hear(id, other(1), 'hook_bbbb2222')).status).toBe(200);
  expect((await hear(id, other(2), FIRST.webhook_secret)).status).toBe(200);
  await rotate('cccc3333');
  expect((await hear(id, other(3), 'hook_bbbb2222')).status).toBe(200);
  expect((await hear(id, other(4), FIRST.webhook_secret)).status).toBe(401);
});

test('one credential may be sent alone; the others stay', async () => {
  await connect({ credentials: { secret_key: FIRST.secret_key } });
  const { body } = await connect({ credentials: { webhook_secret: FIRST.webhook_secret } });
  expect(Object.keys(body.data.connection.credential_hints).sort()).toEqual(['secret_key', 'webhook_secret']);
  await payment.checkout();
  expect(current().spec.credentials).toEqual(FIRST);
});

test('credentials of another account need a new connection', async () => {
  await connect();
  const changed = await connect({ credentials: { ...FIRST, secret_key: 'key_other_1' } });
  expect([changed.status, changed.body.error.code]).toEqual([409, 'gateway_account_changed']);
  expect((await payment.call('DELETE', PATH)).status).toBe(200);
  expect((await connect({ credentials: { ...FIRST, secret_key: 'key_other_1' } })).status).toBe(200);
});

test('of concurrent changes each is stored whole, or refused', async () => {
  await connect();
  const ends = ['dddd4444', 'eeee5555', 'ffff6666'];
  const answers = await Promise.all(
    ends.map((end) => connect({ credentials: { secret_key: `key_shop_${end}`, webhook_secret: `hook_${end}` } })),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBeGreaterThan(0);
  const { credential_hints: hints } = (await payment.call('GET', PATH)).body.data.connection;
  expect(hints.secret_key).toBe(hints.webhook_secret);
  const { rows } = await payment.pool.query('SELECT version FROM gateway_connection');
  expect(rows).toEqual([{ version: 1 + won.length }]);
});

test('a gateway that is switched off takes no new payments, and finishes those that it has', async () => {
  await connect();
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card' });
  const inUse = await payment.call('DELETE', PATH);
  expect([inUse.status, inUse.body.error.code]).toEqual([409, 'gateway_in_use']);
  expect((await connect({ enabled: false })).body.data.connection.enabled).toBe(false);
  await expect(payment.checkout()).rejects.toThrow('no_payment_method');
  for (const connection of kind.connected) if (connection.payments.size > 0) connection.finish('pay');
  const now = current();
  for (const connection of kind.connected) for (const each of connection.payments) now.payments.set(...each);
  expect((await payment.open(`${intent.checkout_page_url}/return`)).location).toContain('/paid?');
  expect((await payment.call('DELETE', PATH)).status).toBe(200);
});

test('a gateway that keeps cards of customers is disconnected when they are deleted, and not before', async () => {
  await connect();
  const gateway = (await payment.deps.providers.ofStore(payment.owner)).of('fakepay') as FakeConnection;
  gateway.capabilities = { ...UNRESTRICTED, savesInstruments: true };
  const intent = await payment.checkout({ save_payment_method: { customer_reference: 'customer-1' } });
  await payment.open(intent.checkout_page_url, { method: 'card', save: 'yes' });
  gateway.finish('pay');
  await payment.open(`${intent.checkout_page_url}/return`);
  const list = await payment.call('GET', '/public/v1/payment/saved-method?customer_reference=customer-1');
  const [saved] = list.body.data.items as { _id: string; gateway: string }[];
  expect(saved?.gateway).toBe('fakepay');
  const inUse = await payment.call('DELETE', PATH);
  expect([inUse.status, inUse.body.error.code]).toEqual([409, 'gateway_in_use']);
  // The gateway does not answer, so it may still charge the card.
  gateway.fail('revokeToken', 'lost-before');
  expect((await payment.call('DELETE', `/public/v1/payment/saved-method/${saved?._id}`)).status).toBe(200);
  expect((await payment.call('DELETE', PATH)).body.error.code).toBe('gateway_in_use');
  payment.pass(3_600_000);
  await payment.work();
  expect((await payment.call('DELETE', PATH)).status).toBe(200);
});

test('another process sees a change after a moment', async () => {
  await connect();
  await payment.checkout();
  const before = kind.connected.length;
  await payment.pool.query('UPDATE gateway_connection SET version = version + 1');
  await payment.checkout();
  expect(kind.connected).toHaveLength(before);
  expect(
    (await hear((await payment.call('GET', PATH)).body.data.connection._id, { kind: 'other', id: 'e', type: 't' }))
      .status,
  ).toBe(200);
  // The call of a gateway reads the row.
  expect(kind.connected).toHaveLength(before + 1);
});

test('a call is authenticated by its connection, and never reaches the payment of another store', async () => {
  const { body } = await connect();
  const id = body.data.connection._id as string;
  const event = { kind: 'operation', id: 'evt_1', type: 'payment.captured', reference: null };
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card' });
  const { id: operationId, amount } = current().finish('pay');
  const captured = { ...event, operationId, report: { kind: 'unknown', why: 'inquire' } };
  for (const secret of [null, '', 'hook_wrong', randomBytes(8).toString('hex')])
    expect((await hear(id, captured, secret)).status).toBe(401);
  expect((await hear('gwc_unknown', captured)).status).toBe(404);
  const other = { ...payment.owner, storeId: 'str_2' };
  const elsewhere = await payment.call('PUT', PATH, { credentials: FIRST }, { principal: other });
  expect((await hear(elsewhere.body.data.connection._id, captured)).status).toBe(200);
  const status = async (): Promise<string> =>
    (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data.pi_status as string;
  expect(await status()).toBe('requires_action');
  expect(amount).toBe(150_050n);
  for (let time = 0; time < 3; time++) expect((await hear(id, captured)).status).toBe(200);
  expect(await status()).toBe('succeeded');
});

test('calls that nothing matches are kept once each, sealed, listed to their store, for 90 days', async () => {
  const { body } = await connect();
  const id = body.data.connection._id as string;
  const dispute = {
    reference: 'dp_1',
    paymentReference: 'gw_1',
    status: 'opened',
    amount: 100,
    currency: 'SAR',
    reason: 'fraudulent',
    evidenceDueAt: null,
  };
  const events = [
    { kind: 'dispute', id: 'evt_d', type: 'dispute.created', dispute, note: 'a secret note' },
    {
      kind: 'operation',
      id: 'evt_o',
      type: 'refund.created',
      operationId: null,
      reference: 'gw_9',
      report: { kind: 'unknown', why: '' },
    },
    { kind: 'token', id: 'evt_t', type: 'token.made', tokenId: 'tok_none' },
    { kind: 'other', id: 'evt_x', type: 'account.updated' },
  ];
  for (const event of [...events, ...events]) expect((await hear(id, event)).status).toBe(200);
  const list = (query = ''): ReturnType<PaymentUnderTest['call']> => payment.call('GET', `${PATH}/callbacks${query}`);
  const all = await list();
  expect(all.body.data.items.map((item: Json) => [item.event_id, item.kind, item.times])).toEqual(
    expect.arrayContaining([
      ['evt_d', 'dispute', 2],
      ['evt_o', 'operation', 2],
      ['evt_t', 'token', 2],
      ['evt_x', 'other', 2],
    ]),
  );
  expect((await list('?kind=dispute')).body.data.items).toMatchObject([
    { type: 'dispute.created', content: { reference: 'dp_1', status: 'opened', amount: '100', currency: 'SAR' } },
  ]);
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.body.data.next_cursor}`);
  expect(first.body.data.items).toHaveLength(3);
  expect(second.body.data.items).toHaveLength(1);
  const other = { ...payment.owner, storeId: 'str_2' };
  expect((await payment.call('GET', `${PATH}/callbacks`, undefined, { principal: other })).body.data.items).toEqual([]);
  const { rows } = await payment.pool.query("SELECT encode(body, 'escape') AS body FROM gateway_callback");
  expect(JSON.stringify(rows)).not.toContain('secret note');
  await deleteOldCallbacks(payment.deps);
  expect((await list()).body.data.items).toHaveLength(4);
  payment.pass(GATEWAYS.callbacksKeptMs + 60_000);
  await deleteOldCallbacks(payment.deps);
  expect((await list()).body.data.items).toEqual([]);
});

test('a gateway that checks the address gets its challenge as plain text', async () => {
  const id = (await connect()).body.data.connection._id as string;
  const check = (secret: string): Promise<Response> =>
    fetch(`${payment.service.url}/public/v1/payment/callback/${id}?challenge=<b>42</b>`, {
      headers: { 'x-secret': secret },
    });
  const answer = await check(FIRST.webhook_secret);
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
    200,
    '<b>42</b>',
    expect.stringContaining('text/plain'),
  ]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await check('hook_wrong')).status).toBe(401);
});
