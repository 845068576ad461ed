import type { Pool } from 'pg';
import type { Metrics } from '@qafila/runtime/metrics';
import { WATCH } from './limits.ts';

interface Backlog {
  due: Record<string, { count: number; seconds: number }>;
  alarms: string;
  sources: Record<string, { failing: number; seconds: number }>;
  notices: Record<string, { count: number; seconds: number }>;
  outbox: string;
  outbox_seconds: number;
}

const HOUR_SECONDS = 3_600;
const TRANSIT_SECONDS = [6, 12, 24, 48, 72, 120, 168, 336].map((hours) => hours * HOUR_SECONDS);

/**
 * The registry collects all gauges at once: the first runs the query, the others wait for it. When the database is away
 * the gauges keep their last values.
 */
function collector(pool: Pool, show: (backlog: Backlog) => void): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () =>
    (underWay ??= readBacklog(pool)
      .then(show, () => {})
      .finally(() => {
        underWay = undefined;
      }));
}

/**
 * The operator's metrics. Each process counts its own work; gauges are read from the database on each scrape, so that
 * all processes show the same.
 */
export class ShipmentMetrics {
  /** By `courier` and `status`. Counted before the commit: a rolled back transaction counts one too many. */
  readonly #entered;
  /** By `alarm`. */
  readonly #raised;
  /**
   * By `courier`, `call` (book, find, cancel) and `outcome`. A rising share of `unknown` means a courier in trouble.
   */
  readonly #answers;
  readonly #seconds;
  /** By `courier` and `first_attempt` (yes, no). */
  readonly #delivered;
  readonly #transit;
  readonly #due;
  readonly #dueSeconds;
  /** Above zero, a person must act. */
  readonly #alarms;
  /** Companies whose remittances at this courier cannot be read by its API. */
  readonly #sourcesFailing;
  readonly #sourcesSeconds;
  /** Of messages to receivers, and of shipments that ended. */
  readonly #receivers;
  readonly #cities = new Set<string>();
  readonly #outbox;
  readonly #outboxSeconds;
  readonly #couriers: readonly string[];

  constructor(metrics: Metrics, pool: Pool, couriers: readonly string[]) {
    this.#couriers = couriers;
    this.#entered = metrics.counter('shipment_states_entered_total', 'States entered', ['courier', 'status'] as const);
    this.#raised = metrics.counter('shipment_alarms_total', 'Alarms raised: a person must look at them', [
      'alarm',
    ] as const);
    this.#answers = metrics.counter('shipment_courier_answers_total', 'Answers of couriers', [
      'courier',
      'call',
      'outcome',
    ] as const);
    this.#seconds = metrics.histogram(
      'shipment_courier_answer_seconds',
      'Time from a call of a courier to its answer',
      ['courier'] as const,
    );
    this.#delivered = metrics.counter('shipment_deliveries_total', 'Deliveries, at the first attempt or later', [
      'courier',
      'first_attempt',
    ] as const);
    this.#transit = metrics.histogram(
      'shipment_transit_seconds',
      'Time from pick-up to delivery, by the scans of the courier',
      ['courier'] as const,
      TRANSIT_SECONDS,
    );
    this.#due = metrics.gauge('shipment_courier_due', 'Shipments whose courier call is due or under way', [
      'courier',
    ] as const);
    this.#dueSeconds = metrics.gauge(
      'shipment_courier_due_oldest_seconds',
      'Age of the oldest courier call that is due',
      ['courier'] as const,
    );
    this.#alarms = metrics.gauge('shipment_alarms_open', 'Shipments with an alarm that is not cleared');
    this.#sourcesFailing = metrics.gauge('shipment_remittances_failing', 'Readings of remittances by API that fail', [
      'courier',
    ] as const);
    this.#sourcesSeconds = metrics.gauge(
      'shipment_remittances_oldest_seconds',
      'Time since the remittances that wait longest were read by API',
      ['courier'] as const,
    );
    this.#receivers = receiverMetrics(metrics);
    this.#outbox = metrics.gauge('shipment_outbox_unpublished', 'Events that are committed and not yet published');
    this.#outboxSeconds = metrics.gauge(
      'shipment_outbox_oldest_seconds',
      'Age of the oldest event that is not yet published',
    );
    const collect = collector(pool, (backlog) => this.#show(backlog));
    for (const gauge of [
      this.#due,
      this.#dueSeconds,
      this.#alarms,
      this.#sourcesFailing,
      this.#sourcesSeconds,
      this.#receivers.notices,
      this.#receivers.seconds,
      this.#outbox,
      this.#outboxSeconds,
    ])
      Object.assign(gauge, { collect });
  }

  entered(courier: string, status: string): void {
    this.#entered.inc({ courier, status });
  }

  raised(alarm: string): void {
    this.#raised.inc({ alarm });
  }

  noticed(channel: string, outcome: string): void {
    this.#receivers.noticed.inc({ channel, outcome });
  }

  /** Merchants write cities as they like: the first ones of a process have a label, and all others one together. */
  ended(courier: string, { country, city, outcome }: { country: string; city: string; outcome: string }): void {
    const name = `${country} ${city}`;
    if (this.#cities.size < WATCH.metricCitiesMax) this.#cities.add(name);
    const place = this.#cities.has(name) ? { country, city } : { country: 'other', city: 'other' };
    this.#receivers.ended.inc({ courier, ...place, outcome });
  }

  delivered(courier: string, { isFirstAttempt, seconds }: { isFirstAttempt: boolean; seconds: number | null }): void {
    this.#delivered.inc({ courier, first_attempt: isFirstAttempt ? 'yes' : 'no' });
    if (seconds !== null && seconds >= 0) this.#transit.observe({ courier }, seconds);
  }

  answered({
    courier,
    call,
    outcome,
    seconds,
  }: {
    courier: string;
    call: string;
    outcome: string;
    seconds: number;
  }): void {
    this.#answers.inc({ courier, call, outcome });
    this.#seconds.observe({ courier }, seconds);
  }

  #show({ due, alarms, sources, notices, outbox, outbox_seconds: outboxSeconds }: Backlog): void {
    for (const courier of this.#couriers) {
      this.#due.set({ courier }, due[courier]?.count ?? 0);
      this.#dueSeconds.set({ courier }, due[courier]?.seconds ?? 0);
    }
    this.#alarms.set(Number(alarms));
    // A courier without readings is left out, so its last numbers must not stay.
    this.#sourcesFailing.reset();
    this.#sourcesSeconds.reset();
    for (const [courier, { failing, seconds }] of Object.entries(sources)) {
      this.#sourcesFailing.set({ courier }, failing);
      this.#sourcesSeconds.set({ courier }, seconds);
    }
    this.#receivers.notices.reset();
    this.#receivers.seconds.reset();
    for (const [channel, { count, seconds }] of Object.entries(notices)) {
      this.#receivers.notices.set({ channel }, count);
      this.#receivers.seconds.set({ channel }, seconds);
    }
    this.#outbox.set(Number(outbox));
    this.#outboxSeconds.set(outboxSeconds);
  }
}

