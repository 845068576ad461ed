import { userInfo } from 'node:os';
import { Command } from 'commander';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import type { AnswerOf } from '@qafila/sdk';
import { usageFailure } from '../failure.ts';
import { tableLines } from '../terminal/table.ts';

interface ResolveOptions {
  outcome: string;
  amount?: string;
  evidence?: string;
  note?: string;
  person: string;
}

const OUTCOMES = ['done', 'failed', 'ask'] as const;

/** Manual review. Deciding needs a key with payments:resolve, which the operator creates for each person. */
export function addPayments(program: Command): void {
  const payments = program
    .command('payments')
    .description('manual review: what a gateway did, where only a person can find it out');
  withExamples(payments, ['qafila payments queue']);
  const queue = payments
    .command('queue')
    .description('list the operations in manual review')
    .action((_: object, self: Command) => showQueue(cliOf(self)));
  withExamples(queue, ['qafila payments queue']);
  addResolve(payments);
  addConfirmation(payments, 'approve', 'apply a decision that another key proposed');
  addConfirmation(payments, 'reject', 'end a decision that another key proposed, without an effect');
}

function addResolve(payments: Command): void {
  const resolve = payments
    .command('resolve')
    .argument('<operation>', 'id of the operation, as the queue shows it')
    .description("say what the gateway's staff said of an operation")
    .requiredOption('--outcome <outcome>', 'done, failed, or ask: inquire the gateway once more')
    .option('--amount <amount>', 'what really moved, in major units; with done')
    .option('--evidence <text>', 'what you rely on; with done and failed')
    .option('--note <text>', 'anything else worth keeping')
    .option('--person <name>', 'who decides', userInfo().username)
    .action((id: string, options: ResolveOptions, self: Command) => resolveOperation(cliOf(self), id, options));
  withExamples(resolve, [
    'qafila payments resolve op_019ab… --outcome ask',
    'qafila payments resolve op_… --outcome done --amount 10 --evidence "T-48211"',
  ]);
}

function addConfirmation(payments: Command, verb: 'approve' | 'reject', description: string): void {
  const command = payments
    .command(verb)
    .argument('<decision>', 'id of the decision')
    .description(description)
    .option('--note <text>', 'anything worth keeping')
    .option('--person <name>', 'who decides', userInfo().username)
    .action((id: string, options: { note?: string; person: string }, self: Command) =>
      confirmDecision(cliOf(self), verb, { id, ...options }),
    );
  withExamples(command, [`qafila payments ${verb} rd_019ab… --profile second-reviewer`]);
}

async function showQueue(cli: Cli): Promise<void> {
  const { items } = await (await cli.connect()).api.listReviewQueue();
  const columns = ['operation', 'kind', 'amount', 'queue', 'proposal', 'why'].map((title) => ({ title }));
  const rows = items.map((item) => [
    item.operation_id,
    item.kind,
    `${item.amount} ${item.currency}`,
    item.queue ?? '',
    item.proposal_id ?? '',
    item.why ?? '',
  ]);
  cli.out.result(items, items.length === 0 ? ['Nothing is in manual review.'] : tableLines(columns, rows, cli.out));
}

async function resolveOperation(cli: Cli, id: string, options: ResolveOptions): Promise<void> {
  const { amount, evidence, note, person } = options;
  const outcome = OUTCOMES.find((known) => known === options.outcome);
  if (outcome === undefined) throw usageFailure(`--outcome must be one of ${OUTCOMES.join(', ')}.`);
  const said = outcome === 'ask' ? {} : { evidence, note, person };
  const qafila = await cli.connect();
  const body = { outcome, amount, ...said };
  const result = await qafila.api.resolveQueuedOperation({ path: { id }, body });
  cli.out.result(result, resultLines(cli, result));
}

function resultLines({ out: { paint } }: Cli, result: AnswerOf<'resolveQueuedOperation'>): string[] {
  if (result.result === 'proposed')
    return [
      `${paint.green('✓')} Proposed. Another person must approve it, with their own key:`,
      `  ${paint.bold(`qafila payments approve ${result.decision_id}`)}`,
    ];
  const { changes, reported } = result;
  const done = reported === null ? 'Resolved' : `The gateway reports: ${reported.kind} ${reported.message}`;
  return [`${paint.green('✓')} ${done}`, ...(changes === null ? [] : changeLines(changes))];
}

function changeLines({ before, after, postings, notifications }: NonNullable<Changes>): string[] {
  const names = ['operation_state', 'pi_status', 'transaction_status', 'amount_captured', 'amount_refunded'] as const;
  const moved = names.filter((name) => before?.[name] !== after?.[name]);
  return [
    ...moved.map((name) => `  ${name}: ${before?.[name]} → ${after?.[name]}`),
    ...postings.map(({ posting, account, amount }) => `  ${posting}: ${account} ${amount}`),
    ...notifications.map((type) => `  sent: ${type}`),
  ];
}

type Changes = AnswerOf<'approveReviewDecision'>['changes'];

async function confirmDecision(
  cli: Cli,
  verb: 'approve' | 'reject',
  { id, person, note }: { id: string; person: string; note?: string },
): Promise<void> {
  const { api } = await cli.connect();
  const request = { path: { id }, body: { person, note } };
  const decision =
    verb === 'approve' ? await api.approveReviewDecision(request) : await api.rejectReviewDecision(request);
  cli.out.result(decision, [
    `${cli.out.paint.green('✓')} The decision ${decision._id} is ${decision.state}`,
    ...(decision.changes === null ? [] : changeLines(decision.changes)),
  ]);
}
