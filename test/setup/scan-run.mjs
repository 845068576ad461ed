import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Looks for canaries in everything that a run wrote, and says so in a file for tools/test.mjs: a line each for databases, topics and logs. `postgresUrl`
 * and `kafkaDir` are undefined where the servers are not ours.
 */
export async function scanRun({ report, dir, postgresUrl, kafkaDir }, { scanCluster, scanFiles, startPostgres }) {
  const sinks = [
    ['the databases of the suites', postgresUrl && (() => scanCluster(postgresUrl))],
    ['the databases of the platforms that journeys started', () => scanPlatforms(dir, { scanCluster, startPostgres })],
    ['the topics', kafkaDir && (() => scanFiles(kafkaDir, '.log'))],
    ['the logs of started processes and of payment under test', () => scanFiles(dir, '.log')],
  ];
  const results = [];
  for (const [name, scan] of sinks) results.push(await resultOf(name, scan));
  await writeFile(report, JSON.stringify(results));
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

/** Left by test/harness/platform.ts instead of being removed: each is started once more, read, and removed. */
async function scanPlatforms(dir, { scanCluster, startPostgres }) {
  const kept = (await readFile(join(dir, 'platforms'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const total = { looked: { platforms: kept.length, databases: 0, rows: 0 }, findings: [] };
  for (const dataDir of kept) {
    const secrets = await secretsOf(dataDir);
    const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), user: 'postgres', password: secrets.postgresPassword });
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

/** What the platform keeps in its secret store, and what it gave its merchant once. */
async function secretsOf(dataDir) {
  const read = async (file) => JSON.parse(await readFile(join(dataDir, file), 'utf8').catch(() => '{}'));
  const [secrets, { apiKey, hmacSecret, webhookSecret }] = [await read('secrets.json'), await read('demo.json')];
  const { postgresPassword, rolePassword, keyPepper, masterKey, sandbox } = secrets;
  return { postgresPassword, own: [postgresPassword, rolePassword, keyPepper, masterKey, sandbox, apiKey, hmacSecret, webhookSecret].filter((secret) => typeof secret === 'string' && secret.length >= 16) };
}

