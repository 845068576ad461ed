import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Qafila } from '@qafila/sdk';
import { cliOf, pause, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { EXIT, Failure } from '../failure.ts';
import { plain } from '../terminal/paint.ts';
import { Progress } from '../terminal/progress.ts';
import { readBytes, readJsonInput } from './input.ts';

interface BulkOptions {
  defaults?: string;
  results?: string;
}

const SHIPMENTS = '/oe/aggtr/api/v1/shipments';
const POLL_MS = 500;

const HOW = `
The first line names the columns: paths of the body of a shipment, such as
shipToInfo.name or packagesInfo.0.weight. "qafila shipments template" writes a
file to fill in. The same file again within 24 hours is the same job.`;

export function addShipments(program: Command): void {
  const shipments = program.command('shipments').description('create many shipments from a file, and quote one');
  withExamples(shipments, ['qafila shipments bulk orders.csv', 'qafila shipments quote --file @shipment.json']);
  const bulk = shipments
    .command('bulk')
    .argument('<file>', 'a CSV file with a row for each shipment')
    .description('create the shipments of a file, and write what became of each row')
    .option('--defaults <json>', 'fields of all rows, such as the sender: JSON, @FILE or -')
    .option('--results <file>', 'where to write the results (default: FILE.results.csv)')
    .addHelpText('after', HOW)
    .action((file: string, options: BulkOptions, self: Command) => createAll(cliOf(self), file, options));
  withExamples(bulk, ['qafila shipments bulk orders.csv --defaults @warehouse.json']);
  const template = shipments
    .command('template')
    .description('write a CSV file with the usual columns to stdout')
    .action((_: object, self: Command) => writeTemplate(cliOf(self)));
  withExamples(template, ['qafila shipments template > orders.csv']);
  const quote = shipments
    .command('quote')
    .description('ask all couriers what they take for a shipment')
    .requiredOption('--file <json>', 'the body of the shipment: JSON, @FILE or -')
    .action(({ file }: { file: string }, self: Command) => quoteOne(cliOf(self), file));
  withExamples(quote, ['qafila shipments quote --file @shipment.json']);
}

/** What this command shows of a job. */
interface Job {
  jobId: string;
  status: 'running' | 'done' | 'cancelled';
  rowsTotal: number;
  rowsCreated: number;
  rowsFailed: number;
  rowsPending: number;
}
interface Quotes {
  offers: {
    courierId: string;
    serviceCode: string;
    price: number | null;
    currency: string | null;
    transitDays: number | null;
  }[];
  unavailable: { courierId: string; code: string; reason: string }[];
}

async function createAll(cli: Cli, file: string, options: BulkOptions): Promise<void> {
  const csv = (await readBytes(file)).toString('utf8');
  const defaults = options.defaults === undefined ? undefined : await readJsonInput(options.defaults);
  const qafila = await cli.connect();
  // JSON texts are put together, so that the numbers of the defaults keep their digits.
  const body = `{"csv":${JSON.stringify(csv)}${defaults === undefined ? '' : `,"defaults":${defaults}`}}`;
  const idempotencyKey = `bulk-${createHash('sha256').update(body).digest('hex')}`;
  const accepted = await qafila.request<Job>('POST', `${SHIPMENTS}/bulk`, { body, idempotencyKey });
  const job = await followJob(qafila, accepted);
  if (job.status === 'running') {
    cli.out.result(job, [`${job.jobId} goes on: qafila get ${SHIPMENTS}/bulk/${job.jobId}`]);
    return;
  }
  const results = options.results ?? `${file}.results.csv`;
  const response = await qafila.request('GET', `${SHIPMENTS}/bulk/${job.jobId}/results.csv`, { as: 'response' });
  await writeFile(results, Buffer.from(await response.arrayBuffer()));
  const { paint } = cli.out;
  cli.out.result({ ...job, results }, [
    `${job.rowsFailed === 0 ? paint.green('✓') : paint.yellow('!')} ${job.rowsTotal} rows: ` +
      `${paint.bold(String(job.rowsCreated))} created, ${job.rowsFailed} refused, ${job.rowsPending} not reached`,
    `  Each row: ${paint.bold(results)}`,
  ]);
  if (job.rowsCreated < job.rowsTotal)
    throw new Failure('Rows were not created.', { exit: EXIT.refused, isReported: true });
}

/** Ctrl-C ends the waiting, not the job. */
async function followJob(qafila: Qafila, accepted: Job): Promise<Job> {
  const interrupted = untilInterrupted();
  const progress = new Progress(accepted.rowsTotal, process.stderr, 'rows');
  let [job, shown] = [accepted, 0];
  for (;;) {
    const done = job.rowsTotal - job.rowsPending;
    progress.add(done - shown);
    shown = done;
    if (job.status !== 'running' || interrupted.aborted) break;
    await pause(POLL_MS, interrupted);
    job = await qafila.request<Job>('GET', `${SHIPMENTS}/bulk/${job.jobId}`);
  }
  progress.end();
  return job;
}

async function writeTemplate(cli: Cli): Promise<void> {
  const qafila = await cli.connect();
  const response = await qafila.request('GET', `${SHIPMENTS}/bulk/template.csv`, { as: 'response' });
  process.stdout.write(Buffer.from(await response.arrayBuffer()));
}

async function quoteOne(cli: Cli, file: string): Promise<void> {
  const body = await readJsonInput(file);
  const qafila = await cli.connect();
  const quotes = await qafila.request<Quotes>('POST', `${SHIPMENTS}/quotes`, { body });
  const { paint } = cli.out;
  cli.out.result(quotes, [
    ...quotes.offers.map(({ courierId, serviceCode, price, currency, transitDays }) => {
      const cost = price === null ? 'no price' : `${price.toFixed(2)} ${currency}`;
      const days = transitDays === null ? '' : `  ${transitDays} days`;
      return plain(`  ${cost.padStart(14)}  ${courierId.padEnd(20)}  ${serviceCode}${days}`);
    }),
    ...quotes.unavailable.map(
      ({ courierId, code, reason }) => `  ${paint.yellow(code)}  ${plain(`${courierId}: ${reason}`)}`,
    ),
  ]);
}
