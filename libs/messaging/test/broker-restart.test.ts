import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { startKafka } from '@qafila/local/kafka';
import { scratchDir } from '@qafila/local/scratch-dir';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { Bus } from '../src/bus.ts';
import { claim } from '../src/inbox.ts';
import type { KafkaBus } from '../src/kafka-bus.ts';
import { publish } from '../src/outbox.ts';
import { Relay } from '../src/relay.ts';
import { inTransaction, kafkaBus, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const PHASE = 300;
const TOPIC = 'meter.events.v1';

interface Relaying {
  start(): void;
  wake(): void;
  stop(): Promise<void>;
}

/** Marks first and publishes afterwards: the defect that this file must be able to detect. */
class MarksFirst implements Relaying {
  #stopping = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly pool: pg.Pool,
  ) {}

  start(): void {
    this.#running = this.#loop();
  }
  wake(): void {}
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      await this.#round().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #round(): Promise<void> {
    const { rows } = await this.pool.query<{ body: string; topic: string }>(
      'UPDATE outbox SET published_at = now() WHERE published_at IS NULL RETURNING body, topic',
    );
    if (rows.length > 0)
      await this.bus.publish(
        rows.flatMap(({ body, topic }) =>
          (JSON.parse(body) as { subject: string }[]).map((event) => ({
            topic,
            key: event.subject,
            value: JSON.stringify(event),
          })),
        ),
      );
  }
}

/** A producer with its outbox and a consumer with its inbox, connected by the broker. */
class Flow {
  #next = 0;

  private constructor(
    readonly database: OutboxDatabase,
    readonly bus: KafkaBus,
    private readonly relay: Relaying,
  ) {}

  static async open(brokers: string, name: string, relayOf: (bus: Bus, pool: pg.Pool) => Relaying): Promise<Flow> {
    const database = await outboxDatabase();
    const bus = kafkaBus({ brokers, topicPrefix: `${name}.` });
    const relay = relayOf(bus, database.pool);
    relay.start();
    await bus.subscribe({
      group: 'restart',
      topics: [TOPIC],
      batchMessagesMax: 100,
      handler: (messages) =>
        inTransaction(database.pool, async (client) => {
          const events = messages.map(
            (message) => JSON.parse(message.value.toString()) as { id: string; data: { n: number } },
          );
          const fresh = await claim(
            client,
            'restart',
            events.map((event) => event.id),
          );
          for (const { id, data } of events)
            if (fresh.delete(id)) await client.query('INSERT INTO effect (event_id, n) VALUES ($1, $2)', [id, data.n]);
        }),
    });
    return new Flow(database, bus, relay);
  }

  async commit(events: number): Promise<void> {
    for (const end = this.#next + events; this.#next < end; this.#next++) {
      const n = this.#next;
      await inTransaction(this.database.pool, (client) => publish(client, TOPIC, numbered(n)));
      this.relay.wake();
    }
  }

  async effects(): Promise<{ all: number; distinct: number }> {
    const { rows } = await this.database.pool.query<{ all: number; distinct: number }>(
      'SELECT count(*)::int AS all, count(DISTINCT event_id)::int AS distinct FROM effect',
    );
    return rows[0] as { all: number; distinct: number };
  }

  /** The loss detector: numbers that were committed and never handled. */
  async lost(): Promise<number[]> {
    const { rows } = await this.database.pool.query(
      'SELECT n FROM generate_series(0, $1) AS n WHERE n NOT IN (SELECT n FROM effect)',
      [this.#next - 1],
    );
    return rows.map((row: { n: number }) => row.n);
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    await this.bus.stop();
    await this.database.stop();
  }
}

describeWithKafka('a broker that is killed and restarted mid-flow', () => {
  test('each event has one effect, commits continue, and a relay that marks too early is detected', async () => {
    const kafka = await startKafka({ dataDir: await scratchDir('broker-restart') });
    const honest = await Flow.open(kafka.brokers, 'honest', (bus, pool) => new Relay({ pool, bus, log: silent }));
    const planted = await Flow.open(kafka.brokers, 'planted', (bus, pool) => new MarksFirst(bus, pool));
    const both = (events: number): Promise<unknown> => Promise.all([honest.commit(events), planted.commit(events)]);
    const before = both(PHASE);
    await eventually(async () => (await honest.effects()).all > 20 && (await planted.effects()).all > 20, {
      timeoutMs: 90_000,
      what: 'the first effects',
    });
    await kafka.kill();
    await before;
    // Every commit succeeds without the broker.
    await both(PHASE);
    await kafka.restart();
    await both(PHASE);
    await eventually(async () => (await honest.lost()).length === 0, {
      timeoutMs: 120_000,
      intervalMs: 200,
      what: 'every event at the consumer',
    });
    expect(await honest.effects()).toEqual({ all: 3 * PHASE, distinct: 3 * PHASE });
    // The same detector and the same outage: events that were marked and could not be published never arrive.
    await eventually(
      async () => (await planted.database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).rowCount === 0,
      { timeoutMs: 60_000, what: 'the planted relay to be done' },
    );
    expect((await planted.lost()).length).toBeGreaterThan(0);
    await Promise.all([honest.stop(), planted.stop()]);
    await kafka.stop();
  }, 300_000);
});
