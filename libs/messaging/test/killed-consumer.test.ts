import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { kafkaBus, numbered, outboxDatabase } from './outbox-database.ts';

const MESSAGES = 2_000;
const KILLS = 5;
/** QAFILA_SEED=… repeats a run. */
const SEED = Number(process.env.QAFILA_SEED ?? Math.floor(Math.random() * 2 ** 31));

describeWithKafka('a consumer that is killed', (kafka) => {
  test('loses no effect and repeats none', async () => {
    process.stderr.write(`killed-consumer: seed ${SEED}\n`);
    const database = await outboxDatabase();
    await database.pool.query('CREATE TABLE delivery (messages integer)');
    const bus = kafkaBus(kafka);
    const count = async (sql: string): Promise<number> => Number((await database.pool.query(sql)).rows[0].n);
    const effects = (): Promise<number> => count('SELECT count(*) AS n FROM effect');
    const child = (...how: string[]): Promise<Service> =>
      spawnService({
        name: 'consumer',
        args: [
          fileURLToPath(new URL('consumer-child.mjs', import.meta.url)),
          database.url,
          kafka.brokers,
          kafka.topicPrefix,
          ...how,
        ],
        readyLine: 'consuming',
        deadlineMs: 60_000,
      });
    await bus.publish(
      Array.from({ length: MESSAGES }, (_, n) => ({
        topic: 'flow',
        key: `key-${n % 5}`,
        value: JSON.stringify(numbered(n)),
      })),
    );
    // Once at the worst moment: the effect is committed, the offset is not.
    await (
      await child('die')
    ).exited;
    let state = SEED;
    for (let kill = 1; kill <= KILLS; kill++) {
      const consumer = await child();
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      // At a random moment of its work: after a random number of further effects.
      const until = Math.min(MESSAGES, (await effects()) + 1 + (state % Math.floor(MESSAGES / (KILLS + 1))));
      await eventually(async () => (await effects()) >= until, {
        timeoutMs: 90_000,
        intervalMs: 10,
        what: `${until} effects`,
      });
      await consumer.kill();
    }
    const last = await child();
    await eventually(async () => (await effects()) >= MESSAGES, { timeoutMs: 90_000, what: 'every effect' });
    await last.stop();
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS all, count(DISTINCT event_id)::int AS distinct FROM effect',
    );
    expect(rows[0]).toEqual({ all: MESSAGES, distinct: MESSAGES });
    const repeated = (await count('SELECT sum(messages) AS n FROM delivery')) - MESSAGES;
    process.stderr.write(`killed-consumer: ${repeated} deliveries repeated and tolerated\n`);
    expect(repeated).toBeGreaterThan(0);
    await bus.stop();
    await database.stop();
  }, 300_000);
});
