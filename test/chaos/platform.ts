import { appendFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Sealer } from '@qafila/auth/seal';
import { createDatabase } from '@qafila/local/database';
import { freePorts } from '@qafila/local/free-port';
import { startKafka } from '@qafila/local/kafka';
import type { Kafka } from '@qafila/local/kafka';
import { startPostgres } from '@qafila/local/postgres';
import { scratchDir } from '@qafila/local/scratch-dir';
import { spawnService } from '@qafila/local/supervise';
import { OUTBOX_SCHEMA } from '@qafila/messaging/outbox.sql';
import { Merchant, processFile, secretsOf, startIdentity, WEBHOOKS_MAIN } from './deployment.ts';
import { ENDPOINTS, PRODUCED } from './endpoints.ts';
import type { EndpointSpec } from './endpoints.ts';
import type { Fault, Target } from './schedule.ts';
import { SupervisedProcess } from './supervised-process.ts';

const PREFIX = 'chaos.';
/** Time-outs and late answers must end within a schedule. */
const TIMEOUT_MS = 1_500;
const LATE_MS = 2_200;
/** Seven attempts in about nine seconds. */
const RETRY_SCHEDULE_SECONDS = '0,0.4,0.8,1,2,2,3';

export type ProducerMode = 'outbox' | 'before-commit' | 'after-commit';
export interface InflictedFault extends Fault {
  seed: number;
  beganAtMs: number;
  upAtMs: number;
}

/** The settings that the processes of one deployment share. */
interface Deployment {
  postgresPort: number;
  sinkPort: number;
  databaseUrl: string;
  environment: Record<string, string>;
  sealer: Sealer;
}

/** Every part that a webhook passes through, each as a separate process that can be killed. */
export class Platform {
  readonly processes: Record<Target, SupervisedProcess>;
  readonly inflicted: InflictedFault[] = [];
  #producerMode: ProducerMode = 'outbox';
  #producerLives = 0;
  #brokerLives = 0;

  private constructor(
    readonly dir: string,
    readonly seed: number,
    private readonly kafka: Kafka,
    private readonly identity: Server,
    private readonly deployment: Deployment,
  ) {
    const webhooks = (name: Target): SupervisedProcess =>
      new SupervisedProcess(name, () => this.#spawn(name, WEBHOOKS_MAIN, { ...deployment.environment }));
    const script = (name: Target, more: () => object): SupervisedProcess =>
      new SupervisedProcess(name, () =>
        this.#spawn(
          name,
          processFile(name),
          {},
          {
            databaseUrl: deployment.databaseUrl,
            brokers: kafka.brokers,
            prefix: PREFIX,
            ...more(),
          },
        ),
      );
    this.processes = {
      'webhooks-1': webhooks('webhooks-1'),
      'webhooks-2': webhooks('webhooks-2'),
      relay: script('relay', () => ({})),
      producer: script('producer', () => ({
        mode: this.#producerMode,
        seed: seed + ++this.#producerLives,
        ratePerSecond: 30,
        workers: 4,
        keysPerWorker: 3,
        types: PRODUCED,
        log: this.file('committed'),
      })),
      sink: script('sink', () => ({
        seed: seed + Math.floor(performance.now()),
        port: deployment.sinkPort,
        log: this.file('sink'),
        lateMs: LATE_MS,
        repaired: this.file('repaired'),
      })),
      postgres: new SupervisedProcess('postgres', () => postgres(dir, deployment.postgresPort)),
      broker: new SupervisedProcess('broker', async () => {
        // startKafka() has already started it once.
        if (this.#brokerLives++ > 0) await kafka.restart();
        return { pid: 0, exited: kafka.exited(), kill: () => kafka.kill(), stop: () => kafka.stop(), logs: () => [] };
      }),
    };
  }

  static async start(seed: number): Promise<Platform> {
    const dir = await scratchDir('chaos');
    const [postgresPort, sinkPort] = (await freePorts(2)) as [number, number];
    const [server, kafka, identity] = await Promise.all([
      postgres(dir, postgresPort),
      startKafka({ dataDir: join(dir, 'kafka') }),
      startIdentity(),
    ]);
    const databaseUrl = await createDatabase(server.url, 'chaos');
    await server.stop();
    const { environment: common, sealer } = secretsOf(identity);
    const environment = {
      ...common,
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: kafka.brokers,
      KAFKA_PREFIX: PREFIX,
      KAFKA_PARTITIONS: '2',
      WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
      WEBHOOK_RETRY_SCHEDULE_SECONDS: RETRY_SCHEDULE_SECONDS,
    };
    const platform = new Platform(dir, seed, kafka, identity, {
      postgresPort,
      sinkPort,
      databaseUrl,
      environment,
      sealer,
    });
    try {
      await platform.#begin();
    } catch (error) {
      await platform.stop();
      throw error;
    }
    return platform;
  }

  async #begin(): Promise<void> {
    const { processes } = this;
    await processes.postgres.start();
    await this.query(`CREATE SCHEMA producer; SET search_path = producer; ${OUTBOX_SCHEMA};
      CREATE TABLE business (
        n bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, type text, key text, store text)`);
    await processes.broker.start();
    await Promise.all([processes.sink.start(), processes.relay.start(), processes['webhooks-1'].start()]);
    await processes['webhooks-2'].start();
    for (const spec of ENDPOINTS) await this.#createEndpoint(spec);
  }

