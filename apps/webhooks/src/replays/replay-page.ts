import type { DataSource, EntityManager } from 'typeorm';
import { queueResends } from '../deliveries/queue-resends.ts';
import { numberDeliveries } from '../deliveries/number-deliveries.ts';
import { LIMITS } from '../limits.ts';
import { REPLAY_COLUMNS } from './replay.entity.ts';
import type { ReplayRow } from './replay.entity.ts';
import type { Selection } from './replay.schema.ts';
import { WALK } from './replay.sql.ts';
import type { Walked } from './replay.sql.ts';

/**
 * A due replay with its endpoint, both locked or skipped, so that several processes never work on the same page.
 * A replay waits while its endpoint is not enabled, and while many deliveries wait for the endpoint.
 */
const CLAIM = `
  SELECT ${REPLAY_COLUMNS} FROM replay r JOIN endpoint e USING (endpoint_no) JOIN endpoint_head h USING (endpoint_no)
    JOIN endpoint_tail t USING (endpoint_no)
  WHERE r.status = 'running' AND r.next_at <= now() AND e.status = 'enabled' AND h.sequence - t.settled < $1
    AND (SELECT count(*) FROM (
      SELECT 1 FROM retry q WHERE q.lane = h.lane AND q.endpoint_no = h.endpoint_no AND q.epoch = 0
        AND q.due_at <= now() LIMIT $1) w) < $1
  ORDER BY r.next_at LIMIT 1 FOR NO KEY UPDATE OF r, e SKIP LOCKED`;

/** The result of a page; `done`: it was the last one. */
export interface PageDone {
  replay: string;
  selection: Selection;
  resent: number;
  done: boolean;
}

/** The next page of a replay: its position and its deliveries in one transaction. Null when none is due. */
export function replayPage(source: DataSource): Promise<PageDone | null> {
  return source.transaction(async (tx) => {
    const [replay] = await tx.query<ReplayRow[]>(CLAIM, [LIMITS.replayWaitingMax]);
    if (replay === undefined) return null;
    const size = Math.min(LIMITS.replayPageMax, Math.ceil(replay.rate_per_second / 2));
    const walked = await walk(tx, replay);
    const { taken, last, done } = cut(walked, size);
    const { queued, waiting } = await send(tx, replay, taken);
    await tx.query(
      `
      UPDATE replay SET resent = resent + $2, waiting_already = waiting_already + $3, position_sequence = $4,
        position_at = $5, position_id = $6,
        next_at = now() + $7 * interval '1 second', status = CASE
          WHEN $8 THEN 'completed' ELSE status END, finished_at = CASE WHEN $8 THEN now() END
      WHERE replay_no = $1`,
      [
        replay.replay_no,
        queued,
        waiting,
        last?.sequence ?? replay.position_sequence,
        last?.at ?? replay.position_at,
        last?.at === undefined ? replay.position_id : last.event_id,
        taken.length / replay.rate_per_second,
        done,
      ],
    );
    return { replay: replay.id, selection: replay.selection, resent: Number(replay.resent) + queued, done };
  });
}

function walk(tx: EntityManager, replay: ReplayRow): Promise<Walked[]> {
  const { selection, from_at: from, to_at: to } = replay;
  const place =
    selection === 'missing'
      ? [replay.position_at, replay.position_id]
      : [replay.position_sequence, replay.until_sequence];
  const [fromAt, toAt] = [from.toISOString(), to.toISOString()];
  return tx.query<Walked[]>(WALK[selection], [
    replay.endpoint_no,
    fromAt.slice(0, 10),
    toAt.slice(0, 10),
    fromAt,
    toAt,
    replay.types,
    LIMITS.replayRowsReadMax,
    ...place,
  ]);
}

/** The rows of the page, the row after which the next page begins, and whether this page is the last. */
function cut(walked: Walked[], size: number): { taken: Walked[]; last: Walked | undefined; done: boolean } {
  const matching = walked.filter((row) => row.matches);
  const taken = matching.slice(0, size);
  const isCut = matching.length > size;
  return {
    taken,
    last: isCut ? taken.at(-1) : walked.at(-1),
    done: !isCut && walked.length < LIMITS.replayRowsReadMax,
  };
}

async function send(
  tx: EntityManager,
  replay: ReplayRow,
  taken: Walked[],
): Promise<{ queued: number; waiting: number }> {
  if (replay.selection !== 'missing') return queueResends(tx, replay.endpoint_no, taken, 'replay');
  if (taken.length > 0) await numberDeliveries(tx, replay.endpoint_no, taken);
  return { queued: taken.length, waiting: 0 };
}
