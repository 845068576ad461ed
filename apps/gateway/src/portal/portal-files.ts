import { readFile, readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LIMITS } from '../limits.ts';

const compress = promisify(gzip);

/** Beside the gateway, in the tree and in its image. */
export const PORTAL_FOLDER = fileURLToPath(new URL('../../../portal/dist-web/', import.meta.url));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.woff2', '.png']);

export interface PortalFile {
  type: string;
  content: Buffer;
  /** Undefined where compressing it again gains nothing. */
  gzipped: Buffer | undefined;
}

/** The built portal by the path below /portal. */
export interface PortalFiles {
  index: string;
  files: ReadonlyMap<string, PortalFile>;
}

/** Undefined when the portal was not built. A gateway keeps the files in memory: it serves no path of the disk. */
export async function readPortalFiles(folder: string): Promise<PortalFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > LIMITS.portalFilesMax) throw new Error(`the portal has more than ${LIMITS.portalFilesMax} files`);
  const files = new Map<string, PortalFile>();
  let bytes = 0;
  for (const path of paths) {
    const type = TYPES[extname(path)];
    // A source map is for the one who built the file.
    if (type === undefined) continue;
    bytes += (await stat(path)).size;
    if (bytes > LIMITS.portalBytesMax) throw new Error(`the portal has more than ${LIMITS.portalBytesMax} bytes`);
    const content = await readFile(path);
    const gzipped = COMPRESSED.has(extname(path)) ? undefined : await compress(content);
    files.set(relative(folder, path).split(sep).join('/'), { type, content, gzipped });
  }
  const index = files.get('index.html')?.content.toString('utf8');
  return index === undefined ? undefined : { index, files };
}
