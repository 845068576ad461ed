import { createHash } from 'node:crypto';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { Topic } from '@qafila/contracts/topics';

/** Relay lanes of one service. Rows of a lane are published in order by one relay at a time. */
export const OUTBOX_SHARDS = 4;

/** Below the broker's 1 MB for a batch, with room for the batch's own fields. */
export const EVENT_BYTES_MAX = 512 * 1024;

/** Anything that runs SQL inside the caller's transaction: TypeORM's EntityManager or a pg client. */
export interface Tx {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Events of one key stay in one lane, so they keep their order. */
export function shardOf(key: string): number {
  return createHash('md5').update(key).digest().readUInt16BE(0) % OUTBOX_SHARDS;
}

/**
 * The only way to Kafka: writes the event beside the state it tells of, in the same transaction. Either both are there
 * after a crash or neither is. The relay publishes it at least once; consumers deduplicate by `id`.
 * `lane` is for a key whose events are not all written here.
 */
export async function publish(tx: Tx, topic: Topic, event: CloudEvent, lane?: number): Promise<void> {
  await publishAll(tx, topic, [event], lane);
}

/** Many events of one lane as one row: they are published together, in this order. */
export async function publishAll(tx: Tx, topic: Topic, events: CloudEvent[], lane?: number): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const body = JSON.stringify(events);
  // Refused before it is committed: a row that no broker takes would hold up its lane for ever.
  if (Buffer.byteLength(body) > EVENT_BYTES_MAX && events.some((event) => Buffer.byteLength(JSON.stringify(event)) > EVENT_BYTES_MAX)) {
    throw new RangeError(`an event of type ${first.type} is larger than ${EVENT_BYTES_MAX} bytes`);
  }
  await tx.query(
    'INSERT INTO outbox (shard, topic, event_count, body) VALUES ($1, $2, $3, $4)',
    [lane ?? shardOf(first.subject), topic, events.length, body],
  );
}
