import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { DATABASE_LIMITS } from '@qafila/runtime/database';
import type { Logger } from '@qafila/runtime/log';
import { settlesWithin } from '@qafila/runtime/settles-within';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { EndpointSource } from '../endpoints/load-endpoints.ts';
import { BacklogLoop } from './backlog-loop.ts';
import { claimRetries, extendGrants, findWork, releaseUnknownClaims, withdrawGrants } from './claim-work.ts';
import type { QueuedJob, QueueRoom } from './claim-work.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { DisabledEndpoints } from './disabled-endpoints.ts';
import type { Dispatcher } from './dispatcher.ts';
import { EndpointConfigs } from './endpoint-configs.ts';
import { QUEUE_LIMITS } from './endpoint-queue.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { OwnedPartition, PartitionLeases } from './partition-leases.ts';
import { releaseParked } from './release-parked.ts';
import { splitOnFailure } from './split-on-failure.ts';
import { takeOver } from './take-over.ts';

export const WORK_LIMITS = {
  /** Breakers, rates and due retries are checked this often; deliveries do not wait for it. */
  tickMs: 100,
  findWorkEveryMs: 2_000,
  queueIdleMs: 60_000,
  queuesPerStatementMax: 200,
  failureDelayMsMax: 2_000,
  /**
   * When the memory for bodies is full, an endpoint still gets this room: endpoints that do not answer must not starve
   * others.
   */
  roomWhenFull: 20,
  /** A claim whose answer was lost may still commit until its statement's deadline. */
  unknownClaimMs: DATABASE_LIMITS.statementTimeoutMs + 5_000,
  /** For attempts under way when the process stops or gives a partition away. */
  drainMs: 10_000,
} as const;

export interface WorkLoopOptions {
  dispatcher: Dispatcher;
  leases: PartitionLeases;
  source: EndpointSource;
  metrics: DeliveryMetrics;
  log: Logger;
}

/**
 * Brings the dispatcher what it may send: endpoint partitions, configurations, grants and retries. One round at a
 * time.
 */
export class WorkLoop {
  readonly #loop: BackgroundLoop;
  readonly #configs: EndpointConfigs;
  readonly #disabled: DisabledEndpoints;
  readonly #backlog: BacklogLoop;
  #stopping = false;
  #findWorkAtMs = 0;
  /** Partitions that this process owns and has taken over, with their epoch. */
  readonly #ready = new Map<number, number>();
  /** Partitions that are being given away: the lease still exists, and they are not taken over again. */
  readonly #leaving = new Set<number>();
  /** What gives them away: a stop waits for it, because it ends every lease. */
  readonly #handOvers = new Set<Promise<void>>();
  /** Queues with a claim whose result is unknown, and until when it may still commit. */
  readonly #unknownClaims = new Map<EndpointQueue, number>();

