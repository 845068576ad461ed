import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/**
 * @nx/enforce-module-boundaries reads Nx's cached project graph and skips itself, with a warning only, when there is none (a fresh
 * clone) or an old one. So the graph is made first, in this process: a daemon would outlive the lint and hang CI.
 */
export async function prepareProjectGraph() {
  process.env.NX_DAEMON = 'false';
  const { createProjectGraphAsync } = await import('@nx/devkit');
  await createProjectGraphAsync({ exitOnError: false });
}

/** The package names under apps/. */
export function appNames() {
  return readdirSync(new URL('apps/', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => JSON.parse(readFileSync(new URL(`apps/${entry.name}/package.json`, root), 'utf8')).name);
}
