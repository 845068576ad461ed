import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@qafila/testing/wait';

export const BIN = fileURLToPath(new URL('../bin/qafila.js', import.meta.url));
export const SAMPLE = fileURLToPath(new URL('../samples/usage.csv', import.meta.url));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are plain JSON
export type Json = any;

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** A pipe that says that it is a terminal: what the command asks and hides is the same. */
const HAS_TERMINAL = 'data:text/javascript,process.stdin.isTTY=true';

/** A person's machine: a config folder, and a working folder. */
export interface Machine {
  dir: string;
  configDir: string;
  /** Runs a command to its end. */
  run(args: readonly string[], options?: { input?: string; environment?: Record<string, string> }): Promise<Run>;
  /** The same with --json; fails when stdout is anything but one JSON text. */
  json(...args: string[]): Promise<Json>;
  /** Starts a command that runs until it is ended. */
  start(...args: string[]): Running;
  /** The same at a keyboard: the command finds a terminal at its stdin, and the test types. */
  startAtTerminal(...args: string[]): Running;
  remove(): Promise<void>;
}

/** A command that runs. */
export class Running {
  stdout = '';
  stderr = '';

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
  }

  async writes(pattern: RegExp): Promise<RegExpExecArray> {
    const written = (): RegExpExecArray | null => pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
    return eventually(() => written(), { what: `${pattern} in the output` });
  }

  lines(): Json[] {
    return this.stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json);
  }

  /** Types a text. */
  type(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Ctrl-D. */
  endInput(): void {
    this.child.stdin?.end();
  }

  /** Ctrl-C. */
  async interrupt(): Promise<number> {
    this.child.kill('SIGINT');
    return this.end();
  }

  /** After a failed test the command may still run. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  async end(): Promise<number> {
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode ?? -1;
  }
}

export async function newMachine(bin = BIN): Promise<Machine> {
  const dir = await mkdtemp(join(tmpdir(), 'qafila-cli-'));
  const configDir = join(dir, 'config');
  const spawned = (
    args: readonly string[],
    environment: Record<string, string> = {},
    node: readonly string[] = [],
  ): ChildProcess =>
    spawn(process.execPath, [...node, bin, ...args], {
      cwd: dir,
      env: { PATH: process.env.PATH, QAFILA_CONFIG_DIR: configDir, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const run: Machine['run'] = async (args, { input, environment } = {}) => {
    const child = spawned(args, environment);
    const running = new Running(child);
    child.stdin?.end(input ?? '');
    await once(child, 'close');
    return { code: child.exitCode ?? -1, stdout: running.stdout, stderr: running.stderr };
  };
  const started: Running[] = [];
  const keep = (running: Running): Running => {
    started.push(running);
    return running;
  };
  return {
    dir,
    configDir,
    run,
    json: async (...args) => {
      const { stdout, stderr } = await run([...args, '--json']);
      try {
        return JSON.parse(stdout) as Json;
      } catch {
        throw new Error(`qafila ${args.join(' ')} --json wrote ${JSON.stringify(stdout)} and ${stderr}`);
      }
    },
    start: (...args) => keep(new Running(spawned(args))),
    startAtTerminal: (...args) => keep(new Running(spawned(args, {}, ['--import', HAS_TERMINAL]))),
    remove: async () => {
      for (const running of started) running.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
