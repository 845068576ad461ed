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
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';
import { Merchant, processes, secretsOf, startIdentity, WEBHOOKS_MAIN } from './deployment.ts';
import { ENDPOINTS, PRODUCED } from './endpoints.ts';
import type { EndpointSpec } from './endpoints.ts';
import type { Fault, Target } from './schedule.ts';
import { Slot } from './slot.ts';

const PREFIX = 'chaos.';
/** Time-outs, and answers that come too late, must end within a schedule. */
const TIMEOUT_MS = 1_500;
const LATE_MS = 2_200;
/** Seven attempts in some nine seconds. */
const RETRY_SCHEDULE_SECONDS = '0,0.4,0.8,1,2,2,3';

export type ProducerMode = 'outbox' | 'before-commit' | 'after-commit';
export interface Inflicted extends Fault { seed: number; beganAtMs: number; upAtMs: number }

/** What the processes of one deployment are told alike. */
interface Deployment { postgresPort: number; sinkPort: number; databaseUrl: string; environment: Record<string, string>; sealer: Sealer }

/** Everything that a webhook passes through, each part a process of its own that can be killed. */
export class Platform {
  readonly slots: Record<Target, Slot>;
  readonly inflicted: Inflicted[] = [];
  #producerMode: ProducerMode = 'outbox';
  #producerLives = 0;

