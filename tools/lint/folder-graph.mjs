import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { importsOf } from './imports.mjs';

/**
 * The folder graph of a `src` folder: a Map from each node to the Set of nodes that it imports, values and types
 * counted. A node is a folder at the top of `src`, with all below it, or a file at the top of `src`.
 */
export function folderGraph(src) {
  const graph = new Map(readdirSync(src).map((name) => [name, new Set()]));
  for (const file of sourceFiles(src)) {
    const from = nodeOf(src, file);
    for (const { path } of importsOf(file)) {
      const to = nodeOf(src, path);
      if (to !== undefined && to !== from) graph.get(from).add(to);
    }
  }
  return graph;
}

/** The folder or file at the top of `src` that a path belongs to; undefined outside `src`. */
export function nodeOf(src, path) {
  const inside = relative(src, path);
  return inside.startsWith('..') ? undefined : inside.split(sep)[0];
}

/** A shortest cycle through the edge `from` → `to`, as a list of nodes; undefined when there is none. */
export function cycleThrough(graph, from, to) {
  const previous = new Map([[to, undefined]]);
  for (const node of previous.keys()) {
    if (node === from) return [from, ...chain(node, previous)];
    for (const next of graph.get(node) ?? []) if (!previous.has(next)) previous.set(next, node);
  }
  return undefined;
}

/** The edges without those that follow from others: a → c goes when a → b → c stands. The graph must have no cycle. */
export function reducedEdges(graph) {
  const reachable = (node, seen = new Set()) => {
    for (const next of graph.get(node) ?? []) if (!seen.has(next)) reachable(next, seen.add(next));
    return seen;
  };
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reachable(other).has(to)))
      .map((to) => [from, to]),
  );
}

function sourceFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function chain(node, previous) {
  const path = [];
  for (let current = node; current; current = previous.get(current)) path.unshift(current);
  return path;
}
