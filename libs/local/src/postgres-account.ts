import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

// eslint-disable-next-line qafila/retired-words -- the name of a user that every Linux has
const UNPRIVILEGED_USER = 'nobody';

/**
 * PostgreSQL refuses to run as root. Root therefore starts it as the owner of the existing cluster, else as `postgres`,
 * else as the unprivileged user; every Linux has one of them, so no user is added. Undefined means the current user.
 */
export async function serverAccount(dataDir: string): Promise<Account | undefined> {
  const owner = await stat(dataDir).catch(() => undefined);
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner && ourselves !== undefined && owner.uid !== ourselves) {
      throw new Error(
        `${dataDir} belongs to another user (uid ${owner.uid}): start as that user or as root, or set another DATA_DIR`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', UNPRIVILEGED_USER]) {
    const entry = passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user postgres ' +
      `nor ${UNPRIVILEGED_USER}; start as a normal user`,
  );
}

/** Whether the account may enter this path. For root the check is meaningless, because root may enter every path. */
export async function canReach(account: Account | undefined, path: string): Promise<boolean> {
  if (!account) return true;
  for (let at = dirname(path); ; at = dirname(at)) {
    const { mode, uid } = await stat(at);
    if (!(mode & 0o001) && !(uid === account.uid && mode & 0o100)) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * The path by which a process with the working directory `dir` reaches it. The server's account cannot enter a clone in
 * /root, but a folder entered as root, before the account changes, stays reachable by this link of the kernel.
 */
export function fromInside(dir: string, account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : dir;
}
