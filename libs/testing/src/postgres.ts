import { randomBytes } from 'node:crypto';
import {
  createDatabase as create,
  dropDatabase,
  endSessions,
  waitForSessions,
  withAdvisoryLock,
} from '@qafila/local/database';
import { openDatabase } from '@qafila/runtime/database';
import type { DatabaseSpec } from '@qafila/runtime/database';
import { createLogger } from '@qafila/runtime/log';

/** A process that was killed, or a suite that leaves a connection open, may hold a session; a closed pool does not. */
const SESSIONS_END_WITHIN_MS = 10_000;

export interface TestDatabase {
  url: string;
  /**
   * Drops it when its sessions have ended, and ends by force those that last. A run that searches what was written
   * keeps it (test/setup/scan-run.mjs).
   */
  drop(): Promise<void>;
}

/** The database of a service, without its address. */
export type ServiceDatabase = Omit<DatabaseSpec, 'url' | 'poolSize'>;

/**
 * A fresh database on the run's PostgreSQL, so that test files never share rows. With `service` it is a copy of a
 * template that has the service's schema: the run migrates once per service.
 */
export async function createDatabase(name = 'test', service?: ServiceDatabase): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (!adminUrl)
    throw new Error("TEST_POSTGRES_URL is not set: Jest's global setup (test/setup/global-setup.mjs) sets it");
  const unique = `${name}_${randomBytes(5).toString('hex')}`;
  const template = service && (await templateOf(adminUrl, service));
  return {
    url: await create(adminUrl, unique, template),
    drop: async () => {
      await waitForSessions(adminUrl, unique, SESSIONS_END_WITHIN_MS);
      await (process.env['TEST_KEEP_DATABASES'] ? endSessions : dropDatabase)(adminUrl, unique);
    },
  };
}

const templates = new Map<string, Promise<string>>();

/**
 * The name of the service's template. The first suite of the run that needs it makes it; the others wait for its lock.
 */
function templateOf(adminUrl: string, service: ServiceDatabase): Promise<string> {
  // The run is part of the name: a server that outlives it must not offer the schema of an older tree.
  const name = `template_${service.schema}_${process.env['TEST_RUN_ID'] ?? process.pid}`;
  const made = templates.get(name) ?? makeTemplate(adminUrl, name, service);
  templates.set(name, made);
  return made;
}

async function makeTemplate(adminUrl: string, name: string, service: ServiceDatabase): Promise<string> {
  await withAdvisoryLock(adminUrl, name, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    // The name appears with the last step, so a suite that dies half way leaves no half template.
    const unfinished = `unfinished_${name}_${randomBytes(3).toString('hex')}`;
    const url = await create(adminUrl, unfinished);
    const database = await openDatabase({ ...service, url, poolSize: 2 }, createLogger('test', 'silent'));
    await database.close();
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}
