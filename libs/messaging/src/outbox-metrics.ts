import type { Metrics } from '@qafila/runtime/metrics';
import type { Pool } from 'pg';

interface Waiting {
  rows: string;
  unpublished: string;
  deferred: string;
  oldest_seconds: number;
}

/**
 * What the outbox of a service has not published yet. Read from the database on each scrape, so all processes show the
 * same; both parts read only rows that wait.
 */
export function measureOutbox(metrics: Metrics, pool: Pool): void {
  const waiting = metrics.gauge('outbox_unpublished_rows', 'Rows of the outbox that are not yet published');
  const unpublished = metrics.gauge('outbox_unpublished_events', 'Events that are committed and not yet published');
  const deferred = metrics.gauge('outbox_deferred_events', 'Events that brokers refuse; part of the unpublished ones');
  const oldest = metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event that is not yet published');
  let underWay: Promise<void> | undefined;
  // The registry collects all gauges at once: the first runs the query, the others wait for it. While the database is
  // away the gauges keep their last values, and readiness reports it.
  const collect = (): Promise<void> =>
    (underWay ??= pool
      .query<Waiting>(READ_WAITING)
      .then(
        ({ rows: [row] }) => {
          waiting.set(Number(row?.rows));
          unpublished.set(Number(row?.unpublished));
          deferred.set(Number(row?.deferred));
          oldest.set(row?.oldest_seconds ?? 0);
        },
        () => {},
      )
      .finally(() => {
        underWay = undefined;
      }));
  for (const gauge of [waiting, unpublished, deferred, oldest]) Object.assign(gauge, { collect });
}

/** Of this process: how long its relay has neither published nor found that nothing waits. */
export function measureRelay(metrics: Metrics, idleMs: () => number): void {
  const gauge = metrics.gauge('relay_idle_seconds', 'Time since the relay of this process last completed a round');
  Object.assign(gauge, { collect: () => gauge.set(idleMs() / 1000) });
}

const READ_WAITING = `
  WITH waiting AS (
      SELECT count(*) AS rows, sum(event_count) AS events, min(created_at) AS oldest
      FROM outbox WHERE published_at IS NULL
    ),
    refused AS (
      SELECT count(*) AS rows, sum(event_count) AS events, min(created_at) AS oldest FROM outbox_deferred
    )
  SELECT waiting.rows + refused.rows AS rows, coalesce(waiting.events, 0) + coalesce(refused.events, 0) AS unpublished,
    coalesce(refused.events, 0) AS deferred,
    greatest(0, coalesce(extract(epoch FROM now() - least(waiting.oldest, refused.oldest)), 0))::float8
      AS oldest_seconds
  FROM waiting, refused`;
