import { resolve } from 'node:path';
import { BadSetting, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runMain } from '@qafila/runtime/main';
import { openLocalDatabase } from './database.ts';
import { demoMerchant } from './demo.ts';
import type { Demo } from './demo.ts';
import { sandboxPageUrl, serviceEnvironment } from './deployment.ts';
import { startInProcess } from './in-process.ts';
import { openKafka } from './kafka.ts';
import { startProcesses } from './processes.ts';
import { loadSecrets } from './secrets.ts';

const FLAGS = new Set(['--kafka']);

/** `npm start`: everything on this machine. Resolves when it serves; stop() leaves no process behind. */
async function startStandalone(environment: Environment): Promise<{ stop(): Promise<void> }> {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => !FLAGS.has(flag));
  if (unknown !== undefined) throw new BadSetting(`${unknown} is not an option; the one option is --kafka`);
  const settings = new Settings(environment);
  const dataDir = resolve(settings.text('DATA_DIR', '.data'));
  settings.integer('PORT', 8080, { min: 1, max: 65_535 });
  settings.integer('SANDBOX_PORT', 8090, { min: 1, max: 65_535 });
  settings.check();
  const secrets = await loadSecrets(dataDir);
  const closers: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    for (const close of closers) await close();
  };
  try {
    const database = await openLocalDatabase(settings.optional('DATABASE_URL'), dataDir, secrets);
    closers.unshift(() => database.stop());
    // Nothing here serves or drains without it; what we started ends with us (libs/local/src/leash.ts).
    void database.ended?.then(() => {
      if (stopping) return;
      process.stderr.write('qafila: the embedded PostgreSQL has ended by itself. What was answered is stored; start again\n');
      process.exit(1);
    });
    const deployment = { environment, secrets, databases: database.urls };
    const sandboxUrl = sandboxPageUrl(deployment);
    const kafka = flags.includes('--kafka') ? await openKafka(settings.optional('KAFKA_BROKERS'), dataDir) : undefined;
    if (kafka !== undefined) closers.unshift(() => kafka.stop());
    const platform = kafka === undefined ? await startInProcess(deployment) : await startProcesses(deployment, kafka.brokers);
    closers.unshift(() => platform.stop());
    const demo = await demoMerchant(dataDir, { gatewayUrl: platform.gatewayUrl, sandboxUrl }, serviceEnvironment(deployment, 'identity'));
    process.stdout.write(banner({ gatewayUrl: platform.gatewayUrl, sandboxUrl, dataDir, demo, brokers: kafka?.brokers }));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Served { gatewayUrl: string; sandboxUrl: string | undefined; dataDir: string; demo: Demo | undefined; brokers: string | undefined }

function banner({ gatewayUrl, sandboxUrl, dataDir, demo, brokers }: Served): string {
  const lines = [
    `Qafila is ready at ${gatewayUrl}`,
    `  API             ${gatewayUrl}/docs`,
    `  events          ${gatewayUrl}/asyncapi.yaml`,
    ...(sandboxUrl === undefined ? [] : [`  sandbox         ${sandboxUrl}/ (pretend wallet, cards and couriers, and what steers them)`]),
    `  runs as         ${brokers === undefined ? 'one process with the embedded bus' : `separate processes over Kafka at ${brokers}`}`,
    `  data            ${dataDir}`,
  ];
  lines.push(demo === undefined
    ? `  demo merchant   its keys are not in this data folder; they are shown once, at the first start`
    : `  demo merchant   account ${demo.accountId}, store ${demo.storeId}; keys in ${dataDir}/demo.json`);
  return `${lines.join('\n')}\n`;
}

runMain(startStandalone);
