import type { Pool } from 'pg';
import { bareArray, quotedArray } from '@qafila/runtime/array-literal';
import { backoffMs } from '@qafila/runtime/backoff';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Logger } from '@qafila/runtime/log';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { DeliveryResult } from './job.ts';
import { publishExhausted } from './operational-events.ts';
import { RECORD, RECORD_DELIVERED, RELEASE_KEYS } from './record.sql.ts';

export const RECORDER_LIMITS = {
  resultsPerWriteMax: 1_000,
  /** Under load the next write waits for more results: a commit costs the same for one as for hundreds. */
  lingerMs: 8,
  lingerResultsMin: 4,
  backoff: { firstMs: 100, maxMs: 2_000 },
} as const;

export interface RecorderOptions {
  pool: Pool;
  owner: string;
  log: Logger;
  /** Results are written: their endpoints may have new work. */
  onRecorded: () => void;
  onPublished: () => void;
}

interface Entry {
  queue: EndpointQueue;
  result: DeliveryResult;
  /** The queue knows that it is written. A write is repeated when something after it fails. */
  isStored: boolean;
}

/**
 * Writes results, many at a time, and repeats a write until it succeeds: they are the only proof that the merchant has
 * the event.
 */
export class Recorder {
  #waiting: Entry[] = [];
  #isWriting = false;
  #stopped = false;
  /** How many results were written since the start. They are written in the order of their adding. */
  #written = 0;
  #flushes: { upTo: number; done: () => void }[] = [];

  constructor(private readonly options: RecorderOptions) {}

