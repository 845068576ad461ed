import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { FIRST_OF_KEYS } from '../log/first-of-keys.sql.ts';
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

const IS_PARKED = {
  name: 'dispatch-is-parked',
  text: `
    SELECT endpoint_no FROM retry WHERE lane = $1 AND endpoint_no = $2 AND epoch = 0 AND due_at = 'infinity' LIMIT 1`,
};

/** Those of the first deliveries that are parked become due. The statement that has locked one releases it itself. */
const RELEASE_PAGE = {
  name: 'dispatch-release-parked',
  text: `
    WITH RECURSIVE ${FIRST_OF_KEYS}, released AS (
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
  /** All endpoints of partitions, or one endpoint. */
  of: { partitions: number[] } | { partition: number; endpointNo: number };
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
 * and before it releases the key, and the deliveries before it can end because the endpoint was disabled. It reads one
 * row for each key, however many deliveries wait, and a bounded number of keys in each statement. Two processes that do
 * the same do no harm. A statement that fails is repeated.
 */
export async function releaseParked(options: ReleaseParkedOptions): Promise<void> {
  const { pool, isOurs, log, onReleased } = options;
  let places: Place[] | undefined;
  await repeatStep({
    isWanted: isOurs,
    step: async () => {
      // Taken out first: other endpoints need not wait for one whose statement fails.
      const place = places?.shift();
      try {
        if (place === undefined) places = await findParked(options);
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

async function findParked({ pool, of }: ReleaseParkedOptions): Promise<Place[]> {
  const query =
    'partitions' in of
      ? { ...FIND_PARKED, values: [of.partitions] }
      : { ...IS_PARKED, values: [of.partition, of.endpointNo] };
  const { rows } = await pool.query<{ endpoint_no: string }>(query);
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
