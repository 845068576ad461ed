import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Searches everything that a run wrote for canaries: databases, topics and logs, a result for each. `postgresUrl` and
 * `kafkaDir` are undefined where the servers are not the run's own.
 */
export async function scanRun({ dir, postgresUrl, kafkaDir }, { scanCluster, scanFiles, startPostgres }) {
  const sinks = [
    ['the databases of the suites', postgresUrl && (() => scanCluster(postgresUrl))],
    ['the databases of the platforms that journeys started', () => scanPlatforms(dir, { scanCluster, startPostgres })],
    ['the topics', kafkaDir && (() => scanFiles(kafkaDir, '.log'))],
    ['the logs of started processes and of payment under test', () => scanFiles(dir, '.log')],
  ];
  const results = [];
  for (const [name, scan] of sinks) results.push(await resultOf(name, scan));
  return results;
}

async function resultOf(name, scan) {
  if (!scan) return { name, skipped: true };
  const began = performance.now();
  try {
    const { looked, findings } = await scan();
    return { name, looked, findings, tookMs: Math.round(performance.now() - began) };
  } catch (error) {
    return { name, looked: {}, findings: [`it could not be read: ${error.message}`] };
  }
}

/**
 * The data folders that libs/testing/src/platform-process.ts leaves: each server is started once more, read, and
 * removed.
 */
async function scanPlatforms(dir, { scanCluster, startPostgres }) {
  const kept = (await readFile(join(dir, 'platforms'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '');
  const total = { looked: { platforms: kept.length, databases: 0, rows: 0 }, findings: [] };
  for (const dataDir of kept) {
    const secrets = await secretsOf(dataDir);
    const server = await startPostgres({
      dataDir: join(dataDir, 'postgres'),
      user: 'postgres',
      password: secrets.postgresPassword,
    });
    try {
      const { looked, findings } = await scanCluster(server.url, { own: secrets.own });
      total.looked.databases += looked.databases;
      total.looked.rows += looked.rows;
      total.findings.push(...findings);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return total;
}

/** The secrets of a platform: those in its secret store, and those that it gave its demo merchants. */
async function secretsOf(dataDir) {
  const read = async (file) => JSON.parse(await readFile(join(dataDir, file), 'utf8').catch(() => '{}'));
  const { postgresPassword, rolePassword, keyPepper, masterKey, sandbox } = await read('secrets.json');
  // Suites that share a platform have a merchant each.
  const accounts = await readdir(join(dataDir, 'merchants')).catch(() => []);
  const merchants = await Promise.all(
    ['.', ...accounts.map((account) => join('merchants', account))].map((folder) => read(join(folder, 'demo.json'))),
  );
  const ofMerchants = merchants.flatMap(({ apiKey, hmacSecret, webhookSecret, clientSecret, reviewKeys = [] }) => [
    ...reviewKeys,
    apiKey,
    hmacSecret,
    webhookSecret,
    clientSecret,
  ]);
  return {
    postgresPassword,
    own: [postgresPassword, rolePassword, keyPepper, masterKey, sandbox, ...ofMerchants].filter(
      (secret) => typeof secret === 'string' && secret.length >= 16,
    ),
  };
}
