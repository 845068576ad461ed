import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll, shardOf } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { LIMITS } from '../limits.ts';

/** Publishes events of many aggregates in few outbox rows: a row belongs to one outbox shard. */
export async function publishMany(tx: Tx, events: CloudEvent[]): Promise<void> {
  const eventsByShard = new Map<number, CloudEvent[]>();
  for (const event of events) {
    const shard = shardOf(event.subject);
    if (!eventsByShard.has(shard)) eventsByShard.set(shard, []);
    eventsByShard.get(shard)?.push(event);
  }
  for (const shardEvents of eventsByShard.values()) {
    for (let from = 0; from < shardEvents.length; from += LIMITS.eventsPerOutboxRowMax) {
      await publishAll(tx, TOPICS.meterEvents, shardEvents.slice(from, from + LIMITS.eventsPerOutboxRowMax));
    }
  }
}
