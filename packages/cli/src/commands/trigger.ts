import { Command } from 'commander';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { usageFailure } from '../failure.ts';
import { tableLines } from '../terminal/table.ts';
import { allEndpoints, subscribes } from './endpoints.ts';

interface TriggerOptions {
  endpoint?: string;
  list?: boolean;
}

export function addTrigger(program: Command): void {
  const trigger = program
    .command('trigger')
    .argument('[event]', 'type of the event, such as shipment.delivered')
    .description('send a sample event to the endpoints that subscribe to it')
    .option('--endpoint <id>', 'only to this endpoint, also if it does not subscribe')
    .option('--list', 'list all types')
    .action((event: string | undefined, options: TriggerOptions, self: Command) =>
      triggerEvent(cliOf(self), event, options),
    );
  withExamples(trigger, ['qafila trigger shipment.delivered', 'qafila trigger --list']);
}

async function triggerEvent(cli: Cli, event: string | undefined, options: TriggerOptions): Promise<void> {
  const qafila = await cli.connect();
  if (options.list === true || event === undefined) {
    const { items: types } = await qafila.api.listWebhookEventTypes();
    const rows = types.map(({ name, summary }) => [name, summary]);
    return cli.out.result(types, tableLines([{ title: 'event' }, { title: 'meaning' }], rows, cli.out));
  }
  const endpoints =
    options.endpoint === undefined
      ? (await allEndpoints(qafila)).filter((each) => each.status === 'enabled' && subscribes(each, event))
      : [{ id: options.endpoint, url: '' }];
  if (endpoints.length === 0)
    throw usageFailure(
      `No enabled endpoint of the store subscribes to ${event}.`,
      'Run "qafila listen" in another terminal, check the name with "qafila trigger --list", or give --endpoint.',
    );
  const sent = await Promise.all(
    endpoints.map(async ({ id, url }) => {
      const body = { event_type: event };
      const { webhook_id, sequence } = await qafila.api.testWebhookEndpoint({ path: { id }, body });
      return { endpoint: id, url, event_type: event, webhook_id, sequence };
    }),
  );
  const { paint } = cli.out;
  cli.out.result(
    sent,
    sent.map(
      ({ endpoint, sequence }) =>
        `${paint.green('✓')} ${event} is on its way to ${endpoint} as ${paint.bold(`#${sequence}`)}`,
    ),
  );
}
