import type { Command } from 'commander';
import type { Qafila } from '@qafila/sdk';
import { setTimeout } from 'node:timers/promises';
import { connect } from './connection.ts';
import { loadProfile } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { Output } from './terminal/output.ts';
import type { OutputOptions } from './terminal/output.ts';

export interface GlobalOptions extends OutputOptions {
  profile?: string;
}

/** What an action of one run uses: where it writes, and whom it calls. */
export interface Cli {
  out: Output;
  options: GlobalOptions;
  profile(): Promise<Profile>;
  connect(): Promise<Qafila>;
}

export function cliOf(command: Command): Cli {
  const options = command.optsWithGlobals<GlobalOptions>();
  const profile = async (): Promise<Profile> => (await loadProfile(options.profile)).profile;
  return {
    out: new Output(options),
    options,
    profile,
    connect: async () => connect(await profile()),
  };
}

/** Examples at the end of a help text. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  const title = examples.length === 1 ? 'Example:' : 'Examples:';
  return command.addHelpText('after', `\n${[title, ...examples.map((line) => `  $ ${line}`)].join('\n')}`);
}

/** Ends on Ctrl-C or SIGTERM. A second Ctrl-C ends at once. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return controller.signal;
}

/** Ends early, without an error, when the signal says so. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
