import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { closePeriods } from './close-periods.ts';

export interface PeriodLoopOptions { pool: Pool; graceMs: number; log: Logger; onCommit: () => void }

/** Closes periods as they come due, in every process: the rows' locks share the work out. */
export class PeriodLoop {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(private readonly options: PeriodLoopOptions) {}

  start(): void {
    this.#after(LIMITS.closeFirstMs);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #after(delayMs: number): void {
    if (this.#stopping) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#round().finally(() => this.#after(LIMITS.closeEveryMs));
    }, delayMs).unref();
  }

  async #round(): Promise<void> {
    const { pool, graceMs, log, onCommit } = this.options;
    try {
      const { closed, ended } = await closePeriods(pool, { graceMs, now: new Date() });
      if (closed + ended === 0) return;
      onCommit();
      log.info({ closed, ended }, 'periods.closed');
    } catch (error) {
      // The database being away is no loss: the next round finds the same rows.
      log.warn({ error: (error as Error).message }, 'periods.waiting');
    }
  }
}
