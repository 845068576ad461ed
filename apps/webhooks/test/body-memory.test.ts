import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createLogger } from '@qafila/runtime/log';
import { Metrics } from '@qafila/runtime/metrics';
import { runLength, runSeed } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { DeliveryMetrics } from '../src/delivery/delivery-metrics.ts';
import { Dispatcher } from '../src/delivery/dispatcher.ts';
import type { EndpointQueue } from '../src/delivery/endpoint-queue.ts';
import { NEW_HEALTH } from '../src/delivery/health-state.ts';
import type { Job } from '../src/delivery/job.ts';
import type { PartitionLeases } from '../src/delivery/partition-leases.ts';
import type { Answer } from '../src/egress/answer.ts';
import type { Egress } from '../src/egress/send.ts';
import type { EndpointConfig } from '../src/endpoints/load-endpoints.ts';

const [EPOCH, ENDPOINTS] = [7, 12];
const BODIES = [1, 100, 4_096].map((bytes) => Buffer.alloc(bytes));

/** A dispatcher whose results go nowhere, with merchants that answer anything. */
function startDispatcher(random: () => number): Dispatcher {
  const statuses = [200, 200, 200, 500, 503, 410];
  const answer = (): Answer => {
    const status = statuses[Math.floor(random() * statuses.length)] as number;
    return random() < 0.05
      ? { kind: 'failed', reason: 'proxy', message: 'away', latencyMs: 1 }
      : { kind: 'answered', status, excerpt: '', retryAfter: undefined, latencyMs: 1 };
  };
  const result = { rows: [], rowCount: 0 };
  return new Dispatcher({
    pool: {
      query: () => Promise.resolve(result),
      connect: () => Promise.resolve({ query: () => Promise.resolve(result), release: () => {}, on: () => {} }),
    } as unknown as Pool,
    leases: { owner: 'test', epochOf: () => EPOCH } as unknown as PartitionLeases,
    egress: { send: () => Promise.resolve(answer()) } as unknown as Egress,
    log: createLogger('test', 'silent'),
    metrics: new DeliveryMetrics(new Metrics('test')),
    scheduleSeconds: [0, 1, 1],
    disableAfterMs: 1e12,
    onWorkNeeded: () => {},
    onPublished: () => {},
  });
}

/** What the database has of an endpoint: how many deliveries are numbered. */
class Endpoints {
  readonly #heads = new Map<number, number>();
  #retries = 0;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly random: () => number,
  ) {}

  upTo(max: number): number {
    return Math.floor(this.random() * max);
  }

  body(): Buffer {
    return BODIES[this.upTo(BODIES.length)] as Buffer;
  }

  job(endpointNo: number, sequence: number, more: Partial<Job> = {}): Job {
    return {
      endpointNo,
      sequence,
      day: '2026-11-22',
      eventId: 'e',
      type: 'meter.created',
      key: `k${this.upTo(4)}`,
      body: this.body(),
      traceparent: null,
      priority: 'first',
      attempt: 1,
      scheduleStep: 0,
      scheduleAtMs: null,
      cause: 'first',
      isInMemory: false,
      ...more,
    };
  }

  offer(endpointNo: number): void {
    const sequence = (this.#heads.get(endpointNo) ?? 0) + 1;
    this.#heads.set(endpointNo, sequence);
    const { day, eventId: id, ...event } = this.job(endpointNo, sequence);
    const owner = { accountId: 'a', storeId: 's', mode: 'stage', at: '' };
    const granted = sequence + this.upTo(3) - 1;
    this.dispatcher.offer(
      { endpointNo, partition: 1, sequence, granted, epoch: EPOCH, event: { ...event, ...owner, day, id } },
      EPOCH,
    );
  }

  /** Reads what is not in memory, and often what fan-out has brought meanwhile. */
  read(queue: EndpointQueue): void {
    const head = this.#heads.get(queue.endpointNo) ?? 0;
    const behind = (queue.expected ?? head + 1) - 1;
    const from = Math.max(1, behind + 1 - this.upTo(3));
    const grant = { granted: head + 50, head, settled: behind, behind, nextSequence: behind + 1, health: NEW_HEALTH };
    queue.granted(grant);
    for (let sequence = from; sequence <= Math.min(head, behind + queue.room); sequence++)
      queue.enqueue(this.job(queue.endpointNo, sequence));
    this.dispatcher.pump(queue);
  }

  retry(queue: EndpointQueue): void {
    const attempt = this.upTo(50) === 0 ? 20_000 : 2;
    queue.enqueue(this.job(queue.endpointNo, ++this.#retries, { priority: 'retry', attempt, cause: 'retry' }));
    this.dispatcher.pump(queue);
  }

  configure(queue: EndpointQueue): void {
    const status = (['enabled', 'enabled', 'enabled', 'paused', 'disabled'] as const)[this.upTo(5)];
    queue.configLoaded({
      endpointNo: queue.endpointNo,
      id: 'ep',
      status,
      ordering: this.upTo(2) === 0 ? 'key' : 'none',
      rateLimitPerSecond: null,
      concurrencyMax: 64,
      healthRevision: 0,
      headers: {},
      url: 'http://x',
      signer: { sign: () => ({}) },
      blockedKeys: [],
      loadedAtMs: Date.now() + this.upTo(2),
    } as unknown as EndpointConfig);
    this.dispatcher.pump(queue);
  }
}

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('after any order of offers, reads, retries, answers, drops and returns, no body is counted', async () => {
  const random = randomOf(runSeed());
  const dispatcher = startDispatcher(random);
  const endpoints = new Endpoints(dispatcher, random);
  const dropped: EndpointQueue[] = [];
  const act = (endpointNo: number): void => {
    const queue = dispatcher.queues.get(endpointNo);
    const choice = random();
    if (choice < 0.5 || queue === undefined) endpoints.offer(endpointNo);
    else if (choice < 0.7) endpoints.read(queue);
    else if (choice < 0.9) endpoints.retry(queue);
    else if (choice < 0.98) endpoints.configure(queue);
    else {
      if (choice < 0.99) dispatcher.drop(queue);
      else dispatcher.giveBack(queue);
      dropped.push(queue);
    }
    // A read that began before its queue was dropped.
    const late = dropped.pop();
    if (late !== undefined && choice > 0.5) endpoints.retry(late);
  };
  let most = 0;
  for (let operation = 1; operation <= runLength(10_000_000, 100_000); operation++) {
    act(1 + endpoints.upTo(ENDPOINTS));
    most = Math.max(most, dispatcher.memory.bytes);
    if (operation % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(most).toBeGreaterThan(1_000);
  const queued = [...dispatcher.queues.values()].reduce((sum, queue) => sum + queue.queued, 0);
  expect(dispatcher.memory.jobs).toBeGreaterThanOrEqual(queued);
  for (const queue of [...dispatcher.queues.values()]) dispatcher.drop(queue);
  await eventually(() => dispatcher.memory.jobs === 0);
  expect(dispatcher.memory.bytes).toBe(0);
}, 600_000);
