import { Command, Option } from 'commander';
import { cliOf, pause, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { NotFoundError } from '@qafila/sdk';
import type { ItemOf, Qafila } from '@qafila/sdk';
import { plain } from '../terminal/paint.ts';
import { allEndpoints } from './endpoints.ts';
import { wholeNumber } from './input.ts';

interface TailOptions {
  endpoint?: string;
  status?: Delivery['status'];
  type?: string;
  last: string;
  once?: boolean;
}

type Delivery = ItemOf<'listWebhookDeliveries'>;

const POLL_MS = 1_000;

const WHAT = `
Shows the webhook deliveries of the store, and nothing else: one line for each
delivery, and one more when its state or its number of attempts has changed,
with the answer and the duration of the latest attempt and the time of the next.

Each second it reads the last n deliveries of each endpoint (--last). So older
deliveries are not shown, and of a burst of more than n only the last n.

It shows no requests to the API, payments or parcels. The API offers no log of
requests; a request's x-request-id is in its answer and in every error.`;

export function addLogs(program: Command): void {
  const logs = program.command('logs').description('what became of webhook deliveries');
  withExamples(logs, ['qafila logs tail']);
  const tail = logs
    .command('tail')
    .description('follow the webhook deliveries of the store')
    .option('--endpoint <id>', 'only this endpoint (default: all)')
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'dead']))
    .option('--type <pattern>', 'only this type, or a family such as meter.*')
    .option('--last <n>', 'the last n of each endpoint, again each second', '10')
    .option('--once', 'do not follow')
    .addHelpText('after', WHAT)
    .action((options: TailOptions, self: Command) => tailDeliveries(cliOf(self), options));
  withExamples(tail, ['qafila logs tail --once', 'qafila logs tail --status dead --json']);
}

async function tailDeliveries(cli: Cli, options: TailOptions): Promise<void> {
  const qafila = await cli.connect();
  const interrupted = options.once === true ? AbortSignal.abort() : untilInterrupted();
  const shown = new Map<string, string>();
  let count = 0;
  for (;;) {
    const endpoints =
      options.endpoint === undefined ? (await allEndpoints(qafila)).map(({ id }) => id) : [options.endpoint];
    for (const endpoint of endpoints) {
      for (const delivery of await latest(qafila, endpoint, options)) {
        const key = `${endpoint}#${delivery.sequence}`;
        const state = `${delivery.status} ${delivery.attempts}`;
        if (shown.get(key) === state) continue;
        shown.set(key, state);
        count++;
        cli.out.item({ endpoint, ...delivery }, lineOf(cli, delivery, endpoints.length > 1 ? endpoint : ''));
      }
    }
    if (count === 0 && shown.size === 0 && options.once === true) cli.out.note('No deliveries.');
    if (interrupted.aborted) return;
    await pause(POLL_MS, interrupted);
  }
}

/** Oldest first. An endpoint that was deleted meanwhile has none. */
async function latest(qafila: Qafila, endpoint: string, options: TailOptions): Promise<Delivery[]> {
  const query = {
    limit: wholeNumber(options.last, '--last'),
    status: options.status,
    event_type: options.type,
  };
  try {
    const { items } = await qafila.api.listWebhookDeliveries({ path: { id: endpoint }, query });
    return items.reverse();
  } catch (error) {
    if (error instanceof NotFoundError && options.endpoint === undefined) return [];
    throw error;
  }
}

/** The endpoint is shown where there are several. */
function lineOf(cli: Cli, delivery: Delivery, endpoint: string): string {
  const { paint } = cli.out;
  const { last_attempt: attempt, attempts } = delivery;
  const result =
    attempt === null
      ? 'not sent yet'
      : `${attempt.status ?? plain(attempt.error ?? '').split(':')[0]} ${attempt.latency_ms} ms`;
  const state = {
    delivered: paint.green('✓ delivered'),
    pending: attempts === 0 ? paint.dim('· waiting  ') : paint.yellow('! retrying '),
    dead: paint.red('✗ dead     '),
  }[delivery.status];
  const next =
    delivery.next_attempt_at === null || attempts === 0 ? '' : `, next ${delivery.next_attempt_at.slice(11, 19)}`;
  const tries = attempts > 1 ? `, attempt ${attempts}` : '';
  const time = (attempt?.started_at ?? delivery.created_at).slice(11, 19);
  const what = `${paint.bold(`#${delivery.sequence}`)}  ${paint.cyan(plain(delivery.event_type))}`;
  return `${paint.dim(time)}  ${state}  ${what}  ${result}${tries}${next}  ${paint.dim(endpoint)}`.trimEnd();
}
