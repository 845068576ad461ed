import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaAvailable, startKafka } from '@qafila/local/kafka';
import { atEnd } from './stack.mjs';

/** Starts a real broker, because the figures are for the whole path. */
export async function startBroker() {
  const available = await kafkaAvailable();
  if (!available.ok) throw new Error(`this bench needs Kafka: ${available.reason}`);
  const dir = await mkdtemp(join(tmpdir(), 'qafila-bench-kafka-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const kafka = await startKafka({ dataDir: dir, longRun: true });
  atEnd(() => kafka.stop());
  console.log('   Kafka 4.1.0, one node, acks all');
  return kafka;
}
