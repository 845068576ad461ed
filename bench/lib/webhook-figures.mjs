// The measurements of the webhooks benches.
import { arrived, cpuSeconds, quantile, transactions } from './webhooks.mjs';

/** Commits events as fast as possible while every stage runs. The measurement ends with the last delivery. */
export async function sustained({ shop, merchant, pool, service }, { account, prefix, fanOut, events }) {
  await merchant.ask({ ask: 'reset' });
  const [statements, cpu] = [await transactions(pool), cpuSeconds(service.pid)];
  const { startedAt } = await shop.ask({ ask: 'burst', account, total: events, perCommit: 50, width: 2 });
  const deliveries = events * fanOut;
  const lastAt = await arrived(merchant, prefix, deliveries);
  // The delivery log is part of the work.
  await waitForLog(pool);
  const used = cpuSeconds(service.pid) - cpu;
  return {
    rate: deliveries / ((lastAt - startedAt) / 1000),
    perDelivery: ((await transactions(pool)) - statements) / deliveries,
    cpuPerThousand: (used / deliveries) * 1000,
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
export async function latencies({ shop, merchant }, { rates, seconds, isMeasured, endpointsOf }) {
  await merchant.ask({ ask: 'reset' });
  const { committed } = await shop.ask({ ask: 'steady', rates, seconds });
  const committedAt = new Map(committed.map(([id, , at]) => [id, at]));
  const expected = committed.reduce((sum, [, account]) => sum + endpointsOf(account), 0);
  return {
    deliveryMs: (await settledLatencies(merchant, isMeasured, committedAt)).toSorted((a, b) => a - b),
    expected,
  };
}

/** Waits until no more deliveries arrive. */
async function settledLatencies(merchant, isMeasured, committedAt) {
  let before = -1;
  for (;;) {
    const arrivals = (await merchant.ask({ ask: 'arrivals' }))
      .filter(([path]) => isMeasured(path))
      .flatMap(([, list]) => list);
    if (arrivals.length === before)
      return arrivals.flatMap(([id, at]) => (committedAt.has(id) ? [at - committedAt.get(id)] : []));
    before = arrivals.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export function quantiles(sorted) {
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), count: sorted.length };
}
