import pg from 'pg';

/** A new database on the cluster behind `adminUrl`; answers its URL. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  // template0 has no other sessions that could block the copy, whatever people do in template1.
  await asAdmin(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`);
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Ends its sessions and removes it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

/** Ends its sessions and leaves it where it is. */
export async function endSessions(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)}`);
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
