import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { inSpan } from '@qafila/runtime/traces';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { Egress } from '../egress/send.ts';
import type { EndpointConfig } from '../endpoints/load-endpoints.ts';
import { LIMITS } from '../limits.ts';
import { BodyMemory } from './body-memory.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { expediteRetries } from './expedite-retries.ts';
import type { AttemptRecord, Disposition, Job } from './job.ts';
import { internalFault, judgeAnswer } from './judge-answer.ts';
import type { Verdict } from './judge-answer.ts';
import type { NewDelivery } from './new-delivery.ts';
import type { PartitionLeases } from './partition-leases.ts';
import { Recorder } from './recorder.ts';
import { ownFaultDelayMs, retryDelayMs } from './retry-schedule.ts';

export const DISPATCHER_LIMITS = {
  /**
   * Sockets of all endpoints together. Each endpoint has its own window; this bound keeps the process within its file
   * limit.
   */
  underWayMax: 5_000,
  /** Bodies in memory; beyond it deliveries wait in the database. */
  queuedBytesMax: 128 * 1024 * 1024,
} as const;

export interface DispatcherOptions {
  pool: Pool;
  leases: PartitionLeases;
  egress: Egress;
  log: Logger;
  metrics: DeliveryMetrics;
  scheduleSeconds: readonly number[];
  disableAfterMs: number;
  /** A queue needs something from the database: the work loop may run. */
  onWorkNeeded: () => void;
  /** An event was published: the relay may run. */
  onPublished: () => void;
}

/**
 * Sends the deliveries of the endpoint partitions that this process owns. It decides when each is sent, and what its
 * answer means. The work loop brings deliveries and grants; the recorder writes the results.
 */
export class Dispatcher {
  readonly recorder: Recorder;
  readonly memory = new BodyMemory(DISPATCHER_LIMITS.queuedBytesMax);
  readonly #health: EndpointHealth;
  readonly #queues = new Map<number, EndpointQueue>();
  #underWay = 0;
  #stopping = false;

