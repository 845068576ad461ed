import { execFile, spawn } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { resealBox } from '@qafila/vault/sealed-box';
import { SEALED_COLUMNS } from '../src/master-key/sealed-columns.ts';
import { startPayment } from '../src/start.ts';
import { FakeKind } from './fake-kind.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { makeToken } from './make-token.ts';

const API = '/public/v1/payment';
const RESEAL = fileURLToPath(new URL('../dist/reseal.js', import.meta.url));
const run = promisify(execFile);
const newKey = (): string => randomBytes(32).toString('base64');
const [OLD, NEW] = [newKey(), newKey()];
const CALLBACKS = 3_000;

let payment: PaymentUnderTest;
let first: RunningService;
const started: RunningService[] = [];
const buses: EmbeddedBus[] = [];
beforeAll(async () => {
  // As the first step of a change deploys it: the old key seals, the new one only opens.
  payment = await startPaymentForTest({
    gatewayKinds: [new FakeKind()],
    more: { MASTER_KEY: OLD, MASTER_KEY_NEXT: NEW },
  });
  first = payment.service;
});
afterAll(async () => {
  for (const service of started) await service.stop();
  for (const bus of buses) await bus.stop();
  payment.service = first;
  await payment.stop();
});

/** Another process on the same database. */
async function startWith(keys: Environment): Promise<RunningService> {
  const { MASTER_KEY: _, MASTER_KEY_NEXT: __, ...environment } = payment.environment;
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  buses.push(bus);
  const service = await startPayment(
    { ...environment, ...keys },
    {
      bus,
      providers: [payment.cardA, payment.cardB, payment.wallet],
      gatewayKinds: [new FakeKind()],
      clock: payment.deps.clock,
      worker: false,
    },
  );
  started.push(service);
  return service;
}

/** What a merchant and a customer see that depends on the master key. */
interface Seen {
  intent: Json;
  token: { id: string; value: string };
  redirectSecret: string;
}
let seen: Seen;

const checkoutOnce = (amount: number): Promise<HttpAnswer> =>
  payment.call('POST', `${API}/checkout`, { ...ORDER, amount }, { headers: { 'idempotency-key': `once-${amount}` } });
const redirectSecret = async (): Promise<string> =>
  (await payment.call('GET', `${API}/store/redirect-secret`)).body.data.secret as string;

async function sameAsBefore(): Promise<void> {
  expect((await checkoutOnce(11)).body.data).toEqual(seen.intent);
  expect((await payment.open(seen.intent.checkout_page_url as string)).status).toBe(200);
  expect(await redirectSecret()).toBe(seen.redirectSecret);
  const renewal = `renewal-${randomBytes(4).toString('hex')}`;
  const { status, body } = await payment.call(
    'POST',
    '/public/v1/subscription/wallet/token/charge',
    { token: seen.token.value, amount: 20, order_reference: renewal },
    { headers: { 'idempotency-key': renewal } },
  );
  expect([status, body.data.pi_status]).toEqual([200, 'succeeded']);
  // Changing one credential opens the box of the others.
  const gateway = await payment.call('PUT', `${API}/gateway/fakepay`, { credentials: { webhook_secret: 'hook_2' } });
  expect(gateway.status).toBe(200);
}

/** How many boxes are under the key, of all. */
async function under(key: string): Promise<{ all: number; sealed: number }> {
  const current = createSecretKey(Buffer.from(key, 'base64'));
  const other = createSecretKey(Buffer.from(key === NEW ? OLD : NEW, 'base64'));
  const keys = { current, previous: other, next: undefined };
  let [all, sealed] = [0, 0];
  for (const { table, column, place } of SEALED_COLUMNS) {
    const { rows } = await payment.pool.query<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    all += rows.length;
    sealed += rows.filter((row) => resealBox(keys, row[column] as Buffer, place(row)) === undefined).length;
  }
  return { all, sealed };
}

