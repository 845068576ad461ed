import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scanRun } from './scan-run.mjs';

const dist = new URL('../../libs/local/dist/', import.meta.url);
const testing = new URL('../../libs/testing/dist/', import.meta.url);

/**
 * One PostgreSQL cluster and one Kafka broker for the whole run, with the durability of production: the tests' promises are
 * about it. An outside server is used instead when TEST_POSTGRES_URL or TEST_KAFKA_BROKERS is set already.
 */
class Infrastructure {
  #running = [];
  #dir;
  #postgresUrl;
  #written;

  async start() {
    if (!existsSync(new URL('postgres.js', dist))) throw new Error('the workspace is not built; run `npx tsc -b` (or `npm test`) first');
    const [{ scratchDir, sweepScratchDirs }, local] = await Promise.all([load('scratch-dir.js'), loadServers()]);
    await sweepScratchDirs('jest');
    this.#dir = await scratchDir('jest');
    if (process.env.TEST_CANARY_REPORT) await this.#keepWhatIsWritten();
    const results = await Promise.allSettled([this.#postgres(local), this.#kafka(local)]);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) {
      // Jest runs no teardown after a failed setup.
      await this.stop();
      throw failure.reason;
    }
    const [postgresUrl, brokers] = results.map((result) => result.value);
    this.#postgresUrl = postgresUrl;
    return { postgresUrl, brokers };
  }

  /** As asked for by tools/test.mjs: what would go with its suite stays until it was looked at. */
  async #keepWhatIsWritten() {
    this.#written = { report: process.env.TEST_CANARY_REPORT, dir: join(this.#dir, 'written'), ownsPostgres: !process.env.TEST_POSTGRES_URL, ownsKafka: !process.env.TEST_KAFKA_BROKERS };
    await mkdir(this.#written.dir);
    process.env.TEST_WRITTEN_DIR = this.#written.dir;
    if (this.#written.ownsPostgres) process.env.TEST_KEEP_DATABASES = '1';
  }

  /** Before the servers are stopped, whose data it reads. */
  async scan() {
    if (this.#written === undefined) return;
    const { report, dir, ownsPostgres, ownsKafka } = this.#written;
    const [sinks, local] = await Promise.all([import(new URL('scan-sinks.js', testing).href), loadServers()]);
    await scanRun({ report, dir, postgresUrl: ownsPostgres ? this.#postgresUrl : undefined, kafkaDir: ownsKafka ? join(this.#dir, 'kafka') : undefined }, { ...sinks, ...local });
  }

  async stop() {
    await Promise.allSettled(this.#running.map((server) => server.stop()));
    if (this.#dir) await rm(this.#dir, { recursive: true, force: true });
    this.#running = [];
  }

  async #postgres({ startPostgres }) {
    if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
    const postgres = await startPostgres({ dataDir: join(this.#dir, 'postgres'), user: 'admin', password: 'admin' });
    this.#running.push(postgres);
    return postgres.url;
  }

  async #kafka({ startKafka, kafkaAvailable }) {
    if (process.env.TEST_KAFKA_BROKERS) return process.env.TEST_KAFKA_BROKERS;
    const available = await kafkaAvailable();
    if (!available.ok) {
      if (process.env.CI === 'true') throw new Error(`no Kafka for the tests: ${available.reason}; CI=true allows no skipping`);
      process.stderr.write(`\n*** NO KAFKA: ${available.reason}. Every test that needs a broker is SKIPPED. ***\n\n`);
      return undefined;
    }
    const kafka = await startKafka({ dataDir: join(this.#dir, 'kafka') });
    this.#running.push(kafka);
    return kafka.brokers;
  }
}

const load = (file) => import(new URL(file, dist).href);

async function loadServers() {
  return { ...(await load('postgres.js')), ...(await load('kafka.js')) };
}

/** Setup and teardown are two modules of one process; this is what they share. */
export const infrastructure = new Infrastructure();
