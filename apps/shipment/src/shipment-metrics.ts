import type { Pool } from 'pg';
import type { Metrics } from '@qafila/runtime/metrics';

interface Waiting { owed: Record<string, { count: number; seconds: number }>; alarms: string; outbox: string; outbox_seconds: number }

/** What an operator watches. Each process counts what it did; gauges are read from the database when asked for, so that all processes show the same. */
export class ShipmentMetrics {
  /** States entered, by `courier` and `status`. Counted before the commit: a roll-back counts one too many. */
  readonly #entered;
  /** What a person must look at, by `alarm`. */
  readonly #raised;
  /** Every answer of a courier, by `courier`, `call` (book, find, cancel) and `outcome`. A rising share of `unknown` is a courier in trouble. */
  readonly #answers;
  readonly #seconds;
  /** Shipments whose courier is to be asked, by `courier`. */
  readonly #owed;
  /** Age of what is due longest. */
  readonly #owedSeconds;
  /** Shipments with an alarm that nobody has cleared. Above zero, somebody must act. */
  readonly #alarms;
  readonly #outbox;
  readonly #outboxSeconds;
  readonly #couriers: readonly string[];

  constructor(metrics: Metrics, pool: Pool, couriers: readonly string[]) {
    this.#couriers = couriers;
    this.#entered = metrics.counter('shipment_states_entered_total', 'States entered', ['courier', 'status'] as const);
    this.#raised = metrics.counter('shipment_alarms_total', 'What a person must look at', ['alarm'] as const);
    this.#answers = metrics.counter('shipment_courier_answers_total', 'Answers of couriers', ['courier', 'call', 'outcome'] as const);
    this.#seconds = metrics.histogram('shipment_courier_answer_seconds', 'From a courier being asked to his answer', ['courier'] as const);
    this.#owed = metrics.gauge('shipment_courier_due', 'Shipments whose courier is to be asked', ['courier'] as const);
    this.#owedSeconds = metrics.gauge('shipment_courier_due_oldest_seconds', 'Age of what is due longest', ['courier'] as const);
    this.#alarms = metrics.gauge('shipment_alarms_open', 'Shipments with an alarm that nobody has cleared');
    this.#outbox = metrics.gauge('shipment_outbox_unpublished', 'Events that are committed and not yet published');
    this.#outboxSeconds = metrics.gauge('shipment_outbox_oldest_seconds', 'Age of the oldest event that is not yet published');
    let underWay: Promise<void> | undefined;
    // The registry collects all gauges at once: the first asks, the others wait for the same answer. A database that is away leaves the last figures.
    const collect = (): Promise<void> => underWay ??= readWaiting(pool).then((waiting) => this.#show(waiting), () => {}).finally(() => { underWay = undefined; });
    for (const gauge of [this.#owed, this.#owedSeconds, this.#alarms, this.#outbox, this.#outboxSeconds]) Object.assign(gauge, { collect });
  }

  entered(courier: string, status: string): void {
    this.#entered.inc({ courier, status });
  }

  raised(alarm: string): void {
    this.#raised.inc({ alarm });
  }

  answered({ courier, call, outcome, seconds }: { courier: string; call: string; outcome: string; seconds: number }): void {
    this.#answers.inc({ courier, call, outcome });
    this.#seconds.observe({ courier }, seconds);
  }

  #show({ owed, alarms, outbox, outbox_seconds: outboxSeconds }: Waiting): void {
    for (const courier of this.#couriers) {
      this.#owed.set({ courier }, owed[courier]?.count ?? 0);
      this.#owedSeconds.set({ courier }, owed[courier]?.seconds ?? 0);
    }
    this.#alarms.set(Number(alarms));
    this.#outbox.set(Number(outbox));
    this.#outboxSeconds.set(outboxSeconds);
  }
}

/** Each part reads a partial index of what is not settled: the cost does not grow with what was ever shipped. */
async function readWaiting(pool: Pool): Promise<Waiting> {
  const { rows: [row] } = await pool.query<Waiting>(`
    WITH owed AS (SELECT courier, count(*), greatest(0, extract(epoch FROM now() - min(due_at))) AS seconds FROM shipment WHERE due_at IS NOT NULL GROUP BY courier),
    unpublished AS (SELECT count(*), min(created_at) AS oldest FROM outbox WHERE published_at IS NULL)
    SELECT (SELECT coalesce(json_object_agg(courier, json_build_object('count', count, 'seconds', seconds)), '{}') FROM owed) AS owed,
      (SELECT count(*) FROM shipment WHERE alarms <> '{}') AS alarms,
      unpublished.count AS outbox, greatest(0, coalesce(extract(epoch FROM now() - unpublished.oldest), 0))::float8 AS outbox_seconds FROM unpublished`);
  return row as Waiting;
}
