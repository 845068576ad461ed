import { BadSetting } from '@qafila/runtime/env';
import type { ServiceContext } from '@qafila/runtime/service';
import type { Bus } from './bus.ts';
import type { KafkaSettings } from './kafka-bus.ts';

/** Reads the Kafka settings of a deployed service. */
export function kafkaSettings(context: ServiceContext): KafkaSettings {
  const { settings } = context;
  return {
    brokers: brokersOf(settings.text('KAFKA_BROKERS')),
    clientId: `qafila-${context.name}`,
    prefix: settings.optional('KAFKA_PREFIX') ?? '',
    partitions: settings.integer('KAFKA_PARTITIONS', 6, { min: 1, max: 1_000 }),
    replicationFactor: settings.integer('KAFKA_REPLICATION_FACTOR', 1, { min: 1, max: 9 }),
    createTopics: settings.oneOf('KAFKA_CREATE_TOPICS', ['yes', 'no'], 'yes') === 'yes',
  };
}

function brokersOf(text: string): string[] {
  // `Settings` reports a missing setting, together with all other problems.
  const brokers = text === '' ? [] : text.split(',').map((broker) => broker.trim());
  for (const broker of brokers) {
    if (!/^[^\s:/]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i.test(broker))
      throw new BadSetting(
        `KAFKA_BROKERS must be host:port, several of them separated by commas, not ${JSON.stringify(broker)}`,
      );
  }
  return brokers;
}

/**
 * `given` is the embedded bus of the standalone process, which needs no Kafka client. A separate service connects to
 * Kafka and owns its connection.
 */
export function busFor(context: ServiceContext, given: Bus | undefined): () => Promise<Bus> {
  if (given !== undefined) return async () => given;
  const settings = kafkaSettings(context);
  return async () => {
    const { KafkaBus } = await import('./kafka-bus.ts');
    const bus = new KafkaBus(settings, context.log);
    context.onStop(() => bus.stop());
    // Readiness uses stall(), not health(): while Kafka is away, every instance would leave the load balancer, and HTTP
    // needs no broker.
    context.health.add('kafka', () => bus.stall());
    return bus;
  };
}
