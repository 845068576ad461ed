import { join } from 'node:path';
import { kafkaAvailable, startKafka } from '@qafila/local/kafka';
import { BadSetting } from '@qafila/runtime/env';

/** The brokers of KAFKA_BROKERS; else a broker that starts on this machine, from Maven's jars. */
export async function openKafka(
  brokers: string | undefined,
  dataDir: string,
): Promise<{ brokers: string; stop(): Promise<void> }> {
  if (brokers !== undefined && brokers !== '') return { brokers, stop: async () => {} };
  const available = await kafkaAvailable();
  if (!available.ok) {
    throw new BadSetting(
      `--kafka: ${available.reason}. Set KAFKA_BROKERS, or install Java 17+ and Maven, ` +
        'or run "docker compose up kafka" and set KAFKA_BROKERS=127.0.0.1:9092',
    );
  }
  const kafka = await startKafka({ dataDir: join(dataDir, 'kafka') });
  return { brokers: kafka.brokers, stop: () => kafka.stop() };
}
