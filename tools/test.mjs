/**
 * `npm test`: installs, then runs the targets build, lint, typecheck and test of every project through Nx. What did not
 * change since the last run comes from Nx's cache. With CI=true nothing does: then one compiler and one ESLint check
 * the whole tree, and two Jests run beside each other, because processes for each project cost three times as much.
 * Ends with "N passed, N failed".
 *
 *   npm test -- apps/metering     only these suites, straight through Jest (any argument of Jest)
 *   npm test -- --slowest         also prints the 20 slowest suites
 *   npm run test:long             models and kill schedules at full length
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { shareInfrastructure } from './testing/share-infrastructure.mjs';
import { countsOf, failuresOf, runJest, slowestOf } from './testing/results.mjs';
import { patternOf, suitesOnKafkaPlatform, testProjects } from './testing/projects.mjs';
import {
  BUILD_PORTAL,
  build,
  eslint,
  install,
  isUncached,
  nx,
  requireNode,
  RESULTS,
  root,
  run,
  tsc,
} from './workspace.mjs';

/** Journeys mostly wait for processes, so they run beside the suites of the services. */
const JOURNEYS = 'tag:scope:journeys';
/** Suites that use the shared platforms. */
const ON_PLATFORMS = `${patternOf('test')}|${patternOf('packages/cli')}`;
/** Of the message of each failure at the end: the assertion and the first lines of its stack. */
const FAILURE_LINES = 15;
const args = process.argv.slice(2);
const take = (flag) => args.includes(flag) && args.splice(args.indexOf(flag), 1).length > 0;
const [isLong, printsSlowest] = [take('--long'), take('--slowest')];

requireNode();
await install();
if (isLong) process.env.TEST_LONG = '1';

/** Failures outside Jest's count: each is named and counts as one failed. */
const brokenSteps = [];
const check = (name, isOk) => void (isOk || brokenSteps.push(name));

const counts = await (args.length > 0 ? runSuites() : runTargets());
for (const step of brokenSteps) console.log(`FAILED: ${step}`);
const failed = counts.failed + brokenSteps.length;
console.log(`${counts.passed} passed, ${failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

async function runSuites() {
  check('build', await build());
  const results = join(root, RESULTS);
  const code = await runJest(results, ...args);
  const found = countsOf([results]);
  check(`the test run (Jest ended with exit code ${code})`, code === 0 || found.failed > 0);
  report([results]);
  return found;
}

/** The tests run even when another target failed: most of them read sources and say more about the cause. */
async function runTargets() {
  const results = (isUncached ? ['.', 'test', 'packages/cli'] : testProjects()).map((folder) =>
    join(root, folder, RESULTS),
  );
  for (const file of results) rmSync(file, { force: true });
  if (isUncached) await checkTree();
  else check('build', await isDone(nx('run-many', '-t', 'build', '--parallel=2')));
  const infrastructure = await shareInfrastructure();
  try {
    await (isUncached ? runAllSuites(results, infrastructure) : runTestTargets(results));
    const found = countsOf(results);
    for (const file of found.missing)
      brokenSteps.push(`no results in ${file}: its test run ended before it could report`);
    report(results);
    return withCanaries(found, await infrastructure.scan());
  } finally {
    await infrastructure.stop();
  }
}

async function runTestTargets(results) {
  const runMany = (...options) =>
    isDone(nx('run-many', '-t', 'test', 'lint', 'typecheck', ...options, '--excludeTaskDependencies'));
  const areDone = await Promise.all([
    runMany(`--exclude=${JOURNEYS}`, '--parallel=2'),
    runMany(`--projects=${JOURNEYS}`, '--parallel=1'),
  ]);
  const isOk = areDone.every(Boolean) || countsOf(results).failed > 0;
  check('test or lint or typecheck, see the failed targets above', isOk);
}

async function runAllSuites([servicesFile, ...journeyFiles], platforms) {
  const codes = await Promise.all([
    runJest(servicesFile, `--testPathIgnorePatterns=${ON_PLATFORMS}`),
    runJourneys(journeyFiles, platforms),
  ]);
  const isOk = codes.flat().every((code) => code === 0) || countsOf([servicesFile, ...journeyFiles]).failed > 0;
  check(`the test runs (the Jests ended with exit codes ${codes.flat().join(', ')})`, isOk);
}

/**
 * Idle platforms still poll: the one over Kafka takes about 30 % of a core, which slows down the suites that run on. So
 * its suites run first, and each platform stops after its last suite.
 */
async function runJourneys([onKafkaFile, othersFile], { stopPlatform, stopPlatforms }) {
  const stopped = (stop) =>
    stop.catch((error) => brokenSteps.push(`the end of the shared platforms: ${error.message}`));
  const onKafka = suitesOnKafkaPlatform();
  const codes = [await runJest(onKafkaFile, onKafka)];
  const stopping = stopped(stopPlatform('kafka'));
  codes.push(await runJest(othersFile, ON_PLATFORMS, `--testPathIgnorePatterns=${onKafka}`));
  await stopping;
  await stopped(stopPlatforms());
  return codes;
}

/**
 * What the targets build, typecheck and lint do, over the whole tree. `tsc -b` compiles the same projects with the same
 * configurations, and reads what they share only once. --force: what an earlier run left in dist counts for nothing.
 */
async function checkTree() {
  const [compiles, isBundled, isClean] = await Promise.all([
    isDone(tsc('-b', '--force', 'tsconfig.json', 'tsconfig.test.json')),
    isDone([...BUILD_PORTAL, '--force']),
    isDone(eslint('.')),
  ]);
  check('build or typecheck, see the errors of the compiler above', compiles);
  check('build of the portal, see the errors of Vite above', isBundled);
  check('lint, see its errors above', isClean);
}

function indent(lines) {
  return lines.map((line) => `    ${line}`).join('\n');
}

async function isDone(command) {
  return (await run(command, { quiet: true })).code === 0;
}

/** A build server may keep only the end of a long output, so the failures are printed again there. */
function report(results) {
  for (const { suite, name, message } of failuresOf(results))
    console.log(`FAILED: ${suite} › ${name}\n${indent(message.split('\n').slice(0, FAILURE_LINES))}`);
  if (!printsSlowest) return;
  for (const { seconds, suite } of slowestOf(results, 20)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${suite}`);
}

/**
 * What the run wrote into databases, topics and logs contains no card, identity number, phone, PIN, code or secret
 * (docs/payments.md): one test for each place.
 */
function withCanaries(found, places) {
  const counts = { ...found };
  for (const { name, skipped, looked, findings = [], tookMs } of places) {
    if (skipped) {
      counts.skipped++;
      console.log(`canaries: ${name} were not searched, they are not this run's own`);
      continue;
    }
    counts[findings.length > 0 ? 'failed' : 'passed']++;
    const sizes = Object.entries(looked).map(([unit, count]) => `${count} ${unit}`);
    console.log(`canaries: ${findings.length > 0 ? 'FOUND' : 'none'} in ${name} (${sizes.join(', ')}; ${tookMs} ms)`);
    for (const finding of findings) console.log(`  ${finding}`);
  }
  return counts;
}
