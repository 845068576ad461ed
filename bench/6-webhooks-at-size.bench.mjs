// Figure 6: figure 5 with 10,000 idle endpoints and 5 M log rows in the partitions of the day.
import { bench, verdict } from './lib/stack.mjs';
import { startWebhooksStack } from './lib/webhooks.mjs';
import { latencies, quantiles, sustained } from './lib/webhook-figures.mjs';

const ENDPOINTS = 10_000;
const LOG_ROWS = Number(process.env.BENCH_ROWS ?? 5_000_000);
const ROUNDS = 3;

await bench('6. Webhooks beside idle endpoints and a long log', async () => {
  const stack = await startWebhooksStack();
  await stack.endpoint('acc_one', '/one');
  for (let i = 0; i < 10; i++) await stack.endpoint('acc_ten', `/ten-${i}`);
  await figures(stack);
  const empty = await figures(stack);
  console.log(`   empty: ${line(empty)}`);
  const began = performance.now();
  await fill(stack.pool);
  const seconds = (performance.now() - began) / 1000;
  console.log(`   ${ENDPOINTS} endpoints and ${LOG_ROWS} log rows created in ${seconds.toFixed(0)} s`);
  // The first round warms the caches.
  await figures(stack);
  const full = await figures(stack);
  console.log(`   full:  ${line(full)}`);
  for (const name of ['one', 'ten']) {
    const share = full[name] / empty[name];
    verdict(`deliveries a second, fan-out ${name}`, `${(share * 100).toFixed(0)} % of before`, '≥ 90 %', share >= 0.9);
  }
  for (const name of ['p50', 'p99']) {
    const times = full[name] / empty[name];
    verdict(`${name} at 300/s`, `${times.toFixed(2)} × that of before`, '≤ 1.10 ×', times <= 1.1);
  }
});

/** The medians of the rounds. */
async function figures(stack) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { rate: one } = await sustained(stack, { account: 'acc_one', prefix: '/one', fanOut: 1, events: 15_000 });
    const { rate: ten } = await sustained(stack, { account: 'acc_ten', prefix: '/ten', fanOut: 10, events: 3_000 });
    const { deliveryMs } = await latencies(stack, {
      rates: [['acc_one', 300]],
      seconds: 8,
      isMeasured: (path) => path === '/one',
      endpointsOf: () => 1,
    });
    const calm = quantiles(deliveryMs);
    rounds.push({ one, ten, p50: calm.p50, p99: calm.p99 });
  }
  const median = (name) => rounds.map((round) => round[name]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return { one: median('one'), ten: median('ten'), p50: median('p50'), p99: median('p99') };
}

function line({ one, ten, p50, p99 }) {
  const [rates, times] = [[one, ten].map((rate) => rate.toFixed(0)), [p50, p99].map((ms) => ms.toFixed(1))];
  return `fan-out 1 ${rates[0]}/s, fan-out 10 ${rates[1]}/s, p50 ${times[0]} ms, p99 ${times[1]} ms`;
}

/** Creates endpoints whose patterns never match, 100 of them in the measured store, and log rows of these endpoints. */
async function fill(pool) {
  // Half of the rows are deliveries and half are attempts.
  const rowsPerEndpoint = LOG_ROWS / 2 / ENDPOINTS;
  const client = await pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(`
    WITH created AS (
      INSERT INTO endpoint (account_id, store_id, mode, id, url, event_types, concurrency_max)
      SELECT CASE WHEN n <= 100 THEN 'acc_one' ELSE 'acc_idle_' || n % 100 END, 'str_bench', 'stage',
        'ep_idle_' || n, 'http://127.0.0.1:9/', '{plan.created}', 64
      FROM generate_series(1, ${ENDPOINTS}) AS n RETURNING endpoint_no
    ), head AS (
      INSERT INTO endpoint_head (endpoint_no, lane, sequence)
      SELECT endpoint_no, endpoint_no % 16, ${rowsPerEndpoint} FROM created
    )
    INSERT INTO endpoint_tail (endpoint_no, lane, settled)
    SELECT endpoint_no, endpoint_no % 16, ${rowsPerEndpoint} FROM created`);
  const each = `FROM endpoint, generate_series(1, ${rowsPerEndpoint}) AS s WHERE id LIKE 'ep_idle_%'`;
  await client.query(`INSERT INTO delivery (day, endpoint_no, sequence, event_id)
    SELECT current_date, endpoint_no, s, gen_random_uuid() ${each}`);
  await client.query(`
    INSERT INTO attempt
      (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status, excerpt)
    SELECT current_date, endpoint_no, s, 1, 'first', now(), 7, 'delivered', 200, 'ok' ${each}`);
  await client.query('ANALYZE');
  await client.query('CHECKPOINT');
  client.release();
}
