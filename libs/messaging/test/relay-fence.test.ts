import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { Bus, OutgoingMessage, PublishOptions } from '../src/bus.ts';
import { publish } from '../src/outbox.ts';
import { Relay } from '../src/relay.ts';
import { numbersOn } from './numbers-on.ts';
import { inTransaction, kafkaBus, numbered, outboxDatabase, silent } from './outbox-database.ts';

const TOPIC = 'meter.events.v1';

interface Network {
  /** From now on, what the connections that exist now send to the broker is lost. */
  lose(): void;
  lostBytes(): number;
  restore(): void;
  end(): void;
}

/** The network between this process and a broker. */
function networkTo(brokerPort: number): Network {
  const { write, connect } = Socket.prototype;
  const connectedLater = new Set<Socket>();
  let isLosing = false;
  let lost = 0;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    if (isLosing) connectedLater.add(this);
    return (connect as (...given: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    if (!isLosing || this.remotePort !== brokerPort || connectedLater.has(this))
      return (write as (...given: unknown[]) => boolean).apply(this, args);
    lost += (args[0] as Buffer).length;
    return true;
  } as typeof write;
  return {
    lose: () => {
      isLosing = true;
    },
    lostBytes: () => lost,
    restore: () => {
      isLosing = false;
    },
    end: () => Object.assign(Socket.prototype, { write, connect }),
  };
}

/** A pool whose database is away from now on, for one process. */
function breakable(pool: pg.Pool): { pool: pg.Pool; break(): void } {
  let isAway = false;
  const query = (...args: [pg.QueryConfig]): Promise<pg.QueryResult> =>
    isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : pool.query(...args);
  return {
    pool: new Proxy(pool, {
      get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
    }),
    break: () => {
      isAway = true;
    },
  };
}

describeWithKafka('a publish that outlives the lease of its relay', (kafka) => {
  test('nothing of it is appended behind what the successor published', async () => {
    const network = networkTo(Number(kafka.brokers.split(':')[1]));
    const database = await outboxDatabase();
    const [slowBus, soundBus] = [kafkaBus(kafka), kafkaBus(kafka)];
    let underWay = 0;
    const watched = Object.assign(Object.create(slowBus) as Bus, {
      destinationsOf: (messages: OutgoingMessage[]) => slowBus.destinationsOf(messages),
      publish: async (messages: OutgoingMessage[], options: PublishOptions) => {
        underWay++;
        return slowBus.publish(messages, options).finally(() => underWay--);
      },
    });
    const slowPool = breakable(database.pool);
    const slow = new Relay({ pool: slowPool.pool, bus: watched, log: silent });
    const sound = new Relay({ pool: database.pool, bus: soundBus, log: silent });
    const commit = (n: number): Promise<void> =>
      inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n, 'k')));
    const isMarked = async (): Promise<boolean> =>
      (await database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).rowCount === 0;

    slow.start();
    await commit(0);
    await eventually(isMarked, { what: 'the first event' });
    network.lose();
    await commit(1);
    await eventually(() => network.lostBytes() > 0 && underWay === 1, { what: 'the publish that is lost' });
    slowPool.break();
    sound.start();
    await eventually(isMarked, { what: 'the successor' });
    await commit(2);
    await eventually(isMarked, { what: 'the next event of the successor' });
    network.restore();
    await eventually(() => underWay === 0, { what: 'the end of the lost publish' });
    expect((await numbersOn(kafka.brokers, kafka.topicPrefix + TOPIC)).get('k')).toEqual([0, 1, 2]);
    await Promise.all([slow.stop(), sound.stop()]);
    await Promise.all([slowBus.stop(), soundBus.stop()]);
    await database.stop();
    network.end();
  }, 120_000);
});
