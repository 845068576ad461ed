// Figure 1: a single event sent directly to metering, with an exact durable answer, against a validating route; and
// other accounts beside one hot meter.
import { fileURLToPath } from 'node:url';
import { meterCpu } from './lib/cpu.mjs';
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
    const cpuOfBaseline = meterCpu({ services: { baseline }, database });
    const empty = await measure(baseline, 64, SECONDS);
    cpuOfBaseline(empty.count);
    const cpu = meterCpu({ services: { metering }, database });
    const exact = await measure(metering, 64, SECONDS);
    ratios.push(exact.rate / empty.rate);
    console.log(
      `   round ${round}: baseline ${empty.rate.toFixed(0)}/s p99 ${empty.p99.toFixed(1)} ms; ` +
        `metering ${exact.rate.toFixed(0)}/s p99 ${exact.p99.toFixed(1)} ms; ` +
        `${((100 * exact.rate) / empty.rate).toFixed(0)} %`,
    );
    cpu(exact.count);
  }
  const median = ratios.sort((a, b) => a - b)[1];
  verdict('share of the baseline', `${(100 * median).toFixed(0)} %`, '≥ 70 %', median >= 0.7);
  token = await seal();
  const [emptyAlone, exactAlone] = [await measure(baseline, 1, 4), await measure(metering, 1, 4)];
  const added = exactAlone.p50 - emptyAlone.p50;
  verdict(
    'added p50, one connection',
    `${added.toFixed(2)} ms (${emptyAlone.p50.toFixed(2)} → ${exactAlone.p50.toFixed(2)})`,
    '≤ 1 ms',
    added <= 1,
  );
  await besideHotMeter(metering);
});

/**
 * Connections that send to one meter as fast as they are answered, against the same connections spread over 30 meters
 * of 30 accounts: what other accounts notice.
 */
async function besideHotMeter(metering) {
  const spread = await Promise.all(Array.from({ length: 30 }, (_, index) => account(metering, index)));
  const others = await Promise.all(Array.from({ length: 4 }, (_, index) => account(metering, 100 + index)));
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const evenly = await beside(metering, spread, others);
    const hot = await beside(metering, [spread[0]], others);
    ratios.push(hot.p99 / evenly.p99);
    console.log(
      `   round ${round}: p99 of others ${evenly.p99.toFixed(1)} ms beside 30 meters (${evenly.rate.toFixed(0)}/s), ` +
        `${hot.p99.toFixed(1)} ms beside one (${hot.rate.toFixed(0)}/s)`,
    );
  }
  const ratio = ratios.sort((a, b) => a - b)[1];
  verdict('p99 of other accounts beside one hot meter', `${ratio.toFixed(2)} ×`, '≤ 1.5 ×', ratio <= 1.5);
}

async function account(metering, index) {
  const owner = { accountId: `00000000000b${String(index).padStart(4, '0')}`, storeId: 'str_bench', mode: 'stage' };
  return { owner, id: await createMeter(metering.url, {}, owner) };
}

/** 60 connections send to `busy` in turn, and one to each of `others`, whose latency counts. */
async function beside(metering, busy, others) {
  const [busyRequests, otherRequests] = await Promise.all([busy, others].map(requestsOf));
  const [{ rate }, { p99 }] = await Promise.all([
    load({ port: metering.port, connections: 60, seconds: SECONDS, next: busyRequests }),
    load({ port: metering.port, connections: others.length, seconds: SECONDS, next: otherRequests }),
  ]);
  return { rate, p99 };
}

async function requestsOf(accounts) {
  const tokens = await Promise.all(accounts.map(({ owner }) => seal('bench', owner)));
  let turn = 0;
  return () => {
    const place = turn++ % accounts.length;
    return {
      path: `/public/v1/meter/${accounts[place].id}/event`,
      headers: `x-internal-principal: ${tokens[place]}\r\n`,
      body: eventBody(),
    };
  };
}
