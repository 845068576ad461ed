import type { Pool } from 'pg';

export interface OutboxRow {
  id: string;
  created_at: string;
  shard: number;
  epoch: string;
  topic: string;
  event_count: number;
  source: string;
  body: string;
}

/** The leases under which a process reads and writes: the epoch of each shard. */
export interface LeasedShards {
  owner: string;
  epochs: ReadonlyMap<number, number>;
}

export interface ReadBounds {
  rowsMax: number;
  eventsMax: number;
  bytesMax: number;
}

export interface OutboxRead {
  rows: OutboxRow[];
  /** More rows wait than the bounds allowed. */
  isFull: boolean;
}

/**
 * The oldest unpublished rows within the bounds; the first one in any case. Rows of `except` are left out: they are
 * published, and their mark has not committed.
 */
export async function readOutbox(
  pool: Pool,
  { owner, epochs }: LeasedShards,
  { rowsMax, eventsMax, bytesMax }: ReadBounds,
  except: Iterable<string>,
): Promise<OutboxRead> {
  const { rows } = await pool.query<OutboxRow & { candidates: string }>({
    ...READ_ROWS,
    values: [owner, [...epochs.keys()], rowsMax, eventsMax, bytesMax, [...except]],
  });
  return { rows, isFull: rows.length > 0 && Number(rows[0]?.candidates) > Math.min(rows.length, rowsMax - 1) };
}

export async function markPublished(pool: Pool, owner: string, rows: readonly OutboxRow[]): Promise<void> {
  await pool.query({ ...MARK_ROWS, values: [...keysOf(rows), owner] });
}

/** Parameters that name the rows and the leases under which they were read. */
export function keysOf(rows: readonly OutboxRow[]): unknown[] {
  return [
    rows.map((row) => row.id),
    rows.map((row) => row.created_at),
    rows.map((row) => row.shard),
    rows.map((row) => row.epoch),
  ];
}

/**
 * The lease is part of the read: a relay that lost a shard finds none of its rows. The length of a body that is stored
 * outside its row is known without reading it, so the sums choose rows before any large body is read.
 */
const READ_ROWS = {
  name: 'relay-read',
  text: `
    SELECT id, created_at::text, shard, epoch, topic, event_count, source, body, candidates
    FROM (
      SELECT o.*, row_number() OVER up AS place, sum(event_count) OVER up AS events,
        sum(octet_length(body) + coalesce(bytes, 0)) OVER up AS total, count(*) OVER () AS candidates
      FROM (
        SELECT o.id, o.created_at, o.shard, l.epoch, o.topic, o.event_count, o.source, o.body, o.bytes
        FROM outbox_lease l CROSS JOIN LATERAL (
          SELECT * FROM outbox WHERE shard = l.shard AND published_at IS NULL AND id <> ALL ($6::bigint[])
          ORDER BY id LIMIT $3
        ) o
        WHERE l.owner = $1 AND l.shard = ANY ($2::smallint[]) AND l.expires_at > now() ORDER BY o.id LIMIT $3
      ) o
      WINDOW up AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
    ) o
    WHERE place = 1 OR (events <= $4 AND total <= $5) ORDER BY id`,
};

/** The epoch is part of the mark: a relay that lost a shard marks none of its rows. */
const MARK_ROWS = {
  name: 'relay-mark',
  text: `
    UPDATE outbox SET published_at = now()
    FROM unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::bigint[]) AS done (id, created_at, shard, epoch)
    WHERE outbox.id = done.id AND outbox.created_at = done.created_at
      AND EXISTS (SELECT 1 FROM outbox_lease l WHERE l.shard = done.shard AND l.owner = $5 AND l.epoch = done.epoch)`,
};
