// Figure 5: webhooks, from the commit of an event to the merchant's server, against a bare signed sender.
import { bench, verdict } from './lib/stack.mjs';
import { startWebhooksStack } from './lib/webhooks.mjs';
import { latencies, quantiles, stages, sustained } from './lib/webhook-figures.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 30_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const WIDTH = 64;
const ROUNDS = 5;

await bench('5. Webhooks: sustained, latency, isolation', async () => {
  const stack = await startWebhooksStack();
  await stack.endpoint('acc_one', '/one');
  for (let i = 0; i < 10; i++) await stack.endpoint('acc_ten', `/ten-${i}`);
  await sustained(stack, { account: 'acc_one', prefix: '/one', fanOut: 1, events: EVENTS });

  const bare = [];
  bare.push(await bareRate(stack));
  const one = await sustained(stack, { account: 'acc_one', prefix: '/one', fanOut: 1, events: EVENTS });
  bare.push(await bareRate(stack));
  const ten = await sustained(stack, { account: 'acc_ten', prefix: '/ten', fanOut: 10, events: EVENTS / 5 });
  bare.push(await bareRate(stack));
  const base = bare.toSorted((a, b) => a - b)[1];
  console.log(`   bare signed sender: ${bare.map((rate) => rate.toFixed(0)).join(', ')} /s`);
  printSustained('fan-out 1', one, base, 0.3);
  printSustained('fan-out 10', ten, base, 0.45);

  const steady = await latencies(stack, {
    rates: [['acc_one', 300]],
    seconds: SECONDS,
    isMeasured: (path) => path === '/one',
    endpointsOf: () => 1,
  });
  const calm = quantiles(steady.deliveryMs);
  console.log(
    `   at 300 events/s, commit to first byte: p50 ${calm.p50.toFixed(1)} ms, p99 ${calm.p99.toFixed(1)} ms ` +
      `(${calm.count} deliveries)`,
  );
  for (const [stage, times] of Object.entries(await stages(stack, steady))) {
    const { p50, p99 } = quantiles(times);
    console.log(`   ${stage}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  }
  verdict('p50 at 300/s', `${calm.p50.toFixed(1)} ms`, '≤ 6 ms', calm.p50 <= 6);
  verdict('p99 at 300/s', `${calm.p99.toFixed(1)} ms`, '≤ 25 ms', calm.p99 <= 25);
  await isolation(stack);
});

async function bareRate({ bare, origin }) {
  return bare.ask({ origin, seconds: 4, width: WIDTH });
}

function printSustained(name, { rate, perDelivery, usedMicros }, base, target) {
  const share = rate / base;
  verdict(
    `sustained, ${name}`,
    `${rate.toFixed(0)} deliveries/s, ${(share * 100).toFixed(0)} % of the bare sender`,
    `≥ ${Math.round(target * 100)} %`,
    share >= target,
  );
  verdict(`SQL round trips a delivery, ${name}`, perDelivery.toFixed(3), '≤ 0.1', perDelivery <= 0.1);
  const parts = Object.entries(usedMicros).map(([part, micros]) => `${part} ${micros.toFixed(0)}`);
  console.log(`   CPU for each delivery, ${name}, in µs: ${parts.join(', ')}`);
}

/**
 * Ten tenants with two endpoints each. First all endpoints work and all tenants send at the same rate. Then a fifth of
 * the endpoints never answer, and one tenant sends ten times as much as each other one. The total rate is the same, so
 * only the neighbours differ.
 */
async function isolation(stack) {
  const tenants = Array.from({ length: 10 }, (_, index) => `acc_tenant_${index}`);
  for (const [index, tenant] of tenants.entries()) {
    await stack.endpoint(tenant, `/well-${index}-a`);
    await stack.endpoint(tenant, index < 6 ? `/well-${index}-b` : `/later-${index}-b`);
  }
  const quiet = new Set(tenants.slice(1));
  const measured = {
    seconds: SECONDS / 2,
    isMeasured: (path) => path.startsWith('/well') && !path.startsWith('/well-0'),
    endpointsOf: (account) => (quiet.has(account) ? measuredEndpointsOf(account) : 0),
  };
  const even = tenants.map((tenant) => [tenant, 38]);
  await latencies(stack, { ...measured, rates: even });
  const before = await medians(stack, { ...measured, rates: even });
  await stack.pool.query(
    `UPDATE endpoint SET revision = revision + 1,
       url = replace(replace(url, '/later', '/hole'), '127.0.0.1', '127.0.0.2')
     WHERE url LIKE '%/later%'`,
  );
  await stack.pool.query(
    "SELECT pg_notify('webhooks_endpoint', endpoint_no::text) FROM endpoint WHERE url LIKE '%/hole%'",
  );
  const beside = await medians(stack, {
    ...measured,
    rates: tenants.map((tenant, index) => [tenant, index === 0 ? 200 : 20]),
  });
  const throughput = beside.share / before.share;
  console.log(
    `   healthy endpoints: p50 ${before.p50.toFixed(1)} → ${beside.p50.toFixed(1)} ms, ` +
      `p99 ${before.p99.toFixed(1)} → ${beside.p99.toFixed(1)} ms; p99 by round ${before.p99s} → ${beside.p99s}`,
  );
  verdict(
    'throughput beside endpoints without answers and a loud tenant',
    `${(throughput * 100).toFixed(0)} %`,
    '≥ 95 %',
    throughput >= 0.95,
  );
  verdict('p99 beside them', `${(beside.p99 / before.p99).toFixed(2)} ×`, '≤ 1.25 ×', beside.p99 <= before.p99 * 1.25);
}

/** The last four tenants have a second endpoint that is not measured. */
function measuredEndpointsOf(account) {
  return Number(account.at(-1)) < 6 ? 2 : 1;
}

/** A checkpoint or a garbage collection dominates the p99 of a single round, so the median of several rounds counts. */
async function medians(stack, measured) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { deliveryMs, expected } = await latencies(stack, measured);
    rounds.push({ ...quantiles(deliveryMs), share: deliveryMs.length / expected });
  }
  const median = (name) => rounds.map((round) => round[name]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return {
    p50: median('p50'),
    p99: median('p99'),
    share: median('share'),
    p99s: rounds.map(({ p99 }) => p99.toFixed(0)).join(' '),
  };
}