  add(queue: EndpointQueue, result: DeliveryResult): void {
    queue.resultAdded(result.job);
    this.#waiting.push({ queue, result, isStored: false });
    if (!this.#isWriting) void this.#write();
  }

  /** Resolves when everything added so far is written, also while more is added; or when the recorder has stopped. */
  flushed(): Promise<void> {
    if (!this.#isWriting) return Promise.resolve();
    return new Promise((done) => {
      this.#flushes.push({ upTo: this.#written + this.#waiting.length, done });
    });
  }

  /** Stops repeating. The partitions' next owners find what is not written. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    await new Promise((resolve) => setImmediate(resolve));
    let failures = 0;
    while (this.#waiting.length > 0 && !this.#stopped) {
      const entries = this.#waiting.slice(0, RECORDER_LIMITS.resultsPerWriteMax);
      try {
        await this.#record(entries);
        this.#waiting.splice(0, entries.length);
        this.#written += entries.length;
        this.#endFlushes(this.#written);
        failures = 0;
        if (entries.length >= RECORDER_LIMITS.lingerResultsMin) await delay(RECORDER_LIMITS.lingerMs);
      } catch (error) {
        if (failures % 20 === 0)
          this.options.log.warn(
            { error: (error as Error).message, results: this.#waiting.length },
            'delivery.record_waiting',
          );
        await delay(backoffMs(++failures, RECORDER_LIMITS.backoff));
      }
    }
    this.#isWriting = false;
    this.#endFlushes(Infinity);
  }

  #endFlushes(written: number): void {
    while (this.#flushes[0] !== undefined && this.#flushes[0].upTo <= written) this.#flushes.shift()?.done();
  }

  async #record(entries: Entry[]): Promise<void> {
    for (const { queue, result } of entries) queue.settle(result.job);
    const queues = new Set(entries.map(({ queue }) => queue));
    const delivered = entries.filter(isDeliveredAtFirst);
    const others = delivered.length === entries.length ? [] : entries.filter((entry) => !isDeliveredAtFirst(entry));
    const exhausted = others.filter(
      ({ result: { disposition } }) => disposition.kind === 'dead' && disposition.reason === 'exhausted',
    );
    // Before the statement that moves `settled` past them: after a crash between the two statements they are in the
    // log.
    if (exhausted.length > 0) await this.#recordWithEvents(others, exhausted);
    else if (others.length > 0)
      await this.options.pool.query({ ...RECORD, values: resultValues(others, this.options.owner) });
    await this.options.pool.query({
      ...RECORD_DELIVERED,
      values: deliveredValues(delivered, queues, this.options.owner),
    });
    for (const entry of entries) {
      if (!entry.isStored) entry.queue.stored(entry.result);
      entry.isStored = true;
    }
    const blocked = entries.filter(({ queue, result }) => queue.mayReleaseKey(result.job.key));
    if (blocked.length > 0) await this.#releaseKeys(blocked);
    for (const { queue, result } of entries) queue.recorded(result);
    this.options.onRecorded();
  }

  async #recordWithEvents(others: Entry[], exhausted: Entry[]): Promise<void> {
    await inTransaction(this.options.pool, async (tx) => {
      const { rows } = await tx.query<{ endpoint_no: string; sequence: string }>({
        ...RECORD,
        values: resultValues(others, this.options.owner),
      });
      // Only for dead letters of this write: a new owner of the partition continues with what was our last attempt.
      const dead = new Set(rows.map((row) => `${row.endpoint_no} ${row.sequence}`));
      for (const { queue, result } of exhausted)
        if (dead.has(`${result.job.endpointNo} ${result.job.sequence}`)) await publishExhausted(tx, queue, result);
    });
    this.options.onPublished();
  }

  /** After the write: the next delivery of each of these keys may go, or the key is free. */
  async #releaseKeys(entries: Entry[]): Promise<void> {
    const { rows } = await this.options.pool.query<{ endpoint_no: string; key: string }>({
      ...RELEASE_KEYS,
      values: [entries.map(({ queue }) => queue.endpointNo), entries.map(({ result }) => result.job.key)],
    });
    const waiting = new Set(rows.map((row) => `${row.endpoint_no} ${row.key}`));
    for (const { queue, result } of entries)
      queue.keyReleased(result.job.key, waiting.has(`${queue.endpointNo} ${result.job.key}`));
  }
}

/** Nearly all deliveries. The shorter statement writes them. */
function isDeliveredAtFirst({ result: { job, disposition } }: Entry): boolean {
  return job.priority === 'first' && disposition.kind === 'delivered';
}

function deliveredValues(entries: Entry[], queues: Set<EndpointQueue>, owner: string): unknown[] {
  const column = <T>(pick: (result: DeliveryResult) => T): T[] => entries.map(({ result }) => pick(result));
  const tail = <T>(pick: (queue: EndpointQueue) => T): T[] => [...queues].map(pick);
  return [
    bareArray(column(({ job }) => job.endpointNo)),
    bareArray(column(({ job }) => job.sequence)),
    quotedArray(column(({ job }) => job.day)),
    bareArray(column(({ attempt }) => attempt?.startedAtMs)),
    bareArray(column(({ attempt }) => attempt?.latencyMs)),
    bareArray(column(({ attempt }) => attempt?.status)),
    column(({ attempt }) => attempt?.excerpt),
    owner,
    tail((queue) => queue.endpointNo),
    tail((queue) => queue.epoch),
    tail((queue) => queue.settled),
    tail((queue) => queue.health.failures),
    tail((queue) => queue.health.failingSinceMs),
    tail((queue) => queue.health.lastSuccessMs),
    tail((queue) => queue.health.warned),
    tail((queue) => queue.health.revision),
  ];
}

function resultValues(entries: Entry[], owner: string): unknown[] {
  const column = <T>(pick: (result: DeliveryResult, queue: EndpointQueue) => T): T[] =>
    entries.map(({ queue, result }) => pick(result, queue));
  return [
    column(({ job }) => job.endpointNo),
    column((_, queue) => queue.partition),
    column((_, queue) => queue.epoch),
    column(({ job }) => job.sequence),
    column(({ job }) => job.day),
    column(({ job }) => job.eventId),
    column(({ job }) => job.key),
    column(({ job }) => job.attempt),
    column(({ job }) => job.cause),
    column(({ attempt }) => attempt?.startedAtMs ?? 0),
    column(({ attempt }) => attempt?.latencyMs ?? 0),
    column(({ attempt }) => attempt?.outcome ?? null),
    column(({ attempt }) => attempt?.status ?? null),
    column(({ attempt }) => attempt?.error ?? null),
    column(({ attempt }) => attempt?.excerpt ?? null),
    column(({ disposition }) => disposition.kind),
    column(({ job }) => job.priority === 'first'),
    column(({ job, disposition }) => (disposition.kind === 'retry' ? disposition.scheduleStep : job.scheduleStep)),
    column(({ disposition }) => (disposition.kind === 'retry' ? disposition.dueAtMs - steadyNowMs() : 0)),
    column(({ disposition }) => (disposition.kind === 'dead' ? disposition.reason : null)),
    owner,
  ];
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
