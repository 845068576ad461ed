import type { Server } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { freePort, freePorts } from '@qafila/local/free-port';
import { scratchDir } from '@qafila/local/scratch-dir';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import type { TestKafka } from '@qafila/testing/kafka';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { Merchant, processFile, secretsOf, startIdentity, WEBHOOKS_MAIN } from './deployment.ts';
import { readRequests } from './facts.ts';
import type { Request } from './facts.ts';

export interface Dispatcher {
  service: Service;
  url: string;
  attempts(): Promise<number>;
}

const UNSETTLED =
  'SELECT coalesce(sum(h.sequence - t.settled), 0)::int AS unsettled ' +
  'FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no)';

/** Any number of dispatchers on one database, with the PostgreSQL and Kafka of the test run and a sink process. */
export class DispatcherHarness {
  readonly pool: pg.Pool;
  readonly bus: KafkaBus;
  readonly #running = new Set<Dispatcher>();
  #sink: Service | undefined;
  #merchant: Merchant | undefined;

  private constructor(
    private readonly dir: string,
    private readonly database: TestDatabase,
    private readonly identity: Server,
    kafka: TestKafka,
    private readonly sinkPort: number,
    private readonly environment: Record<string, string>,
    private readonly secrets: ReturnType<typeof secretsOf>,
  ) {
    this.pool = new pg.Pool({
      connectionString: database.url,
      options: '-c search_path=webhooks -c timezone=UTC',
      max: 2,
    });
    this.bus = new KafkaBus(
      {
        brokers: [kafka.brokers],
        clientId: 'two',
        prefix: kafka.topicPrefix,
        partitions: 2,
        replicationFactor: 1,
        createTopics: true,
      },
      createLogger('test', 'silent'),
    );
  }

  static async start(kafka: TestKafka, environment: Record<string, string>): Promise<DispatcherHarness> {
    const [dir, database, identity, sinkPort] = await Promise.all([
      scratchDir('dispatchers'),
      createDatabase('dispatchers'),
      startIdentity(),
      freePort(),
    ]);
    const secrets = secretsOf(identity);
    const all = {
      ...secrets.environment,
      DATABASE_URL: database.url,
      KAFKA_BROKERS: kafka.brokers,
      KAFKA_PREFIX: kafka.topicPrefix,
      KAFKA_PARTITIONS: '2',
      ...environment,
    };
    const harness = new DispatcherHarness(dir, database, identity, kafka, sinkPort, all, secrets);
    const settings = { seed: 1, port: sinkPort, log: join(dir, 'sink'), lateMs: 0, repaired: join(dir, 'repaired') };
    harness.#sink = await spawnService({
      name: 'sink',
      args: [processFile('sink'), JSON.stringify(settings)],
      readyLine: 'sinking',
    });
    return harness;
  }

  async dispatcher(name: string): Promise<Dispatcher> {
    const [port, internal] = (await freePorts(2)) as [number, number];
    const service = await spawnService({
      name,
      args: [WEBHOOKS_MAIN],
      env: { ...this.environment, PORT: String(port), INTERNAL_PORT: String(internal) },
      readyLine: 'service.ready',
    });
    const attempts = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${internal}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => line.startsWith('webhooks_attempts_total{'))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const dispatcher = { service, url: `http://127.0.0.1:${port}`, attempts };
    this.#running.add(dispatcher);
    this.#merchant ??= new Merchant(dispatcher.url, this.secrets.sealer, 'main');
    return dispatcher;
  }

  async stopDispatcher(dispatcher: Dispatcher): Promise<void> {
    this.#running.delete(dispatcher);
    await dispatcher.service.stop();
  }

  /** Creates an endpoint through the first dispatcher. */
  endpoint(path: string, more: { ordering?: 'key'; concurrency_max?: number } = {}): Promise<string> {
    return (this.#merchant as Merchant).createEndpoint(this.sinkPort, { path, event_types: ['*'], ...more });
  }

  /** Publishes events with seven different keys. */
  async publish(ids: string[]): Promise<void> {
    const owner = { accountId: 'acc', storeId: 'main', mode: 'stage' };
    const events = ids.map((id, index) =>
      cloudEvent({
        id,
        source: '/chaos',
        type: METER_EVENT.created,
        subject: `meter-${index % 7}`,
        owner,
        data: { id },
      }),
    );
    await this.bus.publish(
      events.map((event) => ({ topic: TOPICS.meterEvents, key: event.subject, value: JSON.stringify(event) })),
    );
  }

  /** Cheap, for polls: it counts no rows of the log. */
  async unsettled(): Promise<number> {
    const { rows } = await this.pool.query<{ unsettled: number }>(UNSETTLED);
    return rows[0]?.unsettled ?? 0;
  }

  async waiting(): Promise<{ deliveries: number; retries: number; unsettled: number }> {
    const { rows } = await this.pool.query<{ deliveries: number; retries: number; unsettled: number }>(
      `SELECT (SELECT count(*)::int FROM delivery) AS deliveries, (SELECT count(*)::int FROM retry) AS retries,
         (${UNSETTLED})`,
    );
    return rows[0] as { deliveries: number; retries: number; unsettled: number };
  }

  requests(): Promise<Request[]> {
    return readRequests(join(this.dir, 'sink'));
  }

  async stop(): Promise<void> {
    for (const { service } of this.#running) await service.stop();
    await Promise.all([this.#sink?.stop(), this.bus.stop(), this.pool.end()]);
    await new Promise((resolve) => {
      this.identity.close(resolve);
      this.identity.closeAllConnections();
    });
    await this.database.drop();
    await rm(this.dir, { recursive: true, force: true });
  }
}
