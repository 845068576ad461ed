import { TokenBucket } from '@qafila/runtime/token-bucket';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { EndpointConfig } from '../endpoints/load-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { BodyMemory } from './body-memory.ts';
import { ConfigRequests } from './config-requests.ts';
import { NEW_HEALTH, healthAfterDelivery, healthAfterFailure, healthWhenEnabled } from './health-state.ts';
import type { HealthState } from './health-state.ts';
import type { DeliveryResult, Disposition, Job } from './job.ts';
import type { Verdict } from './judge-answer.ts';
import { KeyOrder } from './key-order.ts';
import type { Turn } from './key-order.ts';
import type { NewDelivery } from './new-delivery.ts';
import { NEW_PACING, afterFailure, afterSuccess, isBroken, roomOf } from './pacing.ts';
import { RetryClock } from './retry-clock.ts';
import { SequenceTracker } from './sequence-tracker.ts';
import type { Grant } from './sequence-tracker.ts';
import { WaitingJobs } from './waiting-jobs.ts';

export const QUEUE_LIMITS = {
  /** Deliveries of one endpoint in memory; the others wait in the database. */
  queuedMax: 500,
  /** The same for an endpoint that does not answer: enough to probe it. */
  queuedWhenBrokenMax: 10,
  /** First attempts made beyond the oldest that is not settled: one slow answer must not delay the rest. */
  unsettledMax: 20_000,
  /** Of these, so many may wait for an earlier one of their key; the others wait in the retry table. */
  waitingForKeyMax: 250,
  retriesQueuedMax: 100,
  /** After the database refused a claim of this endpoint alone: a person must repair a row. */
  claimRefusedMs: 10_000,
} as const;

const NO_JOBS: readonly Job[] = [];

export interface EndpointQueueOptions {
  endpointNo: number;
  partition: number;
  epoch: number;
  memory: BodyMemory;
}

/**
 * What this process knows of one endpoint while it owns the endpoint's partition: the deliveries in memory, and whose
 * turn it is. First attempts enter without a gap and in order. Fan-out in this process hands them over, or the work
 * loop reads them from the database. Only the queue changes its state.
 */
export class EndpointQueue {
  #config: Readonly<EndpointConfig> | undefined;
  readonly configRequests = new ConfigRequests();
  readonly #sequences = new SequenceTracker();
  #pacing = NEW_PACING;
  #health = NEW_HEALTH;
  #underWay = 0;
  #unrecorded = 0;
  #usedAtMs = steadyNowMs();
  readonly retryClock = new RetryClock();
  readonly #claimedRetries = new Set<Job>();
  readonly #keyOrder = new KeyOrder(QUEUE_LIMITS.waitingForKeyMax, LIMITS.waitingKeysMax);
  /** A bucket of one second's worth. */
  readonly #rate = new TokenBucket();
  readonly #waiting = new WaitingJobs();

  readonly endpointNo: number;
  readonly partition: number;
  readonly epoch: number;
  readonly #memory: BodyMemory;
  #isClosed = false;

  constructor({ endpointNo, partition, epoch, memory }: EndpointQueueOptions) {
    this.endpointNo = endpointNo;
    this.partition = partition;
    this.epoch = epoch;
    this.#memory = memory;
  }

  get config(): Readonly<EndpointConfig> | undefined {
    return this.#config;
  }

  get expected(): number | undefined {
    return this.#sequences.expected;
  }

  get head(): number {
    return this.#sequences.head;
  }

  get settled(): number {
    return this.#sequences.settled;
  }

