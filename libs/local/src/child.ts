import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from './deadline.ts';
import { isErrno } from './errno.ts';
import { killWithParent } from './kill-with-parent.ts';

/** How much of a child's output is kept to explain a failure. */
const TAIL_LINES = 40;

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Numeric user and group to run as; only root can set it. */
  account?: { uid: number; gid: number };
  /** The signal for an orderly shutdown of this program. */
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
  /** Stops it in order, or with SIGKILL when that takes longer than the deadline. */
  stop(deadlineMs: number): Promise<Exit>;
  /** SIGKILL: for other processes it looks like a crash. */
  kill(): Promise<Exit>;
}

/**
 * Starts a child in its own process group: Ctrl-C in the terminal reaches only this process, which stops its children
 * in order. Such a child would survive a kill -9 of this process, hence `killWithParent`.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    ...options.account,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = collectLines(child, options.onLine);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      // A PATH with an unreadable folder turns "not found" into EACCES.
      const why = isErrno(error, 'ENOENT', 'EACCES')
        ? `${options.command} is not installed, or may not be run`
        : error.message;
      reject(new Error(`${options.name} cannot be started: ${why}`));
    });
  });
  const release = killWithParent(child.pid!, stopSignal);
  const exited = new Promise<Exit>((resolve) => {
    // 'close' rather than 'exit': by then all output has been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  child.once('exit', release);
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = (): Promise<Exit> => {
    if (running()) child.kill('SIGKILL');
    return exited;
  };
  return {
    pid: child.pid!,
    exited,
    get running() {
      return running();
    },
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
      // A test run scans these files at its end.
      if (keptIn !== undefined) appendFileSync(join(keptIn, `child-${child.pid}.log`), `${line}\n`);
    });
  }
  return lines;
}
