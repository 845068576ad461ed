import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/**
 * Makes Nx's project graph. @nx/enforce-module-boundaries reads the cached graph and skips itself, with only a warning,
 * when there is none (a fresh clone) or an old one. This process makes it, because a daemon would outlive the lint and
 * hang CI.
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
