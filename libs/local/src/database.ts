import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const POLL_MS = 20;

/**
 * A new database on the cluster behind `adminUrl`, a copy of `template`. Returns its URL. template0 has no other
 * sessions that could block the copy.
 */
export async function createDatabase(adminUrl: string, name: string, template = 'template0'): Promise<string> {
  await asAdmin(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`);
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Ends its sessions and removes it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

/** Ends its sessions and keeps it. */
export async function endSessions(adminUrl: string, name: string): Promise<void> {
  await asAdmin(
    adminUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)}`,
  );
}

/**
 * Waits until the database has no session, for at most this long. `Pool.end()` and `Client.end()` of pg return before
 * the server has ended the session, and a session that is ended by force is an error event in its process.
 */
export async function waitForSessions(adminUrl: string, name: string, deadlineMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
      if (rowCount === 0) return true;
      if (performance.now() >= deadline) return false;
      await sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

/** Runs `work` while no other caller with the same lock name does, in any process. */
export async function withAdvisoryLock(
  adminUrl: string,
  lockName: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockName]);
    await work(client);
  } finally {
    await client.end();
  }
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
