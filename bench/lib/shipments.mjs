import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { seedDemo } from '@qafila/identity/seed-demo';
import { startBroker } from './kafka.mjs';
import { atEnd, startDatabase, startService } from './stack.mjs';

const fileOf = (name) => new URL(`../baseline/${name}.mjs`, import.meta.url).pathname;
/** Switches off rate limits, which are not measured here. */
const UNLIMITED = '1000000';
/** An hour of the couriers takes a real hour, so booked parcels do not move during the bench. */
const COURIER_HOUR_MS = '3600000';
export const PATH = '/oe/aggtr/api/v1/shipments';

/**
 * One identity, and a gateway for each of: the service as deployed, the service without courier requests, and the route
 * that answers from memory.
 */
export async function startShipmentsStack() {
  const [database, kafka] = [await startDatabase(), await startBroker()];
  const [masterKey, secret] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
  const shared = { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers, MASTER_KEY: masterKey };
  const identityEnvironment = {
    ...shared,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    KEY_RATE_LIMIT_PER_SECOND: '100000',
  };
  const identity = await startService('identity', identityEnvironment);
  const merchant = await seedDemo({ ...identityEnvironment, LOG_LEVEL: 'warn' });
  const sandbox = await startService('sandbox', {
    DATABASE_URL: database.url,
    SANDBOX_SECRET: secret,
    SANDBOX_COURIER_HOUR_MS: COURIER_HOUR_MS,
  });
  const environment = {
    ...shared,
    SHIPMENT_PUBLIC_URL: 'http://ship.example',
    SHIPMENT_CALLBACK_URL: 'http://127.0.0.1:1',
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: secret,
  };
  const gatewayTo = (url) =>
    startService('gateway', {
      IDENTITY_URL: identity.url,
      METERING_URL: url,
      SHIPMENT_URL: url,
      WEBHOOKS_URL: url,
      PAYMENT_URL: url,
      OPEN_REQUESTS_PER_SECOND: UNLIMITED,
    });
  const behindGateway = async (...service) => {
    const started = await startService(...service);
    return { service: started, gateway: await gatewayTo(started.url) };
  };
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=shipment', max: 2 });
  atEnd(() => pool.end());
  return {
    merchant,
    pool,
    token: await tokenOf(identity, merchant),
    startMemory: () => behindGateway('baseline', {}, fileOf('shipment-in-memory')),
    startWithoutCouriers: () => behindGateway('shipment', environment, fileOf('shipment-without-couriers')),
    startDeployed: () => behindGateway('shipment', environment),
  };
}

/** Gets a token as a merchant's server does (§4.2). */
async function tokenOf({ url }, { clientId, clientSecret, companyCode }) {
  const answer = await fetch(`${url}/v1/admin/service-account/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials', companyCode }),
  });
  if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).access_token;
}

const party = (name) => ({
  name,
  phone: '٠٥٠١٢٣٤٥٦٧',
  addressLine1: 'طريق الملك فهد، مبنى ١٢',
  district: 'العليا',
  city: 'الرياض',
  postalCode: '12333',
  countryCode: 'SA',
  shortAddress: 'RRRD2929',
});
/**
 * The part of an order that is the same for each one, as JSON text: building the text must cost little in the bench.
 */
const ORDER = JSON.stringify({
  currency: 'SAR',
  paymentMode: 'COD',
  codAmount: 115,
  pricing: { subTotal: 100, taxAmount: 15, totalAmount: 115 },
  shipToInfo: party('محمد عبد الله القحطاني'),
  shipFromInfo: party('مستودع قافلة'),
  packagesInfo: [
    {
      weight: 1.25,
      length: 30,
      width: 20,
      height: 10,
      description: 'قمصان قطنية',
      items: [{ sku: 'S1', name: 'قميص', quantity: 2, unitPrice: '50.00', taxRate: 15 }],
    },
  ],
}).slice(1);
let orders = 0;
/** An order with cash on delivery, as a shop sends it. */
export function shipmentBody() {
  orders++;
  return `{"referenceNumber":"bench-${orders}","metadata":{"order":${orders}},${ORDER}`;
}

/** Creates a shipment and returns its id. */
export async function ship({ gateway }, token) {
  const answer = await fetch(gateway.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: shipmentBody(),
  });
  const { data, errorMessage } = await answer.json();
  if (answer.status !== 200) throw new Error(`create: ${answer.status} ${errorMessage}`);
  return data.shipmentId;
}

/**
 * Stores copies of a shipment as delivered. One in ten has scans; the returned function picks one of these at random.
 */
export async function storeShipments(pool, id, count) {
  const began = performance.now();
  const idOf = "'shp_0' || lpad(n::text, 26, '0')";
  await pool.query(
    `
    INSERT INTO shipment (
      account_id, id, store_id, mode, reference, type, courier, currency, cod_minor, cod_collected_minor,
      status, version, booking, awb, label, scanned_at, request, metadata, created_at, updated_at)
    SELECT account_id, ${idOf}, store_id, mode, 'old-' || n, type, courier, currency, cod_minor, cod_minor,
      'DELIVERED', 8, 'booked', 'OLD' || n, '{"service":"Sandbox Express"}', '2026-01-03', request, metadata,
      '2026-01-01', '2026-01-03'
    FROM shipment, generate_series(1, $2::bigint) n WHERE id = $1`,
    [id, count],
  );
  await pool.query(
    `
    INSERT INTO history (
      account_id, shipment_id, status, source, courier_status_code, description, description_ar,
      city, country_code, signed_by, occurred_at, received_at)
    SELECT account_id, ${idOf}, scan.status, 'webhook', code, 'A scan on the way', 'حدث على طريق الشحنة',
      'الرياض', 'SA', CASE WHEN code = 'DLV' THEN 'محمد' END, at, at
    FROM shipment, generate_series(10, $2::bigint, 10) n,
      (VALUES
        ('READY_FOR_PICKUP', 'RDY', timestamptz '2026-01-01'),
        ('PICKED_UP', 'PUP', '2026-01-02'),
        ('IN_TRANSIT', 'DEP', '2026-01-02 04:00'),
        ('IN_TRANSIT', 'ARR', '2026-01-02 16:00'),
        ('OUT_FOR_DELIVERY', 'OFD', '2026-01-03'),
        ('DELIVERED', 'DLV', '2026-01-03 06:00')) AS scan (status, code, at)
    WHERE id = $1`,
    [id, count],
  );
  await pool.query('VACUUM ANALYZE shipment, history');
  await pool.query('CHECKPOINT');
  console.log(`   ${count} shipments stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return () => `shp_0${String(10 * (1 + Math.floor(Math.random() * Math.floor(count / 10)))).padStart(26, '0')}`;
}
