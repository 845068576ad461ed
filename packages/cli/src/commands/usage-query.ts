import { Command, Option } from 'commander';
import type { components } from '@qafila/sdk';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { barLines, tableLines } from '../terminal/table.ts';
import { collect, splitAt } from './input.ts';

interface QueryOptions {
  from?: string;
  to?: string;
  window?: string;
  timezone?: string;
  groupBy?: string[];
  filter?: string[];
  chart?: boolean;
}

type Window = components['schemas']['UsageAnswer']['data'][number];

export function addUsageQuery(usage: Command): void {
  const command = usage
    .command('query')
    .argument('<meter>', 'id of the meter')
    .description('totals of a meter, as a table or a bar chart')
    .option('--from <time>', 'begin, inclusive; ISO 8601 or a day (default: the first event)')
    .option('--to <time>', 'end, exclusive (default: after the last event)')
    .addOption(
      new Option('--window <size>', 'one total for each window')
        .choices(['minute', 'hour', 'day', 'month'])
        .default('day'),
    )
    .option('--timezone <zone>', 'where days begin, such as Asia/Riyadh (default: UTC)')
    .option('--group-by <field>', 'split by a field of the payload that the meter declares; may be repeated', collect)
    .option('--filter <field=value>', 'only groups with this value; may be repeated', collect)
    .option('--chart', 'draw bars')
    .action((meter: string, options: QueryOptions, self: Command) => queryUsage(cliOf(self), meter, options));
  withExamples(command, [
    'qafila usage query tokens --group-by model',
    'qafila usage query tokens --window hour --from 2026-11-01 --chart',
  ]);
}

async function queryUsage(cli: Cli, meter: string, options: QueryOptions): Promise<void> {
  const qafila = await cli.connect();
  const query = new URLSearchParams({ windowSize: (options.window as string).toUpperCase() });
  if (options.from !== undefined) query.set('from', instantOf(options.from));
  if (options.to !== undefined) query.set('to', instantOf(options.to));
  if (options.timezone !== undefined) query.set('windowTimeZone', options.timezone);
  for (const field of options.groupBy ?? []) query.append('groupBy', field);
  for (const each of options.filter ?? []) {
    const [field, value] = splitAt(each, '=', 'a filter field=value');
    query.append(`filterGroupBy[${field}]`, value);
  }
  const path = `/public/v1/meter/${encodeURIComponent(meter)}/query?${query.toString()}`;
  const response = await qafila.request('GET', path, { as: 'response' });
  const answer = (await response.json()) as components['schemas']['UsageAnswer'];
  cli.out.result(answer, humanLines(cli, answer.data, options));
}

/** A day is its first moment in UTC. */
function instantOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}

function humanLines(cli: Cli, windows: readonly Window[], options: QueryOptions): string[] {
  const { paint, width } = cli.out;
  if (windows.length === 0) return ['No usage in this time.'];
  const groups = options.groupBy ?? [];
  const start = (window: Window): string => shortTime(window.windowStart, options.window as string);
  const group = (window: Window, name: string): string => String(window.groupBy[name] ?? '-');
  if (options.chart === true)
    return barLines(
      windows.map((window) => ({
        label: [start(window), ...groups.map((name) => group(window, name))].join('  '),
        value: window.value ?? '-',
      })),
      { paint, width },
    );
  const columns = [
    { title: options.window as string },
    ...groups.map((title) => ({ title })),
    { title: 'value', align: 'right' as const },
    { title: 'billable', align: 'right' as const },
  ];
  const rows = windows.map((window) => [
    start(window),
    ...groups.map((name) => group(window, name)),
    window.value ?? '-',
    window.billable ?? '-',
  ]);
  return tableLines(columns, rows, { paint, width });
}

function shortTime(instant: string, window: string): string {
  const digits = { month: 7, day: 10 }[window] ?? 16;
  return instant.slice(0, digits).replace('T', ' ');
}
