/**
 * The target `test` of one project: Jest over its suites. `node tools/run-suites.mjs apps/metering [Jest's arguments]`.
 * The results go to `<project>/.cache/test-results.json`, which Nx keeps with the target, so that a cached run still
 * counts.
 */
import { join } from 'node:path';
import { patternOf } from './testing/projects.mjs';
import { runJest } from './testing/results.mjs';
import { RESULTS, root } from './workspace.mjs';

const [project, ...args] = process.argv.slice(2);
// test/chaos and test/browser are projects of their own, so `test` takes only the files right in it.
const pattern = patternOf(project) + (project === 'test' ? '[^/]+$' : '');
// `npm test` runs two services side by side, a worker each, and the journeys, which mostly wait, with two.
const workers = process.env.TEST_INFRASTRUCTURE_URL && !project.startsWith('test') ? ['--maxWorkers=1'] : [];
process.exitCode = await runJest(join(root, project, RESULTS), '--passWithNoTests', ...workers, pattern, ...args);
