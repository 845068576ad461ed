import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { AnswerOf } from '@qafila/sdk';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { usageFailure } from '../failure.ts';

const COD = '/oe/aggtr/api/v1/cod';
type Import = AnswerOf<'importRemittance'>;
type Totals = AnswerOf<'listCodTotals'>;
type Ageing = AnswerOf<'listCodAgeing'>;

interface TotalsOptions {
  from?: string;
  to?: string;
  timeZone: string;
  courier?: string;
}

export function addCod(program: Command): void {
  const cod = program.command('cod').description('cash on delivery: totals, what couriers owe, and remittance files');
  withExamples(cod, ['qafila cod totals', 'qafila cod ageing']);
  const totals = cod
    .command('totals')
    .description('what was expected, collected and remitted, by day and courier')
    .option('--from <day>', 'the first day (default: 6 days before the last)')
    .option('--to <day>', 'the last day (default: today)')
    .option('--time-zone <zone>', 'where days begin', 'Asia/Riyadh')
    .option('--courier <id>', 'only this courier')
    .action((options: TotalsOptions, self: Command) => showTotals(cliOf(self), options));
  withExamples(totals, ['qafila cod totals', 'qafila cod totals --from 2026-11-01 --to 2026-11-30 --json']);
  const ageing = cod
    .command('ageing')
    .description('what each courier owes, by how long it has had the cash')
    .action((_: unknown, self: Command) => showAgeing(cliOf(self)));
  withExamples(ageing, ['qafila cod ageing']);
  const load = cod
    .command('import')
    .argument('<file>', 'CSV file of the courier')
    .requiredOption('--courier <id>', 'the courier, such as sandbox-express')
    .description("import a courier's remittance file; the same file again changes nothing")
    .action((file: string, { courier }: { courier: string }, self: Command) =>
      importRemittance(cliOf(self), file, courier),
    );
  withExamples(load, ['qafila cod import remittance.csv --courier sandbox-express']);
}

async function showTotals(cli: Cli, { from, to, timeZone, courier }: TotalsOptions): Promise<void> {
  const last = to ?? dayIn(timeZone, 0);
  const query = new URLSearchParams({
    from: from ?? new Date(Date.parse(last) - 6 * 86_400_000).toISOString().slice(0, 10),
    to: last,
    timeZone,
    ...(courier === undefined ? {} : { courierId: courier }),
  });
  const qafila = await cli.connect();
  const result = await qafila.request<Totals>('GET', `${COD}/totals?${query.toString()}`);
  cli.out.result(
    result,
    result.items.length === 0
      ? ['No cash in these days.']
      : result.items.map(
          ({ date, courierId, currency, expected, collected, remitted, fees }) =>
            `${date}  ${courierId}  expected ${expected}, collected ${collected}, remitted ${remitted}, ` +
            `fees ${fees} ${currency}`,
        ),
  );
}

/** The day of a moment as the zone has it. Throws for a zone that does not exist. */
function dayIn(timeZone: string, agoMs: number): string {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(Date.now() - agoMs));
  } catch {
    throw usageFailure(`${timeZone} is not a time zone.`, 'Give an IANA name such as Asia/Riyadh.');
  }
}

async function showAgeing(cli: Cli): Promise<void> {
  const qafila = await cli.connect();
  const result = await qafila.request<Ageing>('GET', `${COD}/ageing`);
  cli.out.result(
    result,
    result.items.length === 0
      ? [`${cli.out.paint.green('✓')} No courier owes anything.`]
      : result.items.map(
          ({ courierId, currency, owed, parcels, days0to7, days8to14, days15to30, daysOver30 }) =>
            `${courierId}  owes ${owed} ${currency} for ${parcels} parcels: up to 7 days ${days0to7}, ` +
            `14 ${days8to14}, 30 ${days15to30}, longer ${daysOver30}`,
        ),
  );
}

async function importRemittance(cli: Cli, file: string, courierId: string): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${file} is not readable: ${error.code ?? error.message}.`, 'Give the path of a CSV file.');
  });
  const qafila = await cli.connect();
  const result = await qafila.request<Import>('POST', `${COD}/remittances/import`, { body: { courierId, csv } });
  const { paint } = cli.out;
  const { lines, added, matched, exceptions } = result;
  const mark = exceptions === 0 ? paint.green('✓') : paint.yellow('!');
  cli.out.result(result, [
    `${mark} ${lines} lines: ${added} new, ${matched} matched, ${exceptions} exceptions`,
    ...(exceptions === 0 ? [] : [`  Look at them:  ${paint.bold(`qafila get "cod/exceptions?status=open"`)}`]),
  ]);
}