  get health(): HealthState {
    return this.#health;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Results that are not written yet. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  /** Retries that the database has claimed for this queue and whose results are not written yet. */
  get claimedRetries(): ReadonlySet<Job> {
    return this.#claimedRetries;
  }

  get queued(): number {
    return this.#waiting.count;
  }

  /** First attempts that wait in memory for an earlier one of their key. */
  get waitingForKey(): number {
    return this.#keyOrder.waiting;
  }

  /** This process no longer dispatches the endpoint, or has forgotten it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isBroken(): boolean {
    return isBroken(this.#pacing);
  }

  /** How many more first attempts there is room for. */
  get room(): number {
    const { expected, settled } = this.#sequences;
    if (expected === undefined) return QUEUE_LIMITS.queuedMax;
    if (expected - settled > QUEUE_LIMITS.unsettledMax) return 0;
    const max = this.isBroken ? QUEUE_LIMITS.queuedWhenBrokenMax : QUEUE_LIMITS.queuedMax;
    return Math.max(0, max - this.#waiting.firstAttempts - this.#keyOrder.waiting);
  }

  get retryRoom(): number {
    return Math.max(0, QUEUE_LIMITS.retriesQueuedMax - this.#waiting.retries);
  }

  /** There are deliveries to read, or the grant is running out. */
  get needsWork(): boolean {
    if (this.#sequences.expected === undefined) return true;
    if (this.room === 0) return false;
    return this.hasUnread || (!this.isBroken && this.#sequences.grantLeft < QUEUE_LIMITS.queuedMax / 4);
  }

  /** The database has first attempts that are not in memory. */
  get hasUnread(): boolean {
    return this.#sequences.hasUnread;
  }

  get isIdle(): boolean {
    return (
      this.#underWay === 0 &&
      this.#unrecorded === 0 &&
      this.queued === 0 &&
      this.#keyOrder.waiting === 0 &&
      this.#sequences.isAllSettled
    );
  }

  isUnusedSince(ms: number): boolean {
    return this.#usedAtMs < ms && this.isIdle && this.retryClock.dueAtMs === Infinity;
  }

  /** From fan-out. Returns false for a delivery that must be read later instead. */
  offer({ sequence, granted, epoch, event }: NewDelivery): boolean {
    this.#sequences.headSeen(sequence);
    if (this.#isClosed || epoch !== this.epoch) return false;
    if (sequence !== this.#sequences.expected || sequence > granted) return false;
    this.enqueue({
      endpointNo: this.endpointNo,
      sequence,
      day: event.day,
      eventId: event.id,
      type: event.type,
      key: event.key,
      body: event.body,
      traceparent: event.traceparent,
      priority: 'first',
      attempt: 1,
      scheduleStep: 0,
      scheduleAtMs: null,
      cause: 'first',
      isInMemory: false,
    });
    return true;
  }

  enqueue(job: Job): void {
    // A read that began before the queue was closed: the deliveries are another queue's now.
    if (this.#isClosed) return;
    this.#usedAtMs = steadyNowMs();
    if (job.priority === 'retry') this.#claimedRetries.add(job);
    // Fan-out and a read can both bring a delivery. The second copy is not sent.
    else if (!this.#sequences.advance(job.sequence)) return;
    this.#waiting.add(job);
    this.#memory.entered(job);
  }

  headSeen(sequence: number): void {
    this.#sequences.headSeen(sequence);
  }

  /** The database has extended the right to make first attempts. */
  granted(grant: Grant): void {
    if (this.#sequences.expected === undefined) this.#health = grant.health;
    this.#sequences.granted(grant);
  }

  /**
   * How many retries to claim: none while the breaker is open or the endpoint is paused, when they would only wait in
   * memory.
   */
  retriesToClaim(nowMs: number): number {
    if (!this.retryClock.isDue(nowMs)) return 0;
    if (this.#config?.status !== 'enabled') return 0;
    return Math.min(this.retryRoom, roomOf(this.#pacing, 0, nowMs) * 2);
  }

  retryOverdueMs(nowMs: number): number {
    return this.#config?.status === 'paused' ? 0 : this.retryClock.overdueMs(nowMs);
  }

  configLoading(): void {
    this.configRequests.loading();
    this.#keyOrder.readingKeys();
  }

  configLoaded(config: EndpointConfig): void {
    this.configRequests.loaded();
    this.#keyOrder.keysRead(config.blockedKeys);
    if (config.healthRevision > this.#health.revision) {
      this.#health = healthWhenEnabled(this.#health, config.healthRevision);
      this.#pacing = NEW_PACING;
    }
    this.#config = config;
  }

  /**
   * Deliveries wait for a first configuration. With an earlier one they continue. Returns true for the first failure
   * in a row.
   */
  configFailed(nowMs: number): boolean {
    if (this.#config !== undefined) this.#config = { ...this.#config, loadedAtMs: 0 };
    return this.configRequests.failed(nowMs);
  }

  /** Work arrived after the configuration was read: the merchant may have enabled the endpoint again meanwhile. */
  get isConfigStale(): boolean {
    return this.#config !== undefined && this.#usedAtMs >= this.#config.loadedAtMs;
  }

  isConfigOlderThan(maxMs: number, nowMs: number): boolean {
    return this.#config !== undefined && nowMs - this.#config.loadedAtMs > maxMs;
  }

  needsConfig(nowMs: number): boolean {
    return this.configRequests.isRequested || (this.#config === undefined && this.configRequests.mayRetry(nowMs));
  }

  /** Has no effect on a configuration that was loaded later: that one has the status from the database. */
  disabled(config: Readonly<EndpointConfig>): void {
    if (this.#config === config) this.#config = { ...config, status: 'disabled' };
  }

  /** Whether the window, the breaker and the rate allow an attempt now. Uses a token of the rate. */
  mayStart(nowMs: number): boolean {
    const { concurrencyMax, rateLimitPerSecond } = this.#config as EndpointConfig;
    // The window may be wider than the endpoint allows: it is new, or was reached under another limit.
    if (this.#underWay >= concurrencyMax || roomOf(this.#pacing, this.#underWay, nowMs) === 0) return false;
    return rateLimitPerSecond === null || this.#rate.take(rateLimitPerSecond, rateLimitPerSecond, nowMs);
  }

  /** The next job to attempt. */
  next(): Job | undefined {
    return this.#waiting.next(this.#pacing.window, this.#underWay);
  }

  /** Decides about the job that `next` returned. A job that does not start gives its token back. */
  admit(job: Job): Turn {
    if (this.#config?.ordering !== 'key') return 'start';
    const turn = job.priority === 'retry' ? this.#keyOrder.admitRetry(job) : this.#keyOrder.admit(job);
    if (turn === 'start') return turn;
    this.#rate.putBack();
    this.notAttempted(job);
    if (turn === 'park' && job.priority === 'first') this.#keyOrder.startParking(job.key);
    return turn;
  }

  started(): void {
    this.#underWay++;
  }

  ended(job: Job): void {
    this.#underWay--;
    this.notAttempted(job);
  }

  /** The job that `next` returned is given up without an attempt. */
  notAttempted(job: Job): void {
    this.#waiting.ended(job);
  }

  /** Adjusts window and breaker. Returns true when an endpoint whose breaker was open answers again. */
  pace(verdict: Verdict, nowMs: number): boolean {
    const pacing = this.#pacing;
    if (verdict.outcome !== 'delivered') {
      this.#pacing = afterFailure(pacing, verdict, nowMs);
      return false;
    }
    this.#pacing = afterSuccess(pacing, this.#config?.concurrencyMax ?? 1);
    return isBroken(pacing);
  }

  /**
   * Applies key order to a first attempt that has ended. Returns the jobs that must go to the retry table behind it.
   */
  finished(job: Job, disposition: Disposition): readonly Job[] {
    // Also when the order was by key at its start only.
    if (!this.#keyOrder.isCurrent(job)) return NO_JOBS;
    if (disposition.kind === 'delivered' || disposition.kind === 'dead') {
      const next = this.#keyOrder.pass(job.key);
      if (next !== undefined) this.#waiting.addFirst(next);
      return NO_JOBS;
    }
    this.#keyOrder.startParking(job.key);
    const behind = this.#keyOrder.block(job.key);
    for (const parked of behind) this.#keyOrder.startParking(parked.key);
    return behind;
  }

  attemptDelivered(nowMs: number): void {
    this.#health = healthAfterDelivery(this.#health, nowMs);
  }

  attemptFailed(nowMs: number): void {
    this.#health = healthAfterFailure(this.#health, nowMs);
  }

  warningPublished(warned: number): void {
    this.#health = { ...this.#health, warned };
  }

  /** The job has left the queue. */
  resultAdded(job: Job): void {
    this.#unrecorded++;
    this.#memory.left(job);
  }

  /** The result is being written: `settled` may pass this delivery. */
  settle(job: Job): void {
    if (job.priority === 'first') this.#sequences.settle(job.sequence);
  }

  /** The result is written: from now on the retry table has the delivery. */
  recorded({ job, disposition }: DeliveryResult): void {
    this.#unrecorded--;
    this.#claimedRetries.delete(job);
    if (disposition.kind === 'retry') this.retryClock.dueAt(disposition.dueAtMs);
    if (disposition.kind === 'returned') this.retryClock.dueAt(steadyNowMs());
  }

  /** The result is in the database: the retry table has a first attempt that goes there. */
  stored({ job, disposition: { kind } }: DeliveryResult): void {
    if (job.priority === 'first' && (kind === 'parked' || kind === 'retry')) this.#keyOrder.parked(job.key);
  }

  /** Whether the next delivery of the key is the first in the retry table, if it has any. */
  mayReleaseKey(key: string): boolean {
    return this.#keyOrder.mayRelease(key);
  }

  /** `isWaiting`: the retry table still has deliveries of the key. */
  keyReleased(key: string, isWaiting: boolean): void {
    if (isWaiting) this.retryClock.dueAt(steadyNowMs());
    else this.#keyOrder.free(key);
  }

  /** Empties the queue, which takes no job any more. Returns every job that was not attempted. */
  close(): Job[] {
    this.#isClosed = true;
    const jobs = [...this.#keyOrder.drain(), ...this.#waiting.drain()];
    for (const job of jobs) this.#memory.left(job);
    return jobs;
  }
}
