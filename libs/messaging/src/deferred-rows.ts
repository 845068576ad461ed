import type { Pool } from 'pg';
import type { OutgoingMessage } from './bus.ts';
import { keysOf } from './outbox-rows.ts';
import type { LeasedShards, OutboxRow } from './outbox-rows.ts';

/** A message with the outbox row that it comes from. */
export interface OutboxMessage {
  row: OutboxRow;
  message: OutgoingMessage;
}
export interface DeferredMessage extends OutboxMessage {
  destination: string;
}

export interface DeferredRow {
  id: string;
  shard: number;
  destination: string;
  topic: string;
  body: string;
}

/** Of one row of outbox_deferred. A larger message is a row by itself. */
const DEFERRED_ROW_CHARACTERS_MAX = 512 * 1024;

/**
 * Moves messages to outbox_deferred and marks their rows, in one statement: the row's other messages are published. It
 * takes a share lock on the leases, so no successor has read anything when it commits.
 */
export async function deferMessages(
  pool: Pool,
  owner: string,
  deferred: readonly DeferredMessage[],
  rows: readonly OutboxRow[],
): Promise<void> {
  const chunks = chunksOf(deferred);
  const column = <T>(pick: (chunk: Chunk) => T): T[] => chunks.map(pick);
  await pool.query({
    ...DEFER,
    values: [
      ...keysOf(rows),
      owner,
      column(({ first }) => first.row.shard),
      column(({ first }) => first.destination),
      column(({ first }) => first.message.topic),
      column(({ first }) => first.row.created_at),
      column(({ pairs }) => pairs.length),
      column(({ pairs }) => bodyOf(pairs)),
    ],
  });
}

export function messagesOf({ topic, body }: DeferredRow): OutgoingMessage[] {
  return (JSON.parse(body) as Pair[]).map(([key, value]) => ({ topic, key, value }));
}

/**
 * The destinations with deferred rows of these shards. It skips from destination to destination, however many rows each
 * has.
 */
export async function destinationsWithRows(pool: Pool, shards: number[]): Promise<string[]> {
  const { rows } = await pool.query<{ destination: string }>({ ...DESTINATIONS, values: [shards] });
  return rows.map(({ destination }) => destination);
}

/** The oldest row of each destination. */
export async function oldestRows(pool: Pool, leased: LeasedShards, destinations: string[]): Promise<DeferredRow[]> {
  return read(pool, OLDEST, leased, [destinations]);
}

/** The oldest rows of all destinations together, up to so many bytes; one row in any case. */
export async function nextRows(
  pool: Pool,
  leased: LeasedShards,
  destinations: string[],
  bytesMax: number,
): Promise<DeferredRow[]> {
  return read(pool, NEXT, leased, [destinations, bytesMax]);
}

/** Deletes the rows, except for the messages that are left of them. */
export async function keepRefused(
  pool: Pool,
  { owner, epochs }: LeasedShards,
  rows: readonly DeferredRow[],
  left: ReadonlyMap<DeferredRow, OutgoingMessage[]>,
): Promise<void> {
  await pool.query({
    ...KEEP,
    values: [
      rows.map((row) => row.shard),
      rows.map((row) => row.destination),
      rows.map((row) => row.id),
      rows.map((row) => epochs.get(row.shard)),
      rows.map((row) => left.get(row)?.length ?? 0),
      rows.map((row) => bodyOf((left.get(row) ?? []).map(pairOf))),
      owner,
    ],
  });
}

type Pair = [key: string, value: string];
const pairOf = ({ key, value }: OutgoingMessage): Pair => [key, String(value)];
const bodyOf = (pairs: Pair[]): string => JSON.stringify(pairs);

async function read(
  pool: Pool,
  statement: { name: string; text: string },
  { owner, epochs }: LeasedShards,
  values: unknown[],
): Promise<DeferredRow[]> {
  return (await pool.query<DeferredRow>({ ...statement, values: [owner, [...epochs.keys()], ...values] })).rows;
}

interface Chunk {
  first: DeferredMessage;
  pairs: Pair[];
  characters: number;
}

