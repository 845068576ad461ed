import { within } from '@qafila/messaging/within';
import { LIMITS } from '../limits.ts';
import { makePartitions } from './day-partitions.ts';
import { expireDays } from './expire-days.ts';
import type { ExpireOptions } from './expire-days.ts';
import { forgetReplays, sweepDeleted } from './sweep-deleted.ts';

/** Keeps the days: partitions ahead, none past retention, nothing left of deleted endpoints. In every process; locks make it once. */
export class RetentionLoop {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopping = false;
  #daysAtMs = 0;

  constructor(private readonly options: ExpireOptions) {}

  /** Resolves when the partitions of today and the days ahead are tried: events should find theirs. */
  async start(): Promise<void> {
    await makePartitions(this.options.source, this.options.log).catch((error: Error) => this.#later(error));
    this.#after(0);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await within(this.#running, LIMITS.retentionStopMs);
  }

  #after(delayMs: number): void {
    if (this.#stopping) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#round().catch((error: Error) => this.#later(error)).finally(() => this.#after(LIMITS.retentionAgainMs));
    }, delayMs).unref();
  }

  async #round(): Promise<void> {
    const { source, log, retentionDays } = this.options;
    const swept = await sweepDeleted(source);
    if (swept > 0) log.info({ rows: swept }, 'retention.deleted_endpoints_swept');
    if (Date.now() < this.#daysAtMs) return;
    await makePartitions(source, log);
    const done = await expireDays(this.options);
    await forgetReplays(source, retentionDays);
    if (done) this.#daysAtMs = Date.now() + LIMITS.retentionEveryMs;
  }

  /** Nothing depends on it for two days. */
  #later(error: Error): void {
    this.options.log.warn({ error: error.message }, 'retention.later');
  }
}
