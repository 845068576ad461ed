// Figure 8: a shipment made through the gateway, against the same route answering from memory; labels; from create to waybill; tracking at size.
import { load } from './lib/load.mjs';
import { fetchOver, openLoop } from './lib/open-loop.mjs';
import { PATH, ship, shipmentBody, startShipmentsStack, storeShipments } from './lib/shipments.mjs';
import { bench, verdict } from './lib/stack.mjs';
import { cpuSeconds, quantile } from './lib/webhooks.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const SHIPMENTS = Number(process.env.BENCH_SHIPMENTS ?? 1_000_000);
const ROUNDS = 5;
const LABELS = 60;
/** Half of what one worker is to draw: beyond its measure labels queue, and it is their queue that is measured. */
const LABELS_PER_SECOND = 20;
const AWBS_PER_SECOND = 50;
const TRACKS_PER_SECOND = 100;

await bench('8. Shipments: create, label, waybill, track', async () => {
  const stack = await startShipmentsStack();
  const memory = await stack.startMemory();
  const quiet = await stack.startWithoutCouriers();
  const { share, near } = await shareOfMemory(stack, memory, quiet, 'no courier asked');
  verdict('create, share of the route in memory, no courier asked', percent(share), '≥ 35 %', share >= 0.35);
  for (const { stop } of [quiet.gateway, quiet.service]) await stop();
  await putAside(stack);
  const deployed = await stack.startDeployed();
  const busy = await shareOfMemory(stack, memory, deployed, 'as deployed');
  verdict('create, share of the route in memory, as deployed, bookings going on behind both', percent(busy.share), '≥ 35 %', busy.share >= 0.35);
  console.log(`   the same against the route in memory as it was while no courier was asked: ${percent(busy.far / near)}, ${busy.far.toFixed(0)} of ${near.toFixed(0)}/s`);
  await bookings(stack);
  await putAside(stack);
  await waybills(stack, deployed);
  await labels(stack, deployed);
  await tracks(stack, memory, deployed);
});

function creates({ token }, { gateway }, seconds) {
  return load({ port: gateway.port, connections: 64, seconds, next: () => ({ path: PATH, headers: `token: ${token}\r\n`, body: shipmentBody() }) });
}

/** The median of rounds, each with its own baseline. */
async function shareOfMemory(stack, memory, durable, name) {
  for (const one of [memory, durable]) await creates(stack, one, 3);
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const near = await creates(stack, memory, SECONDS);
    const before = await usage(stack, durable);
    const far = await creates(stack, durable, SECONDS);
    const [serviceUs, gatewayUs, each] = (await usage(stack, durable)).map((after, at) => (after - before[at]) / far.count);
    rounds.push({ share: far.rate / near.rate, near: near.rate, far: far.rate });
    console.log(`   ${name}, round ${round}: memory ${near.rate.toFixed(0)}/s p99 ${near.p99.toFixed(1)} ms; durable ${far.rate.toFixed(0)}/s p50 ${far.p50.toFixed(1)} p99 ${far.p99.toFixed(1)} ms, `
      + `CPU each ${serviceUs.toFixed(0)} µs in the service, ${gatewayUs.toFixed(0)} in the gateway; ${each.toFixed(2)} transactions each; ${percent(far.rate / near.rate)}`);
  }
  const median = (of) => quantile(rounds.map(of).sort((a, b) => a - b), 0.5);
  return { share: median((one) => one.share), near: median((one) => one.near), far: median((one) => one.far) };
}

/** CPU of the service and of its gateway in µs, and the database's transactions, so far. */
async function usage({ pool }, { service, gateway }) {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows: [row] } = await pool.query('SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()');
  return [1e6 * cpuSeconds(service.pid), 1e6 * cpuSeconds(gateway.pid), row.n];
}

