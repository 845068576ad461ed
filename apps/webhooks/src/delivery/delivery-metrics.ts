import type { Metrics } from '@qafila/runtime/metrics';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { FirstAttempts } from './backlog.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Job } from './job.ts';
import type { Verdict } from './judge-answer.ts';

/** What an operator watches: the outcomes of attempts, their duration, and how much waits where. */
export class DeliveryMetrics {
  readonly #attempts;
  readonly #seconds;
  readonly #pending;
  readonly #oldest;
  readonly #deadLetters;
  readonly #partitions;
  readonly #registry;

  constructor(metrics: Metrics) {
    this.#registry = metrics;
    this.#attempts = metrics.counter('webhooks_attempts_total', 'Delivery attempts by outcome and priority', [
      'outcome',
      'priority',
    ] as const);
    this.#pending = metrics.gauge(
      'webhooks_pending',
      "Unsettled deliveries of this process's endpoint partitions: first attempts, and rows of the retry table",
      ['priority'] as const,
    );
    this.#oldest = metrics.gauge(
      'webhooks_oldest_first_attempt_seconds',
      "Age of the oldest delivery of this process's endpoint partitions whose first attempt is not made",
    );
    this.#deadLetters = metrics.gauge('webhooks_dead_letters', 'Dead letters of the whole deployment');
    this.#partitions = metrics.gauge(
      'webhooks_partitions',
      'Endpoint partitions that this process dispatches; all processes together have 16',
    );
    this.#seconds = metrics.histogram('webhooks_attempt_seconds', 'From the start of an attempt to its outcome');
  }

  attempted(verdict: Verdict, latencyMs: number, job: Job): void {
    this.#attempts.inc({ outcome: verdict.outcome, priority: job.priority });
    this.#seconds.observe(latencyMs / 1_000);
  }

  firstAttemptsRead({ count, oldestSeconds }: FirstAttempts, partitions: number): void {
    this.#pending.set({ priority: 'first' }, count);
    this.#oldest.set(oldestSeconds);
    this.#partitions.set(partitions);
  }

  retriesCounted(count: number): void {
    this.#pending.set({ priority: 'retry' }, count);
  }

  deadLettersCounted(count: number): void {
    this.#deadLetters.set(count);
  }

  /** Gauges of this process's memory, computed when they are scraped. */
  watch(dispatcher: Dispatcher): void {
    const totals = (): { underWay: number; queued: number; broken: number; overdueMs: number } => {
      const sums = { underWay: 0, queued: 0, broken: 0, overdueMs: 0 };
      const nowMs = steadyNowMs();
      for (const queue of dispatcher.queues.values()) {
        sums.underWay += queue.underWay;
        sums.queued += queue.queued;
        if (queue.isBroken) sums.broken++;
        sums.overdueMs = Math.max(sums.overdueMs, queue.retryOverdueMs(nowMs));
      }
      return sums;
    };
    this.#gauge('webhooks_in_flight', 'Attempts under way', () => totals().underWay);
    this.#gauge('webhooks_queued', 'Deliveries in memory that wait for their turn', () => totals().queued);
    this.#gauge('webhooks_queued_bytes', 'Bodies of deliveries in memory', () => dispatcher.memory.bytes);
    this.#gauge('webhooks_endpoints_open', 'Endpoints in memory', () => dispatcher.queues.size);
    this.#gauge('webhooks_endpoints_broken', 'Endpoints whose breaker is open', () => totals().broken);
    this.#gauge(
      'webhooks_retry_overdue_seconds',
      'How long the most overdue retry has waited',
      () => totals().overdueMs / 1_000,
    );
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge = this.#registry.gauge(name, help);
    Object.assign(gauge, { collect: () => gauge.set(read()) });
  }
}
