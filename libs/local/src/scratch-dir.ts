import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder named after the process that owns it. Unlike a folder of mkdtemp, other users may enter it,
 * because root starts PostgreSQL as another user.
 */
export async function scratchDir(purpose: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `qafila-${purpose}-${process.pid}-`));
  await chmod(dir, 0o755);
  return dir;
}

/** Removes the folders of earlier runs that were killed before they could remove them. */
export async function sweepScratchDirs(purpose: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^qafila-${purpose}-(\\d+)-`).exec(name)?.[1];
    if (owner && !isAlive(Number(owner)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
