// Figure 8: create shipment through the gateway, against a route in memory; labels; time to waybill; tracking at size.
import { load } from './lib/load.mjs';
import { fetchOver, openLoop } from './lib/open-loop.mjs';
import { PATH, ship, shipmentBody, startShipmentsStack, storeShipments } from './lib/shipments.mjs';
import { bench, verdict } from './lib/stack.mjs';
import { cpuSeconds, quantile } from './lib/webhooks.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const SHIPMENTS = Number(process.env.BENCH_SHIPMENTS ?? 1_000_000);
const ROUNDS = 5;
const LABELS = 60;
/** Half of the target rate of one worker: beyond its capacity labels queue, and the bench would measure the queue. */
const LABELS_PER_SECOND = 20;
const AWBS_PER_SECOND = 50;
const TRACKS_PER_SECOND = 100;

await bench('8. Shipments: create, label, waybill, track', async () => {
  const stack = await startShipmentsStack();
  const memory = await stack.startMemory();
  const quiet = await stack.startWithoutCouriers();
  const { share, memoryRate } = await shareOfMemory(stack, memory, quiet, 'without courier requests');
  verdict('create, share of the route in memory, without courier requests', percent(share), '≥ 35 %', share >= 0.35);
  for (const { stop } of [quiet.gateway, quiet.service]) await stop();
  await cancelPendingWork(stack);
  const deployed = await stack.startDeployed();
  const busy = await shareOfMemory(stack, memory, deployed, 'as deployed');
  verdict(
    'create, share of the route in memory, as deployed, with bookings in the background of both',
    percent(busy.share),
    '≥ 35 %',
    busy.share >= 0.35,
  );
  console.log(
    `   against the route in memory as measured without courier requests: ${percent(busy.durableRate / memoryRate)}, ` +
      `${busy.durableRate.toFixed(0)} of ${memoryRate.toFixed(0)}/s`,
  );
  await bookings(stack);
  await cancelPendingWork(stack);
  await waybills(stack, deployed);
  await labels(stack, deployed);
  await tracks(stack, memory, deployed);
});

function creates({ token }, { gateway }, seconds) {
  return load({
    port: gateway.port,
    connections: 64,
    seconds,
    next: () => ({ path: PATH, headers: `token: ${token}\r\n`, body: shipmentBody() }),
  });
}

/** The median of several rounds, each with its own baseline. */
async function shareOfMemory(stack, memory, durable, name) {
  for (const target of [memory, durable]) await creates(stack, target, 3);
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const inMemory = await creates(stack, memory, SECONDS);
    const before = await usage(stack, durable);
    const stored = await creates(stack, durable, SECONDS);
    const [serviceUs, gatewayUs, transactions] = (await usage(stack, durable)).map(
      (after, at) => (after - before[at]) / stored.count,
    );
    const share = stored.rate / inMemory.rate;
    rounds.push({ share, memoryRate: inMemory.rate, durableRate: stored.rate });
    console.log(
      `   ${name}, round ${round}: memory ${inMemory.rate.toFixed(0)}/s p99 ${inMemory.p99.toFixed(1)} ms; ` +
        `durable ${stored.rate.toFixed(0)}/s p50 ${stored.p50.toFixed(1)} p99 ${stored.p99.toFixed(1)} ms, ` +
        `CPU each ${serviceUs.toFixed(0)} µs in the service, ${gatewayUs.toFixed(0)} in the gateway; ` +
        `${transactions.toFixed(2)} transactions each; ${percent(share)}`,
    );
  }
  const median = (of) =>
    quantile(
      rounds.map(of).sort((a, b) => a - b),
      0.5,
    );
  return {
    share: median((round) => round.share),
    memoryRate: median((round) => round.memoryRate),
    durableRate: median((round) => round.durableRate),
  };
}

/** The CPU time of the service and of its gateway in µs, and the transactions of the database, so far. */
async function usage({ pool }, { service, gateway }) {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const {
    rows: [row],
  } = await pool.query('SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()');
  return [1e6 * cpuSeconds(service.pid), 1e6 * cpuSeconds(gateway.pid), row.n];
}

