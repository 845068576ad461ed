/** `npm test`: install, build, lint, type-check, every test. More arguments go to Jest: `npm test -- messaging`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, requireNode, root, run, tsc } from './workspace.mjs';

requireNode();
await install();

/** Failures outside Jest's count: each is named and counts as one failed. */
const brokenSteps = [];
const check = (name, isOk) => void (isOk || brokenSteps.push(name));

check('build', await build());
check('lint', (await run([process.execPath, join(root, 'node_modules/eslint/bin/eslint.js'), '.'])).code === 0);
check('type-check of the tests', (await run(tsc('-p', 'tsconfig.test.json'))).code === 0);

const counts = await runJest(process.argv.slice(2));
for (const step of brokenSteps) console.log(`FAILED: ${step}`);
const failed = counts.failed + brokenSteps.length;
console.log(`${counts.passed} passed, ${failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

/** Runs even when the build failed: most tests read sources and can say more. */
async function runJest(args) {
  const dir = mkdtempSync(join(tmpdir(), 'qafila-counts-'));
  const [output, canaries] = [join(dir, 'results.json'), join(dir, 'canaries.json')];
  try {
    const node = [process.execPath, '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const { code } = await run([...node, join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${output}`, ...args], { quiet: true, env: { TEST_CANARY_REPORT: canaries } });
    return withCanaries(countResults(output, code), canaries);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What the run wrote into databases, topics and logs holds no card, identity number, phone, PIN, code or secret (docs/payments.md): one test each. */
function withCanaries(counts, report) {
  let sinks;
  try {
    sinks = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    brokenSteps.push('the search for canaries (the run ended before it)');
    return counts;
  }
  for (const { name, skipped, looked, findings = [], tookMs } of sinks) {
    counts[skipped ? 'skipped' : findings.length > 0 ? 'failed' : 'passed']++;
    if (skipped) console.log(`canaries: ${name} were not looked at, they are not this run's own`);
    else console.log(`canaries: ${findings.length > 0 ? 'FOUND' : 'none'} in ${name} (${Object.entries(looked).map(([what, count]) => `${count} ${what}`).join(', ')}; ${tookMs} ms)`);
    for (const finding of findings) console.log(`  ${finding}`);
  }
  return counts;
}

function countResults(output, code) {
  let results;
  try {
    results = JSON.parse(readFileSync(output, 'utf8'));
  } catch {
    brokenSteps.push('the test run itself (it ended before it could report)');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const counts = {
    passed: results.numPassedTests,
    // A file that does not load has no tests to fail; it counts as one.
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
  if (code !== 0 && counts.failed === 0) brokenSteps.push(`the test run itself (Jest ended with exit code ${code})`);
  return counts;
}
