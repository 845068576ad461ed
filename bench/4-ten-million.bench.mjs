// Figure 4: the cost of an insert as ids accumulate, the disk space of an event, and the speed of queries.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { acceptEvents } from '../apps/metering/dist/events/accept-events.js';
import { IngestDependencies } from '../apps/metering/dist/events/ingest-dependencies.js';
import { RecentFacts } from '../apps/metering/dist/events/usage-fact.js';
import { MeterDirectory } from '../apps/metering/dist/meter-definitions/meter-directory.js';
import { databaseCpuSeconds } from './lib/cpu.mjs';
import { OWNER, atEnd, bench, createMeter, query, seal, startDatabase, startService, verdict } from './lib/stack.mjs';

const MILLIONS = Number(process.env.BENCH_MILLIONS ?? 10);
/**
 * With BENCH_MEMORY_MB the database has this much memory for pages and no more: it reads past the page cache. The
 * claims of n ids in m MB behave as those of 100 × n in 100 × m, so a small run shows where memory ends.
 */
const MEMORY_MB = process.env.BENCH_MEMORY_MB;
const BATCH = 1_000;
const COMPARED = 5;
const MONTH = Date.UTC(2026, 9, 1) * 1000;
const MONTH_MICROS = 31 * 86_400e6;

await bench(`4. ${MILLIONS} million events: insert cost, disk, and reading them`, async () => {
  const memory =
    MEMORY_MB === undefined ? ['shared_buffers=4GB'] : [`shared_buffers=${MEMORY_MB}MB`, 'debug_io_direct=data'];
  const database = await startDatabase([...memory, 'max_wal_size=8GB'].flatMap((setting) => ['-c', setting]));
  // The relay has no broker, so the outbox stays and counts as disk space.
  const metering = await startService('metering', {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  const id = await createMeter(metering.url, { group_by: ['model'] });
  await query(database.url, "UPDATE meter SET created_at = '2026-09-01Z'");
  await metering.stop();
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=metering -c timezone=UTC',
    max: 2,
  });
  atEnd(() => pool.end());
  const graceMs = 365 * 86_400_000;
  const ingest = new IngestDependencies(pool, new MeterDirectory(pool), new RecentFacts(), graceMs, () => {});
  const empty = await size(database.url);

  const costs = [];
  let accepted = 0;
  for (let million = 0; million < MILLIONS; million++) {
    const before = databaseCpuSeconds(database.pid);
    const pagesBefore = await pages(database.url);
    const began = performance.now();
    accepted += await fill(ingest, id, million);
    costs.push(databaseCpuSeconds(database.pid) - before);
    const rate = 1e6 / ((performance.now() - began) / 1000);
    console.log(
      `   ${million + 1} M stored: ${costs[million].toFixed(1)} database CPU s, ${(rate / 1000).toFixed(1)} k events/s`,
    );
    if (MEMORY_MB !== undefined) reportPages(pagesBefore, await pages(database.url));
  }
  if (accepted !== MILLIONS * 1e6) throw new Error(`only ${accepted} were accepted`);
  // The first million is not compared, because it also warms caches and plans.
  const growth = costs[costs.length - 1] / costs[1] - 1;
  verdict('insert cost, last million against the second', `${(100 * growth).toFixed(1)} %`, '≤ 10 %', growth <= 0.1);
  if (MILLIONS > 2 * COMPARED) {
    // Single millions differ by more than that when another process uses the cores and their caches.
    const steady = median(costs.slice(-COMPARED)) / median(costs.slice(1, 1 + COMPARED)) - 1;
    console.log(`   the same by medians of ${COMPARED} millions: ${(100 * steady).toFixed(1)} %`);
  }
  const bytes = ((await size(database.url)) - empty) / accepted;
  verdict('disk, everything included', `${bytes.toFixed(0)} bytes an event`, '≤ 250', bytes <= 250);
  for (const row of await sizes(database.url))
    console.log(`     ${row.name}: ${(row.bytes / accepted).toFixed(1)} bytes an event`);

  const again = await startService('metering', {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  const month = `from=2026-10-01T00:00:00Z&to=2026-11-01T00:00:00Z`;
  const total = await timed(again.url, `/public/v1/meter/${id}/query?${month}`, 500);
  verdict('month total, p99', `${total.p99.toFixed(1)} ms (p50 ${total.p50.toFixed(1)})`, '≤ 20 ms', total.p99 <= 20);
  const grouped = await timed(again.url, `/public/v1/meter/${id}/query?${month}&windowSize=DAY&groupBy=model`, 200);
  verdict(
    `31 daily windows × 10 groups, p99 (${grouped.rows} rows)`,
    `${grouped.p99.toFixed(1)} ms (p50 ${grouped.p50.toFixed(1)})`,
    '≤ 100 ms',
    grouped.p99 <= 100,
  );
  const zoned = await timed(
    again.url,
    `/public/v1/meter/${id}/query?${month}&windowSize=DAY&windowTimeZone=Asia/Riyadh&groupBy=model`,
    50,
  );
  console.log(`   the same in Asia/Riyadh: p99 ${zoned.p99.toFixed(1)} ms (p50 ${zoned.p50.toFixed(1)})`);
});

/** Stores one million events with random ids, in the order of their time, over two connections. */
async function fill(ingest, meterId, million) {
  let next = 0;
  let accepted = 0;
  const worker = async () => {
    while (next < 1_000) {
      const batch = next++;
      const submissions = Array.from({ length: BATCH }, (_, index) =>
        submission(meterId, million * 1e6 + batch * BATCH + index),
      );
      const results = await acceptEvents(submissions, ingest);
      accepted += results.filter((result) => 'receipt' in result).length;
    }
  };
  await Promise.all([worker(), worker()]);
  return accepted;
}

function submission(meterId, index) {
  const tokens = 1 + ((index * 7919) % 4096);
  const model = `m-${index % 10}`;
  return {
    owner: OWNER,
    meterId,
    event: {
      operation: 'ADD',
      eventId: randomUUID(),
      occurredAt: MONTH + Math.floor((index / (MILLIONS * 1e6)) * MONTH_MICROS),
      reverses: '',
      payload: { model, tokens: String(tokens) },
      payloadText: `{"model":"${model}","tokens":${tokens}}`,
    },
  };
}

/** What the claims and the log have cost so far. */
async function pages(url) {
  await query(url, 'SELECT pg_stat_force_next_flush()');
  const { rows } = await query(
    url,
    `
    SELECT s.idx_blks_read AS reads, w.wal_bytes AS wal, pg_relation_size(s.indexrelid) AS bytes
    FROM pg_statio_user_indexes s, pg_stat_wal w WHERE s.indexrelname = 'usage_event_pkey'`,
  );
  return { reads: Number(rows[0].reads), wal: Number(rows[0].wal), bytes: Number(rows[0].bytes) };
}

function reportPages(before, { reads, wal, bytes }) {
  const fill = bytes / 2 ** 20 / Number(MEMORY_MB);
  const parts = [
    `claims ${(100 * fill).toFixed(0)} % of memory`,
    `${((reads - before.reads) / 1e6).toFixed(3)} pages of them read an event`,
    `${((wal - before.wal) / 1e6).toFixed(0)} bytes of log an event`,
  ];
  console.log(`     ${parts.join(', ')}`);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function size(url) {
  await query(url, 'CHECKPOINT');
  const { rows } = await query(url, 'SELECT pg_database_size(current_database()) AS bytes');
  return Number(rows[0].bytes);
}

async function sizes(url) {
  const { rows } = await query(
    url,
    `
    SELECT c.relname AS name,
      pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) AS bytes
    FROM pg_class c WHERE relnamespace = 'metering'::regnamespace AND relkind IN ('r', 'i') ORDER BY 2 DESC LIMIT 6`,
  );
  return rows.map((row) => ({ name: row.name, bytes: Number(row.bytes) }));
}

async function timed(url, path, rounds) {
  const times = [];
  let rows = 0;
  for (let round = -5; round < rounds; round++) {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { 'x-internal-principal': await seal() } });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(body.message);
    rows = body.data.length;
    if (round >= 0) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { rows, p50: times[Math.floor(rounds / 2)], p99: times[Math.floor(rounds * 0.99)] };
}
