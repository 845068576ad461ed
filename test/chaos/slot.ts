import { setTimeout as delay } from 'node:timers/promises';

export interface Running { pid: number; exited: Promise<unknown>; kill(): Promise<unknown>; stop(): Promise<unknown>; logs(): string[] }

/** A start may meet a database or a broker that is down: what runs services tries again, and so do we. */
const RETRY_MS = 300;
const START_MS = 60_000;

/** The place of one process: what is killed in it comes back by itself, as under any orchestrator. Nobody does anything by hand. */
export class Slot {
  #running: Running | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  #wanted = false;
  /** Ends that nobody asked for, with the last lines: a crash is a finding even where nothing is lost by it. */
  readonly crashes: string[] = [];
  refusedStarts = 0;

  constructor(readonly name: string, private readonly launch: () => Promise<Running>) {}

  /** Up when it resolves. */
  start(): Promise<void> {
    this.#wanted = true;
    return this.#next(() => this.#bringUp());
  }

  kill(downMs: number): Promise<void> {
    return this.#next(async () => {
      await this.#end('kill');
      await delay(downMs);
      await this.#bringUp();
    });
  }

  /** Frozen for so long, then as if nothing had happened. */
  pause(forMs: number): Promise<void> {
    return this.#next(async () => {
      const pid = this.#running?.pid;
      if (pid === undefined) return;
      process.kill(pid, 'SIGSTOP');
      await delay(forMs);
      process.kill(pid, 'SIGCONT');
    });
  }

  /** In good order. */
  stop(): Promise<void> {
    this.#wanted = false;
    return this.#next(() => this.#end('stop'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  /** What was asked of this slot before is done: it is up. */
  settled(): Promise<unknown> {
    return this.#turn;
  }

  #next(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #end(how: 'kill' | 'stop'): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.[how]();
  }

  async #bringUp(): Promise<void> {
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
    void delay(RETRY_MS).then(() => (this.#wanted ? this.start() : undefined));
  }
}