/** In order for each shard and destination. */
function chunksOf(deferred: readonly DeferredMessage[]): Chunk[] {
  const chunks: Chunk[] = [];
  const last = new Map<string, Chunk>();
  for (const item of deferred) {
    const { row, destination, message } = item;
    const pair = pairOf(message);
    const characters = pair[0].length + pair[1].length;
    const place = `${row.shard} ${destination}`;
    let chunk = last.get(place);
    if (chunk === undefined || chunk.characters + characters > DEFERRED_ROW_CHARACTERS_MAX) {
      chunk = { first: item, pairs: [], characters: 0 };
      chunks.push(chunk);
      last.set(place, chunk);
    }
    chunk.pairs.push(pair);
    chunk.characters += characters;
  }
  return chunks;
}

const DEFER = {
  name: 'relay-defer',
  text: `
    WITH done AS MATERIALIZED (
      SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::bigint[])
        AS done (id, created_at, shard, epoch)
    ),
    mine AS MATERIALIZED (
      SELECT l.shard FROM outbox_lease l JOIN (SELECT DISTINCT shard, epoch FROM done) AS d USING (shard, epoch)
      WHERE l.owner = $5 FOR SHARE OF l
    ),
    deferred AS (
      INSERT INTO outbox_deferred (shard, destination, topic, created_at, event_count, body)
      SELECT shard, destination, topic, created_at, event_count, body
      FROM unnest($6::smallint[], $7::text[], $8::text[], $9::timestamptz[], $10::int[], $11::text[]) WITH ORDINALITY
        AS deferred (shard, destination, topic, created_at, event_count, body, place)
      JOIN mine USING (shard) ORDER BY place
    )
    UPDATE outbox SET published_at = now() FROM done JOIN mine USING (shard)
    WHERE outbox.id = done.id AND outbox.created_at = done.created_at`,
};

const DESTINATIONS = {
  name: 'relay-deferred-destinations',
  text: `
    WITH RECURSIVE found AS (
      SELECT shard, (SELECT min(destination) FROM outbox_deferred h WHERE h.shard = s.shard) AS destination
      FROM unnest($1::smallint[]) AS s (shard)
      UNION ALL
      SELECT shard, (
        SELECT min(destination) FROM outbox_deferred h WHERE h.shard = found.shard AND h.destination > found.destination
      )
      FROM found WHERE destination IS NOT NULL
    )
    SELECT DISTINCT destination FROM found WHERE destination IS NOT NULL ORDER BY destination`,
};

const MINE = 'l.owner = $1 AND l.shard = ANY ($2::smallint[]) AND l.expires_at > now()';

const OLDEST = {
  name: 'relay-deferred-oldest',
  text: `
    SELECT DISTINCT ON (wanted.destination) h.id, h.shard, h.destination, h.topic, h.body
    FROM unnest($3::text[]) AS wanted (destination) CROSS JOIN outbox_lease l CROSS JOIN LATERAL (
      SELECT * FROM outbox_deferred WHERE shard = l.shard AND destination = wanted.destination ORDER BY id LIMIT 1
    ) h
    WHERE ${MINE} ORDER BY wanted.destination, h.id`,
};

/** The bodies are summed before they are read, as in the outbox. */
const NEXT = {
  name: 'relay-deferred-next',
  text: `
    SELECT id, shard, destination, topic, body
    FROM (
      SELECT h.*, row_number() OVER up AS place, sum(octet_length(body)) OVER up AS total
      FROM (
        SELECT h.* FROM unnest($3::text[]) AS wanted (destination) CROSS JOIN outbox_lease l CROSS JOIN LATERAL (
          SELECT * FROM outbox_deferred WHERE shard = l.shard AND destination = wanted.destination ORDER BY id LIMIT 100
        ) h
        WHERE ${MINE} ORDER BY h.id LIMIT 100
      ) h
      WINDOW up AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
    ) h
    WHERE place = 1 OR total <= $4 ORDER BY id`,
};

const KEEP = {
  name: 'relay-deferred-keep',
  text: `
    WITH done AS MATERIALIZED (
      SELECT done.* FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::text[])
        AS done (shard, destination, id, epoch, event_count, body)
      WHERE EXISTS (SELECT 1 FROM outbox_lease l WHERE l.shard = done.shard AND l.owner = $7 AND l.epoch = done.epoch)
    ),
    deleted AS (
      DELETE FROM outbox_deferred h USING done
      WHERE h.shard = done.shard AND h.destination = done.destination AND h.id = done.id AND done.event_count = 0
    )
    UPDATE outbox_deferred h SET event_count = done.event_count, body = done.body FROM done
    WHERE h.shard = done.shard AND h.destination = done.destination AND h.id = done.id
      AND done.event_count > 0 AND done.event_count < h.event_count`,
};
