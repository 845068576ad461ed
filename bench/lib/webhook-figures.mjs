// What the webhooks benches measure.
import { arrived, cpuSeconds, quantile, transactions } from './webhooks.mjs';

/** Events commit as fast as they can, every stage runs at once; the clock stops when the last delivery has come. */
export async function sustained({ shop, merchant, pool, service }, { account, prefix, fanOut, events }) {
  await merchant.ask({ ask: 'reset' });
  const [statements, cpu] = [await transactions(pool), cpuSeconds(service.pid)];
  const { startedAt } = await shop.ask({ ask: 'burst', account, total: events, perCommit: 50, width: 2 });
  const deliveries = events * fanOut;
  const lastAt = await arrived(merchant, prefix, deliveries);
  // The log is part of the work.
  await logged(pool);
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

/**
 * Open loop, so many seconds; from the answer of COMMIT to the request's arrival, in ms, sorted, of deliveries to the paths that are
 * asked for. `owed`: how many there should be.
 */
export async function ways({ shop, merchant }, { rates, seconds, isOurs, endpointsOf }) {
  await merchant.ask({ ask: 'reset' });
  const { committed } = await shop.ask({ ask: 'steady', rates, seconds });
  const committedAt = new Map(committed.map(([id, , at]) => [id, at]));
  const owed = committed.reduce((sum, [, account]) => sum + endpointsOf(account), 0);
  return { ways: (await settledWays(merchant, isOurs, committedAt)).toSorted((a, b) => a - b), owed };
}

/** Waits until no more come. */
async function settledWays(merchant, isOurs, committedAt) {
  let before = -1;
  for (;;) {
    const arrivals = (await merchant.ask({ ask: 'arrivals' })).filter(([path]) => isOurs(path)).flatMap(([, list]) => list);
    if (arrivals.length === before) return arrivals.flatMap(([id, at]) => (committedAt.has(id) ? [at - committedAt.get(id)] : []));
    before = arrivals.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export function quantiles(ways) {
  return { p50: quantile(ways, 0.5), p99: quantile(ways, 0.99), count: ways.length };
}
