import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** `import type` is erased and cannot run in a circle; so is an import whose every name is marked `type`. */
const RELATIVE_IMPORT = /^\s*(?:import|export)\s+(?!type\b)([^;'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;
const TYPES_ONLY = /^\{(\s*type\s[^,}]+,?)+\s*\}/;

const importsOf = new Map();

/** The files that this one loads when it runs. */
function filesImportedBy(file) {
  if (!importsOf.has(file)) importsOf.set(file, findImports(file, read(file)));
  return importsOf.get(file);
}

function findImports(file, text) {
  const loaded = [...text.matchAll(RELATIVE_IMPORT)].filter((match) => !TYPES_ONLY.test(match[1] ?? ''));
  return loaded.map((match) => resolve(dirname(file), match[2]));
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A shortest way from one file to the other, as a list of files; undefined when there is none. */
function way(from, to) {
  const cameFrom = new Map([[from, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === to) return pathTo(file, cameFrom);
    for (const next of filesImportedBy(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}

function pathTo(file, cameFrom) {
  const path = [];
  for (let at = file; at; at = cameFrom.get(at)) path.unshift(at);
  return path;
}

function isErased(node) {
  const isType = (at) => at.importKind === 'type' || at.exportKind === 'type';
  return isType(node) || (node.specifiers?.length > 0 && node.specifiers.every(isType));
}

/**
 * Files that load each other in a circle. Nx sees circles of projects only; inside a project one makes a class undefined when
 * decorator metadata reads it, depending on which file happens to be loaded first.
 */
export const noImportCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'Import cycle: {{path}}' } },
  create(context) {
    const check = (node) => {
      if (!node.source?.value.startsWith?.('.') || isErased(node)) return;
      const path = way(resolve(dirname(context.filename), node.source.value), context.filename);
      if (!path) return;
      const names = [context.filename, ...path].map((file) => relative(context.cwd, file));
      context.report({ node, messageId: 'cycle', data: { path: names.join(' → ') } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
