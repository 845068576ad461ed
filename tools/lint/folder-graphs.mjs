import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderGraph, reducedEdges } from './folder-graph.mjs';

/**
 * The folder graphs of all apps as Markdown: one Mermaid chart for each app. An arrow points at the imported folder.
 * Arrows that follow from others, migrations, and files at the top of `src` are left out.
 */
export function folderGraphs(root) {
  const apps = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src')));
  return apps.map((app) => section(app, foldersOnly(folderGraph(join(root, 'apps', app, 'src'))))).join('');
}

function foldersOnly(graph) {
  const isFolder = (name) => !name.includes('.') && name !== 'migrations';
  const folders = [...graph].filter(([name]) => isFolder(name));
  return new Map(folders.map(([name, targets]) => [name, new Set([...targets].filter(isFolder))]));
}

function section(app, graph) {
  if (graph.size === 0) return '';
  const edges = reducedEdges(graph).map(([from, to]) => `  ${from} --> ${to}`);
  const connected = new Set(edges.flatMap((edge) => edge.trim().split(' --> ')));
  const alone = [...graph.keys()].filter((name) => !connected.has(name)).map((name) => `  ${name}`);
  return [`\n**${app}**\n`, '```mermaid', 'flowchart TD', ...[...edges, ...alone].sort(), '```', ''].join('\n');
}
