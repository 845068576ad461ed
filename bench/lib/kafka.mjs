import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaAvailable, startKafka } from '@qafila/local/kafka';
import { atEnd } from './stack.mjs';

/** A real broker, as the services meet it; the figures are for the whole path. */
export async function startSink() {
  const available = await kafkaAvailable();
  if (!available.ok) throw new Error(`this bench needs a Kafka: ${available.reason}`);
  const dir = await mkdtemp(join(tmpdir(), 'qafila-bench-kafka-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const kafka = await startKafka({ dataDir: dir });
  atEnd(() => kafka.stop());
  console.log('   Kafka 4.1.0, one node, acks all');
  return kafka;
}
