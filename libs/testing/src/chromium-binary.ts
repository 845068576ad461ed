import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { brotliDecompress } from 'node:zlib';

const run = promisify(execFile);
const decompress = promisify(brotliDecompress);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

export interface Browser {
  executable: string;
  /** The folder of the shared libraries that the packed Chromium needs and a minimal Debian lacks. */
  libraries?: string;
}

interface PackedChromium {
  folder: string;
  version: string;
}

/** A Chromium that is installed on this machine, or one that has to be unpacked first. */
export type FoundChromium = { executable: string } | { packed: PackedChromium };

/**
 * CHROMIUM_PATH, else the pinned Chromium from npm (x64 Linux only), else one on the PATH. The pinned one comes before
 * the PATH, so that tests run in the same browser on every machine. Null if there is none.
 */
export function findChromium(environment = process.env, packed = packedChromium()): FoundChromium | null {
  const chosen = environment['CHROMIUM_PATH'];
  if (chosen) return { executable: chosen };
  if (packed !== null) return { packed };
  const executable = (environment['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);
  return executable === undefined ? null : { executable };
}

/**
 * Only the files of the package are used. Its code unpacks into a folder that concurrent runs would share half-written.
 */
function packedChromium(): PackedChromium | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const { resolve } = createRequire(import.meta.url);
    const folder = join(dirname(resolve('@sparticuz/chromium')), '..', '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(folder, 'bin'), version };
  } catch {
    return null;
  }
}

/**
 * A Chromium that can be started. The packed one is unpacked once, into a partial folder that is renamed when complete.
 */
export async function readyChromium(): Promise<Browser> {
  const found = findChromium();
  if (found === null) throw new Error('No Chromium: set CHROMIUM_PATH, or install chromium');
  if ('executable' in found) return found;
  const { folder, version } = found.packed;
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const target = join(cache, 'qafila', `chromium-${version}`);
  if (!existsSync(target)) await unpack(folder, target);
  return { executable: join(target, 'chromium'), libraries: join(target, 'lib') };
}

async function unpack(packed: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const partial = await mkdtemp(`${target}.`);
  try {
    await writeFile(join(partial, 'chromium'), await decompress(await readFile(join(packed, 'chromium.br'))), {
      mode: 0o755,
    });
    for (const name of ['al2023', 'swiftshader']) {
      const tar = join(partial, `${name}.tar`);
      await writeFile(tar, await decompress(await readFile(join(packed, `${name}.tar.br`))));
      await run('tar', ['-xf', tar, '-C', partial]);
      await rm(tar);
    }
    await rename(partial, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
