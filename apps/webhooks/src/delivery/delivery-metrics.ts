import type { Metrics } from '@qafila/runtime/metrics';
import type { Dispatcher } from './dispatcher.ts';
import type { Job } from './job.ts';
import type { Verdict } from './judge-answer.ts';
import { isBroken } from './pacing.ts';

/** What an operator watches: how many attempts end how, how long they take, and how much waits where. */
export class DeliveryMetrics {
  readonly #attempts;
  readonly #seconds;
  readonly #registry;

  constructor(metrics: Metrics) {
    this.#registry = metrics;
    this.#attempts = metrics.counter('webhooks_attempts_total', 'Delivery attempts by outcome and lane', ['outcome', 'lane'] as const);
    this.#seconds = metrics.histogram('webhooks_attempt_seconds', 'From the start of an attempt to its outcome');
  }

  attempted(verdict: Verdict, latencyMs: number, job: Job): void {
    this.#attempts.inc({ outcome: verdict.outcome, lane: job.lane });
    this.#seconds.observe(latencyMs / 1_000);
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