/** The rate at which the worker books the backlog without other load. */
async function bookings({ pool }) {
  const booked = async () =>
    (await pool.query("SELECT count(*)::int AS n FROM shipment WHERE status = 'BOOKED'")).rows[0].n;
  const [before, began] = [await booked(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  const rate = ((await booked()) - before) / ((performance.now() - began) / 1_000);
  console.log(`   bookings of the backlog, without other load: ${rate.toFixed(0)}/s`);
}

/** Cancels the remaining work of the couriers, so that it does not slow the next measurement. */
async function cancelPendingWork({ pool }) {
  const {
    rows: [row],
  } = await pool.query(
    `SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
       count(*) FILTER (WHERE status = 'BOOKED')::int AS booked
     FROM shipment`,
  );
  await pool.query('UPDATE shipment SET due_at = NULL, poll_at = NULL WHERE due_at IS NOT NULL OR poll_at IS NOT NULL');
  await pool.query('VACUUM ANALYZE shipment');
  console.log(`   ${row.booked} booked meanwhile; ${row.pending} pending shipments are not booked any more`);
}

/**
 * The time from the answer to a create until GET …/awb has the label's address. Every 5 ms one query reads the rows
 * from which these answers are built.
 */
async function waybills(stack, deployed) {
  const [waits, open] = [[], new Map()];
  let ended = false;
  const watching = (async () => {
    while (!ended || open.size > 0) {
      const { rows } = await stack.pool.query({
        name: 'ready',
        text: 'SELECT id FROM shipment WHERE account_id = $1 AND id = ANY ($2) AND awb IS NOT NULL',
        values: [stack.merchant.accountId, [...open.keys()]],
      });
      for (const { id } of rows) {
        waits.push(performance.now() - open.get(id));
        open.delete(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const seconds = Math.max(2 * SECONDS, 5);
  const ids = [];
  await openLoop({
    perSecond: AWBS_PER_SECOND,
    seconds,
    send: async () => {
      const id = await ship(deployed, stack.token);
      open.set(id, performance.now());
      ids.push(id);
    },
  });
  ended = true;
  await watching;
  for (const id of ids.slice(-10)) await fetchOver(`${deployed.gateway.url}${PATH}/${id}/awb`, { token: stack.token });
  waits.sort((a, b) => a - b);
  console.log(
    `   waybill at ${AWBS_PER_SECOND}/s for ${seconds} s: p50 ${quantile(waits, 0.5).toFixed(0)} ms, ` +
      `longest ${waits.at(-1).toFixed(0)} ms`,
  );
  verdict(
    'waybill after the answer to create, p99',
    `${quantile(waits, 0.99).toFixed(0)} ms`,
    '≤ 1000 ms',
    quantile(waits, 0.99) <= 1_000,
  );
}

async function labels(stack, deployed) {
  const { rows } = await stack.pool.query(
    "SELECT id FROM shipment WHERE status = 'BOOKED' AND request LIKE '%bench-%' ORDER BY id DESC LIMIT $1",
    [LABELS],
  );
  const track = () =>
    openLoop({
      perSecond: TRACKS_PER_SECOND,
      seconds: SECONDS,
      send: () => fetchOver(`${deployed.gateway.url}${PATH}/${rows[0].id}/track`, { token: stack.token }),
    });
  const addresses = [];
  for (const { id } of rows) {
    const { data } = JSON.parse(await fetchOver(`${deployed.gateway.url}${PATH}/${id}/awb`, { token: stack.token }));
    addresses.push(deployed.gateway.url + new URL(data.awbUrl).pathname + new URL(data.awbUrl).search);
  }
  const draw = async (at) => {
    const began = performance.now();
    const file = await fetchOver(addresses[at % addresses.length]);
    if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error('the label is not a PDF');
    return performance.now() - began;
  };
  // The first labels include the time of the JIT compiler and of loading the fonts.
  const times = [];
  for (let at = 0; at < 2 * LABELS; at++) times.push(await draw(at));
  const p50 = quantile(
    times.slice(LABELS).sort((a, b) => a - b),
    0.5,
  );
  verdict('label, PDF, one at a time, p50', `${p50.toFixed(1)} ms`, '≤ 30 ms', p50 <= 30);
  const until = performance.now() + SECONDS * 1000;
  let drawn = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; performance.now() < until; drawn++) await draw(drawn);
    }),
  );
  verdict('labels, four concurrent requests', `${(drawn / SECONDS).toFixed(0)}/s`, '≥ 40/s', drawn / SECONDS >= 40);
  await eventLoopDelays(deployed, { track, draw, labelMs: p50 });
}

/**
 * The effect of labels on the process that answers: its event loop delay and tracking times, with and without labels.
 */
async function eventLoopDelays({ service }, { track, draw, labelMs }) {
  const delays = [];
  for (const [name, labelsPerSecond] of [
    ['no labels', 0],
    [`${LABELS_PER_SECOND} labels/s`, LABELS_PER_SECOND],
  ]) {
    // Reading the metric resets it.
    await eventLoopDelayMs(service);
    const [took] = await Promise.all([track(), openLoop({ perSecond: labelsPerSecond, seconds: SECONDS, send: draw })]);
    delays.push(await eventLoopDelayMs(service));
    console.log(
      `   ${name}: track at ${TRACKS_PER_SECOND}/s ${quantilesText(took)}; ` +
        `event loop p99 ${delays.at(-1).toFixed(1)} ms`,
    );
  }
  const more = delays[1] - delays[0];
  verdict(
    'event loop delay that labels add, p99',
    `${more.toFixed(1)} ms`,
    `< half a label's ${labelMs.toFixed(1)} ms`,
    more < labelMs / 2,
  );
}

async function eventLoopDelayMs({ internalUrl }) {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text)[1]);
}

/** The route in memory shows how much other load on the machine slows an answer. */
async function tracks(stack, memory, deployed) {
  const { rows } = await stack.pool.query('SELECT id FROM shipment ORDER BY id DESC LIMIT 1000');
  const track = async (name, { gateway }, idOf, seconds = 2 * SECONDS) => {
    const took = await openLoop({
      perSecond: TRACKS_PER_SECOND,
      seconds,
      send: () => fetchOver(`${gateway.url}${PATH}/${idOf()}/track`, { token: stack.token }),
    });
    console.log(`   track at ${TRACKS_PER_SECOND}/s, ${name}: ${quantilesText(took)}`);
    return quantile(took, 0.99);
  };
  const few = () => rows[Math.floor(Math.random() * rows.length)].id;
  await track('of the shipments created above', deployed, few);
  const stored = await storeShipments(stack.pool, rows[0].id, SHIPMENTS);
  await track('warm-up', deployed, stored, 3);
  await track('the route in memory', memory, few);
  const p99 = await track(`random ones of ${SHIPMENTS} more, with six scans each`, deployed, stored);
  await track('the route in memory again', memory, few);
  verdict(`track beside ${SHIPMENTS} shipments, p99`, `${p99.toFixed(1)} ms`, '≤ 10 ms', p99 <= 10);
}

function quantilesText(sorted) {
  return `p50 ${quantile(sorted, 0.5).toFixed(1)} p99 ${quantile(sorted, 0.99).toFixed(1)} ms`;
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}
