import { existsSync } from 'node:fs';
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

export interface Browser { executable: string; /** Where libraries lie that it needs and a bare Debian lacks. */ libraries?: string }

/** A Chromium of the machine's own (CHROMIUM_PATH, else on PATH), else the one that npm brings for x64 Linux; null: none to be had. */
export function findChromium(): { own: string } | { packed: string; version: string } | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { own: named };
  const own = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  if (own !== undefined) return { own };
  const packed = packedChromium();
  return process.platform === 'linux' && process.arch === 'x64' ? packed : null;
}

/** Only the package's files are used: its code unpacks into a place that runs side by side would share half-written. */
function packedChromium(): { packed: string; version: string } | null {
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..');
    return { packed: join(folder, 'bin'), version: (createRequire(import.meta.url)(join(folder, 'package.json')) as { version: string }).version };
  } catch {
    return null;
  }
}

/** Ready to start; unpacked the first time, into a folder aside that is then renamed: runs beside this one see all of it or nothing. */
export async function readyChromium(): Promise<Browser> {
  const found = findChromium();
  if (found === null) throw new Error('No Chromium: set CHROMIUM_PATH, or install chromium');
  if ('own' in found) return { executable: found.own };
  const target = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'qafila', `chromium-${found.version}`);
  if (!existsSync(target)) await unpack(found.packed, target);
  return { executable: join(target, 'chromium'), libraries: join(target, 'lib') };
}

async function unpack(packed: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const partial = await mkdtemp(`${target}.`);
  try {
    await writeFile(join(partial, 'chromium'), await decompress(await readFile(join(packed, 'chromium.br'))), { mode: 0o755 });
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
