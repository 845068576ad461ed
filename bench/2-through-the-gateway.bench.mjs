// Figure 2: the event of figure 1 through the gateway (key, rate limit, seal, grouping), against the direct rate.
import { randomBytes } from 'node:crypto';
import { seedDemo } from '@qafila/identity/seed-demo';
import { meterCpu } from './lib/cpu.mjs';
import { startBroker } from './lib/kafka.mjs';
import { load } from './lib/load.mjs';
import { bench, createMeter, eventBody, seal, startDatabase, startService, verdict } from './lib/stack.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const ROUNDS = 3;

await bench('2. Single event through the gateway, 64 connections', async () => {
  const database = await startDatabase();
  const kafka = await startBroker();
  const identityEnvironment = {
    DATABASE_URL: database.url,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    KAFKA_BROKERS: kafka.brokers,
    KEY_RATE_LIMIT_PER_SECOND: '100000',
  };
  const metering = await startService('metering', { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers });
  const identity = await startService('identity', identityEnvironment);
  const gateway = await startService('gateway', {
    IDENTITY_URL: identity.url,
    METERING_URL: metering.url,
    PAYMENT_URL: metering.url,
    SHIPMENT_URL: metering.url,
    WEBHOOKS_URL: metering.url,
  });
  const merchant = await seedDemo({ ...identityEnvironment, LOG_LEVEL: 'warn' });
  const owner = { accountId: merchant.accountId, storeId: merchant.storeId, mode: 'stage' };
  const id = await createMeter(metering.url, {}, owner);

  const direct = async (connections, seconds) => {
    const token = await seal('bench', owner);
    return load({
      port: metering.port,
      connections,
      seconds,
      next: () => ({
        path: `/public/v1/meter/${id}/event`,
        headers: `x-internal-principal: ${token}\r\n`,
        body: eventBody(),
      }),
    });
  };
  const headers = `x-api-key: ${merchant.apiKey}\r\nx-account-id: ${merchant.accountId}\r\n`;
  const throughGateway = (connections, seconds) =>
    load({
      port: gateway.port,
      connections,
      seconds,
      next: () => ({ path: `/public/v1/meter/${id}/event`, headers, body: eventBody() }),
    });
  await direct(64, 3);
  await throughGateway(64, 6);

  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const baseline = await direct(64, SECONDS);
    const cpu = meterCpu({ services: { gateway, metering, identity }, database });
    const measured = await throughGateway(64, SECONDS);
    const ratio = measured.rate / baseline.rate;
    ratios.push(ratio);
    console.log(
      `   round ${round}: direct ${baseline.rate.toFixed(0)}/s; ` +
        `gateway ${measured.rate.toFixed(0)}/s p99 ${measured.p99.toFixed(1)} ms; ${(100 * ratio).toFixed(0)} %`,
    );
    cpu(measured.count);
  }
  const median = ratios.sort((a, b) => a - b)[1];
  verdict('share of the direct rate', `${(100 * median).toFixed(0)} %`, '≥ 75 %', median >= 0.75);
  const alone = await throughGateway(1, 4);
  verdict('one connection, p50', `${alone.p50.toFixed(2)} ms`, '≤ 2 ms', alone.p50 <= 2);
});