  file(name: string): string {
    return join(this.dir, name);
  }

  /** Runs one statement on its own connection, because the server is killed repeatedly. */
  async query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return this.inSession(async (client) => (await client.query<Row>(sql)).rows);
  }

  async inSession<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: this.deployment.databaseUrl,
      options: '-c timezone=UTC',
      connectionTimeoutMillis: 3_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async produce(mode: ProducerMode): Promise<void> {
    this.#producerMode = mode;
    await this.processes.producer.start();
  }

  async inflict(fault: Fault, seed: number): Promise<void> {
    await delay(fault.atMs);
    const target = this.processes[fault.target];
    // The fault starts after the earlier commands of this process are done.
    await target.settled();
    const beganAtMs = Date.now();
    if (fault.kind === 'cut') await this.#cutSessions(fault.forMs);
    else await target[fault.kind](fault.forMs);
    this.inflicted.push({ ...fault, seed, beganAtMs, upAtMs: Date.now() });
  }

  /**
   * Terminates sessions, as a failover or pooler does: a statement may be committed although its answer never arrives.
   */
  async #cutSessions(forMs: number): Promise<void> {
    const untilMs = Date.now() + forMs;
    while (Date.now() < untilMs) {
      // While the server is down there are no sessions to terminate.
      await this.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IN ('active', 'idle in transaction')`,
      ).catch(() => {});
      await delay(15);
    }
  }

  async everythingUp(): Promise<void> {
    await Promise.all(Object.values(this.processes).map((child) => child.settled()));
  }

  /** Repairs the merchant's server, and restarts ours so that no test waits a minute for a circuit breaker to close. */
  async repairEndpoints(): Promise<void> {
    await writeFile(this.file('repaired'), '');
    await this.rollingRestart();
  }

  /** Restarts the processes gracefully one after the other, as a deployment does. */
  async rollingRestart(): Promise<void> {
    for (const name of ['webhooks-1', 'webhooks-2'] as const) {
      await this.processes[name].stop();
      await this.processes[name].start();
    }
  }

  async stop(): Promise<void> {
    for (const name of ['producer', 'webhooks-1', 'webhooks-2', 'relay', 'sink', 'broker', 'postgres'] as const)
      await this.processes[name].close();
    await new Promise((resolve) => {
      this.identity.close(resolve);
      this.identity.closeAllConnections();
    });
    if (process.env.QAFILA_KEEP === undefined) await rm(this.dir, { recursive: true, force: true });
  }

  #spawn(name: Target, main: string, env: Record<string, string>, settings?: object): ReturnType<typeof spawnService> {
    const ready = { relay: 'relaying', producer: 'producing', sink: 'sinking' }[name as string] ?? 'service.ready';
    return spawnService({
      name,
      args: [main, ...(settings === undefined ? [] : [JSON.stringify(settings)])],
      env,
      readyLine: ready,
      deadlineMs: 30_000,
      onLine: (line) => appendFileSync(this.file(`${name}.log`), `${line}\n`),
    });
  }

  /** Uses every second endpoint number, so that both dispatchers own some of the endpoints' partitions. */
  async #createEndpoint(spec: EndpointSpec): Promise<void> {
    const {
      deployment: { sealer, sinkPort },
    } = this;
    const merchant = new Merchant(await this.#urlOf('webhooks-1'), sealer, spec.store);
    const { store: _, ...body } = spec;
    await merchant.createEndpoint(sinkPort, body);
    await merchant.deleteEndpoint(await merchant.createEndpoint(sinkPort, body));
  }

  async #urlOf(name: Target): Promise<string> {
    const line = (await readFile(this.file(`${name}.log`), 'utf8'))
      .split('\n')
      .findLast((text) => text.includes('service.ready'));
    return (JSON.parse(line as string) as { url: string }).url;
  }
}

async function postgres(
  dir: string,
  port: number,
): Promise<Awaited<ReturnType<typeof startPostgres>> & { logs(): string[] }> {
  return {
    ...(await startPostgres({ dataDir: join(dir, 'postgres'), port, user: 'admin', password: 'admin' })),
    logs: () => [],
  };
}
