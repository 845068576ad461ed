import { join } from 'node:path';
import { kafkaAvailable, startKafka } from '@qafila/local/kafka';
import { BadSetting } from '@qafila/runtime/env';

/** KAFKA_BROKERS where set; else a broker of our own on this machine, from Maven's jars. */
export async function openKafka(given: string | undefined, dataDir: string): Promise<{ brokers: string; stop(): Promise<void> }> {
  if (given !== undefined && given !== '') return { brokers: given, stop: async () => {} };
  const available = await kafkaAvailable();
  if (!available.ok) {
    throw new BadSetting(`--kafka: ${available.reason}. Set KAFKA_BROKERS, or install Java 17+ and Maven, or run "docker compose up kafka" and set KAFKA_BROKERS=127.0.0.1:9092`);
  }
  const kafka = await startKafka({ dataDir: join(dataDir, 'kafka') });
  return { brokers: kafka.brokers, stop: () => kafka.stop() };
}
