import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RELATIVE_IMPORT = /^\s*(?:import|export)\s+(?:type\s+)?([^;'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
const TYPE_KEYWORD = /^\s*(?:import|export)\s+type\b/;
const ONLY_TYPES = /^\{(\s*type\s[^,}]+,?)+\s*\}/;

const importsByFile = new Map();

/**
 * The relative imports of a file: `{ path, isType }`. A type import is erased, and so is one whose every name is a
 * type.
 */
export function importsOf(file) {
  if (!importsByFile.has(file)) importsByFile.set(file, parseImports(file, readText(file)));
  return importsByFile.get(file);
}

function parseImports(file, text) {
  return [...text.matchAll(RELATIVE_IMPORT)].map(([statement, names, path]) => ({
    path: resolve(dirname(file), path),
    isType: TYPE_KEYWORD.test(statement) || ONLY_TYPES.test(names ?? ''),
  }));
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
