import { setTimeout as delay } from 'node:timers/promises';

export interface Running {
  pid: number;
  exited: Promise<unknown>;
  kill(): Promise<unknown>;
  stop(): Promise<unknown>;
  logs(): string[];
}

/** A start may fail because the database or broker is down. As an orchestrator does, it is retried. */
const RETRY_MS = 300;
const START_MS = 60_000;

/** Supervises one process: a killed process is restarted automatically, as under an orchestrator. */
export class SupervisedProcess {
  #running: Running | undefined;
  #lastCommand: Promise<unknown> = Promise.resolve();
  #closed = false;
  #shouldRun = false;
  /** Unexpected exits with the last log lines. A crash is a finding even if it loses nothing. */
  readonly crashes: string[] = [];
  refusedStarts = 0;

  constructor(
    readonly name: string,
    private readonly launch: () => Promise<Running>,
  ) {}

  /** Resolves when the process runs. */
  start(): Promise<void> {
    this.#shouldRun = true;
    return this.#enqueue(() => this.#startWithRetries());
  }

  kill(downMs: number): Promise<void> {
    return this.#enqueue(async () => {
      await this.#end('kill');
      await delay(downMs);
      await this.#startWithRetries();
    });
  }

  /** Freezes the process for this time and then continues it. */
  pause(forMs: number): Promise<void> {
    return this.#enqueue(async () => {
      const pid = this.#running?.pid;
      if (pid === undefined) return;
      process.kill(pid, 'SIGSTOP');
      await delay(forMs);
      process.kill(pid, 'SIGCONT');
    });
  }

  /** Stops the process gracefully. */
  stop(): Promise<void> {
    this.#shouldRun = false;
    return this.#enqueue(() => this.#end('stop'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  /** Resolves when all earlier commands are done and the process runs. */
  settled(): Promise<unknown> {
    return this.#lastCommand;
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const command = this.#lastCommand.then(work);
    this.#lastCommand = command.catch(() => {});
    return command;
  }

  async #end(how: 'kill' | 'stop'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.[how]();
  }

  async #startWithRetries(): Promise<void> {
    if (this.#running !== undefined || this.#closed) return;
    const untilMs = Date.now() + START_MS;
    for (;;) {
      try {
        const running = await this.launch();
        this.#running = running;
        void running.exited.then(() => this.#exited(running));
        return;
      } catch (error) {
        this.refusedStarts++;
        if (Date.now() > untilMs) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  #exited(running: Running): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.crashes.push(`${this.name}:\n${running.logs().slice(-15).join('\n')}`);
    void delay(RETRY_MS).then(() => (this.#shouldRun ? this.start() : undefined));
  }
}
