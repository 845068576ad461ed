// npm run demo:usage -- FILE: meters a real trace through the running platform and prints its totals.
import { createClient, demoMerchant, withRetries } from './demo/client.mjs';
import { createProgress } from './demo/progress.mjs';
import { METERS, eventBody, readTrace } from './demo/trace.mjs';

const IN_FLIGHT_MAX = 64;

async function main(path) {
  if (path === undefined)
    throw new Error('usage: npm run demo:usage -- FILE (a CSV of TIMESTAMP,ContextTokens,GeneratedTokens)');
  const rows = await readTrace(path);
  const call = createClient(await demoMerchant());
  for (const meter of METERS) await defineMeter(call, meter);
  const counts = await sendAll(call, rows);
  console.log(
    `${rows.length} rows, ${rows.length * METERS.length} events: ` +
      `${counts.accepted} accepted, ${counts.duplicates} received before`,
  );
  await printTotals(call, 'DAY', rows);
  await printTotals(call, 'MINUTE', rows);
}

async function defineMeter(call, meter) {
  const { status, body } = await call('POST', '/public/v1/meter', { ...meter, active: true });
  if (status !== 201 && body.error?.code !== 'meter_exists')
    throw new Error(`cannot create meter ${meter.id}: ${body.message}`);
}

/** Every row to every meter, at most 64 at once. */
async function sendAll(call, rows) {
  const work = rows.flatMap((row) => METERS.map((meter) => ({ row, meter })));
  const progress = createProgress(work.length);
  const counts = { accepted: 0, duplicates: 0 };
  let next = 0;
  const worker = async () => {
    while (next < work.length) {
      const { row, meter } = work[next++];
      const { status, body } = await withRetries(() =>
        call('POST', `/public/v1/meter/${meter.id}/event`, eventBody(row)),
      );
      if (status === 200) counts.accepted++;
      else if (status === 409 && body.error?.identical === true) counts.duplicates++;
      else throw new Error(`${meter.id}, ${row.id}: ${status} ${body.message}`);
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
  progress.end();
  return counts;
}

/** Prints a table of the windows that have usage, with a column for each meter. */
async function printTotals(call, windowSize, rows) {
  const stamps = rows.map((row) => row.timestamp).sort();
  const day = (stamp) => Date.parse(`${stamp.slice(0, 10)}T00:00:00Z`);
  const from = new Date(day(stamps[0])).toISOString();
  const to = new Date(day(stamps[stamps.length - 1]) + 86_400_000).toISOString();
  const range = `from=${from}&to=${to}`;
  const table = new Map();
  for (const [column, meter] of METERS.entries()) {
    const { status, body } = await call('GET', `/public/v1/meter/${meter.id}/query?windowSize=${windowSize}&${range}`);
    if (status !== 200) throw new Error(`${meter.id}: ${body.message}`);
    for (const { windowStart, value } of body.data) {
      if (value === null || (value === '0' && column < 2)) continue;
      table.set(windowStart, Object.assign(table.get(windowStart) ?? [], { [column]: value }));
    }
  }
  const short = windowSize === 'DAY' ? 10 : 16;
  const columns = (texts) => texts.map((text) => text.padStart(16)).join('');
  const heading = columns(['requests', 'generated', 'max context', 'latest context']);
  console.log(`\n${`per ${windowSize.toLowerCase()} (UTC)`.padEnd(18)}${heading}`);
  for (const [start, cells] of [...table].sort()) {
    const label = start.slice(0, short).replace('T', ' ').padEnd(18);
    console.log(label + columns(METERS.map((_, column) => String(cells[column] ?? '0'))));
  }
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`demo:usage: ${error.message}\n`);
  process.exitCode = 1;
});
