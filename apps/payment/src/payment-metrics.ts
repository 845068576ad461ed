import type { Metrics } from '@qafila/runtime/metrics';
import type { Pool } from 'pg';
import { INQUIRY } from './limits.ts';
import { QUEUES } from './review-queues.ts';

interface Waiting {
  open: Record<string, string>;
  inquired: string;
  inquired_seconds: number;
  queues: Record<string, { count: number; seconds: number }>;
  outbox: string;
  outbox_seconds: number;
  gateways: Record<string, { due: number; overdue: number }>;
  feeds: Record<string, { failing: number; seconds: number }>;
}

const OPEN = ['requires_payment_method', 'requires_action', 'processing', 'requires_capture'] as const;

/**
 * The service's metrics. Each process counts its own work. Gauges are read from the database on each scrape, so all
 * processes show the same values.
 */
export class PaymentMetrics {
  /**
   * Intents that ended, by `status`. This is a counter, because a gauge would need a scan of the table. It counts
   * before the commit, so a roll-back leaves it one too high.
   */
  readonly #ended;
  /**
   * Attempts (payments and token charges) with a known result, by `gateway` and `outcome`: captured, authorised,
   * declined, voided, not_sent, not_found.
   */
  readonly #attempts;
  /**
   * All provider reports, inquiries included, by `gateway`, `kind` of operation and `outcome`. A rising share of
   * `unknown` means that a provider has trouble.
   */
  readonly #answers;
  /** The time that a provider took to answer. */
  readonly #seconds;
  /** Intents that have not ended, by `status`. */
  readonly #open;
  /** Operations with an unknown result: requested, not answered, and inquired by the worker. */
  readonly #inquired;
  /** Age of the oldest operation with an unknown result. Beyond 14 minutes it must also be in manual review. */
  readonly #inquiredSeconds;
  /** Inquiries that are due, by `gateway`. A growing number means that the gateway answers too slowly. */
  readonly #due;
  /** Inquiries that have been due for a minute, by `gateway`. */
  readonly #overdue;
  /** Settlements by API whose last reading failed, by `gateway`. */
  readonly #feedsFailing;
  /** Of those, how long ago the one that waits longest was read, by `gateway`. */
  readonly #feedsSeconds;
  /** Operations in manual review, by `queue`. Above zero, a person must act. */
  readonly #queued;
  /** Age of the oldest operation in each queue, since the provider was asked. */
  readonly #queuedSeconds;
  /** Events that are committed and not yet published. */
  readonly #outbox;
  /** Age of the oldest unpublished event. */
  readonly #outboxSeconds;

  constructor(metrics: Metrics, pool: Pool) {
    this.#ended = metrics.counter('payment_intents_ended_total', 'Intents that ended, by status', ['status'] as const);
    this.#attempts = metrics.counter('payment_attempts_total', 'Attempts with a known result', [
      'gateway',
      'outcome',
    ] as const);
    this.#answers = metrics.counter('payment_gateway_answers_total', 'Provider reports, inquiries included', [
      'gateway',
      'kind',
      'outcome',
    ] as const);
    this.#seconds = metrics.histogram(
      'payment_gateway_answer_seconds',
      'Time from a request to the provider until its answer',
      ['gateway'] as const,
    );
    this.#open = metrics.gauge('payment_intents_open', 'Intents that have not ended, by status', ['status'] as const);
    this.#inquired = metrics.gauge('payment_operations_unknown', 'Operations with an unknown result');
    this.#inquiredSeconds = metrics.gauge(
      'payment_operations_unknown_oldest_seconds',
      'Age of the oldest operation with an unknown result',
    );
    this.#due = metrics.gauge('payment_inquiries_due', 'Inquiries that are due', ['gateway'] as const);
    this.#overdue = metrics.gauge('payment_inquiries_overdue', 'Inquiries that have been due for a minute', [
      'gateway',
    ] as const);
    this.#feedsFailing = metrics.gauge('payment_settlement_feeds_failing', 'Settlements by API that fail', [
      'gateway',
    ] as const);
    this.#feedsSeconds = metrics.gauge(
      'payment_settlement_feed_oldest_seconds',
      'Time since the failing settlement that waits longest was read',
      ['gateway'] as const,
    );
    this.#queued = metrics.gauge('payment_person_queue', 'Operations in manual review', ['queue'] as const);
    this.#queuedSeconds = metrics.gauge(
      'payment_person_queue_oldest_seconds',
      'Age of the oldest operation in manual review',
      ['queue'] as const,
    );
    this.#outbox = metrics.gauge('payment_outbox_unpublished', 'Events that are committed and not yet published');
    this.#outboxSeconds = metrics.gauge(
      'payment_outbox_oldest_seconds',
      'Age of the oldest event that is not yet published',
    );
    this.#readTogether(pool);
  }

  /**
   * The registry collects all gauges at once. The first gauge starts the query and the others wait for the same result.
   */
  #readTogether(pool: Pool): void {
    let underWay: Promise<void> | undefined;
    const collect = (): Promise<void> => {
      // While the database is away, the gauges keep their last values. The readiness check reports the failure.
      underWay ??= readWaiting(pool)
        .then(
          (waiting) => this.#show(waiting),
          () => {},
        )
        .finally(() => {
          underWay = undefined;
        });
      return underWay;
    };
    for (const gauge of [
      this.#open,
      this.#inquired,
      this.#inquiredSeconds,
      this.#due,
      this.#overdue,
      this.#feedsFailing,
      this.#feedsSeconds,
      this.#queued,
      this.#queuedSeconds,
      this.#outbox,
      this.#outboxSeconds,
    ])
      Object.assign(gauge, { collect });
  }

  ended(status: string): void {
    this.#ended.inc({ status });
  }

  decided(gateway: string, outcome: string): void {
    this.#attempts.inc({ gateway, outcome });
  }

  countReport({
    gateway,
    kind,
    outcome,
    latencyMs,
  }: {
    gateway: string;
    kind: string;
    outcome: string;
    latencyMs: number | undefined;
  }): void {
    this.#answers.inc({ gateway, kind, outcome });
    if (latencyMs !== undefined) this.#seconds.observe({ gateway }, latencyMs / 1_000);
  }

  #show({
    open,
    inquired,
    inquired_seconds: inquiredSeconds,
    queues,
    outbox,
    outbox_seconds: outboxSeconds,
    gateways,
    feeds,
  }: Waiting): void {
    // A gateway without pending operations is left out, so its last numbers must not stay.
    this.#due.reset();
    this.#overdue.reset();
    for (const [gateway, { due, overdue }] of Object.entries(gateways)) {
      this.#due.set({ gateway }, due);
      this.#overdue.set({ gateway }, overdue);
    }
    this.#feedsFailing.reset();
    this.#feedsSeconds.reset();
    for (const [gateway, { failing, seconds }] of Object.entries(feeds)) {
      this.#feedsFailing.set({ gateway }, failing);
      this.#feedsSeconds.set({ gateway }, seconds);
    }
    for (const status of OPEN) this.#open.set({ status }, Number(open[status] ?? 0));
    this.#inquired.set(Number(inquired));
    this.#inquiredSeconds.set(inquiredSeconds);
    for (const queue of QUEUES) {
      this.#queued.set({ queue }, queues[queue]?.count ?? 0);
      this.#queuedSeconds.set({ queue }, queues[queue]?.seconds ?? 0);
    }
    this.#outbox.set(Number(outbox));
    this.#outboxSeconds.set(outboxSeconds);
  }
}