test('every column of boxes is sealed again: what else is binary is a hash', async () => {
  const { rows } = await payment.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'payment' AND data_type = 'bytea' ORDER BY 1`,
  );
  const boxes = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const others = rows.map(({ name }) => name).filter((name) => !boxes.includes(name));
  expect(others.filter((name) => !/(hash|fingerprint|digest)$/.test(name))).toEqual([]);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(boxes));
});

test('while both keys are known, what is derived stays, and each process opens what the other seals', async () => {
  await payment.call('PUT', `${API}/gateway/fakepay`, {
    credentials: { secret_key: 'key_shop_1', webhook_secret: 'hook_1' },
  });
  await payment.call('PUT', `${API}/gateway/fakepay`, { enabled: false });
  seen = {
    intent: (await checkoutOnce(11)).body.data,
    token: await makeToken(payment),
    redirectSecret: await redirectSecret(),
  };
  await sameAsBefore();
  payment.service = await startWith({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD });
  await sameAsBefore();
  const made = (await checkoutOnce(12)).body.data;
  payment.service = first;
  expect((await checkoutOnce(12)).body.data).toEqual(made);
  await sameAsBefore();
});

test('the command seals all again, also after it was killed in the middle; then the old key may go', async () => {
  const place = (id: string): string[] => ['callback', 'fakepay', 'gwc_1', id];
  const ids = Array.from({ length: CALLBACKS }, (_, at) => `evt_${String(at).padStart(5, '0')}`);
  await payment.pool.query(
    `INSERT INTO gateway_callback (gateway, connection_id, event_id, account_id, store_id, mode, kind, type, content,
      body, received_at)
    SELECT 'fakepay', 'gwc_1', id, 'a', 's', 'stage', 'other', 'x', '{}', body, now()
    FROM unnest($1::text[], $2::bytea[]) AS t(id, body)`,
    [ids, ids.map((id) => payment.deps.keys.seal('{}', ...place(id)))],
  );
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: payment.environment.DATABASE_URL,
    MASTER_KEY: NEW,
    MASTER_KEY_PREVIOUS: OLD,
  };
  const before = await under(NEW);
  expect(before.all - before.sealed).toBeGreaterThan(CALLBACKS);
  // The rows of the last steps are locked, so that the kill always comes in the middle.
  const blocker = await payment.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM gateway_callback WHERE event_id = $1 FOR UPDATE', [ids.at(-1)]);
  const killed = spawn(process.execPath, [RESEAL], { env: environment, stdio: 'ignore' });
  try {
    await eventually(async () => (await under(NEW)).sealed >= before.sealed + CALLBACKS / 2, { timeoutMs: 60_000 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  const middle = await under(NEW);
  expect(middle.sealed).toBeLessThan(middle.all);
  await sameAsBefore();
  expect((await run(process.execPath, [RESEAL], { env: environment })).stdout).toMatch(/Run it again/);
  expect((await run(process.execPath, [RESEAL], { env: environment })).stdout).toMatch(
    /0 sealed again\. Nothing was left: MASTER_KEY_PREVIOUS may go\.\n$/,
  );
  const after = await under(NEW);
  expect(after.sealed).toBe(after.all);
  payment.service = await startWith({ MASTER_KEY: NEW });
  await sameAsBefore();
}, 180_000);

test('the command and the service say which settings are wrong', async () => {
  const { DATABASE_URL } = payment.environment;
  const failing = (keys: Environment): Promise<string> =>
    run(process.execPath, [RESEAL], { env: { PATH: process.env.PATH, DATABASE_URL, ...keys } }).then(
      () => 'no failure',
      ({ stderr }: { stderr: string }) => stderr,
    );
  expect(await failing({ MASTER_KEY: NEW })).toContain('MASTER_KEY_PREVIOUS must be the master key before');
  expect(await failing({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: 'short' })).toContain('MASTER_KEY_PREVIOUS must be 32');
  await expect(startWith({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD, MASTER_KEY_NEXT: OLD })).rejects.toThrow(
    'must not both be set',
  );
});
