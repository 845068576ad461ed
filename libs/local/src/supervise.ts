import { startChild, type Child, type Exit } from './child.ts';
import { until } from './deadline.ts';

const START_MS = 60_000;
const STOP_MS = 30_000;

export interface ServiceOptions {
  name: string;
  /** This Node by default. */
  command?: string;
  args: readonly string[];
  /** Added to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Ready when a line of its output contains this text… */
  readyLine?: string | RegExp;
  /** …or when this URL answers 2xx. If both are set, both are needed. */
  readyUrl?: string;
  deadlineMs?: number;
  onLine?: (line: string) => void;
}

export interface Service {
  name: string;
  pid: number;
  exited: Promise<Exit>;
  logs(): string[];
  /** SIGTERM, then SIGKILL after the deadline. */
  stop(deadlineMs?: number): Promise<Exit>;
  /** kill -9. */
  kill(): Promise<Exit>;
}

/** Starts a process and resolves when it is ready. */
export async function spawnService(options: ServiceOptions): Promise<Service> {
  let lineSeen = options.readyLine === undefined;
  const child = await startChild({
    name: options.name,
    command: options.command ?? process.execPath,
    args: options.args,
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    onLine: (line) => {
      lineSeen ||= isMatch(line, options.readyLine!);
      options.onLine?.(line);
    },
  });
  const deadlineMs = options.deadlineMs ?? START_MS;
  const isReady = async (): Promise<boolean> => lineSeen && (!options.readyUrl || (await answersOk(options.readyUrl)));
  // Asking a process that is still loading takes the processor from it.
  const settled = await until(async () => !child.running || (await isReady()), deadlineMs, options.readyUrl ? 50 : 20);
  if (!settled || !child.running) throw await failedStart(options.name, child, deadlineMs);
  return {
    name: options.name,
    pid: child.pid,
    exited: child.exited,
    logs: child.tail,
    stop: (stopMs = STOP_MS) => child.stop(stopMs),
    kill: child.kill,
  };
}

async function failedStart(name: string, child: Child, deadlineMs: number): Promise<Error> {
  const late = child.running;
  const { code, signal } = await child.kill();
  const what = late
    ? `was not ready within ${deadlineMs / 1_000} s`
    : `ended at start (${signal ?? `exit code ${code}`})`;
  const said = child
    .tail()
    .map((line) => `  ${line}`)
    .join('\n');
  return new Error(`${name} ${what}; its last lines:\n${said || '  (none)'}`);
}

function isMatch(line: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
