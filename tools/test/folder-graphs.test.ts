import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { folderGraphs } from '../lint/folder-graphs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('docs/architecture.md shows the folder graphs of the code', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const [, shown] = /<!-- folder-graphs -->\n([\s\S]*)<!-- \/folder-graphs -->/.exec(page) ?? [];
  // To write them again: node tools/folder-graphs.mjs
  expect(shown).toBe(folderGraphs(root));
});
