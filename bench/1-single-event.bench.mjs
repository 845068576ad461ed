// Figure 1: a single event sent directly to metering, with an exact durable answer, against a validating route.
import { fileURLToPath } from 'node:url';
import { bench, createMeter, eventBody, seal, startDatabase, startService, verdict } from './lib/stack.mjs';
import { startBroker } from './lib/kafka.mjs';
import { load } from './lib/load.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const ROUNDS = 3;

await bench('1. Single event, exact answer, 64 connections', async () => {
  const database = await startDatabase();
  const kafka = await startBroker();
  const metering = await startService('metering', { DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers });
  const baseline = await startService(
    'baseline',
    {},
    fileURLToPath(new URL('baseline/validate-only.mjs', import.meta.url)),
  );
  const id = await createMeter(metering.url);
  let token = await seal();
  const next = () => ({
    path: `/public/v1/meter/${id}/event`,
    headers: `x-internal-principal: ${token}\r\n`,
    body: eventBody(),
  });
  const measure = (service, connections, seconds) => load({ port: service.port, connections, seconds, next });
  for (const service of [baseline, metering]) await measure(service, 64, 3);

  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    token = await seal();
    const empty = await measure(baseline, 64, SECONDS);
    const exact = await measure(metering, 64, SECONDS);
    ratios.push(exact.rate / empty.rate);
    console.log(
      `   round ${round}: baseline ${empty.rate.toFixed(0)}/s p99 ${empty.p99.toFixed(1)} ms; ` +
        `metering ${exact.rate.toFixed(0)}/s p99 ${exact.p99.toFixed(1)} ms; ` +
        `${((100 * exact.rate) / empty.rate).toFixed(0)} %`,
    );
  }
  const median = ratios.sort((a, b) => a - b)[1];
  verdict('share of the baseline', `${(100 * median).toFixed(0)} %`, '≥ 60 %', median >= 0.6);
  token = await seal();
  const [emptyAlone, exactAlone] = [await measure(baseline, 1, 4), await measure(metering, 1, 4)];
  const added = exactAlone.p50 - emptyAlone.p50;
  verdict(
    'added p50, one connection',
    `${added.toFixed(2)} ms (${emptyAlone.p50.toFixed(2)} → ${exactAlone.p50.toFixed(2)})`,
    '≤ 2 ms',
    added <= 2,
  );
});
