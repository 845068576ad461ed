import { CommanderError } from 'commander';
import { failureOf } from './api-refusal.ts';
import { EXIT, Failure } from './failure.ts';
import { makeProgram } from './program.ts';
import { paintFor, plain } from './terminal/paint.ts';

/** Runs one command line and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // `qafila … | head` closes our stdout; the rest has no reader.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
  try {
    await makeProgram().parseAsync(argv);
  } catch (error) {
    process.exitCode = report(error, argv.includes('--json'));
  }
}

function report(error: unknown, isJson: boolean): number {
  // Commander has written its message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const failure = failureOf(error) ?? unexpected(error);
  const { exit, remedy, lines = [], error: facts } = failure.facts;
  if (failure.facts.isReported === true) return exit;
  const paint = paintFor(process.stderr, process.env);
  const written = [
    `${paint.red('✗')} ${plain(failure.message)}`,
    ...lines.map((line) => paint.dim(`  ${plain(line)}`)),
    ...(remedy === undefined ? [] : [`  ${paint.bold('→')} ${remedy}`]),
  ];
  process.stderr.write(`${written.join('\n')}\n`);
  if (isJson)
    process.stdout.write(`${JSON.stringify({ error: facts ?? { code: 'failed', message: failure.message } })}\n`);
  return exit;
}

function unexpected(error: unknown): Failure {
  const stack = process.env.QAFILA_DEBUG ? [(error as Error).stack ?? ''] : [];
  return new Failure(`Unexpected: ${error instanceof Error ? error.message : String(error)}`, {
    exit: EXIT.bug,
    lines: stack,
    remedy: 'This is a defect of the CLI. QAFILA_DEBUG=1 prints where it happened.',
  });
}
