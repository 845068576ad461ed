import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** One clear line instead of a stack: most failures here are about the machine. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** The lowest Node of package.json's engines; anything older fails later with errors that do not say why. */
export function requireNode() {
  const needed = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  const isOld = major < neededMajor || (major === neededMajor && minor < neededMinor);
  if (isOld) fail(`Qafila needs Node ${needed} or newer; this is ${process.versions.node}`);
}

/**
 * Installs when node_modules is missing or is not what package-lock.json says. Not `npm ci`: that refuses a lock file
 * which lacks the binaries of other platforms, and a lock file made behind a mirror that does not carry them always
 * does. Versions are the lock file's either way, and --no-save leaves it as it is.
 */
export async function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing dependencies…\n');
  // Called by npm: the very npm that called us; otherwise the one on the path.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { code } = await run(
    [...npm, 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { quiet: true },
  );
  if (code !== 0) fail('Dependencies could not be installed: npm failed, see above');
}

/** npm writes what it installed beside it. Times of files say nothing after a clone, so the contents are compared. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    // Optional packages of other platforms are in the lock file only.
    return found
      ? found.version === wanted.version && found.integrity === wanted.integrity
      : Boolean(wanted.optional || wanted.devOptional);
  });
}

/** Where a project's test target leaves Jest's results, relative to the project. */
export const RESULTS = '.cache/test-results.json';

export const tsc = (...args) => [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...args];

export const jest = (...args) => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(root, 'node_modules/jest/bin/jest.js'),
  ...args,
];

export const eslint = (...args) => [process.execPath, join(root, 'node_modules/eslint/bin/eslint.js'), ...args];

/** CI trusts no cached result. */
export const isUncached = process.env.CI === 'true';

export const nx = (...args) => [
  process.execPath,
  join(root, 'node_modules/nx/dist/bin/nx.js'),
  ...args,
  '--outputStyle=stream-without-prefixes',
  ...(isUncached ? ['--skipNxCache'] : []),
];

export const BUILD_PORTAL = [process.execPath, join(root, 'tools/build-portal.mjs')];

/** Builds what changed. True when it compiled. */
export async function build() {
  const codes = await Promise.all([run(tsc('-b')), run(BUILD_PORTAL)]);
  return codes.every(({ code }) => code === 0);
}

/** Runs a command to its end. `quiet` sends its output to stderr, so that stdout keeps our last line. */
export function run([command, ...args], { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? process.stderr : 'inherit', 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}

export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
