import { Command, Option } from 'commander';
import { cliOf, pause, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import type { AnswerOf } from '@qafila/sdk';
import { oneEndpoint } from './endpoints.ts';
import { wholeNumber } from './input.ts';

interface ReplayOptions {
  endpoint?: string;
  from: string;
  to?: string;
  types?: string;
  status: 'all' | 'failed' | 'missing';
  rate?: string;
  dryRun?: boolean;
  wait?: boolean;
}

export function addEvents(program: Command): void {
  const events = program.command('events').description('send webhooks again');
  withExamples(events, ['qafila events resend 3', 'qafila events replay --from 2026-11-01']);
  const resend = events
    .command('resend')
    .argument('<numbers...>', 'numbers of deliveries at the endpoint: webhook-sequence')
    .description('send single deliveries again, under the same number and webhook-id')
    .option('--endpoint <id>', 'the endpoint (default: the only one of the store)')
    .action((numbers: string[], options: { endpoint?: string }, self: Command) =>
      resendAll(cliOf(self), numbers, options),
    );
  withExamples(resend, ['qafila events resend 3', 'qafila events resend 3 4 5 --endpoint ep_…']);
  const replay = events
    .command('replay')
    .description('send the events of a period again')
    .requiredOption('--from <time>', 'begin, inclusive: ISO 8601 or a day')
    .option('--to <time>', 'end, exclusive (default: now)')
    .option('--endpoint <id>', 'the endpoint (default: the only one of the store)')
    .option('--types <patterns>', 'only these types, such as meter.*,shipment.delivered')
    .addOption(
      new Option('--status <which>', 'all, only dead letters, or events from before the endpoint existed')
        .choices(['all', 'failed', 'missing'])
        .default('all'),
    )
    .option('--rate <n>', 'at most this many in a second')
    .option('--dry-run', 'only count')
    .option('--wait', 'wait until the replay is finished')
    .action((options: ReplayOptions, self: Command) => replayEvents(cliOf(self), options));
  withExamples(replay, ['qafila events replay --from 2026-11-01 --status failed --dry-run']);
}

async function resendAll(cli: Cli, numbers: string[], options: { endpoint?: string }): Promise<void> {
  const sequences = numbers.map((each) => wholeNumber(each.replace(/^#/, ''), 'A number'));
  const qafila = await cli.connect();
  const endpoint = await oneEndpoint(qafila, options.endpoint);
  const { paint } = cli.out;
  const resent: AnswerOf<'resendWebhookDelivery'>[] = [];
  for (const sequence of sequences)
    resent.push(await qafila.api.resendWebhookDelivery({ path: { id: endpoint, sequence: String(sequence) } }));
  cli.out.result(
    resent,
    resent.map(
      ({ sequence, webhook_id }) => `${paint.green('✓')} #${sequence} ${webhook_id} will be sent again to ${endpoint}`,
    ),
  );
}

async function replayEvents(cli: Cli, options: ReplayOptions): Promise<void> {
  const qafila = await cli.connect();
  const endpoint = await oneEndpoint(qafila, options.endpoint);
  const body = {
    from: instantOf(options.from),
    to: instantOf(options.to ?? new Date().toISOString()),
    status: options.status,
    ...(options.types === undefined ? {} : { event_types: options.types.split(',') }),
    ...(options.rate === undefined ? {} : { rate_per_second: wholeNumber(options.rate, '--rate') }),
    ...(options.dryRun === true ? { dry_run: true } : {}),
  };
  const { paint } = cli.out;
  const created = await qafila.api.createWebhookReplay({ path: { id: endpoint }, body });
  if ('count' in created) {
    const count = `${created.exact ? '' : 'at least '}${created.count}`;
    return cli.out.result(created, [`${count} deliveries would be sent again to ${endpoint}.`]);
  }
  let replay = created;
  const interrupted = options.wait === true ? untilInterrupted() : AbortSignal.abort();
  while (replay.status === 'running' && !interrupted.aborted) {
    await pause(500, interrupted);
    replay = await qafila.api.getWebhookReplay({ path: { id: endpoint, replay: replay.id } });
  }
  cli.out.result(replay, [
    `${paint.green('✓')} Replay ${replay.id} is ${replay.status}: ` +
      `${replay.resent} sent again, ${replay.already_pending} waited already`,
    ...(replay.status === 'running'
      ? [`  Look: ${paint.bold(`qafila get webhook/endpoints/${endpoint}/replays/${replay.id}`)}`]
      : []),
  ]);
}

/** A day is its first moment in UTC. */
function instantOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
