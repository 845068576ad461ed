import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { AnswerOf } from '@qafila/sdk';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { EXIT, Failure, usageFailure } from '../failure.ts';

type Import = AnswerOf<'importSettlement'>;

export function addLedger(program: Command): void {
  const ledger = program.command('ledger').description("the store's books: check them, and import settlement files");
  withExamples(ledger, ['qafila ledger check']);
  const check = ledger
    .command('check')
    .description('prove that the books balance, and agree with the payments and with what the gateways settled')
    .action((_: unknown, self: Command) => checkLedger(cliOf(self)));
  withExamples(check, ['qafila ledger check', 'qafila ledger check --json']);
  const load = ledger
    .command('import')
    .argument('<file>', 'CSV file of the gateway')
    .requiredOption('--gateway <type>', 'the type of the gateway, such as stripe or cardgateway-a')
    .description("import a gateway's settlement file; the same file again changes nothing")
    .action((file: string, { gateway }: { gateway: string }, self: Command) =>
      importSettlement(cliOf(self), file, gateway),
    );
  withExamples(load, ['qafila ledger import settlement.csv --gateway cardgateway-a']);
}

async function checkLedger(cli: Cli): Promise<void> {
  const qafila = await cli.connect();
  const result = await qafila.api.checkLedger({});
  const { paint } = cli.out;
  const wrong = result.imbalances.map(({ what, place, detail }) => `${paint.red('✗')} ${what}: ${place}: ${detail}`);
  const summary = `${result.postings} postings: ${result.balanced ? 'balanced' : `${wrong.length} wrong`}`;
  cli.out.result(result, [...wrong, result.balanced ? `${paint.green('✓')} ${summary}` : summary]);
  if (!result.balanced) throw new Failure('The books are not balanced.', { exit: EXIT.refused, isReported: true });
}

async function importSettlement(cli: Cli, file: string, gateway: string): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${file} is not readable: ${error.code ?? error.message}.`, 'Give the path of a CSV file.');
  });
  const qafila = await cli.connect();
  const result = await qafila.request<Import>('POST', '/public/v1/payment/settlement/import', {
    body: { gateway, csv },
  });
  const { paint } = cli.out;
  const { lines, added, matched, exceptions } = result;
  const mark = exceptions === 0 ? paint.green('✓') : paint.yellow('!');
  cli.out.result(result, [
    `${mark} ${lines} lines: ${added} new, ${matched} matched, ${exceptions} exceptions`,
    ...(exceptions === 0
      ? []
      : [`  Look at them:  ${paint.bold('qafila get "payment/settlement/exception?status=open"')}`]),
  ]);
}
