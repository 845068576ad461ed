import { resolve } from 'node:path';
import { BadSetting, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { runMain } from '@qafila/runtime/main';
import { openLocalDatabase } from './database.ts';
import type { Demo } from './demo.ts';
import { sandboxPageUrl, serviceEnvironment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import type { Platform } from './in-process.ts';
import { openKafka } from './kafka.ts';
import { loadSecrets } from './secrets.ts';

/**
 * Longer than that of one service: all services stop in turn, then Kafka and PostgreSQL. An earlier exit leaves
 * PostgreSQL behind, which still writes into the data folder while it ends.
 */
const STOP_DEADLINE_MS = 100_000;

const FLAGS = new Set(['--kafka']);

/** `npm start`: the whole platform on this machine. Resolves when it serves; stop() leaves no process behind. */
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
    // Without the database nothing can serve or drain. Our child processes end with us
    // (libs/local/src/kill-with-parent.ts).
    void database.exited?.then(() => {
      if (stopping) return;
      process.stderr.write(
        'qafila: the embedded PostgreSQL has stopped unexpectedly. Every answered request is stored; start again\n',
      );
      process.exit(1);
    });
    const deployment = { environment, secrets, databases: database.urls };
    const sandboxUrl = sandboxPageUrl(deployment);
    const kafka = flags.includes('--kafka') ? await openKafka(settings.optional('KAFKA_BROKERS'), dataDir) : undefined;
    if (kafka !== undefined) closers.unshift(() => kafka.stop());
    const platform = await startServices(deployment, kafka?.brokers);
    closers.unshift(() => platform.stop());
    const { demoMerchant } = await import('./demo.ts');
    const demo = await demoMerchant(
      dataDir,
      { gatewayUrl: platform.gatewayUrl, sandboxUrl },
      serviceEnvironment(deployment, 'identity'),
    );
    process.stdout.write(
      banner({ gatewayUrl: platform.gatewayUrl, sandboxUrl, dataDir, demo, brokers: kafka?.brokers }),
    );
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Loads what it starts and no more: a start that fails earlier, or that has separate processes, needs no service. */
async function startServices(deployment: Deployment, brokers: string | undefined): Promise<Platform> {
  if (brokers === undefined) return (await import('./in-process.ts')).startInProcess(deployment);
  return (await import('./processes.ts')).startProcesses(deployment, brokers);
}

interface BannerFacts {
  gatewayUrl: string;
  sandboxUrl: string | undefined;
  dataDir: string;
  demo: Demo | undefined;
  brokers: string | undefined;
}

function banner({ gatewayUrl, sandboxUrl, dataDir, demo, brokers }: BannerFacts): string {
  const runsAs =
    brokers === undefined ? 'one process with the embedded bus' : `separate processes over Kafka at ${brokers}`;
  const lines = [
    `Qafila is ready at ${gatewayUrl}`,
    `  API             ${gatewayUrl}/docs`,
    `  events          ${gatewayUrl}/asyncapi.yaml`,
    ...(sandboxUrl === undefined
      ? []
      : [`  sandbox         ${sandboxUrl}/ (simulated wallet, card gateways and couriers, with controls)`]),
    ...portalLines(demo),
    `  runs as         ${runsAs}`,
    `  data            ${dataDir}`,
  ];
  lines.push(
    demo === undefined
      ? `  demo merchant   keys are not in this data folder: they are shown once, at the first start`
      : `  demo merchant   account ${demo.accountId}, store ${demo.storeId}; keys in ${dataDir}/demo.json`,
  );
  if (demo !== undefined) lines.push(...cliLines(dataDir));
  return `${lines.join('\n')}\n`;
}

/** The demo owner's password is of this machine's test data, and demo.json has it too. */
function portalLines(demo: Demo | undefined): string[] {
  if (demo?.portal === undefined) return [];
  const { url, email, password } = demo.portal;
  return [`  portal          ${url}`, `                  ${email}, password ${password}`];
}

/** How to go on in another terminal. */
function cliLines(dataDir: string): string[] {
  const isUsual = dataDir === resolve('.data');
  return [
    '  command line, in another terminal:',
    `    npx qafila login --demo${isUsual ? '' : ` ${dataDir}/demo.json`}`,
    '    npx qafila get meter         or listen, checkout create, ship: npx qafila --help',
  ];
}

runMain(startStandalone, { stopDeadlineMs: STOP_DEADLINE_MS });
