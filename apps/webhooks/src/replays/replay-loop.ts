import type { DataSource } from 'typeorm';
import { within } from '@qafila/messaging/within';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { replayPage } from './replay-page.ts';

/** Works on running replays in every process; the rows' locks share them out. A page is a transaction, so a stop loses nothing. */
export class ReplayLoop {
  #stopping = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #woken = false;
  #failures = 0;

  constructor(private readonly options: { source: DataSource; log: Logger }) {}

  start(): void {
    this.#running = this.#loop();
  }

  /** A replay was made: it begins at once. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await within(this.#running, LIMITS.replayStopMs);
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      if (!await this.#page()) await this.#rest(await this.#idleMs());
    }
  }

  /** Answers whether there was one. */
  async #page(): Promise<boolean> {
    try {
      const page = await replayPage(this.options.source);
      this.#failures = 0;
      if (page?.done) this.options.log.info({ replay: page.replay, selection: page.selection, resent: page.resent }, 'replay.completed');
      return page !== null;
    } catch (error) {
      // The database being away is no loss: the replay goes on behind its last page.
      if (this.#failures++ % 20 === 0) this.options.log.warn({ error: (error as Error).message }, 'replay.waiting');
      return false;
    }
  }

  /** Until the next page of some replay is due; one that is due and waits for its endpoint is looked at by the poll. */
  async #idleMs(): Promise<number> {
    if (this.#failures > 0) return LIMITS.replayPollMs;
    const [row] = await this.options.source.query<{ due_ms: string | null }[]>(
      "SELECT extract(epoch FROM min(next_at) - now()) * 1000 AS due_ms FROM replay WHERE status = 'running' AND next_at > now()").catch(() => []);
    return Math.min(LIMITS.replayPollMs, Number(row?.due_ms ?? LIMITS.replayPollMs));
  }

  async #rest(delayMs: number): Promise<void> {
    if (this.#woken || this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
    this.#wake = undefined;
  }
}
