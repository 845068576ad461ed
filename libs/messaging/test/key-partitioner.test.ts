import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Partitioners } from 'kafkajs';
import { keyPartitioner } from '../src/key-partitioner.ts';

const partitions = (count: number) => Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 1 }));
const java = Partitioners.DefaultPartitioner() as unknown as ReturnType<typeof keyPartitioner>;

test('a key has the partition of the Java client, the first time and each time after it', () => {
  const partitionOf = keyPartitioner();
  const keys = ['', 'tokens', 'مفتاح', ...Array.from({ length: 200 }, () => randomUUID())];
  for (const key of [...keys, ...keys]) {
    const place = { topic: 'a', partitionMetadata: partitions(6), message: { key } };
    expect([key, partitionOf(place)]).toEqual([key, java(place)]);
  }
});

test('topics with different numbers of partitions do not share what is remembered', () => {
  const partitionOf = keyPartitioner();
  for (const key of Array.from({ length: 100 }, () => randomUUID())) {
    const counts = [6, 12, 6, 64];
    const places = counts.map((count) => ({
      topic: `${count}`,
      partitionMetadata: partitions(count),
      message: { key },
    }));
    expect(places.map(partitionOf)).toEqual(places.map(java));
  }
});

test('more keys than are remembered keep their partitions', () => {
  const partitionOf = keyPartitioner();
  const place = (index: number) => ({ topic: 'a', partitionMetadata: partitions(6), message: { key: `key-${index}` } });
  for (let index = 0; index < 25_000; index++) partitionOf(place(index));
  for (const index of [0, 1, 19_999, 20_000, 24_999]) expect(partitionOf(place(index))).toBe(java(place(index)));
});