  constructor(private readonly options: WorkLoopOptions) {
    const { dispatcher, leases, metrics, source, log } = options;
    const { pool } = source;
    this.#disabled = new DisabledEndpoints({
      pool,
      owner: leases.owner,
      queues: dispatcher.queues,
      log,
      onReleased: () => this.workArrived(),
    });
    this.#backlog = new BacklogLoop({ pool, log, metrics, partitions: () => [...this.#ready.keys()] });
    this.#loop = new BackgroundLoop({
      name: 'delivery',
      log,
      round: () => this.#round(),
      backoff: { firstMs: 100, maxMs: WORK_LIMITS.failureDelayMsMax },
    });
    this.#configs = new EndpointConfigs({ dispatcher, source, log, onLoaded: () => this.wake() });
  }

  start(): void {
    this.options.leases.start();
    this.#loop.start();
    this.#backlog.start();
  }

  /** The epoch of a partition that this process owns and has taken over. */
  epochOf(partition: number): number | undefined {
    const epoch = this.#ready.get(partition);
    return epoch !== undefined && this.options.leases.epochOf(partition) === epoch ? epoch : undefined;
  }

  wake(): void {
    this.#loop.wake();
  }

  /** An endpoint's configuration changed, here or in another process. */
  endpointChanged(endpointNo: number): void {
    this.#configs.changed(endpointNo);
    this.wake();
  }

  /** The database may have new work: a delivery from another process, or a retry that a merchant requested. */
  workArrived(): void {
    this.#findWorkAtMs = 0;
    this.wake();
  }

  async stop(): Promise<void> {
    const { dispatcher, leases } = this.options;
    this.#stopping = true;
    await Promise.all([this.#loop.stop(), this.#backlog.stop()]);
    dispatcher.stop();
    await Promise.all([...this.#handOvers, this.#giveAway([...this.#ready.keys()])]);
    dispatcher.recorder.stop();
    await leases.leave().catch(() => {});
  }

  async #round(): Promise<number> {
    await this.#maintainPartitions();
    if (steadyNowMs() >= this.#findWorkAtMs) await this.#findWork();
    // Not awaited: a slow identity must not delay the renewal of the leases.
    this.#configs.load();
    await this.#extendGrants();
    await this.#claimRetries();
    this.#disabled.end();
    this.#dropUnused();
    this.options.dispatcher.pumpAll();
    return WORK_LIMITS.tickMs;
  }

  async #maintainPartitions(): Promise<void> {
    const { leases, source } = this.options;
    const lost = leases.takeLost();
    // Their new owner has already decided about these deliveries. Late results of ours only go to the log.
    if (lost.length > 0) this.#drop(lost);
    const owned = leases.owned.filter((partition) => !this.#leaving.has(partition));
    const unready = owned
      .map((partition) => ({ partition, epoch: leases.epochOf(partition) as number }))
      .filter(({ partition, epoch }) => this.#ready.get(partition) !== epoch);
    if (unready.length > 0) {
      await takeOver(source.pool, leases.owner, unready);
      this.#drop(unready.map(({ partition }) => partition));
      for (const { partition, epoch } of unready) this.#ready.set(partition, epoch);
      this.#findWorkAtMs = 0;
      this.#releaseParked(unready);
    }
    // Each by itself: a request that hangs delays only its own partition.
    if (!this.#stopping) for (const partition of owned.slice(leases.share)) this.#startGivingAway(partition);
  }

  /** Not awaited: an endpoint can have a million keys. */
  #releaseParked(taken: OwnedPartition[]): void {
    void releaseParked({
      pool: this.options.source.pool,
      of: { partitions: taken.map(({ partition }) => partition) },
      isOurs: () => taken.some(({ partition, epoch }) => this.epochOf(partition) === epoch),
      log: this.options.log,
      onReleased: () => this.workArrived(),
    });
  }

  #drop(partitions: number[]): void {
    for (const partition of partitions) this.#ready.delete(partition);
    for (const queue of this.#queuesOf(partitions)) this.options.dispatcher.drop(queue);
  }

  #queuesOf(partitions: number[]): EndpointQueue[] {
    return [...this.options.dispatcher.queues.values()].filter((queue) => partitions.includes(queue.partition));
  }

  #startGivingAway(partition: number): void {
    const handOver = this.#giveAway([partition]).finally(() => this.#handOvers.delete(handOver));
    this.#handOvers.add(handOver);
  }

  /** Ends the attempts under way, returns what was not attempted, and releases the partitions. */
  async #giveAway(partitions: number[]): Promise<void> {
    const { leases, log } = this.options;
    for (const partition of partitions) {
      this.#leaving.add(partition);
      this.#ready.delete(partition);
    }
    try {
      await this.#empty(this.#queuesOf(partitions)).finally(() => leases.release(partitions));
    } catch (error) {
      // The next owner withdraws what was not returned. Without the release, no process would dispatch the partitions.
      log.warn({ error: (error as Error).message }, 'delivery.release_failed');
    } finally {
      for (const partition of partitions) this.#leaving.delete(partition);
    }
  }

  async #empty(queues: EndpointQueue[]): Promise<void> {
    const { dispatcher, source } = this.options;
    for (const queue of queues) dispatcher.giveBack(queue);
    const untilMs = steadyNowMs() + WORK_LIMITS.drainMs;
    while (queues.some((queue) => queue.underWay > 0) && steadyNowMs() < untilMs) await sleep(20);
    await settlesWithin(dispatcher.recorder.flushed(), Math.max(1_000, untilMs - steadyNowMs()));
    await withdrawGrants(
      source.pool,
      queues.filter((queue) => queue.underWay === 0 && queue.unrecorded === 0),
    );
  }

  async #findWork(): Promise<void> {
    const { dispatcher, source } = this.options;
    this.#findWorkAtMs = steadyNowMs() + WORK_LIMITS.findWorkEveryMs;
    await this.#settleUnknownClaims();
    for (const { endpointNo, partition, head, retryDueAtMs } of await findWork(source.pool, [...this.#ready.keys()])) {
      const epoch = this.epochOf(partition);
      if (epoch === undefined) continue;
      const queue = dispatcher.queues.get(endpointNo) ?? dispatcher.open(endpointNo, partition, epoch);
      if (head !== null) queue.headSeen(head);
      if (retryDueAtMs !== null) queue.retryClock.dueAt(retryDueAtMs);
    }
    this.#configs.requestOld();
  }

  async #settleUnknownClaims(): Promise<void> {
    const { dispatcher, leases, source } = this.options;
    for (const [queue, untilMs] of this.#unknownClaims) {
      // The next owner has taken a lost partition over, with its claims.
      if (untilMs < steadyNowMs() || dispatcher.queues.get(queue.endpointNo) !== queue)
        this.#unknownClaims.delete(queue);
    }
    if (this.#unknownClaims.size > 0)
      await releaseUnknownClaims(source.pool, leases.owner, [...this.#unknownClaims.keys()]);
  }

  async #extendGrants(): Promise<void> {
    const { dispatcher, source, leases } = this.options;
    const { isFull } = dispatcher.memory;
    const roomOf = (queue: EndpointQueue): number =>
      isFull ? Math.min(queue.room, WORK_LIMITS.roomWhenFull - queue.queued) : queue.room;
    const queues = [...dispatcher.queues.values()]
      .filter((queue) => queue.config !== undefined && queue.needsWork && roomOf(queue) > 0)
      .slice(0, WORK_LIMITS.queuesPerStatementMax);
    if (queues.length === 0) return;
    // The more queues, the less for each, so that one result stays small. Those that need more come again in the next
    // round.
    const roomMax = Math.max(20, Math.floor((4 * QUEUE_LIMITS.queuedMax) / queues.length));
    const wanted = queues.map((queue) => ({ queue, room: Math.min(roomMax, roomOf(queue)) }));
    for (const { queue, job } of await extendGrants(source.pool, leases.owner, wanted)) queue.enqueue(job);
    for (const queue of queues) dispatcher.pump(queue);
    if (queues.some((queue) => queue.needsWork && roomOf(queue) > 0 && queue.hasUnread)) this.wake();
  }

  async #claimRetries(): Promise<void> {
    const { dispatcher, source, leases } = this.options;
    const nowMs = steadyNowMs();
    const due = [...dispatcher.queues.values()]
      .map((queue) => ({ queue, room: queue.retriesToClaim(nowMs) }))
      .filter(({ room }) => room > 0)
      .slice(0, WORK_LIMITS.queuesPerStatementMax);
    if (due.length === 0) return;
    const claim = (wanted: QueueRoom[]): Promise<QueuedJob[]> => claimRetries(source.pool, leases.owner, wanted);
    const claimed = await splitOnFailure(due, claim, ({ queue }, error) => this.#refused(queue, error)).catch(
      (error: unknown) => {
        for (const { queue } of due) this.#unknownClaims.set(queue, steadyNowMs() + WORK_LIMITS.unknownClaimMs);
        this.#findWorkAtMs = 0;
        throw error;
      },
    );
    for (const { queue, job } of claimed) queue.enqueue(job);
    for (const { queue } of due) dispatcher.pump(queue);
  }

  /** A row of this endpoint is damaged. FIND_WORK finds its retries again; other endpoints need not wait for it. */
  #refused(queue: EndpointQueue, error: Error): void {
    queue.retryClock.refused(steadyNowMs() + QUEUE_LIMITS.claimRefusedMs);
    this.#unknownClaims.set(queue, steadyNowMs() + WORK_LIMITS.unknownClaimMs);
    this.options.log.error({ endpoint: queue.endpointNo, error: error.message }, 'delivery.claim_refused');
  }

  /** An endpoint without work leaves memory; the database has its place. */
  #dropUnused(): void {
    const { dispatcher } = this.options;
    const beforeMs = steadyNowMs() - WORK_LIMITS.queueIdleMs;
    for (const queue of dispatcher.queues.values())
      if (queue.isUnusedSince(beforeMs) && !this.#unknownClaims.has(queue)) dispatcher.drop(queue);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
