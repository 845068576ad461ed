// Figure 6: the same figures with 10,000 endpoints that nothing is sent to and 5 M rows of log in the day's partitions.
import { bench, verdict } from './lib/stack.mjs';
import { startWebhooksStack } from './lib/webhooks.mjs';
import { quantiles, sustained, ways } from './lib/webhook-figures.mjs';

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
  console.log(`   ${ENDPOINTS} endpoints and ${LOG_ROWS} rows of log made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  // The first round reads what nobody has read yet.
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

/** Medians. */
async function figures(stack) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { rate: one } = await sustained(stack, { account: 'acc_one', prefix: '/one', fanOut: 1, events: 15_000 });
    const { rate: ten } = await sustained(stack, { account: 'acc_ten', prefix: '/ten', fanOut: 10, events: 3_000 });
    const calm = quantiles((await ways(stack, { rates: [['acc_one', 300]], seconds: 8, isOurs: (path) => path === '/one', endpointsOf: () => 1 })).ways);
    rounds.push({ one, ten, p50: calm.p50, p99: calm.p99 });
  }
  const median = (name) => rounds.map((round) => round[name]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return { one: median('one'), ten: median('ten'), p50: median('p50'), p99: median('p99') };
}

function line({ one, ten, p50, p99 }) {
  return `fan-out 1 ${one.toFixed(0)}/s, fan-out 10 ${ten.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** A hundred of them in a store that is written to, with patterns that never match; the log is theirs. */
async function fill(pool) {
  const client = await pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(`
    WITH made AS (
      INSERT INTO endpoint (account_id, store_id, mode, id, url, event_types, concurrency_max)
      SELECT CASE WHEN n <= 100 THEN 'acc_one' ELSE 'acc_idle_' || n % 100 END, 'str_bench', 'stage', 'ep_idle_' || n, 'http://127.0.0.1:9/', '{plan.created}', 64
      FROM generate_series(1, ${ENDPOINTS}) AS n RETURNING endpoint_no
    ), head AS (INSERT INTO endpoint_head (endpoint_no, lane, sequence) SELECT endpoint_no, endpoint_no % 16, ${LOG_ROWS / 2 / ENDPOINTS} FROM made)
    INSERT INTO endpoint_tail (endpoint_no, lane, settled) SELECT endpoint_no, endpoint_no % 16, ${LOG_ROWS / 2 / ENDPOINTS} FROM made`);
  // Half of the rows are deliveries, half their attempts.
  const each = `FROM endpoint, generate_series(1, ${LOG_ROWS / 2 / ENDPOINTS}) AS s WHERE id LIKE 'ep_idle_%'`;
  await client.query(`INSERT INTO delivery (day, endpoint_no, sequence, event_id) SELECT current_date, endpoint_no, s, gen_random_uuid() ${each}`);
  await client.query(`INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status, excerpt)
    SELECT current_date, endpoint_no, s, 1, 'first', now(), 7, 'delivered', 200, 'ok' ${each}`);
  await client.query('ANALYZE');
  await client.query('CHECKPOINT');
  client.release();
}
