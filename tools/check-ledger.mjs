// Checks the books of payments: every posting and every store's books sum to zero, and intents and books agree. The
// exit code is 1 when they do not.
//   npm run check:ledger                       the platform of `npm start` in DATA_DIR (.data), while it runs
//   DATABASE_URL=… npm run check:ledger        another one; the role must be able to read the schema payment
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, root, run } from './workspace.mjs';

const command = join(root, 'apps/payment/dist/check-ledger.js');
if (!existsSync(command)) fail('Build first: npm run build');
const { code } = await run([process.execPath, command], {
  env: { DATABASE_URL: process.env.DATABASE_URL || ofDataDir(resolve(process.env.DATA_DIR || '.data')) },
});
process.exit(code ?? 1);

/** The embedded PostgreSQL writes its port into the fourth line of postmaster.pid. */
function ofDataDir(dataDir) {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(pidFile)) fail(`No platform runs in ${dataDir}: start it with npm start, or set DATABASE_URL`);
  const { rolePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return `postgres://qafila_payment:${rolePassword}@127.0.0.1:${readFileSync(pidFile, 'utf8').split('\n')[3]}/qafila`;
}
