import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '@qafila/local/database';
import { startPostgres } from '@qafila/local/postgres';
import { BadSetting } from '@qafila/runtime/env';
import { connectionProblem } from '@qafila/runtime/database';
import type { Secrets } from './secrets.ts';

export const SCHEMAS = ['identity', 'metering', 'payment', 'sandbox', 'shipment', 'webhooks'] as const;
export type Schema = (typeof SCHEMAS)[number];

const DATABASE = 'qafila';

export interface LocalDatabase {
  urls: Record<Schema, string>;
  /** Resolves when the embedded PostgreSQL exits, for any reason. */
  exited?: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * The database of DATABASE_URL, else an embedded PostgreSQL in the data folder; a schema and a role for each service.
 */
export async function openLocalDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  secrets: Secrets,
): Promise<LocalDatabase> {
  if (databaseUrl !== undefined)
    return { urls: await provision(databaseUrl, secrets.rolePassword), stop: async () => {} };
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    user: 'postgres',
    password: secrets.postgresPassword,
  })
    // The cause is on this machine (the folder is in use, another password, a full disk), and the message names it.
    .catch((error: Error) => {
      throw new BadSetting(error.message);
    });
  try {
    const url = await withDatabase(server.url);
    return { urls: await provision(url, secrets.rolePassword), exited: server.exited, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function withDatabase(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  url.pathname = `/${DATABASE}`;
  await createDatabase(adminUrl, DATABASE).catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error;
  });
  return url.href;
}

/** Each service has a role that owns its schema and nothing else, so that it cannot read another's rows. */
async function provision(url: string, rolePassword: string): Promise<Record<Schema, string>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect().catch((error: Error) => {
    throw new BadSetting(`DATABASE_URL: ${connectionProblem(url, error)}`);
  });
  try {
    const {
      rows: [self],
    } = await client.query<{ can_create: boolean }>(
      'SELECT rolcreaterole OR rolsuper AS can_create FROM pg_roles WHERE rolname = current_user',
    );
    const urls = {} as Record<Schema, string>;
    for (const schema of SCHEMAS)
      urls[schema] = self?.can_create ? await provisionRole(client, url, schema, rolePassword) : url;
    return urls;
  } finally {
    await client.end();
  }
}

async function provisionRole(client: pg.Client, url: string, schema: Schema, password: string): Promise<string> {
  const role = `qafila_${schema}`;
  const secret = client.escapeLiteral(password);
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${secret}`).catch(async (error: { code?: string }) => {
    if (error.code !== '42710') throw error;
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${secret}`);
  });
  await client.query(`GRANT ${role} TO current_user`).catch(() => {});
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  const own = new URL(url);
  own.username = role;
  own.password = password;
  return own.href;
}
