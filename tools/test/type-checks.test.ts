import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', '.cache', '.git', '.nx', '.data', 'src']);

interface Configuration {
  extends?: string;
  references?: { path: string }[];
}

const read = (path: string): Configuration => JSON.parse(readFileSync(join(root, path), 'utf8')) as Configuration;
const referencesOf = (path: string): string[] =>
  (read(path).references ?? []).map((reference) => normalize(join(dirname(path), reference.path)));

function foldersOf(folder: string): string[] {
  const inner = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .flatMap((entry) => foldersOf(join(folder, entry.name)));
  return existsSync(join(root, folder, 'tsconfig.json')) ? [normalize(folder), ...inner] : inner;
}

const IMPORT = /(?:\bfrom|\bimport\()\s*'(?:@qafila\/([a-z]+)\/|(\.\.?\/[^']*))/g;

/** The folders of apps/ and libs/ whose sources the tests in the folder import themselves. */
function projectsImportedIn(folder: string, isNested: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) || isNested(path) ? [] : projectsImportedIn(path, isNested);
    if (!entry.name.endsWith('.ts')) return [];
    return [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].flatMap(([, name, file]) => {
      if (name) return [`libs/${name}`, `apps/${name}`].filter((project) => existsSync(join(root, project)));
      return /^(?:apps|libs)\/[a-z]+(?=\/src\/)/.exec(relative(root, join(root, folder, file!)))?.slice(0, 1) ?? [];
    });
  });
}

const tests = foldersOf('').filter((folder) => read(`${folder}/tsconfig.json`).extends?.endsWith('tsconfig.test.json'));

test('tsconfig.test.json lists the tests of every project, so that CI checks their types', () => {
  const withTests = ['apps', 'libs']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/test`))
    .filter((folder) => existsSync(join(root, folder)));
  expect(tests).toEqual(expect.arrayContaining(['test', 'test/browser', 'test/chaos', 'tools/test']));
  expect(referencesOf('tsconfig.test.json').sort()).toEqual([...tests].sort());
  expect(withTests.filter((folder) => !tests.includes(folder))).toEqual([]);
});

test.each(tests)(
  '%s references the projects that it imports, so that their sources are not checked again',
  (folder) => {
    const imported = projectsImportedIn(folder, (path) => tests.includes(path));
    const references = referencesOf(`${folder}/tsconfig.json`);
    expect([...new Set(imported)].filter((project) => !references.includes(project))).toEqual([]);
  },
);
