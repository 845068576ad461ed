/**
 * Writes the folder graph of each app into docs/architecture.md, between its two markers: `node
 * tools/folder-graphs.mjs`. tools/test/folder-graphs.test.ts checks that the page shows the graphs of the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderGraphs } from './lint/folder-graphs.mjs';
import { root } from './workspace.mjs';

const page = join(root, 'docs/architecture.md');
const section = /(?<=<!-- folder-graphs -->\n)[\s\S]*(?=<!-- \/folder-graphs -->)/;
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(section, () => folderGraphs(root)),
);
