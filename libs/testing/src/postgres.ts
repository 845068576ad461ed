import { randomBytes } from 'node:crypto';
import { createDatabase as create, dropDatabase, endSessions } from '@qafila/local/database';

export interface TestDatabase {
  url: string;
  /** Ends its sessions and removes it, unless the run is to be looked at (test/setup/scan-run.mjs); the cluster itself goes at the end of the run. */
  drop(): Promise<void>;
}

/** A fresh database on the run's PostgreSQL, so that test files never meet each other's rows. */
export async function createDatabase(name = 'test'): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set: jest\'s global setup (test/setup/global-setup.mjs) starts PostgreSQL and sets it');
  const unique = `${name}_${randomBytes(5).toString('hex')}`;
  return { url: await create(adminUrl, unique), drop: () => (process.env['TEST_KEEP_DATABASES'] ? endSessions : dropDatabase)(adminUrl, unique) };
}
