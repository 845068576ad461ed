import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from './deadline.ts';
import { isErrno } from './errno.ts';
import { leash } from './leash.ts';

/** What is kept of a child's output to explain a failure. */
const TAIL_LINES = 40;

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Numeric user and group to run as; only root can ask for it. */
  account?: { uid: number; gid: number };
  /** The signal by which this program shuts down in order. */
  stopSignal?: NodeJS.Signals;
  onLine?: (line: string) => void;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly running: boolean;
  /** The last lines it printed. */
  tail(): string[];
  /** Orderly end, or SIGKILL when that takes longer than the deadline. */
  stop(deadlineMs: number): Promise<Exit>;
  /** SIGKILL, as a crash would look to everyone else. */
  kill(): Promise<Exit>;
}

/**
 * A child in a process group of its own: a Ctrl-C in the terminal reaches us only, and we end the child in our order.
 * The price is that it would outlive our own kill -9, hence the leash.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const child = spawn(options.command, options.args, {
    cwd: options.cwd, env: options.env, ...options.account, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = collectLines(child, options.onLine);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      // EACCES is also what a search path with a closed folder in it makes of "not found".
      const why = isErrno(error, 'ENOENT', 'EACCES') ? `${options.command} is not installed, or may not be run` : error.message;
      reject(new Error(`${options.name} cannot be started: ${why}`));
    });
  });
  const letGo = leash(child.pid!, stopSignal);
  const exited = new Promise<Exit>((resolve) => {
    // 'close' rather than 'exit': by then the last words have been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  child.once('exit', letGo);
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = (): Promise<Exit> => {
    if (running()) child.kill('SIGKILL');
    return exited;
  };
  return {
    pid: child.pid!,
    exited,
    get running() { return running(); },
    tail: () => [...lines],
    kill,
    async stop(deadlineMs) {
      if (running()) child.kill(stopSignal);
      return (await within(exited, deadlineMs)) ?? kill();
    },
  };
}

function collectLines(child: ChildProcess, onLine?: (line: string) => void): string[] {
  const lines: string[] = [];
  const keptIn = process.env['TEST_WRITTEN_DIR'];
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      lines.push(line);
      if (lines.length > TAIL_LINES) lines.shift();
      onLine?.(line);
      // A run of the tests looks at them at its end.
      if (keptIn !== undefined) appendFileSync(join(keptIn, `child-${child.pid}.log`), `${line}\n`);
    });
  }
  return lines;
}
