// Makes a new key that signs access tokens. It is published at once and signs ten minutes later, when every verifier
// knows it. The old key stays until its last token has expired.
//   npm run rotate:token-key                 the platform of `npm start` in DATA_DIR (.data), while it runs
//   npm run rotate:token-key -- --withdraw   also ends every other key and its tokens now, for a leaked key
//   DATABASE_URL=… MASTER_KEY=… npm run rotate:token-key
//                                            another one; the role must own the schema identity
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, root, run } from './workspace.mjs';

const command = join(root, 'apps/identity/dist/rotate-token-key.js');
if (!existsSync(command)) fail('Build first: npm run build');
const given = process.env.DATABASE_URL
  ? { DATABASE_URL: process.env.DATABASE_URL }
  : ofDataDir(resolve(process.env.DATA_DIR || '.data'));
const { code } = await run([process.execPath, command, ...process.argv.slice(2)], { env: given });
process.exit(code ?? 1);

/** The embedded PostgreSQL writes its port into the fourth line of postmaster.pid. */
function ofDataDir(dataDir) {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(pidFile))
    fail(`No platform runs in ${dataDir}: start it with npm start, or set DATABASE_URL and MASTER_KEY`);
  const { rolePassword, masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  return {
    DATABASE_URL: `postgres://qafila_identity:${rolePassword}@127.0.0.1:${port}/qafila`,
    MASTER_KEY: masterKey,
  };
}