  constructor(private readonly options: DispatcherOptions) {
    const { pool, leases, log, onPublished, onWorkNeeded } = options;
    this.recorder = new Recorder({ pool, owner: leases.owner, log, onPublished, onRecorded: onWorkNeeded });
    this.#health = new EndpointHealth({
      pool,
      log,
      disableAfterMs: options.disableAfterMs,
      recorded: () => this.recorder.flushed(),
      onPublished,
    });
  }

  get queues(): ReadonlyMap<number, EndpointQueue> {
    return this.#queues;
  }

  /** From fan-out in this process. What the grant covers is sent at once; the rest is read when its turn comes. */
  offer(delivery: NewDelivery, epoch: number): void {
    const { endpointNo, partition } = delivery;
    const queue = this.#queues.get(endpointNo) ?? this.open(endpointNo, partition, epoch);
    if (!this.#stopping) queue.offer(delivery);
    if (queue.needsWork) this.options.onWorkNeeded();
    this.pump(queue);
  }

  open(endpointNo: number, partition: number, epoch: number): EndpointQueue {
    const queue = new EndpointQueue({ endpointNo, partition, epoch, memory: this.memory });
    this.#queues.set(endpointNo, queue);
    return queue;
  }

  /** Forgets the queue with everything in it: the endpoint is deleted, idle, or another process owns it. */
  drop(queue: EndpointQueue): void {
    this.#queues.delete(queue.endpointNo);
    queue.close();
  }

  /** Returns what was not attempted, so that the partition's next owner finds it unchanged. */
  giveBack(queue: EndpointQueue): void {
    this.#queues.delete(queue.endpointNo);
    for (const job of queue.close()) this.#recordWithoutAttempt(queue, job, { kind: 'returned' });
  }

  /** Starts every attempt that the endpoint's window, breaker, rate and order allow now. */
  pump(queue: EndpointQueue): void {
    const { config } = queue;
    if (config === undefined || config.status === 'paused' || this.#stopping || !this.#owns(queue)) return;
    if (config.status === 'disabled') return this.#deadLetterAll(queue);
    while (queue.queued > 0) {
      if (this.#underWay >= DISPATCHER_LIMITS.underWayMax || !queue.mayStart(steadyNowMs())) return;
      const job = queue.next() as Job;
      if (job.attempt > LIMITS.attemptsMax) {
        queue.notAttempted(job);
        this.#recordWithoutAttempt(queue, job, { kind: 'dead', reason: 'exhausted' });
        continue;
      }
      const turn = queue.admit(job);
      if (turn === 'start') void this.#attempt(queue, job);
      if (turn === 'park') this.#recordWithoutAttempt(queue, job, { kind: 'parked' });
    }
  }

  pumpAll(): void {
    for (const queue of this.#queues.values()) if (queue.queued > 0) this.pump(queue);
  }

  /** No attempt starts after this; those under way end by themselves. */
  stop(): void {
    this.#stopping = true;
  }

  /** Whether this process still owns the queue's partition, by its own clock. */
  #owns(queue: EndpointQueue): boolean {
    return this.options.leases.epochOf(queue.partition) === queue.epoch;
  }

  #deadLetterAll(queue: EndpointQueue): void {
    if (queue.queued === 0) return;
    // Fan-out writes nothing for a disabled endpoint, so newer work may mean that the endpoint is enabled again.
    // No wake: the next round is soon enough, and a configuration that cannot be read must not cause a busy loop.
    if (queue.isConfigStale) {
      if (queue.configRequests.mayRetry(steadyNowMs())) queue.configRequests.request();
      return;
    }
    for (let job = queue.next(); job !== undefined; job = queue.next()) {
      queue.notAttempted(job);
      const disposition: Disposition = { kind: 'dead', reason: 'endpoint_disabled' };
      this.#recordWithoutAttempt(queue, job, disposition);
      queue.finished(job, disposition);
    }
  }

  async #attempt(queue: EndpointQueue, job: Job): Promise<void> {
    queue.started();
    this.#underWay++;
    const startedAtMs = Date.now();
    const from = performance.now();
    const verdict = await this.#send(queue.config as EndpointConfig, job, startedAtMs).catch(internalFault);
    queue.ended(job);
    this.#underWay--;
    const attempt: AttemptRecord = {
      startedAtMs,
      latencyMs: Math.round(performance.now() - from),
      outcome: verdict.outcome,
      status: verdict.status,
      error: verdict.error,
      excerpt: verdict.excerpt,
    };
    this.options.metrics.attempted(verdict, attempt.latencyMs, job);
    if (!verdict.isOurFault) this.#pace(queue, verdict);
    this.#finish(queue, job, this.#dispositionOf(queue, job, verdict), attempt);
    if (!verdict.isOurFault) this.#health.judge(queue, verdict);
    this.pump(queue);
  }

  async #send(config: Readonly<EndpointConfig>, job: Job, startedAtMs: number): Promise<Verdict> {
    const request = { url: config.url, headers: headersOf(config, job, startedAtMs), body: job.body };
    const send = (): ReturnType<Egress['send']> => this.options.egress.send(request);
    const answer = job.traceparent === null ? await send() : await inSpan('webhook.attempt', job.traceparent, send);
    return judgeAnswer(answer, Date.now());
  }

  #pace(queue: EndpointQueue, verdict: Verdict): void {
    if (!queue.pace(verdict, steadyNowMs())) return;
    const { pool, log, onWorkNeeded } = this.options;
    const onDue = (): void => {
      queue.retryClock.dueAt(0);
      onWorkNeeded();
    };
    void expediteRetries({ pool, queue, log, recorded: () => this.recorder.flushed(), onDue });
  }

  #dispositionOf(queue: EndpointQueue, job: Job, verdict: Verdict): Disposition {
    const { scheduleSeconds } = this.options;
    if (verdict.outcome === 'delivered') return { kind: 'delivered' };
    if (verdict.outcome === 'gone' || queue.config?.status === 'disabled')
      return { kind: 'dead', reason: 'endpoint_disabled' };
    if (verdict.isOurFault) {
      const sinceMs = job.scheduleAtMs === null ? 0 : steadyNowMs() - job.scheduleAtMs;
      return retryAfter(job.scheduleStep, ownFaultDelayMs(scheduleSeconds, sinceMs));
    }
    // Every attempt that says something about the endpoint uses up a step, whatever its cause: so each delivery ends.
    const scheduleStep = job.scheduleStep + 1;
    return retryAfter(scheduleStep, retryDelayMs(scheduleSeconds, scheduleStep, verdict));
  }

  #finish(queue: EndpointQueue, job: Job, disposition: Disposition, attempt: AttemptRecord): void {
    this.recorder.add(queue, { job, disposition, attempt });
    for (const behind of queue.finished(job, disposition))
      this.#recordWithoutAttempt(queue, behind, { kind: 'parked' });
  }

  #recordWithoutAttempt(queue: EndpointQueue, job: Job, disposition: Disposition): void {
    this.recorder.add(queue, { job, disposition, attempt: null });
  }
}

/** Names and values in turn: merging objects of headers costs ten times as much. */
function headersOf(config: Readonly<EndpointConfig>, job: Job, startedAtMs: number): string[] {
  const timestampSeconds = Math.floor(startedAtMs / 1_000);
  const { eventId: id, type: eventType, sequence, body } = job;
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    'Qafila-Webhooks/1',
    'webhook-id',
    id,
    'webhook-timestamp',
    String(timestampSeconds),
    'webhook-sequence',
    String(sequence),
    'webhook-event-type',
    eventType,
  ];
  for (const name in config.headers) headers.push(name, config.headers[name] as string);
  const signed = config.signer.sign({ id, timestampSeconds, sequence, eventType, body });
  for (const name in signed) headers.push(name, signed[name as keyof typeof signed] as string);
  return headers;
}

/** A retry of this step after a delay; without one, no attempt is left. */
function retryAfter(scheduleStep: number, delayMs: number | null): Disposition {
  return delayMs === null
    ? { kind: 'dead', reason: 'exhausted' }
    : { kind: 'retry', scheduleStep, dueAtMs: steadyNowMs() + delayMs };
}
