import type { Pool } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Logger } from '@qafila/runtime/log';
import type { Channel } from './channel.ts';
import type { Outcome } from './job.ts';
import { RECORD, RECORD_DELIVERED, RELEASE_KEYS } from './record.sql.ts';
import { tellExhausted } from './tell.ts';

export const RECORDER_LIMITS = {
  outcomesPerWriteMax: 1_000,
  /** Under load a write waits this long for company: a commit costs the same for one outcome as for hundreds. */
  lingerMs: 8,
  lingerOutcomesMin: 4,
  failureDelayMsMax: 2_000,
} as const;

interface Entry { channel: Channel; outcome: Outcome }

/** Writes outcomes, many at a time, and again until they are written: they are the only proof that a merchant got his event. */
export class Recorder {
  #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly options: { pool: Pool; owner: string; log: Logger; onRecorded: (channels: Set<Channel>) => void; onPublished: () => void }) {}

  add(channel: Channel, outcome: Outcome): void {
    channel.unrecorded++;
    this.#waiting.push({ channel, outcome });
    this.#writing ??= this.#write().finally(() => { this.#writing = undefined; });
  }

  /** Resolves when everything added so far is written. */
  async flushed(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** Gives up on a database that is away: what is not written is found by the lanes' next owners. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    let failures = 0;
    while (this.#waiting.length > 0 && !this.#stopped) {
      const entries = this.#waiting.slice(0, RECORDER_LIMITS.outcomesPerWriteMax);
      try {
        await this.#record(entries);
        this.#waiting.splice(0, entries.length);
        failures = 0;
        if (entries.length >= RECORDER_LIMITS.lingerOutcomesMin) await delay(RECORDER_LIMITS.lingerMs);
      } catch (error) {
        if (failures++ % 20 === 0) this.options.log.warn({ error: (error as Error).message, outcomes: this.#waiting.length }, 'delivery.record_waiting');
        await delay(Math.min(RECORDER_LIMITS.failureDelayMsMax, 50 * 2 ** Math.min(failures, 10)));
      }
    }
  }

  async #record(entries: Entry[]): Promise<void> {
    for (const { channel, outcome } of entries) channel.settle(outcome.job);
    const channels = new Set(entries.map(({ channel }) => channel));
    const delivered = entries.filter(isDeliveredAtOnce);
    const others = entries.filter((entry) => !isDeliveredAtOnce(entry));
    const exhausted = others.filter(({ outcome }) => outcome.fate.kind === 'dead' && outcome.fate.reason === 'exhausted');
    // Before the statement that moves `settled` past them: after a crash between the two they are in the log, and not lost.
    if (exhausted.length > 0) await this.#recordWithEvents(others, exhausted);
    else if (others.length > 0) await this.options.pool.query({ ...RECORD, values: outcomeValues(others, this.options.owner) });
    await this.options.pool.query({ ...RECORD_DELIVERED, values: deliveredValues(delivered, channels, this.options.owner) });
    const keys = entries.filter(({ channel, outcome }) => channel.order.isBlocked(outcome.job.key));
    if (keys.length > 0) await this.#releaseKeys(keys);
    for (const { channel, outcome } of entries) channel.recorded(outcome);
    this.options.onRecorded(channels);
  }

  async #recordWithEvents(others: Entry[], exhausted: Entry[]): Promise<void> {
    await inTransaction(this.options.pool, async (tx) => {
      const { rows } = await tx.query<{ endpoint_no: string; sequence: string }>({ ...RECORD, values: outcomeValues(others, this.options.owner) });
      // Only of what died by this write: a lane's new owner goes on with what ours had as its last attempt.
      const died = new Set(rows.map((row) => `${row.endpoint_no} ${row.sequence}`));
      for (const { channel, outcome } of exhausted) if (died.has(`${outcome.job.endpointNo} ${outcome.job.sequence}`)) await tellExhausted(tx, channel, outcome);
    });
    this.options.onPublished();
  }

  /** After the write: what waits for one of these keys may go, or the key is free again. */
  async #releaseKeys(entries: Entry[]): Promise<void> {
    const { rows } = await this.options.pool.query<{ endpoint_no: string; key: string }>({
      ...RELEASE_KEYS, values: [entries.map(({ channel }) => channel.endpointNo), entries.map(({ outcome }) => outcome.job.key)],
    });
    const left = new Set(rows.map((row) => `${row.endpoint_no} ${row.key}`));
    for (const { channel, outcome: { job, fate } } of entries) {
      if (job.lane === 'fresh' && (fate.kind === 'parked' || fate.kind === 'retry')) channel.order.parked(job.key);
      if (left.has(`${channel.endpointNo} ${job.key}`)) channel.retryDueAtMs = Math.min(channel.retryDueAtMs, Date.now());
      else channel.order.free(job.key);
    }
  }
}

/** The way of nearly all, which the short statement writes. */
function isDeliveredAtOnce({ outcome: { job, fate } }: Entry): boolean {
  return job.lane === 'fresh' && fate.kind === 'delivered';
}

function deliveredValues(entries: Entry[], channels: Set<Channel>, owner: string): unknown[] {
  const column = <T>(pick: (outcome: Outcome) => T): T[] => entries.map(({ outcome }) => pick(outcome));
  const tail = <T>(pick: (channel: Channel) => T): T[] => [...channels].map(pick);
  return [
    column(({ job }) => job.endpointNo), column(({ job }) => job.sequence), column(({ job }) => job.day), column(({ made }) => made?.startedAtMs),
    column(({ made }) => made?.latencyMs), column(({ made }) => made?.status), column(({ made }) => made?.excerpt), owner,
    tail((c) => c.endpointNo), tail((c) => c.epoch), tail((c) => c.settled), tail((c) => c.health.failures), tail((c) => c.health.failingSinceMs),
    tail((c) => c.health.lastSuccessMs), tail((c) => c.health.warned), tail((c) => c.health.revision),
  ];
}

function outcomeValues(entries: Entry[], owner: string): unknown[] {
  const column = <T>(pick: (outcome: Outcome, channel: Channel) => T): T[] => entries.map(({ channel, outcome }) => pick(outcome, channel));
  return [
    column(({ job }) => job.endpointNo), column((_, c) => c.lane), column((_, c) => c.epoch), column(({ job }) => job.sequence), column(({ job }) => job.day),
    column(({ job }) => job.eventId), column(({ job }) => job.key), column(({ job }) => job.attempt), column(({ job }) => job.cause),
    column(({ made }) => made?.startedAtMs ?? 0), column(({ made }) => made?.latencyMs ?? 0), column(({ made }) => made?.outcome ?? null),
    column(({ made }) => made?.status ?? null), column(({ made }) => made?.error ?? null), column(({ made }) => made?.excerpt ?? null),
    column(({ fate }) => fate.kind), column(({ job }) => job.lane === 'fresh'), column(({ job, fate }) => (fate.kind === 'retry' ? fate.step : job.step)),
    column(({ fate }) => (fate.kind === 'retry' ? fate.dueAtMs : Date.now())), column(({ fate }) => (fate.kind === 'dead' ? fate.reason : null)), owner,
  ];
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
