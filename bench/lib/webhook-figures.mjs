// The measurements of the webhooks benches.
import { cpuByPart } from './process-cpu.mjs';
import { arrived, quantile, transactions } from './webhooks.mjs';

/** Commits events as fast as possible while every stage runs. The measurement ends with the last delivery. */
export async function sustained(stack, { account, prefix, fanOut, events }) {
  const { shop, merchant, pool } = stack;
  await merchant.ask({ ask: 'reset' });
  const [statements, before] = [await transactions(pool), cpuByPart(stack)];
  const { startedAt } = await shop.ask({ ask: 'burst', account, total: events, perCommit: 50, width: 2 });
  const deliveries = events * fanOut;
  const lastAt = await arrived(merchant, prefix, deliveries);
  // The delivery log is part of the work.
  await waitForLog(pool);
  const after = cpuByPart(stack);
  const usedMicros = Object.fromEntries(
    Object.keys(after).map((part) => [part, ((after[part] - (before[part] ?? 0)) / deliveries) * 1e6]),
  );
  return {
    rate: deliveries / ((lastAt - startedAt) / 1000),
    perDelivery: ((await transactions(pool)) - statements) / deliveries,
    /** CPU of each part for one delivery, in µs. */
    usedMicros,
  };
}

async function waitForLog(pool) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const { rows } = await pool.query(
      'SELECT 1 FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no) WHERE h.sequence > t.settled LIMIT 1',
    );
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the log was not written within a minute');
}

/**
 * Publishes in an open loop. `deliveryMs` are the sorted times from the answer of COMMIT to the arrival of the request,
 * for the measured paths. `expected` is the number of deliveries that should arrive.
 */
export async function latencies(stack, { rates, seconds, isMeasured, endpointsOf }) {
  const { shop, merchant } = stack;
  await merchant.ask({ ask: 'reset' });
  const { committed } = await shop.ask({ ask: 'steady', rates, seconds });
  const committedAt = new Map(committed.map(([id, , at]) => [id, at]));
  const expected = committed.reduce((sum, [, account]) => sum + endpointsOf(account), 0);
  const arrivals = (await settledArrivals(merchant, isMeasured)).filter(([id]) => committedAt.has(id));
  return {
    deliveryMs: arrivals.map(([id, at]) => at - committedAt.get(id)).toSorted((a, b) => a - b),
    expected,
    committedAt,
    arrivals,
  };
}

/** Waits until no more deliveries arrive. */
async function settledArrivals(merchant, isMeasured) {
  let before = -1;
  for (;;) {
    const arrivals = (await merchant.ask({ ask: 'arrivals' }))
      .filter(([path]) => isMeasured(path))
      .flatMap(([, list]) => list);
    if (arrivals.length === before) return arrivals;
    before = arrivals.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Where the time of deliveries to a single endpoint goes: for each stage its sorted times in ms. The stored times are
 * those of the database on the same machine; an attempt's start is in whole ms.
 */
export async function stages({ pool, shopPool }, { committedAt, arrivals }) {
  const published = timesById(
    await shopPool.query(
      `SELECT body::json->0->>'id' AS id, extract(epoch FROM published_at) * 1000 AS at
       FROM outbox WHERE event_count = 1 AND published_at IS NOT NULL`,
    ),
  );
  const attempts = `FROM delivery d JOIN attempt a USING (day, endpoint_no, sequence)
    WHERE a.attempt = 1 AND d.event_id = ANY($1)`;
  const ids = arrivals.map(([id]) => id);
  const read = async (column) =>
    timesById(await pool.query(`SELECT event_id AS id, extract(epoch FROM ${column}) * 1000 AS at ${attempts}`, [ids]));
  const fannedOut = await read('d.created_at');
  const started = await read('a.started_at');
  const arrived = new Map(arrivals);
  const between = (from, to) =>
    ids
      .filter((id) => from.has(id) && to.has(id))
      .map((id) => to.get(id) - from.get(id))
      .toSorted((a, b) => a - b);
  return {
    'commit to acknowledged by the broker': between(committedAt, published),
    'to the fan-out statement': between(published, fannedOut),
    'to the attempt': between(fannedOut, started),
    'to the first byte': between(started, arrived),
  };
}

function timesById({ rows }) {
  return new Map(rows.map(({ id, at }) => [id, Number(at)]));
}

export function quantiles(sorted) {
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), count: sorted.length };
}
