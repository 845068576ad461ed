import { BadSetting } from './env.ts';
import type { Environment } from './env.ts';

interface Stoppable {
  stop(): Promise<void>;
}

/** A drain that takes longer is cut short with a line: the orchestrator would kill the process without one. */
const STOP_DEADLINE_MS = 25_000;

/** Runs the main file of a service: starts, drains on SIGTERM or SIGINT, and prints one line when the start fails. */
export function runMain(
  start: (environment: Environment) => Promise<Stoppable>,
  { stopDeadlineMs = STOP_DEADLINE_MS } = {},
): void {
  const started = start(process.env);
  started.catch((error: unknown) => {
    const line = error instanceof BadSetting ? error.message : ((error as Error).stack ?? String(error));
    process.stderr.write(`qafila: ${line}\n`);
    process.exit(1);
  });
  const stop = (): void => {
    setTimeout(() => {
      process.stderr.write(`qafila: the stop took longer than ${stopDeadlineMs} ms and was cut short\n`);
      process.exit(1);
    }, stopDeadlineMs).unref();
    void started
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