function receiverMetrics(metrics: Metrics) {
  const channel = ['channel'] as const;
  const byCity = ['courier', 'country', 'city', 'outcome'] as const;
  const age = 'Age of the state of the oldest message that is due or was tried';
  return {
    /** By `outcome`: sent, failed or dropped. */
    noticed: metrics.counter('shipment_notices_total', 'Messages to receivers that ended', [
      'channel',
      'outcome',
    ] as const),
    notices: metrics.gauge('shipment_notices_waiting', 'Messages to receivers that wait', channel),
    seconds: metrics.gauge('shipment_notices_oldest_seconds', age, channel),
    ended: metrics.counter('shipment_journeys_total', 'Shipments that ended, by the city of the receiver', byCity),
  };
}

/** Each part reads a partial index of unfinished rows: the cost does not grow with the number of finished shipments. */
async function readBacklog(pool: Pool): Promise<Backlog> {
  const {
    rows: [row],
  } = await pool.query<Backlog>(`
    WITH due AS (
      SELECT courier, count(*), greatest(0, extract(epoch FROM now() - min(due_at))) AS seconds
      FROM shipment WHERE due_at IS NOT NULL GROUP BY courier
    ),
    source AS (
      SELECT courier, count(*) FILTER (WHERE failures > 0) AS failing,
        greatest(0, extract(epoch FROM now() - min(coalesce(read_until, updated_at)))) AS seconds
      FROM remittance_source WHERE next_at IS NOT NULL AND store_id IS NOT NULL GROUP BY courier
    ),
    notices AS (
      SELECT channel, count(*), coalesce(greatest(0, extract(epoch FROM
        now() - min(occurred_at) FILTER (WHERE tries > 0 OR due_at <= now()))), 0) AS seconds
      FROM notice WHERE status = 'waiting' GROUP BY channel
    ),
    unpublished AS (SELECT count(*), min(created_at) AS oldest FROM outbox WHERE published_at IS NULL)
    SELECT
      (SELECT coalesce(json_object_agg(courier, json_build_object('count', count, 'seconds', seconds)), '{}')
        FROM due) AS due,
      (SELECT coalesce(json_object_agg(courier, json_build_object('failing', failing, 'seconds', seconds)), '{}')
        FROM source) AS sources,
      (SELECT coalesce(json_object_agg(channel, json_build_object('count', count, 'seconds', seconds)), '{}')
        FROM notices) AS notices,
      (SELECT count(*) FROM shipment WHERE alarms <> '{}') AS alarms,
      unpublished.count AS outbox,
      greatest(0, coalesce(extract(epoch FROM now() - unpublished.oldest), 0))::float8 AS outbox_seconds
    FROM unpublished`);
  return row as Backlog;
}
