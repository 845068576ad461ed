// A consumer process for killed-consumer.test.ts: one effect per event, claimed in the same transaction.
// 'die' makes it kill itself once, between the commit of an effect and the commit of its offset.
import pg from 'pg';
import { claim } from '@qafila/messaging/inbox';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';

const [databaseUrl, brokers, prefix, die] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
const bus = new KafkaBus(
  {
    brokers: [brokers],
    clientId: 'child',
    prefix,
    partitions: 2,
    replicationFactor: 1,
    createTopics: true,
    sessionTimeoutMs: 6_000,
  },
  createLogger('child', 'silent'),
);

await bus.subscribe({
  group: 'killed',
  topics: ['flow'],
  batchMessagesMax: 20,
  handler: async (messages) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const events = messages.map((message) => JSON.parse(message.value.toString()));
      const fresh = await claim(
        client,
        'killed',
        events.map((event) => event.id),
      );
      for (const event of events) {
        if (fresh.delete(event.id))
          await client.query('INSERT INTO effect (event_id, n) VALUES ($1, $2)', [event.id, event.data.n]);
      }
      await client.query('INSERT INTO delivery SELECT $1', [messages.length]);
      await client.query('COMMIT');
      if (die === 'die') process.kill(process.pid, 'SIGKILL');
    } finally {
      client.release();
    }
  },
});
console.log('consuming');
