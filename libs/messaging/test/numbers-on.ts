import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { eventually } from '@qafila/testing/wait';

/**
 * The numbers of the events on a topic by key, as they lie there: repeats count. Reads to the ends that the topic has
 * now.
 */
export async function numbersOn(brokers: string, topic: string): Promise<Map<string, number[]>> {
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = (await admin.fetchTopicOffsets(topic)).filter(({ high }) => high !== '0');
  await admin.disconnect();
  const left = new Map(ends.map(({ partition, high }) => [partition, BigInt(high)]));
  const found = new Map<string, number[]>();
  if (left.size === 0) return found;
  const reader = kafka.consumer({ groupId: `numbers-${randomUUID()}` });
  await reader.connect();
  await reader.subscribe({ topics: [topic], fromBeginning: true });
  await reader.run({
    autoCommit: false,
    eachMessage: async ({ partition, message }) => {
      const { data } = JSON.parse(String(message.value)) as { data: { n: number } };
      const key = String(message.key);
      found.set(key, [...(found.get(key) ?? []), data.n]);
      if (BigInt(message.offset) + 1n >= (left.get(partition) ?? 0n)) left.delete(partition);
    },
  });
  await eventually(() => left.size === 0, { what: `the end of ${topic}` });
  await reader.disconnect();
  return found;
}
