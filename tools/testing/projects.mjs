import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from '../workspace.mjs';

/** The folders of all projects that have a target `test`. */
export function testProjects() {
  const packages = ['apps', 'libs', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const others = ['test', 'test/chaos', 'test/browser', 'test/portal', 'tools'];
  return [...packages, ...others].filter((folder) => targetsOf(folder)?.test !== undefined);
}

function targetsOf(folder) {
  const description = ['project.json', 'package.json']
    .map((name) => `${folder}/${name}`)
    .find((path) => existsSync(join(root, path)));
  if (description === undefined) return undefined;
  const { targets, nx } = readJson(description);
  return targets ?? nx?.targets;
}

/** What Jest takes for all suites in a folder. */
export function patternOf(folder) {
  return `^${join(root, folder).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`;
}

/** What Jest takes for the suites of journeys that use the shared platform over Kafka (test/harness/platform.ts). */
export function suitesOnKafkaPlatform() {
  const suites = readdirSync(join(root, 'test')).filter(
    (name) =>
      name.endsWith('.test.ts') &&
      /describeOnPlatforms\(|openPlatform\('kafka'\)/.test(readFileSync(join(root, 'test', name), 'utf8')),
  );
  return suites.map((name) => patternOf(`test/${name}`).replace(/\/$/, '$')).join('|');
}
