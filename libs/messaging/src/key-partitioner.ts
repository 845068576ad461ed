import { LRUCache } from 'lru-cache';
import { Partitioners } from 'kafkajs';
import type { ICustomPartitioner, Message, PartitionMetadata } from 'kafkajs';

/** What decides: the leaders and replicas of partitions do not. */
interface Place {
  topic: string;
  partitionMetadata: Pick<PartitionMetadata, 'partitionId' | 'leader'>[];
  message: Pick<Message, 'key'>;
}

const KEYS_MAX = 20_000;

/**
 * The partition of a message by the murmur2 of its key, as in Java's client. kafkajs computes it with BigInt, 4 µs for
 * the id of a meter, and the same keys come again and again: their partitions are remembered.
 */
export function keyPartitioner(): (place: Place) => number {
  const partitionOf = (Partitioners.DefaultPartitioner as ICustomPartitioner)() as (place: Place) => number;
  const byCount = new Map<number, LRUCache<string, number>>();
  return (place) => {
    const { key } = place.message;
    if (typeof key !== 'string') return partitionOf(place);
    const count = place.partitionMetadata.length;
    let known = byCount.get(count);
    if (known === undefined) byCount.set(count, (known = new LRUCache({ max: KEYS_MAX })));
    let partition = known.get(key);
    if (partition === undefined) known.set(key, (partition = partitionOf(place)));
    return partition;
  };
}
