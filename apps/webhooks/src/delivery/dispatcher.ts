import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { inSpan } from '@qafila/runtime/traces';
import type { Egress } from '../egress/send.ts';
import type { NewDelivery } from '../fanout/fan-out.ts';
import { Channel } from './channel.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { EndpointHealth } from './endpoint-health.ts';
import type { AttemptMade, Fate, Job } from './job.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Verdict } from './judge-answer.ts';
import { afterFailure, afterSuccess, isBroken, roomOf } from './pacing.ts';
import { Recorder } from './recorder.ts';
import { retryDelayMs } from './retry-schedule.ts';

export const DISPATCHER_LIMITS = {
  /** Sockets of all endpoints together. Each endpoint has its own window; this only keeps the process within its file limit. */
  underWayMax: 5_000,
  /** Bodies in memory; beyond it deliveries wait in the database. */
  queuedBytesMax: 128 * 1024 * 1024,
  /** A fault of ours (no socket, no proxy) is tried again after this. */
  ownFaultDelayMs: 10_000,
} as const;

export interface DispatcherOptions {
  pool: Pool;
  owner: string;
  egress: Egress;
  log: Logger;
  metrics: DeliveryMetrics;
  scheduleSeconds: readonly number[];
  disableAfterMs: number;
  /** Something was published: the relay may run. */
  onPublished: () => void;
}

/**
 * Sends the deliveries of the lanes that this process owns. It decides when each goes out, and what its answer means; the work loop
 * brings deliveries and grants, the recorder writes what became of them.
 */
export class Dispatcher {
  readonly channels = new Map<number, Channel>();
  readonly recorder: Recorder;
  readonly health: EndpointHealth;
  /** Set by the work loop: a channel wants something from the database. */
  onNeed: () => void = () => {};
  /** Set by the work loop: whether the channel's lane is ours still, by our own clock. */
  holds: (channel: Channel) => boolean = () => true;
  /** Set by the work loop: what waits is younger than the settings. */
  onStale: (channel: Channel) => void = () => {};
  queuedBytes = 0;
  #underWay = 0;
  #stopping = false;

  constructor(readonly options: DispatcherOptions) {
    const { pool, owner, log } = options;
    this.recorder = new Recorder({ pool, owner, log, onPublished: options.onPublished, onRecorded: () => this.onNeed() });
    this.health = new EndpointHealth({ pool, log, disableAfterMs: options.disableAfterMs, recorded: () => this.recorder.flushed(), onPublished: options.onPublished });
  }

  get isFull(): boolean {
    return this.queuedBytes > DISPATCHER_LIMITS.queuedBytesMax;
  }

  /** From fan-out in this process: what our grants cover goes out at once, the rest is read when it has its turn. */
  offer(delivery: NewDelivery, epoch: number): void {
    const channel = this.channels.get(delivery.endpointNo) ?? this.open(delivery.endpointNo, delivery.lane, epoch);
    if (!this.#stopping && channel.offer(delivery)) this.queuedBytes += delivery.event.body.length;
    if (channel.isNeedy) this.onNeed();
    this.pump(channel);
  }

  open(endpointNo: number, lane: number, epoch: number): Channel {
    const channel = new Channel(endpointNo, lane, epoch);
    this.channels.set(endpointNo, channel);
    return channel;
  }

  takeIn(channel: Channel, job: Job): void {
    this.queuedBytes += job.body.length;
    channel.takeIn(job);
  }

  /** Starts whatever the endpoint's window, breaker, rate and order allow now. */
  pump(channel: Channel): void {
    const { endpoint } = channel;
    if (endpoint === undefined || endpoint.status === 'paused' || this.#stopping || !this.holds(channel)) return;
    while (channel.queued > 0) {
      if (endpoint.status === 'disabled') {
        // Nothing is written for a disabled endpoint: what came after its settings were read may mean that it is enabled again.
        if (channel.usedAtMs >= endpoint.loadedAtMs) return this.onStale(channel);
        this.#bury(channel, channel.next() as Job);
        continue;
      }
      const nowMs = Date.now();
      // A window that is new, or was made under another limit, may be wider than the endpoint allows.
      if (channel.underWay >= endpoint.concurrencyMax || roomOf(channel.pacing, channel.underWay, nowMs) === 0 || this.#underWay >= DISPATCHER_LIMITS.underWayMax) return;
      if (channel.rate.take(endpoint.rateLimitPerSecond, nowMs) > 0) return;
      const job = channel.next() as Job;
      const turn = job.lane === 'fresh' && endpoint.ordering === 'key' ? channel.order.admit(job) : 'go';
      if (turn === 'go') void this.#attempt(channel, job);
      else channel.rate.giveBack();
      if (turn === 'park') this.#park(channel, job);
    }
  }

  pumpAll(): void {
    for (const channel of this.channels.values()) if (channel.queued > 0) this.pump(channel);
  }

  /** No attempt starts after this; those under way end by themselves. */
  stop(): void {
    this.#stopping = true;
  }

  async #attempt(channel: Channel, job: Job): Promise<void> {
    channel.started();
    this.#underWay++;
    const startedAtMs = Date.now();
    const verdict = await this.#send(channel, job, startedAtMs).catch((error: unknown): Verdict =>
      // Not the endpoint's fault: told, and tried again by the schedule.
      ({ outcome: 'failed', overload: false, ours: true, retryAfterMs: 0, status: null, error: `internal: ${String(error)}`, excerpt: null }));
    channel.ended(job);
    this.#underWay--;
    const made: AttemptMade = { startedAtMs, latencyMs: Date.now() - startedAtMs, outcome: verdict.outcome, status: verdict.status, error: verdict.error, excerpt: verdict.excerpt };
    this.options.metrics.attempted(verdict, made.latencyMs, job);
    if (!verdict.ours) this.#pace(channel, verdict);
    this.#finish(channel, job, this.#fateOf(channel, job, verdict), made);
    if (!verdict.ours) this.health.judge(channel, verdict);
    this.pump(channel);
  }

  async #send(channel: Channel, job: Job, startedAtMs: number): Promise<Verdict> {
    const endpoint = channel.endpoint as NonNullable<Channel['endpoint']>;
    const timestampSeconds = Math.floor(startedAtMs / 1_000);
    const signed = endpoint.signer.sign({ id: job.eventId, timestampSeconds, sequence: job.sequence, body: job.body });
    const headers = {
      ...endpoint.headers, 'content-type': 'application/json', 'user-agent': 'Qafila-Webhooks/1', 'webhook-id': job.eventId,
      'webhook-timestamp': String(timestampSeconds), 'webhook-sequence': String(job.sequence), ...signed,
    };
    const send = (): ReturnType<Egress['send']> => this.options.egress.send({ url: endpoint.url, headers, body: job.body });
    const answer = job.traceparent === null ? await send() : await inSpan('webhook.attempt', job.traceparent, send);
    return judgeAnswer(answer, Date.now());
  }

