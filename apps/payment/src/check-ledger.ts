import { openDatabase } from '@qafila/runtime/database';
import { Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import { runMain } from '@qafila/runtime/main';
import { PAYMENT_DATABASE } from './database.ts';
import { checkBooks } from './ledger/check-books.ts';

/**
 * `node apps/payment/dist/check-ledger.js` checks the books. It names every error and exits with 1 if there is one. It
 * reads DATABASE_URL only.
 */
export async function checkLedger(environment: Environment): Promise<{ wrong: number; lines: string[] }> {
  const settings = new Settings(environment);
  const url = settings.text('DATABASE_URL');
  settings.check();
  const { pool, close } = await openDatabase(
    { ...PAYMENT_DATABASE, url, poolSize: 2 },
    createLogger('payment', 'warn'),
  );
  try {
    const found = await checkBooks(pool);
    const {
      rows: [books],
    } = await pool.query<{ postings: string; stores: string }>(
      `SELECT count(*) FILTER (WHERE line = 0) AS postings, count(DISTINCT (account_id, store_id, mode,
        currency)) AS stores FROM ledger_line`,
    );
    const lines = found.map(
      ({ what, account_id: account, place, detail }) => `WRONG: ${what}: account ${account}, ${place}: ${detail}`,
    );
    const verdict = found.length === 0 ? 'balanced' : `${found.length} wrong`;
    return {
      wrong: found.length,
      lines: [
        ...lines,
        `${books?.postings ?? 0} postings in ${books?.stores ?? 0} books (store, mode, currency): ${verdict}`,
      ],
    };
  } finally {
    await close();
  }
}

async function main(environment: Environment): Promise<{ stop(): Promise<void> }> {
  const { wrong, lines } = await checkLedger(environment);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exit(wrong === 0 ? 0 : 1);
}

if (import.meta.filename === process.argv[1]) runMain(main);
