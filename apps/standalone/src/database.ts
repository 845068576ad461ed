import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '@qafila/local/database';
import { startPostgres } from '@qafila/local/postgres';
import { BadSetting } from '@qafila/runtime/env';
import { whyNot } from '@qafila/runtime/database';
import type { Secrets } from './secrets.ts';

export const SCHEMAS = ['identity', 'metering', 'payment', 'sandbox', 'shipment', 'webhooks'] as const;
export type Schema = (typeof SCHEMAS)[number];

const DATABASE = 'qafila';

export interface LocalDatabase {
  urls: Record<Schema, string>;
  /** Of the embedded PostgreSQL: when it is gone, wanted or not. */
  ended?: Promise<unknown>;
  stop(): Promise<void>;
}

/** The database given by DATABASE_URL, else an embedded PostgreSQL in the data folder; one schema and one role a service. */
export async function openLocalDatabase(given: string | undefined, dataDir: string, secrets: Secrets): Promise<LocalDatabase> {
  if (given !== undefined) return { urls: await provision(given, secrets.rolePassword), stop: async () => {} };
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), user: 'postgres', password: secrets.postgresPassword })
    // Whatever keeps it from starting is of this machine and is told by its own words: the folder in use, another password, no space.
    .catch((error: Error) => { throw new BadSetting(error.message); });
  try {
    const url = await withDatabase(server.url);
    return { urls: await provision(url, secrets.rolePassword), ended: server.exited, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function withDatabase(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  url.pathname = `/${DATABASE}`;
  await createDatabase(adminUrl, DATABASE).catch((error: { code?: string }) => { if (error.code !== '42P04') throw error; });
  return url.href;
}

/** No service can read another's rows: each has a role that owns its schema and nothing else. */
async function provision(url: string, rolePassword: string): Promise<Record<Schema, string>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect().catch((error: Error) => { throw new BadSetting(`DATABASE_URL: ${whyNot(url, error)}`); });
  try {
    const { rows: [self] } = await client.query<{ may: boolean }>('SELECT rolcreaterole OR rolsuper AS may FROM pg_roles WHERE rolname = current_user');
    const urls = {} as Record<Schema, string>;
    for (const schema of SCHEMAS) urls[schema] = self?.may ? await provisionRole(client, url, schema, rolePassword) : url;
    return urls;
  } finally {
    await client.end();
  }
}

async function provisionRole(client: pg.Client, url: string, schema: Schema, password: string): Promise<string> {
  const role = `qafila_${schema}`;
  const secret = client.escapeLiteral(password);
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${secret}`)
    .catch(async (error: { code?: string }) => {
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
