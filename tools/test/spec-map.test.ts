import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesUnder = (folder: string, end: string): string[] => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(end) && !/(^|\/)(node_modules|dist)\//.test(path)).map((path) => join(folder, path));

/** The contract's sections that exist in code. */
const BUILT = ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '3.1', '3.2', '3.3', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '4.11', '4.12', '4.13', '5', '6', '6.1', '6.2', '6.3', '6.4', '7.1', '7.2', '7.3', '8', '9'];
/** And all the others that hold rules. Together: every one of the contract, so that none is forgotten. */
const NOT_BUILT: string[] = [];

const PATH = /`((?:apps|libs|test|tools|bench|docs|k8s)\/[\w./-]+)`/g;
const pathsIn = (text: string): string[] => [...text.matchAll(PATH)].map((match) => match[1] as string);

const [built = '', notBuilt = ''] = read('docs/spec-map.md').split('## Not built yet');
const sections = new Map([...built.matchAll(/^## §([\d.]+) [^\n]*\n([^]*?)(?=^## |$(?![^]))/gm)].map((match) => [match[1] as string, match[2] as string]));
const rows = [...sections].flatMap(([section, text]) => text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Rule'))
  .map((line) => ({ section, cells: line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()) })));

describe('docs/spec-map.md', () => {
  test('has a section for each § that is built, and no other', () => {
    expect([...sections.keys()]).toEqual(BUILT);
  });

  test.each(rows.map(({ section, cells }) => ({ section, rule: cells[0] as string, cells })))('§$section $rule: names files that exist', ({ cells }) => {
    const [, file = '', proof = ''] = cells;
    expect(cells).toHaveLength(3);
    expect(pathsIn(file).length).toBeGreaterThan(0);
    expect([...pathsIn(file), ...pathsIn(proof)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(pathsIn(proof).filter((path) => !path.endsWith('.test.ts'))).toEqual([]);
  });

  test('names every other § as not built yet', () => {
    const named = [...notBuilt.matchAll(/^\| ([\d., –]+) \|/gm)].flatMap((match) => (match[1] as string).split(', ')).flatMap((one) => {
      const [first = '', last = first] = one.split('–');
      const [chapter, from] = first.split('.');
      const count = Number(last.split('.')[1]) - Number(from) + 1;
      return Array.from({ length: count }, (_, index) => `${chapter}.${Number(from) + index}`);
    });
    expect(named.sort()).toEqual([...NOT_BUILT].sort());
  });
});

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesUnder('docs', '.md')].filter((path) => existsSync(join(root, path)));

describe.each(documents)('%s', (document) => {
  test('names no file that does not exist', () => {
    // Patterns such as <app> and NNNN are no paths: PATH does not match them, or they are told apart here.
    const named = pathsIn(read(document)).filter((path) => !path.includes('NNNN'));
    const linked = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => join(dirname(document), match[1] as string));
    expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('needs nothing outside the repository', () => {
    expect(read(document)).not.toMatch(/\.\.\/shared|\/work\/|\/tmp\//);
  });
});

test('every decision that the code names exists, and numbers are not used twice', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 4));
  const named = ['apps', 'libs', 'tools', 'test', 'bench'].flatMap((folder) => [...filesUnder(folder, '.ts'), ...filesUnder(folder, '.mjs')])
    .flatMap((path) => [...read(path).matchAll(/decisions?\/?\s?(\d{4})\b/g)].map((match) => match[1] as string));
  expect(named.filter((number) => !decisions.includes(number))).toEqual([]);
  expect(new Set(decisions).size).toBe(decisions.length);
});
