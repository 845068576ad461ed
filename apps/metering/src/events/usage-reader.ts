import type { Pool } from 'pg';
import type { RowReader } from '@qafila/messaging/relay';
import { OUTBOX_SHARDS } from '@qafila/messaging/outbox';
import { timestampSql } from '../time/timestamp.ts';
import { hasDigests, placesOf } from './pointer.ts';
import type { Pointer } from './pointer.ts';
import { renderUsage } from './usage-fact.ts';
import type { RecentFacts, UsageFact } from './usage-fact.ts';

type Row = UsageFact & { seq: string };
type Message = { key: string; value: string };

const FACTS = `
SELECT e.seq, e.digest, e.account_no, a.account_id, m.store_id, m.mode, m.id AS meter_id, e.event_id, e.removal,
  ${timestampSql('e.occurred_at')} AS occurred_at, ${timestampSql('e.received_at')} AS received_at,
  e.verdict, e.version, trim_scale(e.value) AS value, e.late, e.reverses, e.payload`;

/**
 * So many events of an account can begin with the same bytes of a digest. None do by chance: of 10^10 events 0.00004
 * share them with a given one. The limit also shows the planner how little each look-up reads.
 */
const EVENTS_PER_DIGEST_MAX = 100;

/**
 * By the primary key: it takes no lock that a VACUUM waits for, and costs the same at any age of the events. OFFSET 0
 * makes each event one look-up: otherwise a plan for any parameters may start with all events of the meters.
 */
const READ = {
  name: 'read-usage-by-digest',
  text: `${FACTS}
FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[])
    AS wanted (account_no, low, high, first, last)
  CROSS JOIN LATERAL (
    SELECT * FROM usage_event WHERE account_no = wanted.account_no AND digest BETWEEN wanted.low AND wanted.high
    ORDER BY account_no, digest LIMIT ${EVENTS_PER_DIGEST_MAX} OFFSET 0
  ) e
  JOIN account a ON a.account_no = e.account_no
  JOIN meter m ON m.account_no = e.account_no AND m.meter_no = e.meter_no
WHERE e.seq BETWEEN wanted.first AND wanted.last
ORDER BY e.seq`,
};

/** By the block-range index. It knows only ranges that VACUUM has summarized, and reads all newer rows. */
const READ_RANGE = {
  name: 'read-usage',
  text: `${FACTS}
FROM usage_event e JOIN account a USING (account_no) JOIN meter m USING (account_no, meter_no)
WHERE e.seq BETWEEN $1 AND $2 ORDER BY e.seq`,
};

const BLOCK_SEQ = 4096;
/** Batches this close together share heap pages, so one scan reads all of them. */
const RUN_GAP_SEQ_MAX = 32 * BLOCK_SEQ;

export function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK_SEQ);
}

/**
 * Usage facts are stored once, in usage_event, and the outbox row of a batch only points at them. This reader turns
 * pointers into events: from memory when this process has just stored them, else from the table (events of another
 * process, or after a crash).
 */
export function usageReader(pool: Pool, recent: RecentFacts): RowReader {
  return async (bodies) => {
    const pointers = bodies.map((body) => JSON.parse(body) as Pointer);
    const lists = pointers.map(([first, , shard]) => recent.take(blockOf(first), shard)?.map(renderUsage));
    const missing = pointers.filter((_, index) => lists[index] === undefined);
    const stored = await readMissing(pool, missing);
    return lists.map((list, index) => list ?? stored.get(keyOf(pointers[index] as Pointer)) ?? []);
  };
}

async function readMissing(pool: Pool, pointers: Pointer[]): Promise<Map<string, Message[]>> {
  const messages = new Map(pointers.map((pointer): [string, Message[]] => [keyOf(pointer), []]));
  const found = [
    ...(await readByDigest(pool, pointers)),
    ...(await readByRange(
      pool,
      pointers.filter((pointer) => !hasDigests(pointer)),
    )),
  ];
  for (const row of found)
    messages.get(`${blockOf(Number(row.seq))}/${row.account_no % OUTBOX_SHARDS}`)?.push(renderUsage(row));
  return messages;
}

async function readByDigest(pool: Pool, pointers: Pointer[]): Promise<Row[]> {
  const { accounts, low, high, first, last } = placesOf(pointers);
  if (accounts.length === 0) return [];
  return (await pool.query<Row>({ ...READ, values: [accounts, low, high, first, last] })).rows;
}

async function readByRange(pool: Pool, pointers: Pointer[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [first, last] of runs(pointers))
    rows.push(...(await pool.query<Row>({ ...READ_RANGE, values: [first, last] })).rows);
  return rows;
}

function keyOf([first, , shard]: Pointer): string {
  return `${blockOf(first)}/${shard}`;
}

/** Merges neighbouring pointers into few ranges of seq. */
function runs(pointers: Pointer[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const [first, last] of [...pointers].sort((a, b) => a[0] - b[0])) {
    const run = ranges[ranges.length - 1];
    if (run !== undefined && first - run[1] <= RUN_GAP_SEQ_MAX) run[1] = Math.max(run[1], last);
    else ranges.push([first, last]);
  }
  return ranges;
}