  private constructor(
    readonly dir: string, readonly seed: number, private readonly kafka: Kafka, private readonly identity: Server, private readonly deployment: Deployment,
  ) {
    const webhooks = (name: Target): Slot => new Slot(name, () => this.#spawn(name, WEBHOOKS_MAIN, { ...deployment.environment }));
    const script = (name: Target, more: () => object): Slot => new Slot(name, () => this.#spawn(name, processes(name), {}, {
      databaseUrl: deployment.databaseUrl, brokers: kafka.brokers, prefix: PREFIX, ...more(),
    }));
    this.slots = {
      'webhooks-1': webhooks('webhooks-1'), 'webhooks-2': webhooks('webhooks-2'),
      relay: script('relay', () => ({})),
      producer: script('producer', () => ({
        mode: this.#producerMode, seed: seed + ++this.#producerLives, ratePerSecond: 30, workers: 4, keysPerWorker: 3, types: PRODUCED, log: this.file('committed'),
      })),
      sink: script('sink', () => ({ seed: seed + Math.floor(performance.now()), port: deployment.sinkPort, log: this.file('sink'), lateMs: LATE_MS, repaired: this.file('repaired') })),
      postgres: new Slot('postgres', () => postgres(dir, deployment.postgresPort)),
      broker: new Slot('broker', async () => {
        await kafka.restart();
        return { pid: 0, exited: kafka.exited(), kill: () => kafka.kill(), stop: () => kafka.stop(), logs: () => [] };
      }),
    };
  }

  static async start(seed: number): Promise<Platform> {
    const dir = await scratchDir('chaos');
    const [postgresPort, sinkPort] = await freePorts(2) as [number, number];
    const [server, kafka, identity] = await Promise.all([postgres(dir, postgresPort), startKafka({ dataDir: join(dir, 'kafka') }), startIdentity()]);
    const databaseUrl = await createDatabase(server.url, 'chaos');
    await server.stop();
    const { environment: common, sealer } = secretsOf(identity);
    const environment = {
      ...common, DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: PREFIX, KAFKA_PARTITIONS: '2',
      WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS), WEBHOOK_RETRY_SCHEDULE_SECONDS: RETRY_SCHEDULE_SECONDS,
    };
    const platform = new Platform(dir, seed, kafka, identity, { postgresPort, sinkPort, databaseUrl, environment, sealer });
    try {
      await platform.#begin();
    } catch (error) {
      await platform.stop();
      throw error;
    }
    return platform;
  }

  async #begin(): Promise<void> {
    const { slots } = this;
    await slots.postgres.start();
    await this.ask(`CREATE SCHEMA producer; SET search_path = producer; ${OUTBOX_UP};
      CREATE TABLE business (n bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, type text, key text, store text)`);
    await slots.broker.start();
    await Promise.all([slots.sink.start(), slots.relay.start(), slots['webhooks-1'].start()]);
    await slots['webhooks-2'].start();
    for (const spec of ENDPOINTS) await this.#createEndpoint(spec);
  }

  file(name: string): string {
    return join(this.dir, name);
  }

  /** One question to the database, on a connection of its own: the server dies now and then. */
  async ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return this.inSession(async (client) => (await client.query<Row>(sql)).rows);
  }

  async inSession<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.deployment.databaseUrl, options: '-c timezone=UTC', connectionTimeoutMillis: 3_000 });
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
    await this.slots.producer.start();
  }

  async inflict(fault: Fault, seed: number): Promise<void> {
    await delay(fault.atMs);
    const slot = this.slots[fault.target];
    // Counted from the moment it really happens: what the slot was told before comes first.
    await slot.settled();
    const beganAtMs = Date.now();
    if (fault.kind === 'cut') await this.#cutSessions(fault.forMs);
    else await slot[fault.kind](fault.forMs);
    this.inflicted.push({ ...fault, seed, beganAtMs, upAtMs: Date.now() });
  }

  /** As a failover or a pooler does: what was sent may be committed, and its answer never comes. */
  async #cutSessions(forMs: number): Promise<void> {
    const untilMs = Date.now() + forMs;
    while (Date.now() < untilMs) {
      // While the server is away there is nothing to cut.
      await this.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND state IN ('active', 'idle in transaction')`).catch(() => {});
      await delay(15);
    }
  }

  async everythingUp(): Promise<void> {
    await Promise.all(Object.values(this.slots).map((slot) => slot.settled()));
  }

  /** The merchant mends his server; ours are restarted, as a deployment does, so that no breaker's minute has to be waited for. */
  async repairEndpoints(): Promise<void> {
    await writeFile(this.file('repaired'), '');
    await this.rollingRestart();
  }

  /** In good order, one after the other: what a deployment does. */
  async rollingRestart(): Promise<void> {
    for (const name of ['webhooks-1', 'webhooks-2'] as const) {
      await this.slots[name].stop();
      await this.slots[name].start();
    }
  }

  async stop(): Promise<void> {
    for (const name of ['producer', 'webhooks-1', 'webhooks-2', 'relay', 'sink', 'broker', 'postgres'] as const) await this.slots[name].close();
    await new Promise((resolve) => { this.identity.close(resolve); this.identity.closeAllConnections(); });
    if (process.env.QAFILA_KEEP === undefined) await rm(this.dir, { recursive: true, force: true });
  }

  #spawn(name: Target, main: string, env: Record<string, string>, settings?: object): ReturnType<typeof spawnService> {
    const ready = { relay: 'relaying', producer: 'producing', sink: 'sinking' }[name as string] ?? 'service.ready';
    return spawnService({
      name, args: [main, ...(settings === undefined ? [] : [JSON.stringify(settings)])], env, readyLine: ready, deadlineMs: 30_000,
      onLine: (line) => appendFileSync(this.file(`${name}.log`), `${line}\n`),
    });
  }

  /** Every second number, so that the endpoints' lanes are spread over both dispatchers. */
  async #createEndpoint(spec: EndpointSpec): Promise<void> {
    const { deployment: { sealer, sinkPort } } = this;
    const merchant = new Merchant(await this.#urlOf('webhooks-1'), sealer, spec.store);
    const { store: _, ...wanted } = spec;
    await merchant.createEndpoint(sinkPort, wanted);
    await merchant.deleteEndpoint(await merchant.createEndpoint(sinkPort, wanted));
  }

  async #urlOf(name: Target): Promise<string> {
    const line = (await readFile(this.file(`${name}.log`), 'utf8')).split('\n').findLast((one) => one.includes('service.ready'));
    return (JSON.parse(line as string) as { url: string }).url;
  }
}

async function postgres(dir: string, port: number): Promise<Awaited<ReturnType<typeof startPostgres>> & { logs(): string[] }> {
  return { ...(await startPostgres({ dataDir: join(dir, 'postgres'), port, user: 'admin', password: 'admin' })), logs: () => [] };
}