/** How fast the worker catches up when nothing else is asked of it. */
async function bookings({ pool }) {
  const booked = async () => (await pool.query("SELECT count(*)::int AS n FROM shipment WHERE status = 'BOOKED'")).rows[0].n;
  const [before, began] = [await booked(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  console.log(`   bookings of what waits, nothing else asked: ${((await booked() - before) / ((performance.now() - began) / 1_000)).toFixed(0)}/s`);
}

/** What a load has left for couriers to do is not for the next figure to pay. */
async function putAside({ pool }) {
  const { rows: [row] } = await pool.query("SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS pending, count(*) FILTER (WHERE status = 'BOOKED')::int AS booked FROM shipment");
  await pool.query('UPDATE shipment SET due_at = NULL, poll_at = NULL WHERE due_at IS NOT NULL OR poll_at IS NOT NULL');
  await pool.query('VACUUM ANALYZE shipment');
  console.log(`   ${row.booked} booked meanwhile; ${row.pending} that wait for their courier are put aside`);
}

/** From the answer to a create until GET …/awb has the label's address. What is asked every 5 ms is the row that the answer is made of, all at once. */
async function waybills(stack, deployed) {
  const [waits, open] = [[], new Map()];
  let ended = false;
  const watching = (async () => {
    while (!ended || open.size > 0) {
      const { rows } = await stack.pool.query({ name: 'ready', text: 'SELECT id FROM shipment WHERE account_id = $1 AND id = ANY ($2) AND awb IS NOT NULL', values: [stack.merchant.accountId, [...open.keys()]] });
      for (const { id } of rows) {
        waits.push(performance.now() - open.get(id));
        open.delete(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const seconds = Math.max(2 * SECONDS, 5);
  const ids = [];
  await openLoop({ perSecond: AWBS_PER_SECOND, seconds, send: async () => {
    const id = await ship(deployed, stack.token);
    open.set(id, performance.now());
    ids.push(id);
  } });
  ended = true;
  await watching;
  for (const id of ids.slice(-10)) await fetchOver(`${deployed.gateway.url}${PATH}/${id}/awb`, { token: stack.token });
  waits.sort((a, b) => a - b);
  console.log(`   waybill at ${AWBS_PER_SECOND}/s for ${seconds} s: p50 ${quantile(waits, 0.5).toFixed(0)} ms, longest ${waits.at(-1).toFixed(0)} ms`);
  verdict('waybill after the answer to create, p99', `${quantile(waits, 0.99).toFixed(0)} ms`, '≤ 1000 ms', quantile(waits, 0.99) <= 1_000);
}

async function labels(stack, deployed) {
  const { rows } = await stack.pool.query("SELECT id FROM shipment WHERE status = 'BOOKED' AND request LIKE '%bench-%' ORDER BY id DESC LIMIT $1", [LABELS]);
  const track = () => openLoop({ perSecond: TRACKS_PER_SECOND, seconds: SECONDS, send: () => fetchOver(`${deployed.gateway.url}${PATH}/${rows[0].id}/track`, { token: stack.token }) });
  const addresses = [];
  for (const { id } of rows) {
    const { data } = JSON.parse(await fetchOver(`${deployed.gateway.url}${PATH}/${id}/awb`, { token: stack.token }));
    addresses.push(deployed.gateway.url + new URL(data.awbUrl).pathname + new URL(data.awbUrl).search);
  }
  const draw = async (at) => {
    const began = performance.now();
    const file = await fetchOver(addresses[at % addresses.length]);
    if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error('a label that is no PDF');
    return performance.now() - began;
  };
  // The first are the compiler's and the fonts'.
  const one = [];
  for (let at = 0; at < 2 * LABELS; at++) one.push(await draw(at));
  const p50 = quantile(one.slice(LABELS).sort((a, b) => a - b), 0.5);
  verdict('label, PDF, one at a time, p50', `${p50.toFixed(1)} ms`, '≤ 30 ms', p50 <= 30);
  const until = performance.now() + SECONDS * 1000;
  let drawn = 0;
  await Promise.all(Array.from({ length: 4 }, async () => { for (; performance.now() < until; drawn++) await draw(drawn); }));
  verdict('labels, four asked for at once', `${(drawn / SECONDS).toFixed(0)}/s`, '≥ 40/s', drawn / SECONDS >= 40);
  await offTheLoop(deployed, { track, draw, labelMs: p50 });
}

/** What a label takes of the process that answers: its event loop's delay, and tracking, with labels being drawn and without. */
async function offTheLoop({ service }, { track, draw, labelMs }) {
  const delays = [];
  for (const [name, labelsPerSecond] of [['no labels', 0], [`${LABELS_PER_SECOND} labels/s`, LABELS_PER_SECOND]]) {
    // Reading the figure starts it anew.
    await eventLoopDelayMs(service);
    const [took] = await Promise.all([track(), openLoop({ perSecond: labelsPerSecond, seconds: SECONDS, send: draw })]);
    delays.push(await eventLoopDelayMs(service));
    console.log(`   ${name}: track at ${TRACKS_PER_SECOND}/s p50 ${quantile(took, 0.5).toFixed(1)} p99 ${quantile(took, 0.99).toFixed(1)} ms; event loop p99 ${delays.at(-1).toFixed(1)} ms`);
  }
  const more = delays[1] - delays[0];
  verdict('event loop\'s delay that labels add, p99', `${more.toFixed(1)} ms`, `< half a label's ${labelMs.toFixed(1)} ms`, more < labelMs / 2);
}

async function eventLoopDelayMs({ internalUrl }) {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text)[1]);
}

/** What the machine's other work makes of an answer's time is in the route in memory, too. */
async function tracks(stack, memory, deployed) {
  const { rows } = await stack.pool.query('SELECT id FROM shipment ORDER BY id DESC LIMIT 1000');
  const track = async (name, { gateway }, idOf, seconds = 2 * SECONDS) => {
    const took = await openLoop({ perSecond: TRACKS_PER_SECOND, seconds, send: () => fetchOver(`${gateway.url}${PATH}/${idOf()}/track`, { token: stack.token }) });
    console.log(`   track at ${TRACKS_PER_SECOND}/s, ${name}: p50 ${quantile(took, 0.5).toFixed(1)} p99 ${quantile(took, 0.99).toFixed(1)} ms`);
    return quantile(took, 0.99);
  };
  const few = () => rows[Math.floor(Math.random() * rows.length)].id;
  await track('of those made above', deployed, few);
  const stored = await storeShipments(stack.pool, rows[0].id, SHIPMENTS);
  await track('the first', deployed, stored, 3);
  await track('the route in memory', memory, few);
  const p99 = await track(`at random of ${SHIPMENTS} more, six scans each`, deployed, stored);
  await track('the route in memory again', memory, few);
  verdict(`track beside ${SHIPMENTS} shipments, p99`, `${p99.toFixed(1)} ms`, '≤ 10 ms', p99 <= 10);
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}
