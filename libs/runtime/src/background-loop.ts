import { backoffMs } from './backoff.ts';
import type { Backoff } from './backoff.ts';
import type { Logger } from './log.ts';
import { settlesWithin } from './settles-within.ts';

/** How long to rest before the next round, in ms. A wake ends the rest, unless it is `atLeastMs`. */
export type Rest = number | { atLeastMs: number };

export interface BackgroundLoopOptions {
  /** The first part of the loop's log events: `<name>.waiting`, `<name>.overdue`, `<name>.stop_overdue`. */
  name: string;
  log: Logger;
  round: () => Promise<Rest>;
  /** Before the first round. */
  restFirstMs?: number;
  /**
   * The rest after failed rounds. No wake ends it: while the database is away, wakes would turn the loop into a busy
   * loop.
   */
  backoff: Backoff;
  /** A round that takes longer is logged: it may hang. */
  roundMsMax?: number;
  /** How long a stop waits for the round that runs. */
  stopMs?: number;
  /** Instead of the usual warning; called for each failure that is logged. */
  logFailure?: (facts: FailureFacts, error: unknown) => void;
  /** Of failures in a row, the first is logged and then one in this many. */
  failuresPerLog?: number;
}

export interface FailureFacts {
  error: string;
  failures: number;
}

const DEFAULTS = { restFirstMs: 0, roundMsMax: 60_000, stopMs: 20_000, failuresPerLog: 20 } as const;

/**
 * Work that a process repeats by itself, one round at a time. Every process may run it: row locks divide the work among
 * them.
 */
export class BackgroundLoop {
  readonly #options: BackgroundLoopOptions & typeof DEFAULTS;
  #stopping = false;
  #woken = false;
  /** Ends the rest that a wake may end. */
  #endIdle: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: BackgroundLoopOptions) {
    this.#options = { ...DEFAULTS, ...options } as BackgroundLoopOptions & typeof DEFAULTS;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** There may be work: ends the rest, or makes another round follow the one that runs. */
  wake(): void {
    this.#woken = true;
    this.#endIdle?.();
  }

  /** Starts no further round, and waits for the one that runs, but not for ever. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endRest?.();
    const { stopMs, log, name } = this.#options;
    if (!(await settlesWithin(this.#running, stopMs))) log.warn({ stopMs }, `${name}.stop_overdue`);
  }

  async #run(): Promise<void> {
    await this.#rest(this.#options.restFirstMs);
    let failures = 0;
    while (!this.#stopping) {
      this.#woken = false;
      let rest: Rest;
      try {
        rest = await this.#round();
        failures = 0;
      } catch (error) {
        rest = { atLeastMs: backoffMs(++failures, this.#options.backoff) };
        this.#logFailure(failures, error);
      }
      await this.#rest(rest);
    }
  }

  async #round(): Promise<Rest> {
    const { round, roundMsMax, log, name } = this.#options;
    if (roundMsMax === Infinity) return round();
    const timer = setTimeout(() => log.warn({ roundMsMax }, `${name}.overdue`), roundMsMax).unref();
    try {
      return await round();
    } finally {
      clearTimeout(timer);
    }
  }

  #logFailure(failures: number, error: unknown): void {
    const { failuresPerLog, logFailure, log, name } = this.#options;
    if ((failures - 1) % failuresPerLog !== 0) return;
    const facts = { error: error instanceof Error ? error.message : String(error), failures };
    if (logFailure === undefined) log.warn(facts, `${name}.waiting`);
    else logFailure(facts, error);
  }

  async #rest(rest: Rest): Promise<void> {
    const mayBeWoken = typeof rest === 'number';
    const ms = mayBeWoken ? rest : rest.atLeastMs;
    if (ms <= 0 || this.#stopping || (mayBeWoken && this.#woken)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
      if (mayBeWoken) this.#endIdle = this.#endRest;
    });
    this.#endIdle = this.#endRest = undefined;
  }
}
