import { dirname, join, resolve } from 'node:path';
import { cycleThrough, folderGraph, nodeOf } from './folder-graph.mjs';

const SRC = /^(.*[/\\](?:apps|libs)[/\\][^/\\]+[/\\]src)[/\\]/;
const graphs = new Map();

/**
 * Refuses an import that closes a cycle of folders inside one project, for values and types. A reader can then learn a
 * project from its leaves upwards, and a change in a folder concerns only the folders above it.
 */
export const folderDirection = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'Folder cycle: {{path}}' } },
  create(context) {
    const src = SRC.exec(context.filename)?.[1];
    if (src === undefined) return {};
    const check = (node) => {
      if (!node.source?.value.startsWith?.('.')) return;
      const from = nodeOf(src, context.filename);
      const to = nodeOf(src, resolve(dirname(context.filename), node.source.value));
      if (to === undefined || to === from) return;
      const path = cycleThrough(graphOf(src), from, to);
      if (path) context.report({ node, messageId: 'cycle', data: { path: path.join(' → ') } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

function graphOf(src) {
  if (!graphs.has(src)) graphs.set(src, folderGraph(join(src)));
  return graphs.get(src);
}
