import { chmod, mkdir, mkdtemp, readFile, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isErrno } from './errno.ts';

/** Where things go that another user must reach when root's own folders are closed to it. */
export const SHARED_HOME = '/var/lib/qafila';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root therefore starts it as the owner of the existing cluster, else as `postgres`, else as
 * `nobody`, one of which every Linux has; no user is added to the machine. Undefined: run it as ourselves.
 */
export async function serverAccount(dataDir: string): Promise<Account | undefined> {
  const owner = await stat(dataDir).catch(() => undefined);
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner && ourselves !== undefined && owner.uid !== ourselves) {
      throw new Error(`${dataDir} belongs to another user (uid ${owner.uid}): start as that user or as root, or set another DATA_DIR`);
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd.split('\n').find((line) => line.startsWith(`${name}:`))?.split(':');
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('PostgreSQL refuses to run as root and this machine has neither a user postgres nor nobody; start as a normal user');
}

/** Whether the account may walk down to this path. Root's own view says nothing: it may always. */
export async function canReach(account: Account | undefined, path: string): Promise<boolean> {
  if (!account) return true;
  for (let at = dirname(path); ; at = dirname(at)) {
    const { mode, uid } = await stat(at);
    if (!(mode & 0o001) && !(uid === account.uid && mode & 0o100)) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * The real place of the data. A clone in /root is closed to the server's account, so there the data lives under SHARED_HOME and
 * `dataDir` is a link to it. Its parent exists afterwards; the folder itself may not.
 */
export async function placeDataDir(dataDir: string, account: Account | undefined): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  const here = join(await realpath(dirname(dataDir)), basename(dataDir));
  const link = await readlink(here).catch(() => undefined);
  const real = link === undefined ? here : resolve(dirname(here), link);
  // The link outlives its target when someone tidies up, or when the first start is cut short.
  if (link !== undefined) await mkdir(dirname(real), { recursive: true, mode: 0o755 });
  if (await canReach(account, real)) return real;
  await rmdir(here).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw new Error(`${here} holds files and the database, running as ${account!.name}, cannot get there`);
  });
  await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
  const elsewhere = await mkdtemp(join(SHARED_HOME, 'data-'));
  await chmod(elsewhere, 0o755);
  await symlink(join(elsewhere, 'cluster'), here);
  return join(elsewhere, 'cluster');
}
