import { randomUUID } from 'node:crypto';
import { cpus, totalmem } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Sealer, generateSealingKeys } from '@qafila/auth/seal';
import { freePort } from '@qafila/local/free-port';
import { startPostgres } from '@qafila/local/postgres';
import { spawnService } from '@qafila/local/supervise';

const closers = [];

/** Registers work for the end of the bench, also after a failure. The last registered runs first. */
export function atEnd(close) {
  closers.unshift(close);
}

/** Runs a bench file: prints the machine, runs the work, cleans up and exits. */
export async function bench(title, work) {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  console.log(`\n== ${title}\n   ${cpus().length} × ${cpus()[0]?.model}, ${memory}, Node ${process.version}`);
  try {
    await work();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  for (const close of closers) await close();
  process.exit(process.exitCode ?? 0);
}

/** Prints a figure with its target. A missed target does not stop the bench. */
export function verdict(name, figure, target, met) {
  console.log(`   ${met ? 'met    ' : 'not met'} ${name}: ${figure} (target ${target})`);
}

export async function startDatabase(flags = []) {
  const dir = await mkdtemp(join(tmpdir(), 'qafila-bench-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const server = await startPostgres({ dataDir: join(dir, 'data'), user: 'postgres', password: 'bench', flags });
  atEnd(() => server.stop());
  const { rows } = await query(
    server.url,
    "SELECT version() AS v, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS sync",
  );
  console.log(`   ${rows[0].v.split(' on ')[0]}, fsync ${rows[0].fsync}, synchronous_commit ${rows[0].sync}`);
  return server;
}

export async function query(url, sql, values) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=metering' });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

const keys = generateSealingKeys();
const sealer = new Sealer(keys.privateKey);
export const OWNER = { accountId: '00000000000000aa', storeId: 'str_bench', mode: 'stage' };
const SCOPES = ['meters:write', 'meters:read', 'usage:write'];

/** Seals expire after a minute, so long measurements renew them, as the gateway does. */
export function seal(keyId = 'bench', owner = OWNER) {
  return sealer.seal({ ...owner, keyId, scopes: SCOPES }, 'metering');
}

/** Starts a service from its built main file, in a separate process. */
export async function startService(
  name,
  environment,
  file = fileURLToPath(import.meta.resolve(`@qafila/${name}/main`)),
) {
  const [port, internal] = [await freePort(), await freePort()];
  const service = await spawnService({
    // The same arguments as in the container image.
    name,
    args: ['--max-semi-space-size=32', file],
    readyUrl: `http://127.0.0.1:${internal}/health/live`,
    env: {
      PORT: String(port),
      INTERNAL_PORT: String(internal),
      LOG_LEVEL: 'warn',
      PRINCIPAL_PUBLIC_KEY: keys.publicKey,
      PRINCIPAL_PRIVATE_KEY: keys.privateKey,
      WEBHOOKS_PUBLIC_KEY: keys.publicKey,
      ...environment,
    },
    onLine: (line) => console.error(`   ${name}: ${line}`),
  });
  atEnd(() => service.stop());
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    internalUrl: `http://127.0.0.1:${internal}`,
    pid: service.pid,
    stop: () => service.stop(),
  };
}

export async function createMeter(url, meter = {}, owner = OWNER) {
  const body = {
    id: `bench-${randomUUID()}`,
    name: 'Bench',
    aggregation_type: 'sum',
    aggregation_field: 'tokens',
    ...meter,
  };
  const answer = await fetch(`${url}/public/v1/meter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-principal': await seal('bench', owner) },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`meter: ${answer.status} ${await answer.text()}`);
  return body.id;
}

/** The event of all usage figures: a UUID, a time, a model and a number. */
export function eventBody(eventId = randomUUID(), timestamp = new Date().toISOString()) {
  const payload = `{"model":"m-${eventId.charCodeAt(0) % 10}","tokens":${eventId.charCodeAt(1) * 7}}`;
  return `{"operation":"ADD","event_id":"${eventId}","timestamp":"${timestamp}","payload":${payload}}`;
}
