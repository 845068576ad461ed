import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';/gm;

/** Names that a bench imports from a file that lacks them. Compiled files of apps are looked up in their sources. */
function missingImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names = '', path = '']) => {
    const target = resolve(dirname(file), path).replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');
    if (!existsSync(target)) return [`${path} does not exist`];
    const source = readFileSync(target, 'utf8');
    return names
      .split(',')
      .map((name) => name.trim().replace(/ as .*$/, ''))
      .filter((name) => name !== '' && !new RegExp(`^export .*\\b${name}\\b`, 'm').test(source))
      .map((name) => `${path} does not export ${name}`);
  });
}

const files = readdirSync(join(root, 'bench'), { recursive: true, encoding: 'utf8' });
// Benches are JavaScript and run on demand, so nothing else notices that a file they import was moved or renamed.
test.each(files.filter((file) => file.endsWith('.mjs')))('every import of %s exists', (file) => {
  expect(missingImports(join(root, 'bench', file))).toEqual([]);
});
