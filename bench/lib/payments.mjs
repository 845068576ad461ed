import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { seedDemo } from '@qafila/identity/seed-demo';
import { signRequest } from '@qafila/signing/request-signature';
import { startBroker } from './kafka.mjs';
import { atEnd, startDatabase, startService } from './stack.mjs';

const BASELINE = new URL('../baseline/checkout-in-memory.mjs', import.meta.url).pathname;
/** Switches off rate limits, which are not measured here. */
const UNLIMITED = '1000000';
/** The sandbox requires a callback address, but no payment ends here, so it makes no calls. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Two gateways with one identity: one for the payment service and its sandbox, one for the route that answers from
 * memory.
 */
export async function startPaymentsStack() {
  const [database, kafka] = [await startDatabase(), await startBroker()];
  const [masterKey, secret] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
  const shared = { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers, MASTER_KEY: masterKey };
  const identityEnvironment = {
    ...shared,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    KEY_RATE_LIMIT_PER_SECOND: '100000',
  };
  const identity = await startService('identity', identityEnvironment);
  const sandbox = await startService('sandbox', { DATABASE_URL: database.url, SANDBOX_SECRET: secret });
  const payment = await startService('payment', {
    ...shared,
    PAYMENT_PUBLIC_URL: 'http://pay.example',
    PAYMENT_CALLBACK_URL: NOWHERE,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: secret,
  });
  const memory = await startService('baseline', { MASTER_KEY: masterKey }, BASELINE);
  const gatewayTo = (url) =>
    startService('gateway', {
      IDENTITY_URL: identity.url,
      METERING_URL: url,
      SHIPMENT_URL: url,
      WEBHOOKS_URL: url,
      PAYMENT_URL: url,
      OPEN_REQUESTS_PER_SECOND: UNLIMITED,
    });
  const [gateway, memoryGateway] = [await gatewayTo(payment.url), await gatewayTo(memory.url)];
  const merchant = await seedDemo({ ...identityEnvironment, LOG_LEVEL: 'warn' });
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=payment', max: 2 });
  atEnd(() => pool.end());
  return { gateway, memoryGateway, merchant, pool };
}

/** The headers of a signed call of this merchant, as lines of HTTP. */
export function signedLines(merchant, body) {
  return Object.entries(signedHeaders(merchant, body))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

export function signedHeaders({ apiKey, accountId, hmacSecret }, body) {
  return { 'x-api-key': apiKey, 'x-account-id': accountId, 'x-signature': signRequest(body, hmacSecret) };
}

let orders = 0;
/**
 * The part of an order that is the same for each one, as JSON text: building the text must cost little in the bench.
 */
const ORDER = JSON.stringify({
  amount: 1500.5,
  currency: 'SAR',
  customer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
  shipping: {
    address1: 'شارع الملك فهد ١',
    city: 'الرياض',
    country: 'SA',
    zip: '11564',
    shipping_method: 'standard',
    province: 'الرياض',
  },
  success_url: 'https://shop.example/paid',
  failure_url: 'https://shop.example/failed',
}).slice(1);

/** An order as a shop sends it. */
export function checkoutBody() {
  return `{"metadata":{"order_reference":"order-${++orders}"},${ORDER}`;
}

/** Stores paid intents of the same store, as from a million old orders. */
export async function storeIntents(pool, { accountId, storeId }, count) {
  const began = performance.now();
  await pool.query(
    `
    INSERT INTO intent (
      account_id, id, store_id, mode, source, status, amount_minor, currency, capture_method, captured_minor,
      page_hash, order_reference, description, customer,
      shipping, billing, metadata,
      success_url, failure_url, created_at, updated_at, expires_at)
    SELECT $1, 'pi_' || lpad(to_hex(1700000000000 + n), 11, '0') || substr(md5(n::text), 1, 16), $2, 'stage',
      'checkout', 'succeeded', 150050, 'SAR', 'automatic', 150050,
      sha256(convert_to('old ' || n, 'UTF8')), 'old-' || n, '',
      '{"name":"عميل تجريبي","email":"customer@shop.example","phone":"+12025550123"}',
      '{"address1":"شارع الملك فهد ١","city":"الرياض","country":"SA"}', '{}',
      json_build_object('order_reference', 'old-' || n),
      'https://shop.example/paid', 'https://shop.example/failed', '2026-01-01', '2026-01-01', '2026-01-01'
    FROM generate_series(1, $3::bigint) n`,
    [accountId, storeId, count],
  );
  await pool.query('VACUUM ANALYZE intent');
  await pool.query('CHECKPOINT');
  console.log(`   ${count} intents stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
