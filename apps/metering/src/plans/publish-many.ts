import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll, shardOf } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { LIMITS } from '../limits.ts';

/** Events of many aggregates, in few outbox rows. A row belongs to one lane, so each lane gets rows of its own. */
export async function publishMany(tx: Tx, events: CloudEvent[]): Promise<void> {
  const lanes = new Map<number, CloudEvent[]>();
  for (const event of events) {
    const lane = shardOf(event.subject);
    if (!lanes.has(lane)) lanes.set(lane, []);
    lanes.get(lane)?.push(event);
  }
  for (const lane of lanes.values()) {
    for (let from = 0; from < lane.length; from += LIMITS.eventsPerOutboxRowMax) {
      await publishAll(tx, TOPICS.meterEvents, lane.slice(from, from + LIMITS.eventsPerOutboxRowMax));
    }
  }
}
