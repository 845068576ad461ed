/**
 * Bundles the portal into apps/portal/dist-web, unless it has been since its sources changed: `node
 * tools/build-portal.mjs [--force]`. It reads the sources of the libraries, so `tsc -b` may run beside it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './workspace.mjs';

const PORTAL = join(root, 'apps/portal');
const SOURCES = [
  ...['src', 'public', 'index.html', 'package.json', 'vite.config.ts'].map((name) => `apps/portal/${name}`),
  ...['libs/csv/src', 'libs/money/src', 'packages/sdk/src', 'package-lock.json'],
];
const STAMP = join(PORTAL, '.cache/sources.sha256');

const digest = digestOf(SOURCES);
const isBuilt = existsSync(join(PORTAL, 'dist-web/index.html')) && existsSync(STAMP) && readText(STAMP) === digest;
if (!isBuilt || process.argv.includes('--force')) {
  const vite = [process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build', PORTAL, '--logLevel', 'warn'];
  const { code } = await run(vite, { quiet: true });
  process.exitCode = code ?? 1;
  if (code === 0) {
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, digest);
  }
}

/** Of names and contents: times say nothing after a clone. */
function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesOf(path) {
  const entries = readdirSync(join(root, dirname(path)), { withFileTypes: true });
  const isFolder = entries.some((entry) => entry.isDirectory() && path.endsWith(`/${entry.name}`));
  if (!isFolder) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(`${path}/${name}`));
}

function readText(path) {
  return readFileSync(path, 'utf8');
}
