import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { canariesIn } from './canaries.ts';

/** What was searched, and what was found where. */
export interface Scan {
  looked: Record<string, number>;
  findings: string[];
}

const ROWS_PER_READ = 2_000;
const CHUNK_BYTES = 4 * 2 ** 20;
/** Chunks overlap, so that a canary across two of them is complete in the second. */
const OVERLAP_CHARACTERS = 200;

/** Searches the text of every row of every table in every database of a cluster, or in the `only` database. */
export async function scanCluster(
  adminUrl: string,
  { own = [], only }: { own?: readonly string[]; only?: string } = {},
): Promise<Scan> {
  const all = await asClient(adminUrl, (client) =>
    names(
      client,
      "SELECT datname AS name FROM pg_database WHERE NOT datistemplate AND datallowconn AND datname <> 'postgres'",
    ),
  );
  const databases = all.filter((name) => only === undefined || name === only);
  const scan: Scan = { looked: { databases: databases.length, rows: 0 }, findings: [] };
  for (const database of databases) {
    const url = new URL(adminUrl);
    url.pathname = `/${encodeURIComponent(database)}`;
    await asClient(url.href, (client) => scanDatabase(client, { scan, database, own })).catch((error: unknown) => {
      // The database was dropped meanwhile. Any other error would leave a database unsearched.
      if ((error as { code?: string }).code !== '3D000') throw error;
    });
  }
  return { ...scan, findings: [...new Set(scan.findings)] };
}

async function scanDatabase(
  client: pg.Client,
  { scan, database, own }: { scan: Scan; database: string; own: readonly string[] },
): Promise<void> {
  const tables = await names(
    client,
    `
    SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema') AND pg_relation_size(pg_class.oid) > 0`,
  );
  await client.query('BEGIN READ ONLY');
  for (const table of tables) {
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT t::text FROM ONLY ${table} t`);
    for (;;) {
      const { rows } = await client.query<[string]>({ text: `FETCH ${ROWS_PER_READ} FROM rows`, rowMode: 'array' });
      if (rows.length === 0) break;
      scan.looked.rows = (scan.looked.rows ?? 0) + rows.length;
      // The text of a row doubles quotes.
      scan.findings.push(
        ...canariesIn(rows.join('\n').replaceAll('""', '"'), own).map(
          (what) => `${what} in table ${table} of ${database}`,
        ),
      );
    }
    await client.query('CLOSE rows');
  }
  await client.query('COMMIT');
}

/** Searches every file under a folder whose name ends with `nameEnd`. */
export async function scanFiles(folder: string, nameEnd: string): Promise<Scan> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(nameEnd))
    .map((entry) => join(entry.parentPath, entry.name));
  const scan: Scan = { looked: { files: files.length, bytes: 0 }, findings: [] };
  for (const file of files) {
    let before = '';
    for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: CHUNK_BYTES })) {
      const text = before + String(chunk);
      scan.looked.bytes = (scan.looked.bytes ?? 0) + String(chunk).length;
      scan.findings.push(...canariesIn(text).map((what) => `${what} in ${file.slice(folder.length + 1)}`));
      before = text.slice(-OVERLAP_CHARACTERS);
    }
  }
  return { ...scan, findings: [...new Set(scan.findings)] };
}

async function names(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
}

async function asClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
