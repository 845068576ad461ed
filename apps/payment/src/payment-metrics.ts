import type { Pool } from 'pg';
import type { Metrics } from '@qafila/runtime/metrics';
import { QUEUES } from './operations/operation.ts';

interface Waiting { open: Record<string, string>; inquired: string; inquired_seconds: number; queues: Record<string, { count: number; seconds: number }>; outbox: string; outbox_seconds: number }

const OPEN = ['requires_payment_method', 'requires_action', 'processing', 'requires_capture'] as const;

/** What an operator watches. Each process counts what it did; gauges are read from the database when asked for, so that all processes show the same. */
export class PaymentMetrics {
  /** Intents that came to their end, by `status`. Ended ones only grow: as a gauge they would cost a scan. Counted before the commit: a roll-back counts one too many. */
  readonly #ended;
  /** Attempts (payments and token charges) whose outcome became known, by `gateway` and `outcome`: captured, authorised, declined, voided, not_sent, not_found. */
  readonly #attempts;
  /** Every answer of a gateway, by `gateway`, `kind` of operation and `outcome`; inquiries too. A rising share of `unknown` is a gateway in trouble. */
  readonly #answers;
  /** How long a gateway took to answer. */
  readonly #seconds;
  /** Intents that are not at their end, by `status`. */
  readonly #open;
  /** Operations whose outcome nobody knows yet: asked of a gateway, not answered, inquired by the worker. */
  readonly #inquired;
  /** Age of the oldest of them. Beyond 14 minutes it must be in a queue for a person too. */
  readonly #inquiredSeconds;
  /** Operations that wait for a person, by `queue`. Above zero, somebody must act. */
  readonly #queued;
  /** Age of the oldest in each queue, from when the gateway was asked. */
  readonly #queuedSeconds;
  /** Events that are committed and not yet published. */
  readonly #outbox;
  /** Age of the oldest of them. */
  readonly #outboxSeconds;

  constructor(metrics: Metrics, pool: Pool) {
    this.#ended = metrics.counter('payment_intents_ended_total', 'Intents that came to their end, by status', ['status'] as const);
    this.#attempts = metrics.counter('payment_attempts_total', 'Attempts whose outcome became known', ['gateway', 'outcome'] as const);
    this.#answers = metrics.counter('payment_gateway_answers_total', 'Answers of gateways, inquiries too', ['gateway', 'kind', 'outcome'] as const);
    this.#seconds = metrics.histogram('payment_gateway_answer_seconds', 'From a gateway being asked to its answer', ['gateway'] as const);
    this.#open = metrics.gauge('payment_intents_open', 'Intents that are not at their end, by status', ['status'] as const);
    this.#inquired = metrics.gauge('payment_operations_unknown', 'Operations whose outcome is not known yet');
    this.#inquiredSeconds = metrics.gauge('payment_operations_unknown_oldest_seconds', 'Age of the oldest operation whose outcome is not known yet');
    this.#queued = metrics.gauge('payment_person_queue', 'Operations that wait for a person', ['queue'] as const);
    this.#queuedSeconds = metrics.gauge('payment_person_queue_oldest_seconds', 'Age of the oldest operation that waits for a person', ['queue'] as const);
    this.#outbox = metrics.gauge('payment_outbox_unpublished', 'Events that are committed and not yet published');
    this.#outboxSeconds = metrics.gauge('payment_outbox_oldest_seconds', 'Age of the oldest event that is not yet published');
    this.#readTogether(pool);
  }

  /** The registry collects all gauges at once: the first of them asks, the others wait for the same answer. */
  #readTogether(pool: Pool): void {
    let underWay: Promise<void> | undefined;
    const collect = (): Promise<void> => {
      // A database that is away leaves the last figures: readiness tells of it.
      underWay ??= readWaiting(pool).then((waiting) => this.#show(waiting), () => {}).finally(() => { underWay = undefined; });
      return underWay;
    };
    for (const gauge of [this.#open, this.#inquired, this.#inquiredSeconds, this.#queued, this.#queuedSeconds, this.#outbox, this.#outboxSeconds]) Object.assign(gauge, { collect });
  }

  ended(status: string): void {
    this.#ended.inc({ status });
  }

  decided(gateway: string, outcome: string): void {
    this.#attempts.inc({ gateway, outcome });
  }

  answered({ gateway, kind, outcome, latencyMs }: { gateway: string; kind: string; outcome: string; latencyMs: number | undefined }): void {
    this.#answers.inc({ gateway, kind, outcome });
    if (latencyMs !== undefined) this.#seconds.observe({ gateway }, latencyMs / 1_000);
  }

  #show({ open, inquired, inquired_seconds: inquiredSeconds, queues, outbox, outbox_seconds: outboxSeconds }: Waiting): void {
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

/** Each part reads a partial index of what is not settled: the cost does not grow with what was ever paid. */
async function readWaiting(pool: Pool): Promise<Waiting> {
  const { rows: [row] } = await pool.query<Waiting>(`
    WITH open AS (
      SELECT status, count(*) FROM intent WHERE status IN ('requires_payment_method', 'requires_action') GROUP BY status
      UNION ALL SELECT 'requires_capture', count(*) FROM intent WHERE status = 'requires_capture'
      UNION ALL SELECT 'processing', count(DISTINCT (i.account_id, i.id)) FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
        WHERE o.state = 'pending' AND i.status = 'processing'),
    unknown AS (SELECT count(*), min(started_at) AS oldest FROM operation WHERE state = 'pending'),
    queued AS (SELECT queue, count(*), min(started_at) AS oldest FROM operation WHERE queue IS NOT NULL GROUP BY queue),
    unpublished AS (SELECT count(*), min(created_at) AS oldest FROM outbox WHERE published_at IS NULL)
    SELECT (SELECT coalesce(json_object_agg(status, count), '{}') FROM open) AS open,
      unknown.count AS inquired, greatest(0, coalesce(extract(epoch FROM now() - unknown.oldest), 0))::float8 AS inquired_seconds,
      (SELECT coalesce(json_object_agg(queue, json_build_object('count', count, 'seconds', greatest(0, extract(epoch FROM now() - oldest)))), '{}') FROM queued) AS queues,
      unpublished.count AS outbox, greatest(0, coalesce(extract(epoch FROM now() - unpublished.oldest), 0))::float8 AS outbox_seconds
    FROM unknown, unpublished`);
  return row as Waiting;
}
