import pg from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { createLogger } from '@qafila/runtime/log';
import { createDatabase } from '@qafila/testing/postgres';
import { KafkaBus } from '../src/kafka-bus.ts';
import { OUTBOX_SCHEMA } from '../src/outbox.sql.ts';

export const silent = createLogger('test', 'silent');

export interface OutboxDatabase {
  url: string;
  pool: pg.Pool;
  stop(): Promise<void>;
}

/** A database with the outbox, the inbox and a table for the effects of a consumer. */
export async function outboxDatabase(): Promise<OutboxDatabase> {
  const database = await createDatabase('messaging');
  const pool = new pg.Pool({ connectionString: database.url, options: '-c timezone=UTC', max: 8 });
  pool.on('error', () => {});
  await pool.query(
    `${OUTBOX_SCHEMA}; CREATE TABLE effect (id bigint GENERATED ALWAYS AS IDENTITY, event_id text, n integer)`,
  );
  return {
    url: database.url,
    pool,
    stop: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** The shortest session that brokers allow by default. */
export const SESSION_MS = 6_000;

export function kafkaBus(kafka: { brokers: string; topicPrefix: string }, partitions = 2): KafkaBus {
  return new KafkaBus(
    {
      brokers: [kafka.brokers],
      clientId: 'test',
      prefix: kafka.topicPrefix,
      partitions,
      replicationFactor: 1,
      createTopics: true,
      sessionTimeoutMs: SESSION_MS,
    },
    silent,
  );
}

const owner = { accountId: 'acc', storeId: 'str', mode: 'stage' };

export function numbered(n: number, subject = `key-${n % 5}`): CloudEvent<{ n: number }> {
  return cloudEvent({ id: `event-${n}`, source: '/test', type: 'test.counted', subject, owner, data: { n } });
}

export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
