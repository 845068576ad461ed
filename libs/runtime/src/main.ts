import { BadSetting } from './env.ts';
import type { Environment } from './env.ts';

interface Stoppable { stop(): Promise<void> }

/** A drain that takes longer is cut: the orchestrator would kill the process anyway, without a line in the log. */
const STOP_DEADLINE_MS = 25_000;

/** The whole of a service's main file: start, drain on SIGTERM or SIGINT, one clear line when the start fails. */
export function runMain(start: (environment: Environment) => Promise<Stoppable>): void {
  const started = start(process.env);
  started.catch((error: unknown) => {
    const line = error instanceof BadSetting ? error.message : (error as Error).stack ?? String(error);
    process.stderr.write(`qafila: ${line}\n`);
    process.exit(1);
  });
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    void started.then((service) => service.stop()).then(() => process.exit(0), () => process.exit(1));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