  #pace(channel: Channel, verdict: Verdict): void {
    const { endpoint, pacing } = channel;
    if (verdict.outcome !== 'delivered') {
      channel.pacing = afterFailure(pacing, verdict, Date.now());
      return;
    }
    channel.pacing = afterSuccess(pacing, endpoint?.concurrencyMax ?? 1);
    // It answers again: what waits for its hour need not wait any longer.
    if (isBroken(pacing)) this.health.hurryRetries(channel, () => { channel.retryDueAtMs = 0; this.onNeed(); });
  }

  #fateOf(channel: Channel, job: Job, verdict: Verdict): Fate {
    if (verdict.outcome === 'delivered') return { kind: 'delivered' };
    if (verdict.outcome === 'gone' || channel.endpoint?.status === 'disabled') return { kind: 'dead', reason: 'endpoint_disabled' };
    if (verdict.ours) return { kind: 'retry', step: job.step, dueAtMs: Date.now() + DISPATCHER_LIMITS.ownFaultDelayMs * (0.5 + Math.random()) };
    // An attempt out of turn, made because the endpoint had come back, does not use up the schedule.
    const step = job.cause === 'recovery' ? job.step : job.step + 1;
    const delayMs = retryDelayMs(this.options.scheduleSeconds, step, { retryAfterMs: verdict.retryAfterMs });
    return delayMs === null ? { kind: 'dead', reason: 'exhausted' } : { kind: 'retry', step, dueAtMs: Date.now() + delayMs };
  }

  #finish(channel: Channel, job: Job, fate: Fate, made: AttemptMade | null): void {
    this.queuedBytes -= job.body.length;
    this.recorder.add(channel, { job, fate, made });
    if (job.lane === 'retry' || channel.endpoint?.ordering !== 'key') return;
    if (fate.kind === 'delivered' || fate.kind === 'dead') return channel.putFirst(channel.order.pass(job.key));
    // Like those behind it, it is on its way into the retry table: a write of this key that is under way must not find it missing there.
    channel.order.parking(job.key);
    for (const behind of channel.order.block(job.key)) this.#park(channel, behind);
  }

  #park(channel: Channel, job: Job): void {
    channel.order.parking(job.key);
    this.queuedBytes -= job.body.length;
    this.recorder.add(channel, { job, fate: { kind: 'parked' }, made: null });
  }

  #bury(channel: Channel, job: Job): void {
    if (job.lane === 'retry') channel.retryEnded();
    this.queuedBytes -= job.body.length;
    this.recorder.add(channel, { job, fate: { kind: 'dead', reason: 'endpoint_disabled' }, made: null });
  }

  /** What was not tried goes back, so that the lane's next owner finds it as it was. */
  giveBack(channel: Channel): void {
    for (const job of channel.drain()) {
      this.queuedBytes -= job.body.length;
      this.recorder.add(channel, { job, fate: { kind: 'returned' }, made: null });
    }
  }
}
