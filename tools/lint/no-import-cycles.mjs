import { dirname, relative, resolve } from 'node:path';
import { importsOf } from './imports.mjs';

/**
 * A shortest path from one file to the other, as a list of files; undefined when there is none. Type imports are
 * erased.
 */
function shortestPath(from, to) {
  const previous = new Map([[from, undefined]]);
  for (const file of previous.keys()) {
    if (file === to) return pathTo(file, previous);
    for (const { path, isType } of importsOf(file)) if (!isType && !previous.has(path)) previous.set(path, file);
  }
  return undefined;
}

function pathTo(file, previous) {
  const path = [];
  for (let current = file; current; current = previous.get(current)) path.unshift(current);
  return path;
}

function isErased(node) {
  const isType = (part) => part.importKind === 'type' || part.exportKind === 'type';
  return isType(node) || (node.specifiers?.length > 0 && node.specifiers.every(isType));
}

/**
 * Refuses files that load each other in a cycle. Nx sees cycles of projects only; inside a project a cycle makes a
 * class undefined when decorator metadata reads it, depending on which file happens to be loaded first.
 */
export const noImportCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'Import cycle: {{path}}' } },
  create(context) {
    const check = (node) => {
      if (!node.source?.value.startsWith?.('.') || isErased(node)) return;
      const path = shortestPath(resolve(dirname(context.filename), node.source.value), context.filename);
      if (!path) return;
      const names = [context.filename, ...path].map((file) => relative(context.cwd, file));
      context.report({ node, messageId: 'cycle', data: { path: names.join(' → ') } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
