// Shared by the processes of the chaos tests. The settings come as one JSON argument.
import pg from 'pg';

export const settings = JSON.parse(process.argv[2]);

/** A pool for the producer's schema that survives a killed server. */
export function openPool(max) {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    options: '-c search_path=producer -c timezone=UTC -c statement_timeout=15000',
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
