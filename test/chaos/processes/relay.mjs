// The producer's relay in a separate process, so that it can be killed independently of the producer.
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { Relay } from '@qafila/messaging/relay';
import { createLogger } from '@qafila/runtime/log';
import { openPool, settings } from './settings.mjs';

const log = createLogger('relay', 'info');
const bus = new KafkaBus(
  {
    brokers: [settings.brokers],
    clientId: 'chaos-relay',
    prefix: settings.prefix,
    partitions: 2,
    replicationFactor: 1,
    createTopics: true,
  },
  log,
);
const relay = new Relay({ pool: openPool(3), bus, log });
relay.start();
// The relay's timers do not keep a process alive. Without a database there are no sockets that do.
setInterval(() => {}, 60_000);
process.once('SIGTERM', () => void relay.stop().then(() => process.exit(0)));
console.log('relaying');
