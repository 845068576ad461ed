import { parseArgs } from 'node:util';
import { openDatabase } from '@qafila/runtime/database';
import { BadSetting, Settings } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import { runMain } from '@qafila/runtime/main';
import { readMasterKey } from '@qafila/vault/master-key';
import { IDENTITY_DATABASE } from './database.ts';
import { rotateKey } from './tokens/rotate-key.ts';
import type { RotatedKey, RotationOptions } from './tokens/rotate-key.ts';

/**
 * `node apps/identity/dist/rotate-token-key.js [--withdraw]`. Reads DATABASE_URL and MASTER_KEY. Null: another rotation
 * runs.
 */
export async function rotateTokenKey(
  environment: Environment,
  rotation: RotationOptions = {},
): Promise<RotatedKey | null> {
  const settings = new Settings(environment);
  const url = settings.text('DATABASE_URL');
  const master = readMasterKey(settings)();
  const { pool, close } = await openDatabase(
    { ...IDENTITY_DATABASE, url, poolSize: 2 },
    createLogger('identity', 'warn'),
  );
  try {
    return await rotateKey(pool, master, rotation);
  } finally {
    await close();
  }
}

function readWithdraw(): boolean {
  try {
    return parseArgs({ options: { withdraw: { type: 'boolean', default: false } } }).values.withdraw;
  } catch {
    throw new BadSetting(
      'rotate-token-key takes one option: --withdraw, which ends every other key and its tokens at once',
    );
  }
}

async function main(environment: Environment): Promise<{ stop(): Promise<void> }> {
  const withdraw = readWithdraw();
  const rotated = await rotateTokenKey(environment, { withdraw });
  if (rotated === null)
    throw new BadSetting(
      'A rotation is under way: the new key does not sign yet. ' +
        'Wait for it, or pass --withdraw to end every other key at once',
    );
  const effect = withdraw
    ? ' and signs; every other key is withdrawn'
    : `, and signs from ${rotated.signsFrom.toISOString()} on`;
  process.stdout.write(`The key ${rotated.kid} is published${effect}\n`);
  process.exit(0);
}

if (import.meta.filename === process.argv[1]) runMain(main);
