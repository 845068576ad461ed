// What the processes of the harness share: their settings come as one JSON argument; a seeded generator of numbers.
import pg from 'pg';

export const settings = JSON.parse(process.argv[2]);

/** mulberry32: the same numbers for the same seed. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of the producer's schema; it outlives servers that are killed. */
export function openPool(max) {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl, max, connectionTimeoutMillis: 3_000, keepAlive: true,
    options: '-c search_path=producer -c timezone=UTC -c statement_timeout=15000',
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
