import { createHash } from 'node:crypto';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { Topic } from '@qafila/contracts/topics';

/**
 * How many shards the outbox of a service has. One relay at a time publishes the rows of a shard, in order. It cannot
 * change once rows are stored: migrations wrote one lease for each shard, and references to usage contain shard
 * numbers.
 */
export const OUTBOX_SHARDS = 4;

/** Below the broker's 1 MB for a batch, with room for the batch's own fields. */
export const EVENT_BYTES_MAX = 512 * 1024;

/** Anything that runs SQL inside the caller's transaction: TypeORM's EntityManager or a pg client. */
export interface Tx {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Events of one key have one shard, so they keep their order. */
export function shardOf(key: string): number {
  return createHash('md5').update(key).digest().readUInt16BE(0) % OUTBOX_SHARDS;
}

/**
 * The only way to Kafka: writes the event in the transaction of the state change it reports. After a crash either both
 * exist or neither does. The relay publishes the event at least once; consumers deduplicate by `id`. `shard` is for a
 * key some of whose events other code writes.
 */
export async function publish(tx: Tx, topic: Topic, event: CloudEvent, shard?: number): Promise<void> {
  await publishAll(tx, topic, [event], shard);
}

/** Writes events of one shard as one row: the relay publishes them together, in this order. */
export async function publishAll(tx: Tx, topic: Topic, events: CloudEvent[], shard?: number): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const body = JSON.stringify(events);
  // Refused before it is committed: a row that no broker accepts would block its shard for ever.
  if (
    Buffer.byteLength(body) > EVENT_BYTES_MAX &&
    events.some((event) => Buffer.byteLength(JSON.stringify(event)) > EVENT_BYTES_MAX)
  ) {
    throw new RangeError(`an event of type ${first.type} is larger than ${EVENT_BYTES_MAX} bytes`);
  }
  await tx.query('INSERT INTO outbox (shard, topic, event_count, body) VALUES ($1, $2, $3, $4)', [
    shard ?? shardOf(first.subject),
    topic,
    events.length,
    body,
  ]);
}
