import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';

/** What `npm start` runs. */
export const STANDALONE = fileURLToPath(new URL('../../../apps/standalone/dist/main.js', import.meta.url));

export interface Merchant {
  gatewayUrl: string;
  sandboxUrl: string;
  accountId: string;
  companyCode: string;
  storeId: string;
  apiKey: string;
  hmacSecret: string;
  webhookSecret: string;
  clientId: string;
  clientSecret: string;
  /** The owner, who signs in at `url`. */
  portal: { url: string; email: string; password: string };
}

export interface PlatformProcess {
  merchant: Merchant;
  dataDir: string;
  process: Service;
  stop(): Promise<void>;
}

/** The platform stops its services one after the other, then Kafka and PostgreSQL, each with a deadline of its own. */
const STOPS_WITHIN_MS = 120_000;

/** Starts the platform as `npm start` does: in a separate process, with its own embedded PostgreSQL and data folder. */
export async function startPlatformProcess({
  flags = [] as string[],
  environment = {} as Record<string, string>,
} = {}): Promise<PlatformProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qafila-e2e-'));
  const child = await spawnOnFreePorts(flags, { DATA_DIR: dataDir, ...environment });
  return {
    merchant: JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Merchant,
    dataDir,
    process: child,
    stop: async () => {
      const { code, signal } = await child.stop(STOPS_WITHIN_MS);
      // A killed platform leaves servers that still write into the folder, and their end would go unnoticed.
      if (signal !== null) throw new Error(`the platform did not stop by itself (${signal}, exit code ${code})`);
      // The end of the test run scans its database.
      const writtenDir = process.env.TEST_WRITTEN_DIR;
      if (writtenDir !== undefined) await appendFile(join(writtenDir, 'platforms'), `${dataDir}\n`);
      else await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const STARTS_MAX = 3;
const PORT_TAKEN = /port \d+ is (already )?in use/;

/**
 * Nothing reserves a free port: a server of another suite, or one of the platform's own, can take it before the gateway
 * listens. Such a start is repeated with other ports, unless the caller chose them.
 */
async function spawnOnFreePorts(flags: string[], environment: Record<string, string>): Promise<Service> {
  for (let start = 1; ; start++) {
    const [port, sandboxPort] = await freePorts(2);
    try {
      return await spawnService({
        name: 'qafila',
        args: [STANDALONE, ...flags],
        readyLine: /^Qafila is ready/,
        deadlineMs: 120_000,
        env: { PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...environment },
      });
    } catch (error) {
      if (start === STARTS_MAX || 'PORT' in environment || !PORT_TAKEN.test(String(error))) throw error;
    }
  }
}
