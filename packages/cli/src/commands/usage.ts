import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { ConflictError } from '@qafila/sdk';
import type { AnswerOf } from '@qafila/sdk';
import { usageFailure } from '../failure.ts';
import { readJsonInput, splitAt } from './input.ts';

interface SendOptions {
  eventId?: string;
  timestamp?: string;
  payload?: string;
  remove?: boolean;
  reverses?: string;
}

export function addUsage(program: Command): Command {
  const usage = program.command('usage').description('send, import and query metered usage');
  withExamples(usage, ['qafila usage send tokens model=large tokens=173.25', 'qafila usage query tokens --chart']);
  const send = usage
    .command('send')
    .argument('<meter>', 'id of the meter')
    .argument('[fields...]', 'the payload as name=value; numbers, true, false and null as in JSON, all else is text')
    .description('report one usage event; a repeat with the same event id counts once')
    .option('--event-id <id>', 'unique for ever (default: a new one)')
    .option('--timestamp <time>', 'when it happened, ISO 8601 in UTC (default: now)')
    .option('--payload <json>', 'the payload as JSON, @FILE, or - for stdin')
    .option('--remove', 'take usage back: the same amount with the sign changed')
    .option('--reverses <id>', 'retract exactly the event with this id')
    .action((meter: string, fields: string[], options: SendOptions, self: Command) =>
      sendUsage(cliOf(self), meter, fields, options),
    );
  withExamples(send, [
    'qafila usage send tokens model=large tokens=173.25',
    'qafila usage send tokens model=large tokens=173.25 --event-id req-1',
    'qafila usage send tokens --reverses req-1',
  ]);
  return usage;
}

async function sendUsage(cli: Cli, meter: string, fields: string[], options: SendOptions): Promise<void> {
  const eventId = options.eventId ?? `evt_${randomUUID()}`;
  const body = await eventText(eventId, fields, options);
  const qafila = await cli.connect();
  const { paint } = cli.out;
  const path = `/public/v1/meter/${encodeURIComponent(meter)}/event`;
  try {
    const sent = await qafila.request<AnswerOf<'sendEvent'>>('POST', path, { body });
    const what = options.reverses === undefined ? `${eventId} is counted.` : `${options.reverses} is retracted.`;
    const result = sent.counted
      ? `${paint.green('✓')} ${what}`
      : `${paint.yellow('!')} ${eventId} is stored and not counted (${sent.reason}).`;
    cli.out.result(sent, [`${result} ${meter} in ${sent.window.start.slice(0, 7)}: ${paint.bold(String(sent.value))}`]);
  } catch (error) {
    const repeat = identicalRepeat(error);
    if (repeat === undefined) throw error;
    cli.out.result({ event_id: eventId, counted: false, ...repeat }, [
      `${paint.yellow('=')} ${eventId} was received before, with the same content. It is counted once.`,
    ]);
  }
}

/** What the service says of an event that it has already. */
function identicalRepeat(error: unknown): object | undefined {
  if (!(error instanceof ConflictError)) return undefined;
  const { error: facts } = error.body as { error?: { identical?: boolean } };
  return facts?.identical === true ? facts : undefined;
}

/** Written as text, so that numbers keep the digits of the command line. */
async function eventText(eventId: string, fields: string[], options: SendOptions): Promise<string> {
  if (fields.length > 0 && options.payload !== undefined)
    throw usageFailure('Give name=value fields or --payload, not both.');
  const payload = options.payload === undefined ? payloadText(fields) : await readJsonInput(options.payload);
  const isRemoval = options.remove === true || options.reverses !== undefined;
  const parts = [
    `"operation":"${isRemoval ? 'REMOVE' : 'ADD'}"`,
    `"event_id":${JSON.stringify(eventId)}`,
    `"timestamp":${JSON.stringify(options.timestamp ?? new Date().toISOString())}`,
    ...(options.reverses === undefined ? [] : [`"reverses":${JSON.stringify(options.reverses)}`]),
    ...(payload === '{}' && isRemoval ? [] : [`"payload":${payload}`]),
  ];
  return `{${parts.join(',')}}`;
}

export function payloadText(fields: readonly string[]): string {
  const members = fields.map((field) => {
    const [name, value] = splitAt(field, '=', 'a field name=value');
    return `${JSON.stringify(name)}:${isLiteral(value) ? value : JSON.stringify(value)}`;
  });
  return `{${members.join(',')}}`;
}

/** A JSON number, true, false, null, or a quoted text. */
function isLiteral(value: string): boolean {
  return /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null|"[^"\\]*")$/.test(value);
}
