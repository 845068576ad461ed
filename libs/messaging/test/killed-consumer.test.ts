import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { spawnService } from '@qafila/local/supervise';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { kafkaBus, numbered, outboxDatabase } from './outbox-database.ts';

const MESSAGES = 2_000;
const KILLS = 6;

describeWithKafka('a consumer that is killed', (kafka) => {
  test('loses nothing and doubles nothing', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    process.stderr.write(`killed-consumer: seed ${seed}\n`);
    const database = await outboxDatabase();
    await database.pool.query('CREATE TABLE delivery (messages integer)');
    const bus = kafkaBus(kafka);
    const effects = async (): Promise<number> => Number((await database.pool.query('SELECT count(*) AS n FROM effect')).rows[0].n);
    const child = () => spawnService({
      name: 'consumer', args: [fileURLToPath(new URL('consumer-child.mjs', import.meta.url)), database.url, kafka.brokers, kafka.topicPrefix],
      readyLine: 'consuming', deadlineMs: 60_000,
    });
    await bus.publish(Array.from({ length: MESSAGES }, (_, n) => ({ topic: 'flow', key: `key-${n % 5}`, value: JSON.stringify(numbered(n)) })));
    let state = seed;
    for (let kill = 1; kill <= KILLS; kill++) {
      const consumer = await child();
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      // Somewhere inside its work: after a random number of further effects, in whatever step that is.
      const until = Math.min(MESSAGES, (await effects()) + 1 + (state % (MESSAGES / KILLS)));
      await eventually(async () => (await effects()) >= until, { timeoutMs: 60_000, intervalMs: 2, what: `${until} effects` });
      await consumer.kill();
    }
    const last = await child();
    await eventually(async () => (await effects()) >= MESSAGES, { timeoutMs: 90_000, what: 'every effect' });
    await last.stop();
    const { rows } = await database.pool.query('SELECT count(*)::int AS all, count(DISTINCT event_id)::int AS distinct FROM effect');
    expect(rows[0]).toEqual({ all: MESSAGES, distinct: MESSAGES });
    await bus.stop();
    await database.stop();
  }, 300_000);
});
