/**
 * Makes the package that is published: `npm run package -w qafila [-- FOLDER]` writes it to packages/cli/.cache/package
 * (or FOLDER) after a build, and `npm pack` or `npm publish` takes that folder. The CLI is one file there, without
 * dependencies, so that it runs from an empty folder and an install reads nothing else. The workspace itself is
 * private: published, it would lack the libraries of this repository.
 */
import { build } from 'esbuild';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = resolve(process.argv[2] ?? join(here, '.cache/package'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });

const { metafile } = await build({
  entryPoints: [join(here, 'bin/qafila.js')],
  outfile: join(folder, 'dist/qafila.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Commander is CommonJS and requires modules of Node.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  metafile: true,
  logLevel: 'warning',
});
chmodSync(join(folder, 'dist/qafila.js'), 0o755);

const { name, version, description, license, type, engines } = readJson(here, 'package.json');
const published = { name, version, description, license, type, engines, bin: { qafila: 'dist/qafila.js' } };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), noticesOf(metafile));
for (const file of ['README.md', 'samples']) cpSync(join(here, file), join(folder, file), { recursive: true });
cpSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'));

/** The licences of the packages whose code is in the file. */
function noticesOf({ inputs }) {
  const paths = Object.keys(inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const packages = [...new Set(paths.filter((found) => found !== undefined))].sort();
  return packages
    .map((each) => {
      const source = join(here, '../../node_modules', each);
      const { version: used, license: terms } = readJson(source, 'package.json');
      return `${each} ${used} (${terms})\n\n${readFileSync(join(source, 'LICENSE'), 'utf8').trim()}\n`;
    })
    .join('\n');
}

function readJson(where, file) {
  return JSON.parse(readFileSync(join(where, file), 'utf8'));
}
