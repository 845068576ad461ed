import { Command } from 'commander';
import { hostname } from 'node:os';
import { cliOf, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import type { AnswerOf, Qafila } from '@qafila/sdk';
import { usageFailure } from '../failure.ts';
import { formatJson } from '../terminal/format-json.ts';
import { plain } from '../terminal/paint.ts';
import type { Paint } from '../terminal/paint.ts';
import { allEndpoints } from './endpoints.ts';
import { wholeNumber } from './input.ts';
import { Receiver } from './receiver.ts';
import type { Received } from './receiver.ts';

interface ListenOptions {
  forwardTo?: string;
  events: string;
  port: string;
  url?: string;
  secret?: string;
  count?: string;
  printData?: boolean;
}

type Registered = AnswerOf<'createWebhookEndpoint'>;

const HOW = `
Registers an endpoint at the platform for as long as it runs, and receives on
127.0.0.1. Each delivery is verified (webhook-signature, X-Signature, and the
signed sequence), shown, and forwarded as it came. Your server's answer goes
back to the platform: an error is retried by the platform's schedule. Ctrl-C
removes the endpoint.

In stage the platform may call 127.0.0.1. For a platform elsewhere, give the
address of a tunnel to --port as --url. A GET shows a page of a small store, to
which a customer can return: qafila checkout create --success-url …`;

export function addListen(program: Command): void {
  const listen = program
    .command('listen')
    .description('receive webhooks on this machine, verify and show them, and forward them to your server')
    .option('--forward-to <url>', 'your server: a URL, host:port/path, or a port')
    .option('--events <patterns>', 'what to subscribe to, such as meter.*,shipment.delivered', '*')
    .option('--port <port>', 'the port to receive on (default: a free one)', '0')
    .option('--url <url>', 'the public address of that port, when the platform is elsewhere')
    .option('--secret <whsec>', 'sign with this secret (default: a new one each time)')
    .option('--count <n>', 'end after this many events')
    .option('--print-data', 'print the body of each event too')
    .addHelpText('after', HOW)
    .action((options: ListenOptions, self: Command) => listenForEvents(cliOf(self), options));
  withExamples(listen, [
    'qafila listen',
    'qafila listen --forward-to localhost:3000/webhooks --events meter.*',
    'qafila listen --count 1 --json',
  ]);
}

async function listenForEvents(cli: Cli, options: ListenOptions): Promise<void> {
  const [qafila, { webhookSecret }] = [await cli.connect(), await cli.profile()];
  const countMax = options.count === undefined ? Infinity : wholeNumber(options.count, '--count');
  const interrupted = untilInterrupted();
  const receiver = await Receiver.open({
    port: wholeNumber(options.port, '--port'),
    forwardTo: options.forwardTo === undefined ? undefined : addressOf(options.forwardTo),
    storeSecret: webhookSecret,
  });
  let endpoint: Registered | undefined;
  try {
    await removeAbandoned(qafila);
    endpoint = await register(qafila, options, receiver.url);
    receiver.trust(endpoint.secret);
    introduce(cli, endpoint, receiver.url, options);
    let count = 0;
    for await (const event of receiver.events(interrupted)) {
      show(cli, event, options.printData === true);
      if (++count >= countMax) break;
    }
  } finally {
    // The endpoint goes first: what the platform sends after that would fail.
    if (endpoint !== undefined) await qafila.api.deleteWebhookEndpoint({ path: { id: endpoint.id } });
    await receiver.close();
  }
  cli.out.note(cli.out.notePaint.dim(`Endpoint ${endpoint.id} is removed.`));
}

const descriptionOf = (pid: number): string => `qafila listen on ${hostname()}, process ${pid}`;

function register(qafila: Qafila, options: ListenOptions, localUrl: string): Promise<Registered> {
  const body = {
    url: options.url ?? localUrl,
    event_types: options.events.split(',').map((each) => each.trim()),
    description: descriptionOf(process.pid),
    ...(options.secret === undefined ? {} : { secret: options.secret }),
  };
  return qafila.api.createWebhookEndpoint({ body });
}

/** Endpoints of earlier runs on this machine that were killed. */
async function removeAbandoned(qafila: Qafila): Promise<void> {
  for (const { id, description } of await allEndpoints(qafila)) {
    const pid = Number(/, process (\d+)$/.exec(description)?.[1]);
    if (description === descriptionOf(pid) && !isRunning(pid)) await qafila.api.deleteWebhookEndpoint({ path: { id } });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function introduce(cli: Cli, endpoint: Registered, url: string, options: ListenOptions): void {
  const paint = cli.out.notePaint;
  const types = endpoint.event_types.join(', ');
  const lines = [
    `${paint.green('●')} Listening on ${paint.bold(url)} for ${types}`,
    `  endpoint  ${endpoint.id}`,
    `  secret    ${endpoint.secret}`,
    ...(options.forwardTo === undefined ? [] : [`  forwards  to ${addressOf(options.forwardTo)}`]),
    paint.dim('  Ctrl-C ends, and removes the endpoint.'),
  ];
  cli.out.note(lines.join('\n'));
}

function show(cli: Cli, event: Received, hasData: boolean): void {
  const { paint } = cli.out;
  const { webhookSignature, storeSignature } = event.verified;
  const parts = [
    paint.dim(event.receivedAt.slice(11, 19)),
    paint.bold(`#${event.sequence}`),
    paint.cyan(plain(event.event_type)),
    `${checkText(paint, 'signature', webhookSignature)} ${checkText(paint, 'X-Signature', storeSignature)}`,
  ];
  const answer = event.forwarded === undefined ? '' : ` → ${answerText(cli, event)}`;
  cli.out.item(event, parts.join('  ') + answer);
  if (hasData) cli.out.lines([formatJson(JSON.stringify(event.data), paint)]);
}

function checkText(paint: Paint, name: string, isValid: boolean | undefined): string {
  if (isValid === undefined) return paint.dim(`- ${name}`);
  return isValid ? paint.green(`✓ ${name}`) : paint.red(`✗ ${name}`);
}

function answerText(cli: Cli, { forwarded }: Received): string {
  const { paint } = cli.out;
  if (forwarded?.status == null) return paint.red(forwarded?.error ?? 'no answer');
  const colour = forwarded.status < 300 ? paint.green : paint.red;
  return `${colour(String(forwarded.status))} ${paint.dim(`${forwarded.took_ms} ms`)}`;
}

/** `3000`, `localhost:3000/hooks` or a URL. */
function addressOf(text: string): string {
  const address = /^\d+$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url))
    throw usageFailure(`${JSON.stringify(text)} is not an address.`, 'Give one such as localhost:3000/webhooks.');
  return new URL(url).href;
}
