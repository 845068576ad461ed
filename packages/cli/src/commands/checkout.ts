import { Command } from 'commander';
import { cliOf, pause, untilInterrupted, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import type { AnswerOf, Qafila } from '@qafila/sdk';
import { EXIT, Failure, usageFailure } from '../failure.ts';
import { readJsonInput } from './input.ts';

interface CheckoutOptions {
  amount?: string;
  currency: string;
  reference?: string;
  name: string;
  email: string;
  phone: string;
  successUrl: string;
  failureUrl?: string;
  methods?: string;
  manualCapture?: boolean;
  file?: string;
  wait?: boolean;
}

const FINAL = new Set(['succeeded', 'canceled', 'failed', 'expired', 'requires_capture']);
const POLL_MS = 1_000;

export function addCheckout(program: Command): void {
  const checkout = program.command('checkout').description('payments that a customer makes on a page of Qafila');
  withExamples(checkout, ['qafila checkout create --amount 1500.50']);
  const create = checkout
    .command('create')
    .description('create a checkout with a sample customer, and print the address of its page')
    .option('--amount <amount>', 'in major units, such as 1500.50; never rounded')
    .option('--currency <code>', 'ISO 4217', 'SAR')
    .option('--reference <text>', 'your order (default: the id of the payment)')
    .option('--name <text>', 'name of the customer', 'عميل تجريبي')
    .option('--email <address>', 'their e-mail address', 'customer@shop.example')
    .option('--phone <number>', 'their phone', '+12025550123')
    .option('--success-url <url>', 'where the customer returns', 'https://shop.example/paid')
    .option('--failure-url <url>', 'where the customer returns without a payment (default: that of success)')
    .option('--methods <list>', 'what to offer: card, wallet, bnpl (default: all of the store)')
    .option('--manual-capture', 'only authorise; you capture later')
    .option('--file <json>', 'the whole body instead: JSON, @FILE, or -')
    .option('--wait', 'wait until the customer has paid')
    .action((options: CheckoutOptions, self: Command) => createCheckout(cliOf(self), options));
  withExamples(create, [
    'qafila checkout create --amount 1500.50 --reference order-1001 --wait',
    'qafila checkout create --amount 10 --field checkout_page_url',
    'qafila checkout create --file @checkout.json',
  ]);
}

async function createCheckout(cli: Cli, options: CheckoutOptions): Promise<void> {
  const body = options.file === undefined ? sampleBody(options) : await readJsonInput(options.file);
  const qafila = await cli.connect();
  const created = await qafila.request<AnswerOf<'createCheckout'>>('POST', '/public/v1/payment/checkout', { body });
  const id = created._id;
  const { paint } = cli.out;
  if (options.wait !== true || !cli.out.isForPrograms)
    cli.out.result(created, [
      `${paint.green('✓')} Checkout ${paint.bold(id)}: ${created.amount} ${created.currency}`,
      `  Pay here:\n  ${paint.cyan(created.checkout_page_url)}`,
      ...(options.wait === true ? [] : [`  Then:  ${paint.bold(`qafila get payment/intent/${id}`)}`]),
    ]);
  else cli.out.note(`  Pay here:\n  ${created.checkout_page_url}`);
  if (options.wait === true) await waitForPayment(cli, qafila, id);
}

/** A sample that the API accepts; only the amount has no default, so that a payment is never an accident. */
function sampleBody(options: CheckoutOptions): object {
  if (options.amount === undefined) throw usageFailure('--amount is required.', 'For instance: --amount 1500.50');
  return {
    amount: options.amount,
    currency: options.currency,
    customer: { name: options.name, email: options.email, phone: options.phone },
    shipping: {
      address1: 'شارع الملك فهد ١',
      city: 'الرياض',
      country: 'SA',
      zip: '11564',
      shipping_method: 'standard',
    },
    metadata: options.reference === undefined ? {} : { order_reference: options.reference },
    success_url: options.successUrl,
    failure_url: options.failureUrl ?? options.successUrl,
    ...(options.methods === undefined ? {} : { payment_methods: options.methods.split(',') }),
    ...(options.manualCapture === true ? { capture_method: 'manual' } : {}),
  };
}

/** Prints each state until the last one. A payment that did not succeed is exit code 1. */
async function waitForPayment(cli: Cli, qafila: Qafila, id: string): Promise<void> {
  const interrupted = untilInterrupted();
  const { paint } = cli.out;
  let status = '';
  let intent: AnswerOf<'getIntent'> | undefined;
  cli.out.note(cli.out.notePaint.dim('  Waiting for the customer. Ctrl-C ends the wait, not the payment.'));
  while (!interrupted.aborted) {
    intent = await qafila.api.getIntent({ path: { id } });
    if (intent.pi_status !== status) {
      status = intent.pi_status;
      cli.out.lines([`  ${paint.dim(new Date().toTimeString().slice(0, 8))}  ${status}`]);
    }
    if (FINAL.has(status)) break;
    await pause(POLL_MS, interrupted);
  }
  if (cli.out.isForPrograms) cli.out.result(intent, []);
  if (interrupted.aborted) return;
  const isPaid = status === 'succeeded' || status === 'requires_capture';
  if (!isPaid)
    throw new Failure(`The payment ended as ${status}.`, {
      exit: EXIT.refused,
      error: { code: `payment_${status}`, message: `The payment ended as ${status}.` },
    });
  cli.out.lines([`${paint.green('✓')} Paid. Look at it: ${paint.bold(`qafila get payment/intent/${id}`)}`]);
}
