import { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { QafilaError } from '@qafila/sdk';
import type { Method } from '@qafila/sdk';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { usageFailure } from '../failure.ts';
import { collect, readJsonInput, splitAt } from './input.ts';

interface RequestOptions {
  data?: string;
  query?: string[];
  header?: string[];
  output?: string;
}

const METHODS: readonly { name: Lowercase<Method>; does: string; examples: readonly string[] }[] = [
  {
    name: 'get',
    does: 'send a GET request, and print the answer',
    examples: [
      'qafila get meter',
      'qafila get meter/tokens/query -q windowSize=DAY -q groupBy=model',
      'qafila get shipments --field data.items.0.shipmentId',
    ],
  },
  {
    name: 'post',
    does: 'send a signed POST request, and print the answer',
    examples: [
      `qafila post meter -d '{"id":"c1","name":"Calls","aggregation_type":"count"}'`,
      'qafila post payment/checkout --data @checkout.json',
    ],
  },
  {
    name: 'put',
    does: 'send a signed PUT request, and print the answer',
    examples: [`qafila put shipments/couriers/sandbox-express --data '{"enabled":true}'`],
  },
  {
    name: 'patch',
    does: 'send a signed PATCH request, and print the answer',
    examples: [`qafila patch meter/calls --data '{"name":"API calls"}'`],
  },
  {
    name: 'delete',
    does: 'send a signed DELETE request, and print the answer',
    examples: ['qafila delete webhook/endpoints/ep_…'],
  },
];

const PATHS = `
PATH is a path of the API (see /docs on the gateway): /public/v1/meter. The
short form leaves out what all paths of an area begin with: meter, key, plan,
payment/…, refund, webhook/…, and shipments/… of the shipment API.

The request is authenticated by its path, writes are signed with x-signature,
and the answer is written to stdout, its status to stderr.`;

export function addRequests(program: Command): void {
  for (const { name, does, examples } of METHODS) {
    const command = program
      .command(name)
      .argument('<path>', 'path of the API, such as meter or /public/v1/meter')
      .description(does)
      .option('-q, --query <name=value>', 'a query parameter; may be repeated', collect)
      .option('-H, --header <name:value>', 'a header; may be repeated', collect)
      .option('-o, --output <file>', 'write the answer to a file');
    if (name !== 'get') command.option('-d, --data <json>', 'the body: JSON, @FILE, or - for stdin');
    command.addHelpText('after', PATHS);
    withExamples(command, examples).action((path: string, options: RequestOptions, self: Command) =>
      request(cliOf(self), name.toUpperCase() as Method, path, options),
    );
  }
}

async function request(cli: Cli, method: Method, path: string, options: RequestOptions): Promise<void> {
  const qafila = await cli.connect();
  const url = new URL(fullPath(path), 'http://api');
  for (const each of options.query ?? []) url.searchParams.append(...splitAt(each, '=', 'a parameter name=value'));
  const headers = Object.fromEntries((options.header ?? []).map((each) => splitAt(each, ':', 'a header name:value')));
  const body = options.data === undefined ? undefined : await readJsonInput(options.data);
  const startedMs = performance.now();
  const report = (status: number, requestId: string | null | undefined): void => {
    const { green, red, dim } = cli.out.notePaint;
    const tookMs = Math.round(performance.now() - startedMs);
    cli.out.note(`${(status < 400 ? green : red)(String(status))} ${dim(`${tookMs} ms  ${requestId ?? ''}`)}`);
  };
  try {
    const answer = await qafila.request(method, url.pathname + url.search, { body, headers, as: 'response' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    report(answer.status, answer.headers.get('x-request-id'));
    if (options.output !== undefined) await writeFile(options.output, bytes);
    else if (isJson(answer.headers)) cli.out.resultText(bytes.toString('utf8'));
    else process.stdout.write(bytes);
  } catch (error) {
    if (!(error instanceof QafilaError)) throw error;
    report(error.status, error.requestId);
    // For programs the report of the failure writes it.
    if (!cli.out.isForPrograms) cli.out.resultText(JSON.stringify(error.body));
    throw error;
  }
}

function isJson(headers: Headers): boolean {
  return /[/+]json/.test(headers.get('content-type') ?? '');
}

/** The whole path of a short one: `meter`, `shipments/shp_1`. */
export function fullPath(path: string): string {
  if (/^https?:/.test(path)) throw usageFailure('Give the path only; the address is that of the profile.');
  if (path.startsWith('/')) return path;
  return /^(shipments|couriers|cod)([/?]|$)/.test(path) ? `/oe/aggtr/api/v1/${path}` : `/public/v1/${path}`;
}
