import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scanRun } from './scan-run.mjs';

const local = new URL('../../libs/local/dist/', import.meta.url);
const testing = new URL('../../libs/testing/dist/', import.meta.url);

/**
 * The suites never crash this server, so it does not wait for the disk. Suites about crashes (test/chaos, test/start)
 * start their own, durable as in production.
 */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'max_connections=400'].flatMap((setting) => ['-c', setting]);

/** The brokers of tests live for minutes: Java's second compiler takes more processor time than it saves. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1';

/**
 * One PostgreSQL cluster and one Kafka broker for a whole run. Another server is used instead when TEST_POSTGRES_URL or
 * TEST_KAFKA_BROKERS is set already.
 */
class Infrastructure {
  #servers = [];
  #dir;
  #environment;
  #started;
  /** Servers that were given by the environment keep what others wrote, so they are not scanned. */
  #owns = { postgres: !process.env.TEST_POSTGRES_URL, kafka: !process.env.TEST_KAFKA_BROKERS };

  /** Starts once. Returns the environment that the suites need; `keepsWrites` keeps what they write for scan(). */
  start({ keepsWrites = false } = {}) {
    this.#started ??= this.#start(keepsWrites);
    return this.#started;
  }

  async #start(keepsWrites) {
    if (!existsSync(new URL('postgres.js', local)))
      throw new Error('the workspace is not built; run `npm run build` (or `npm test`) first');
    const [{ scratchDir, sweepScratchDirs }, servers] = await Promise.all([load('scratch-dir.js'), loadServers()]);
    await sweepScratchDirs('jest');
    this.#dir = await scratchDir('jest');
    process.env.JAVA_TOOL_OPTIONS ??= SHORT_LIVED_JAVA;
    const results = await Promise.allSettled([this.#postgres(servers), this.#kafka(servers)]);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) {
      // Jest runs no teardown after a failed setup.
      await this.stop();
      throw failure.reason;
    }
    const [postgresUrl, brokers] = results.map((result) => result.value);
    this.#environment = {
      TEST_POSTGRES_URL: postgresUrl,
      ...(brokers ? { TEST_KAFKA_BROKERS: brokers } : {}),
      JAVA_TOOL_OPTIONS: process.env.JAVA_TOOL_OPTIONS,
      TEST_RUN_ID: randomBytes(4).toString('hex'),
    };
    if (keepsWrites) await this.#keepWrites();
    return this.#environment;
  }

  /** Logs, and databases that a suite would drop, stay until scan() has read them. */
  async #keepWrites() {
    const dir = join(this.#dir, 'written');
    await mkdir(dir);
    this.#environment.TEST_WRITTEN_DIR = dir;
    if (this.#owns.postgres) this.#environment.TEST_KEEP_DATABASES = '1';
  }

  /**
   * Searches what the run wrote for secrets, before the servers stop. Returns a result for each place; none when
   * nothing was started.
   */
  async scan() {
    if (this.#environment?.TEST_WRITTEN_DIR === undefined) return [];
    const [sinks, servers] = await Promise.all([import(new URL('scan-sinks.js', testing).href), loadServers()]);
    return scanRun(
      {
        dir: this.#environment.TEST_WRITTEN_DIR,
        postgresUrl: this.#owns.postgres ? this.#environment.TEST_POSTGRES_URL : undefined,
        kafkaDir: this.#owns.kafka ? join(this.#dir, 'kafka') : undefined,
      },
      { ...sinks, ...servers },
    );
  }

  async stop() {
    await Promise.allSettled(this.#servers.map((server) => server.stop()));
    if (this.#dir) await rm(this.#dir, { recursive: true, force: true });
    this.#servers = [];
  }

  async #postgres({ startPostgres }) {
    if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
    const dataDir = join(this.#dir, 'postgres');
    const postgres = await startPostgres({ dataDir, user: 'admin', password: 'admin', flags: NOT_DURABLE });
    this.#servers.push(postgres);
    return postgres.url;
  }

  async #kafka({ startKafka, kafkaAvailable }) {
    if (process.env.TEST_KAFKA_BROKERS) return process.env.TEST_KAFKA_BROKERS;
    const available = await kafkaAvailable();
    if (!available.ok) {
      if (process.env.CI === 'true')
        throw new Error(`no Kafka for the tests: ${available.reason}; CI=true allows no skipping`);
      process.stderr.write(`\n*** NO KAFKA: ${available.reason}. Every test that needs a broker is SKIPPED. ***\n\n`);
      return undefined;
    }
    const kafka = await startKafka({ dataDir: join(this.#dir, 'kafka') });
    this.#servers.push(kafka);
    return kafka.brokers;
  }
}

const load = (file) => import(new URL(file, local).href);

async function loadServers() {
  return { ...(await load('postgres.js')), ...(await load('kafka.js')) };
}

/** Setup and teardown are two modules of one process; this is what they share. */
export const infrastructure = new Infrastructure();
