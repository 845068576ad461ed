import { openDatabase } from '@qafila/runtime/database';
import { BadSetting, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import { runMain } from '@qafila/runtime/main';
import { readMasterKeys } from '@qafila/vault/master-key';
import { resealColumn } from '@qafila/vault/reseal';
import { PAYMENT_DATABASE } from './database.ts';
import { openKeys } from './master-key/root-key.ts';
import { SEALED_COLUMNS } from './master-key/sealed-columns.ts';

/**
 * `node apps/payment/dist/reseal.js` seals everything under MASTER_KEY that is still under MASTER_KEY_PREVIOUS. It
 * reads DATABASE_URL and the two keys. Returns how many boxes it sealed, by table and column.
 */
export async function reseal(environment: Environment): Promise<Record<string, number>> {
  const settings = new Settings(environment);
  const url = settings.text('DATABASE_URL');
  const keys = readMasterKeys(settings)();
  if (keys.previous === undefined) throw new BadSetting('MASTER_KEY_PREVIOUS must be the master key before');
  const { pool, close } = await openDatabase(
    { ...PAYMENT_DATABASE, url, poolSize: 2 },
    createLogger('payment', 'warn'),
  );
  try {
    await openKeys(pool, keys);
    const done: Record<string, number> = {};
    for (const sealed of SEALED_COLUMNS)
      done[`${sealed.table}.${sealed.column}`] = await resealColumn(pool, keys, sealed);
    return done;
  } finally {
    await close();
  }
}

async function main(environment: Environment): Promise<{ stop(): Promise<void> }> {
  const done = await reseal(environment);
  const lines = Object.entries(done).map(([name, count]) => `${name}: ${count}`);
  const sum = Object.values(done).reduce((total, count) => total + count, 0);
  const verdict =
    sum === 0 ? 'Nothing was left: MASTER_KEY_PREVIOUS may go.' : 'Run it again until nothing is left to seal.';
  process.stdout.write(`${[...lines, `${sum} sealed again. ${verdict}`].join('\n')}\n`);
  process.exit(0);
}

if (import.meta.filename === process.argv[1]) runMain(main);
