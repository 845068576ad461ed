// Figure 8, polling: parcels that one process polls at a courier that answers after a second; each has a new scan.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { generateSealingKeys } from '@qafila/auth/seal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import { startShipment } from '@qafila/shipment/start';
import { atEnd, bench, startDatabase, verdict } from './lib/stack.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PARCELS = 50_000;
const HOUR_SECONDS = 3_600;

await bench('8. Shipments: polling a courier that takes a second', async () => {
  const database = await startDatabase();
  const ten = await parcelsPerHour(database, 10);
  verdict('polled in an hour, ten a call', ten.toFixed(0), '≥ 100000', ten >= 100_000);
  const one = await parcelsPerHour(database, 1);
  console.log(`   polled in an hour, one a call: ${one.toFixed(0)}`);
});

/** The rate at which scans are recorded, with the courier loop of one process. */
async function parcelsPerHour({ url }, batchMax) {
  const courier = slowCourier(batchMax);
  const environment = {
    LOG_LEVEL: 'error',
    PROCESS_METRICS: 'off',
    DATABASE_URL: url,
    PRINCIPAL_PUBLIC_KEY: generateSealingKeys().publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SHIPMENT_PUBLIC_URL: 'http://ship.example',
  };
  const bus = new EmbeddedBus(createLogger('bench', 'silent'));
  const service = await startShipment(environment, { bus, couriers: [courier] });
  const pool = new pg.Pool({ connectionString: url, options: '-c search_path=shipment', max: 2 });
  atEnd(() => pool.end());
  await storeParcels(pool, courier.id);
  const recorded = async () =>
    (
      await pool.query("SELECT count(*)::int AS n FROM shipment WHERE courier = $1 AND status = 'IN_TRANSIT'", [
        courier.id,
      ])
    ).rows[0].n;
  await delay(3_000);
  const [before, began] = [await recorded(), performance.now()];
  await delay(SECONDS * 1_000);
  const rate = ((await recorded()) - before) / ((performance.now() - began) / 1_000);
  await service.stop();
  return rate * HOUR_SECONDS;
}

function slowCourier(batchMax) {
  return {
    id: `slow-${batchMax}`,
    name: 'Slow',
    isSandbox: true,
    polling: { everyMs: 86_400_000, quietMs: 86_400_000, batchMax },
    poll: async (waybills) => {
      await delay(1_000);
      return waybills.map(({ awb }) => ({
        awb,
        status: 'IN_TRANSIT',
        occurredAtMs: Date.now(),
        courierStatusCode: 'DEP',
      }));
    },
  };
}

async function storeParcels(pool, courier) {
  await pool.query(
    `
    INSERT INTO shipment (
      account_id, id, store_id, mode, reference, type, courier, currency, cod_minor, status, version, booking, awb,
      scanned_at, request, created_at, updated_at, poll_at)
    SELECT 'acc', $1 || n, 'str', 'stage', $1 || n, 'DOMESTIC', $1, 'SAR', 0, 'PICKED_UP', 3, 'booked', $1 || n,
      now() - interval '1 hour', '{"packages":[]}', now() - interval '2 hours', now(), now()
    FROM generate_series(1, $2::int) n`,
    [courier, PARCELS],
  );
}
