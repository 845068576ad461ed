import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { repeatStep } from './repeat-step.ts';

/** Endpoints of these partitions with parked deliveries. Those sort last: one index lookup for each endpoint. */
const FIND_PARKED = {
  name: 'dispatch-find-parked',
  text: `
    WITH RECURSIVE last AS (
      SELECT r.* FROM unnest($1::smallint[]) AS p (lane) CROSS JOIN LATERAL (
        SELECT lane, endpoint_no, due_at FROM retry WHERE lane = p.lane AND epoch = 0
        ORDER BY endpoint_no DESC, due_at DESC LIMIT 1
      ) r
      UNION ALL
      SELECT r.* FROM last l CROSS JOIN LATERAL (
        SELECT lane, endpoint_no, due_at FROM retry
        WHERE lane = l.lane AND epoch = 0 AND endpoint_no < l.endpoint_no
        ORDER BY endpoint_no DESC, due_at DESC LIMIT 1
      ) r
    )
    SELECT endpoint_no FROM last WHERE due_at = 'infinity'`,
};

/**
 * The first waiting deliveries of up to $3 keys of an endpoint, from key $2 on, each found by one index lookup. Those
 * that are parked become due. A locked one is released by the statement that holds it.
 */
const RELEASE_PAGE = {
  name: 'dispatch-release-parked',
  text: `
    WITH RECURSIVE first AS (
      SELECT f.*, 1 AS place FROM (
        SELECT key, sequence, due_at FROM retry WHERE endpoint_no = $1 AND key >= $2 ORDER BY key, sequence LIMIT 1
      ) f
      UNION ALL
      SELECT f.*, p.place + 1 FROM first p CROSS JOIN LATERAL (
        SELECT key, sequence, due_at FROM retry WHERE endpoint_no = $1 AND key > p.key ORDER BY key, sequence LIMIT 1
      ) f
      WHERE p.place < $3
    ), released AS (
      UPDATE retry SET due_at = now() WHERE endpoint_no = $1 AND sequence = ANY(ARRAY(
        SELECT r.sequence FROM first f CROSS JOIN LATERAL (
          SELECT sequence FROM retry WHERE endpoint_no = $1 AND sequence = f.sequence AND due_at = 'infinity'
          FOR UPDATE SKIP LOCKED
        ) r WHERE f.due_at = 'infinity'))
      RETURNING 1
    )
    SELECT key, place, (SELECT count(*) FROM released)::int AS released FROM first ORDER BY place DESC LIMIT 1`,
};

export interface ReleaseParkedOptions {
  pool: Pool;
  partitions: number[];
  /** Whether this process still dispatches any of them. */
  isOurs: () => boolean;
  log: Logger;
  /** Called after each page with deliveries that are due now. */
  onReleased: () => void;
}

/** An endpoint, and the key up to which its keys are done. */
interface Place {
  endpointNo: string;
  key: string;
}

/**
 * Makes the first waiting delivery of each key due where it is parked: a process can die after it has written a result
 * and before it releases the key. It reads one row for each key, however many deliveries wait, and a bounded number of
 * keys in each statement. Two processes that do the same do no harm. A statement that fails is repeated.
 */
export async function releaseParked(options: ReleaseParkedOptions): Promise<void> {
  const { pool, partitions, isOurs, log, onReleased } = options;
  let places: Place[] | undefined;
  await repeatStep({
    isWanted: isOurs,
    step: async () => {
      // Taken out first: other endpoints need not wait for one whose statement fails.
      const place = places?.shift();
      try {
        if (place === undefined) places = await findParked(pool, partitions);
        else if (await releasePage(pool, place, onReleased)) places?.unshift(place);
      } catch (error) {
        if (place !== undefined) places?.push(place);
        throw error;
      }
      return places?.length !== 0;
    },
    onFailure: ({ message }) => log.warn({ error: message }, 'delivery.release_parked_failed'),
  });
}

async function findParked(pool: Pool, partitions: number[]): Promise<Place[]> {
  const { rows } = await pool.query<{ endpoint_no: string }>({ ...FIND_PARKED, values: [partitions] });
  return rows.map((row) => ({ endpointNo: row.endpoint_no, key: '' }));
}

/** Moves the place on. Returns whether the endpoint may have more keys. */
async function releasePage(pool: Pool, place: Place, onReleased: () => void): Promise<boolean> {
  const { rows } = await pool.query<{ key: string; place: number; released: number }>({
    ...RELEASE_PAGE,
    values: [place.endpointNo, place.key, LIMITS.retriesChangedAtOnceMax],
  });
  const [last] = rows;
  if (last === undefined) return false;
  place.key = last.key;
  if (last.released > 0) onReleased();
  return last.place === LIMITS.retriesChangedAtOnceMax;
}