/**
 * Each part reads a partial index of unsettled rows, or has one row for each connection, so the cost does not grow with
 * the history.
 */
async function readWaiting(pool: Pool): Promise<Waiting> {
  const {
    rows: [row],
  } = await pool.query<Waiting>(`
    WITH open AS (
      SELECT status, count(*) FROM intent WHERE status IN ('requires_payment_method', 'requires_action') GROUP BY status
      UNION ALL SELECT 'requires_capture', count(*) FROM intent WHERE status = 'requires_capture'
      UNION ALL SELECT 'processing', count(DISTINCT (i.account_id, i.id)) FROM operation o
      JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
        WHERE o.state = 'pending' AND i.status = 'processing'),
    unknown AS (SELECT count(*), min(started_at) AS oldest FROM operation WHERE state = 'pending'),
    queued AS (SELECT queue, count(*), min(started_at) AS oldest FROM operation WHERE queue IS NOT NULL GROUP BY queue),
    inquiry AS (SELECT gateway, count(*) FILTER (WHERE inquire_at <= now()) AS due,
      count(*) FILTER (WHERE inquire_at <= now() - ${INQUIRY.overdueMs} * interval '1 ms') AS overdue
      FROM operation WHERE state = 'pending' GROUP BY gateway),
    feed AS (SELECT f.gateway, count(*) AS failing, min(coalesce(f.succeeded_at, f.created_at)) AS oldest
      FROM settlement_feed f JOIN gateway_connection c ON c.account_id = f.account_id AND c.store_id = f.store_id
      AND c.mode = f.mode AND c.type = f.gateway WHERE f.failures > 0 GROUP BY f.gateway),
    unpublished AS (SELECT count(*), min(created_at) AS oldest FROM outbox WHERE published_at IS NULL)
    SELECT (SELECT coalesce(json_object_agg(status, count), '{}') FROM open) AS open,
      unknown.count AS inquired,
      greatest(0, coalesce(extract(epoch FROM now() - unknown.oldest), 0))::float8 AS inquired_seconds,
      (SELECT coalesce(json_object_agg(queue, json_build_object('count', count,
        'seconds', greatest(0, extract(epoch FROM now() - oldest)))), '{}') FROM queued) AS queues,
      (SELECT coalesce(json_object_agg(gateway, json_build_object('due', due, 'overdue', overdue)), '{}')
        FROM inquiry) AS gateways,
      (SELECT coalesce(json_object_agg(gateway, json_build_object('failing', failing,
        'seconds', greatest(0, extract(epoch FROM now() - oldest)))), '{}') FROM feed) AS feeds,
      unpublished.count AS outbox,
      greatest(0, coalesce(extract(epoch FROM now() - unpublished.oldest), 0))::float8 AS outbox_seconds
    FROM unknown, unpublished`);
  return row as Waiting;
}
