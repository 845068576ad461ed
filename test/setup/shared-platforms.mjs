import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const dist = (file) => import(new URL(`../../${file}`, import.meta.url).href);

/** Parcels travel for days, so a couriers' hour is short. No suite calls Stripe. */
const COMMON = { SANDBOX_COURIER_HOUR_MS: '60', STRIPE_API_URL: 'http://127.0.0.1:1' };

/**
 * The platforms that the suites of a run share: one in one process, and one in separate processes over Kafka. Each
 * starts when the first suite asks for it. Suites run in other processes, so they ask by HTTP
 * (test/harness/platform.ts). Every answer has a new merchant, so that no suite sees the data of another.
 */
class SharedPlatforms {
  #server;
  #platforms = new Map();

  /** Returns the environment that the suites need. */
  async offer() {
    this.#server = createServer((request, response) => {
      this.#open(request.url.slice(1)).then(
        (platform) => response.end(JSON.stringify(platform)),
        (error) => response.writeHead(500).end(JSON.stringify({ error: error.message })),
      );
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return { TEST_PLATFORMS_URL: `http://127.0.0.1:${this.#server.address().port}/` };
  }

  async #open(kind) {
    if (!this.#platforms.has(kind)) this.#platforms.set(kind, start(kind));
    const platform = await this.#platforms.get(kind);
    return { kafka: platform.kafka, dataDir: platform.dataDir, ...(await addMerchant(platform)) };
  }

  async stop() {
    this.#server?.close();
    await Promise.all([...this.#platforms.keys()].map((kind) => this.stopOne(kind)));
  }

  /** Stops this platform. A suite that asks for it later starts another one. */
  async stopOne(kind) {
    const starting = this.#platforms.get(kind);
    this.#platforms.delete(kind);
    const platform = await starting?.catch(() => undefined);
    await platform?.stop();
  }
}

async function start(kind) {
  const { startPlatformProcess } = await dist('libs/testing/dist/platform-process.js');
  if (kind === 'one-process') return startPlatformProcess({ environment: COMMON });
  if (kind !== 'kafka') throw new Error(`no platform is called "${kind}"`);
  const kafka = { brokers: process.env.TEST_KAFKA_BROKERS, topicPrefix: `t${randomBytes(5).toString('hex')}.` };
  const environment = { ...COMMON, KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: kafka.topicPrefix };
  return { ...(await startPlatformProcess({ flags: ['--kafka'], environment })), kafka };
}

/**
 * Adds a demo merchant to a running platform. Its folder has the demo.json that tools for demo merchants read, and that
 * the scan at the end of the run reads for secrets.
 */
async function addMerchant({ dataDir, merchant: { gatewayUrl, sandboxUrl } }) {
  const { addDemoMerchant } = await dist('apps/identity/dist/seed-demo.js');
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const added = await addDemoMerchant({
    DATABASE_URL: `postgres://qafila_identity:${secrets.rolePassword}@127.0.0.1:${port}/qafila`,
    KEY_PEPPER: secrets.keyPepper,
    MASTER_KEY: secrets.masterKey,
    LOG_LEVEL: 'warn',
  });
  const merchant = { ...added, gatewayUrl, sandboxUrl };
  const merchantDir = join(dataDir, 'merchants', merchant.accountId);
  await mkdir(merchantDir, { recursive: true });
  await writeFile(join(merchantDir, 'demo.json'), JSON.stringify(merchant));
  return { merchant, merchantDir };
}

/** Setup and teardown are two modules of one process; this is what they share. */
export const sharedPlatforms = new SharedPlatforms();
