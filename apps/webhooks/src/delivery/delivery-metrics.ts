import type { Metrics } from '@qafila/runtime/metrics';
import type { Backlog } from './backlog.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Job } from './job.ts';
import type { Verdict } from './judge-answer.ts';
import { isBroken } from './pacing.ts';

/** What an operator watches: how many attempts end how, how long they take, and how much waits where. */
export class DeliveryMetrics {
  readonly #attempts;
  readonly #seconds;
  readonly #pending;
  readonly #oldest;
  readonly #dead;
  readonly #lanes;
  readonly #registry;

  constructor(metrics: Metrics) {
    this.#registry = metrics;
    this.#attempts = metrics.counter('webhooks_attempts_total', 'Delivery attempts by outcome and lane', ['outcome', 'lane'] as const);
    this.#pending = metrics.gauge('webhooks_pending', 'Deliveries of our lanes that are not settled: first attempts, and what is in the retry table', ['lane'] as const);
    this.#oldest = metrics.gauge('webhooks_oldest_first_attempt_seconds', 'Age of the oldest delivery of our lanes whose first attempt is not made: the queue\'s age');
    this.#dead = metrics.gauge('webhooks_dead_letters', 'Dead letters of the whole deployment');
    this.#lanes = metrics.gauge('webhooks_lanes', 'Lanes that this process dispatches; all processes together have 16');
    this.#seconds = metrics.histogram('webhooks_attempt_seconds', 'From the start of an attempt to its outcome');
  }

  attempted(verdict: Verdict, latencyMs: number, job: Job): void {
    this.#attempts.inc({ outcome: verdict.outcome, lane: job.lane });
    this.#seconds.observe(latencyMs / 1_000);
  }

  /** What waits in the database for this process, read every now and then. */
  waiting(backlog: Backlog, lanes: number): void {
    this.#pending.set({ lane: 'fresh' }, backlog.firstAttempts);
    this.#pending.set({ lane: 'retry' }, backlog.retries);
    this.#oldest.set(backlog.oldestSeconds);
    this.#dead.set(backlog.deadLetters);
    this.#lanes.set(lanes);
  }

  /** Gauges of what this process holds, read when asked for. */
  watch(dispatcher: Dispatcher): void {
    const channels = (): { underWay: number; queued: number; broken: number; oldestDueMs: number } => {
      const sums = { underWay: 0, queued: 0, broken: 0, oldestDueMs: 0 };
      for (const channel of dispatcher.channels.values()) {
        sums.underWay += channel.underWay;
        sums.queued += channel.queued;
        if (isBroken(channel.pacing)) sums.broken++;
        if (Number.isFinite(channel.retryDueAtMs) && channel.endpoint?.status !== 'paused') sums.oldestDueMs = Math.max(sums.oldestDueMs, Date.now() - channel.retryDueAtMs);
      }
      return sums;
    };
    this.#gauge('webhooks_in_flight', 'Attempts under way', () => channels().underWay);
    this.#gauge('webhooks_queued', 'Deliveries in memory that wait for their turn', () => channels().queued);
    this.#gauge('webhooks_endpoints_open', 'Endpoints in memory', () => dispatcher.channels.size);
    this.#gauge('webhooks_endpoints_broken', 'Endpoints whose breaker is open', () => channels().broken);
    this.#gauge('webhooks_retry_overdue_seconds', 'How long the most overdue retry has waited', () => channels().oldestDueMs / 1_000);
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge = this.#registry.gauge(name, help);
    Object.assign(gauge, { collect: () => gauge.set(read()) });
  }
}
