import { Command } from 'commander';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { ConflictError, UsageBatch } from '@qafila/sdk';
import type { Qafila } from '@qafila/sdk';
import { EXIT, Failure, usageFailure } from '../failure.ts';
import { Progress } from '../terminal/progress.ts';
import { readBytes, splitAt } from './input.ts';
import { readUsageRows } from './usage-rows.ts';
import type { UsageRow } from './usage-rows.ts';

interface ImportOptions {
  meter: string;
  createMeter?: string;
  timestampColumn?: string;
  eventIdColumn?: string;
}

interface Refused {
  line: number;
  event_id: string;
  code: string;
  message: string;
}

interface Counts {
  accepted: number;
  received_before: number;
  refused: Refused[];
}

const BATCH_EVENTS = 1_000;
const KINDS = ['count', 'sum', 'max', 'latest'] as const;
const REFUSED_SHOWN = 10;

const HOW = `
The first line names the columns. One is the time (TIMESTAMP, time or date; or
--timestamp-column); the others are the payload. Times without a zone are UTC.

Each row is one event. Its id is the column event_id, or is made from the row.
So an import that was interrupted is started again with the same command: rows
that were received before count once.`;

export function addUsageImport(usage: Command): void {
  const command = usage
    .command('import')
    .argument('<file>', 'a CSV file')
    .description('import usage from a CSV file; can be repeated without counting twice')
    .requiredOption('--meter <id>', 'the meter that counts the rows')
    .option('--create-meter <kind>', 'create the meter first: count, or sum, max or latest of a column: sum:COLUMN')
    .option('--timestamp-column <name>', 'column of the time')
    .option('--event-id-column <name>', 'column of the event id')
    .addHelpText('after', HOW)
    .action((file: string, options: ImportOptions, self: Command) => importUsage(cliOf(self), file, options));
  withExamples(command, ['qafila usage import usage.csv --meter out --create-meter sum:Tokens']);
}

async function importUsage(cli: Cli, file: string, options: ImportOptions): Promise<void> {
  const columns = { timestamp: options.timestampColumn, eventId: options.eventIdColumn };
  const rows = readUsageRows(file, (await readBytes(file)).toString('utf8'), columns);
  const qafila = await cli.connect();
  if (options.createMeter !== undefined) await createMeter(qafila, options.meter, options.createMeter);
  const counts = await sendAll(qafila, options.meter, rows);
  const { paint } = cli.out;
  cli.out.result({ meter: options.meter, rows: rows.length, ...counts }, [
    `${counts.refused.length === 0 ? paint.green('✓') : paint.yellow('!')} ${rows.length} rows: ` +
      `${paint.bold(String(counts.accepted))} accepted, ${counts.received_before} received before, ` +
      `${counts.refused.length} refused`,
    ...counts.refused.slice(0, REFUSED_SHOWN).map(({ line, code, message }) => `  line ${line}: ${code}: ${message}`),
    ...(counts.refused.length > REFUSED_SHOWN ? ['  … --json lists all'] : []),
  ]);
  if (counts.refused.length === 0) return;
  cli.out.note('  Correct these rows and import the file again: the others count once.');
  throw new Failure('Rows were refused.', { exit: EXIT.refused, isReported: true });
}

/** An existing meter is left as it is. */
async function createMeter(qafila: Qafila, id: string, kind: string): Promise<void> {
  const [name, field] = kind.includes(':') ? splitAt(kind, ':', 'a kind such as sum:COLUMN') : [kind, undefined];
  const type = KINDS.find((each) => each === name);
  if (type === undefined || (type !== 'count' && field === undefined))
    throw usageFailure(`${kind} is not a kind of meter.`, 'Give count, sum:COLUMN, max:COLUMN or latest:COLUMN.');
  const body = { id, name: id, active: true, aggregation_type: type, aggregation_field: field };
  await qafila.api.createMeter({ body }).catch((error: unknown) => {
    if (!(error instanceof ConflictError) || error.code !== 'meter_exists') throw error;
  });
}

/** One batch after the other, so that an error ends the import at once. */
async function sendAll(qafila: Qafila, meterId: string, rows: readonly UsageRow[]): Promise<Counts> {
  const progress = new Progress(rows.length, process.stderr, 'rows');
  const counts: Counts = { accepted: 0, received_before: 0, refused: [] };
  const lines = new Map(rows.map(({ event, line }) => [event, line]));
  const usage = new UsageBatch(qafila, {
    meterId,
    eventsMax: BATCH_EVENTS,
    eventsWaitingMax: BATCH_EVENTS,
    onSent: ({ accepted, repeated, refused }) => {
      counts.accepted += accepted;
      counts.received_before += repeated;
      progress.add(accepted + repeated + refused);
    },
    onRefused: (refused) => {
      for (const { event, code, message } of refused)
        counts.refused.push({ line: lines.get(event) as number, event_id: event.event_id, code, message });
    },
  });
  try {
    for (const { event } of rows) await usage.add(event);
  } finally {
    await usage.close();
  }
  progress.end();
  return counts;
}
