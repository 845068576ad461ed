import type { Logger } from './log.ts';

export interface BackgroundLoopOptions {
  /** Of the log line that tells of a failed round: `<name>.waiting`. */
  name: string;
  log: Logger;
  /** One round; answers how long to rest before the next, in ms. 0: at once. */
  round: () => Promise<number>;
  /** The rest after a round that threw. The database being away is no loss: the next round finds the same rows. */
  restAfterFailureMs: number;
  /** Before the first round. */
  restFirstMs?: number;
}

/** Of failures in a row, one in so many is told. */
const FAILURES_TOLD_EVERY = 20;

/** Work that a process does by itself, round after round, one at a time. Every process may run it: the rows' locks share the work out. */
export class BackgroundLoop {
  #stopping = false;
  #woken = false;
  #endRest: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: BackgroundLoopOptions) {}

  start(): void {
    this.#running = this.#run();
  }

  /** There may be something to do: the rest ends, or the round under way is followed by another. */
  wake(): void {
    this.#woken = true;
    this.#endRest();
  }

  /** Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endRest();
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#rest(this.options.restFirstMs ?? 0);
    let failures = 0;
    while (!this.#stopping) {
      this.#woken = false;
      try {
        await this.#rest(await this.options.round());
        failures = 0;
      } catch (error) {
        const { log, name, restAfterFailureMs } = this.options;
        if (failures++ % FAILURES_TOLD_EVERY === 0) log.warn({ error: (error as Error).message }, `${name}.waiting`);
        await this.#rest(restAfterFailureMs);
      }
    }
  }

  async #rest(ms: number): Promise<void> {
    if (ms <= 0 || this.#woken || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endRest = () => { clearTimeout(timer); resolve(); };
    });
    this.#endRest = () => {};
  }
}
