import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The contract's sections that exist in code. */
const BUILT = [
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '2.8',
  '3.1',
  '3.2',
  '3.3',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '4.6',
  '4.7',
  '4.8',
  '4.9',
  '4.10',
  '4.11',
  '4.12',
  '4.13',
  '5',
  '6',
  '6.1',
  '6.2',
  '6.3',
  '6.4',
  '7.1',
  '7.2',
  '7.3',
  '8',
  '9',
];
/** And all the others that hold rules. Together: every one of the contract, so that none is forgotten. */
const NOT_BUILT: string[] = [];

const PATH = /`((?:apps|libs|test|tools|bench|docs|k8s)\/[\w./-]+)`/g;
const pathsIn = (text: string): string[] => [...text.matchAll(PATH)].map((match) => match[1] as string);

const [built = '', notBuilt = ''] = read('docs/spec-map.md').split('## Not built yet');
const sections = new Map(
  [...built.matchAll(/^## §([\d.]+) [^\n]*\n([^]*?)(?=^## |$(?![^]))/gm)].map((match) => [
    match[1] as string,
    match[2] as string,
  ]),
);
const rows = [...sections].flatMap(([section, text]) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Rule'))
    .map((line) => ({
      section,
      cells: line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    })),
);

describe('docs/spec-map.md', () => {
  test('has a section for each § that is built, and no other', () => {
    expect([...sections.keys()]).toEqual(BUILT);
  });

  test.each(rows.map(({ section, cells }) => ({ section, rule: cells[0] as string, cells })))(
    '§$section $rule: names files that exist',
    ({ cells }) => {
      const [, file = '', proof = ''] = cells;
      expect(cells).toHaveLength(3);
      expect(pathsIn(file).length).toBeGreaterThan(0);
      expect([...pathsIn(file), ...pathsIn(proof)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
      expect(pathsIn(proof).filter((path) => !path.endsWith('.test.ts'))).toEqual([]);
    },
  );

  test('names every other § as not built yet', () => {
    const named = [...notBuilt.matchAll(/^\| ([\d., –]+) \|/gm)]
      .flatMap((match) => (match[1] as string).split(', '))
      .flatMap((one) => {
        const [first = '', last = first] = one.split('–');
        const [chapter, from] = first.split('.');
        const count = Number(last.split('.')[1]) - Number(from) + 1;
        return Array.from({ length: count }, (_, index) => `${chapter}.${Number(from) + index}`);
      });
    expect(named.sort()).toEqual([...NOT_BUILT].sort());
  });
});
