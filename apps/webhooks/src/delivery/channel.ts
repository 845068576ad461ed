import type { EndpointConfig } from '../endpoints/load-endpoints.ts';
import type { NewDelivery } from '../fanout/fan-out.ts';
import type { Job, Outcome } from './job.ts';
import { KeyOrder } from './key-order.ts';
import { NEW_PACING, isBroken } from './pacing.ts';
import type { Pacing } from './pacing.ts';
import { RateLimit } from './rate-limit.ts';

export const CHANNEL_LIMITS = {
  /** Deliveries of one endpoint in memory; what is beyond waits in the database. */
  queuedMax: 500,
  /** Of one that does not answer: enough to probe it with. */
  queuedWhenBrokenMax: 10,
  /** First attempts made beyond the oldest that is not settled: one slow answer must not hold up the rest. */
  unsettledMax: 20_000,
  /** With first attempts waiting, retries get this share of the window, and never nothing. */
  retryShare: 0.25,
  retriesQueuedMax: 100,
} as const;

/** Health that outlives the process: it decides warnings and the automatic end. */
export interface Health {
  /** Of the endpoint, when it last began anew. */
  revision: number;
  failures: number;
  failingSinceMs: number | null;
  warned: number;
  lastSuccessMs: number | null;
}

/**
 * What this process holds of one endpoint while it owns the endpoint's lane. First attempts are taken in without a gap and in
 * order, whoever brings them: fan-out in this process hands them over, everything else is read from the database.
 */
export class Channel {
  endpoint: EndpointConfig | undefined;
  /** The next sequence to take in; undefined until the endpoint's place is read. */
  expected: number | undefined;
  /** First attempts that we may make without asking. */
  granted = 0;
  /** The highest sequence that we know is written. */
  head = 0;
  settled = 0;
  pacing: Pacing = NEW_PACING;
  health: Health = { revision: 0, failures: 0, failingSinceMs: null, warned: 0, lastSuccessMs: null };
  underWay = 0;
  retryDueAtMs = Infinity;
  /** Outcomes that are not written yet. */
  unrecorded = 0;
  usedAtMs = Date.now();
  /** Its settings could not be read: when to try again. */
  loadAtMs = 0;
  loadFailures = 0;
  /** The sequence that was not there when we looked for it. */
  missing: number | undefined;
  /** Retries that are claimed for us, from then until what became of them is written. */
  readonly claimed = new Set<Job>();
  readonly order = new KeyOrder();
  readonly rate = new RateLimit();
  readonly #done = new Set<number>();
  #fresh: Job[] = [];
  #retries: Job[] = [];
  #retriesUnderWay = 0;
  #turn = 0;

  constructor(readonly endpointNo: number, readonly lane: number, readonly epoch: number) {}

  /** From fan-out. Answers whether it was taken in; if not, it is read later. */
  offer(delivery: NewDelivery): boolean {
    const { sequence, granted, epoch, event } = delivery;
    this.head = Math.max(this.head, sequence);
    if (sequence !== this.expected || sequence > granted || epoch !== this.epoch) return false;
    this.takeIn({
      endpointNo: this.endpointNo, sequence, day: event.day, eventId: event.id, type: event.type, key: event.key, body: event.body,
      traceparent: event.traceparent, lane: 'fresh', attempt: 1, step: 0, cause: 'first',
    });
    return true;
  }

  takeIn(job: Job): void {
    this.usedAtMs = Date.now();
    if (job.lane === 'retry') {
      this.claimed.add(job);
      this.#retries.push(job);
      return;
    }
    // Read and handed over at once: the second copy is not sent.
    if (job.sequence !== this.expected) return;
    this.expected = job.sequence + 1;
    this.#fresh.push(job);
  }

  /** How many first attempts more there is room for. */
  get room(): number {
    if (this.expected === undefined) return CHANNEL_LIMITS.queuedMax;
    if (this.expected - this.settled > CHANNEL_LIMITS.unsettledMax) return 0;
    const most = isBroken(this.pacing) ? CHANNEL_LIMITS.queuedWhenBrokenMax : CHANNEL_LIMITS.queuedMax;
    return Math.max(0, most - this.#fresh.length - this.order.waiting);
  }

  /** Retention has dropped what stood here, for an endpoint that was paused for weeks: the lane goes on behind it. */
  skipTo(sequence: number): void {
    for (let gone = this.expected ?? sequence; gone < sequence; gone++) this.#done.add(gone);
    this.expected = sequence;
    while (this.#done.delete(this.settled + 1)) this.settled++;
  }

  get retryRoom(): number {
    return Math.max(0, CHANNEL_LIMITS.retriesQueuedMax - this.#retries.length - this.#retriesUnderWay);
  }

  /** There are deliveries to read, or the grant runs low. */
  get isNeedy(): boolean {
    if (this.expected === undefined) return true;
    if (this.room === 0) return false;
    return this.head >= this.expected || !isBroken(this.pacing) && this.granted - this.expected + 1 < CHANNEL_LIMITS.queuedMax / 4;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.unrecorded === 0 && this.#fresh.length === 0 && this.#retries.length === 0 && this.order.waiting === 0
      && this.#done.size === 0 && this.expected === this.settled + 1 && this.head < this.expected;
  }

  get queued(): number {
    return this.#fresh.length + this.#retries.length;
  }

  /** The next to attempt. First attempts go first; retries get their share, and all of it when nothing else waits. */
  next(): Job | undefined {
    const retryMax = Math.max(1, Math.floor(this.pacing.window * CHANNEL_LIMITS.retryShare));
    if (this.#retries.length > 0 && (this.#fresh.length === 0 || this.#retriesUnderWay < Math.min(retryMax, this.underWay + 1) && this.#isRetryTurn())) {
      this.#retriesUnderWay++;
      return this.#retries.shift();
    }
    return this.#fresh.shift();
  }

  /** With room for one request, every fourth is a retry; with more, one place in four is theirs. */
  #isRetryTurn(): boolean {
    this.#turn = (this.#turn + 1) % 4;
    return this.#turn === 0;
  }

  /** Back in front, in their order: their key's turn has come. */
  putFirst(jobs: Job[]): void {
    this.#fresh.unshift(...jobs);
  }

  started(): void {
    this.underWay++;
  }

  ended(job: Job): void {
    this.underWay--;
    if (job.lane === 'retry') this.retryEnded();
  }

  retryEnded(): void {
    this.#retriesUnderWay--;
  }

  /** Its outcome is being written: the first lane may pass it. */
  settle(job: Job): void {
    if (job.lane === 'retry' || job.sequence <= this.settled) return;
    this.#done.add(job.sequence);
    while (this.#done.delete(this.settled + 1)) this.settled++;
  }

  /** It is written: from now on the retry table can answer for it. */
  recorded({ job, fate }: Outcome): void {
    this.unrecorded--;
    this.claimed.delete(job);
    if (fate.kind === 'retry') this.retryDueAtMs = Math.min(this.retryDueAtMs, fate.dueAtMs);
    if (fate.kind === 'returned') this.retryDueAtMs = Math.min(this.retryDueAtMs, Date.now());
  }

  /** Enabled again: nothing that failed before counts against it, as its row says too. */
  beginAnew(revision: number): void {
    this.health = { ...this.health, revision, failures: 0, failingSinceMs: null, warned: 0 };
    this.pacing = NEW_PACING;
  }

  /** Everything that was not tried, for handing the lane on. */
  drain(): Job[] {
    const all = [...this.order.drain(), ...this.#fresh, ...this.#retries];
    this.#retriesUnderWay = 0;
    this.#fresh = [];
    this.#retries = [];
    return all;
  }
}
