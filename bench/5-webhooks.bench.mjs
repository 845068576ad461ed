// Figure 5: webhooks, from the commit of an event to the merchant's server. Ratios to a bare signed sender in the same run.
import { bench, verdict } from './lib/stack.mjs';
import { arrived, cpuSeconds, quantile, startWebhooksStack, transactions } from './lib/webhooks.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 30_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const WIDTH = 64;

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
  tell('fan-out 1', one, base, 0.35);
  tell('fan-out 10', ten, base, 0.55);

  const calm = await latencies(stack, [['acc_one', 300]], '/one');
  console.log(`   at 300 events/s, commit to first byte: p50 ${calm.p50.toFixed(1)} ms, p99 ${calm.p99.toFixed(1)} ms (${calm.count} deliveries)`);
  verdict('p50 at 300/s', `${calm.p50.toFixed(1)} ms`, '≤ 12 ms', calm.p50 <= 12);
  verdict('p99 at 300/s', `${calm.p99.toFixed(1)} ms`, '≤ 60 ms', calm.p99 <= 60);
  if (process.env.BENCH_ISOLATION !== 'no') await isolation(stack);
});

async function bareRate({ bare, origin }) {
  return bare.ask({ origin, seconds: 4, width: WIDTH });
}

/** Events commit as fast as they can, every stage runs at once; the clock stops when the last delivery has come. */
async function sustained({ shop, merchant, pool, service }, { account, prefix, fanOut, events }) {
  await merchant.ask({ ask: 'reset' });
  const [statements, cpu] = [await transactions(pool), cpuSeconds(service.pid)];
  const { startedAt } = await shop.ask({ ask: 'burst', account, total: events, perCommit: 50, width: 2 });
  const deliveries = events * fanOut;
  const lastAt = await arrived(merchant, prefix, deliveries);
  // The log is part of the work.
  await logged(pool, deliveries);
  const used = cpuSeconds(service.pid) - cpu;
  return { rate: deliveries / ((lastAt - startedAt) / 1000), perDelivery: (await transactions(pool) - statements) / deliveries, cpuPerThousand: used / deliveries * 1000 };
}

async function logged(pool) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const { rows } = await pool.query('SELECT 1 FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no) WHERE h.sequence > t.settled LIMIT 1');
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the log was not written in a minute');
}

function tell(name, { rate, perDelivery, cpuPerThousand }, base, target) {
  const share = rate / base;
  verdict(`sustained, ${name}`, `${rate.toFixed(0)} deliveries/s, ${(share * 100).toFixed(0)} % of the bare sender`, `≥ ${target * 100} %`, share >= target);
  verdict(`SQL round trips a delivery, ${name}`, perDelivery.toFixed(3), '≤ 0.1', perDelivery <= 0.1);
  console.log(`   CPU of the webhooks process, ${name}: ${cpuPerThousand.toFixed(2)} s a thousand deliveries`);
}

/** Open loop; from the answer of COMMIT to the request's arrival, of deliveries to these paths. */
async function latencies({ shop, merchant }, rates, prefix, seconds = SECONDS) {
  await merchant.ask({ ask: 'reset' });
  const { committed } = await shop.ask({ ask: 'steady', rates, seconds });
  const committedAt = new Map(committed.map(([id, , at]) => [id, at]));
  const healthy = (await settledArrivals(merchant, prefix, committedAt)).toSorted((a, b) => a - b);
  return { p50: quantile(healthy, 0.5), p99: quantile(healthy, 0.99), count: healthy.length };
}

/** Waits until no more come, then answers each one's way in ms. */
async function settledArrivals(merchant, prefix, committedAt) {
  let before = -1;
  for (;;) {
    const arrivals = (await merchant.ask({ ask: 'arrivals' })).filter(([path]) => path.startsWith(prefix)).flatMap(([, list]) => list);
    if (arrivals.length === before) return arrivals.flatMap(([id, at]) => (committedAt.has(id) ? [at - committedAt.get(id)] : []));
    before = arrivals.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Ten tenants with two endpoints each; then a fifth of all endpoints are black holes and one tenant sends ten times as much. */
async function isolation(stack) {
  const tenants = Array.from({ length: 10 }, (_, index) => `acc_tenant_${index}`);
  for (const [index, tenant] of tenants.entries()) {
    await stack.endpoint(tenant, `/well-${index}-a`);
    await stack.endpoint(tenant, index < 6 ? `/well-${index}-b` : `/later-${index}-b`);
  }
  const rates = tenants.map((tenant) => [tenant, 20]);
  await latencies(stack, rates, '/well', 3);
  const alone = await latencies(stack, rates, '/well');
  await stack.pool.query("UPDATE endpoint SET url = replace(url, '/later', '/hole'), revision = revision + 1 WHERE url LIKE '%/later%'");
  await stack.pool.query("SELECT pg_notify('webhooks_endpoint', endpoint_no::text) FROM endpoint WHERE url LIKE '%/hole%'");
  const crowded = await latencies(stack, rates.map(([tenant, rate], index) => [tenant, index === 0 ? rate * 10 : rate]), '/well-1');
  const reference = alone.count * (2 / 16);
  const throughput = crowded.count / reference;
  console.log(`   healthy endpoints: p50 ${alone.p50.toFixed(1)} → ${crowded.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} → ${crowded.p99.toFixed(1)} ms`);
  verdict('throughput beside black holes and a loud tenant', `${(throughput * 100).toFixed(0)} %`, '≥ 95 %', throughput >= 0.95);
  verdict('p99 beside them', `${(crowded.p99 / alone.p99).toFixed(2)} ×`, '≤ 1.25 ×', crowded.p99 <= alone.p99 * 1.25);
}
