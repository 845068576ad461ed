import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { jest, root, run } from '../workspace.mjs';

/** Runs Jest and leaves its results in the file. Returns its exit code. Results of an earlier run never stay. */
export async function runJest(file, ...args) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { code } = await run(jest('--json', `--outputFile=${file}`, ...args), { quiet: true });
  return code ?? 1;
}

/** The sum over Jest's result files. `missing` names the files that are not there. */
export function countsOf(files) {
  const counts = { passed: 0, failed: 0, skipped: 0, missing: [] };
  for (const file of files) {
    const results = read(file);
    if (results === undefined) counts.missing.push(relative(root, file));
    counts.passed += results?.numPassedTests ?? 0;
    // A file that does not load has no tests to fail; it counts as one.
    counts.failed += (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
    counts.skipped += (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  }
  return counts;
}

/** Every failed test or suite: `{ suite, name, message }`, the message without colours. */
export function failuresOf(files) {
  return files
    .flatMap((file) => read(file)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const suite = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0)
        return [{ suite, name: 'the suite does not run', message: stripVTControlCharacters(message) }];
      return failed.map(({ fullName, failureMessages }) => ({
        suite,
        name: fullName,
        message: stripVTControlCharacters(failureMessages.join('\n')),
      }));
    });
}

/** The slowest suites, longest first: `{ suite, seconds }`. */
export function slowestOf(files, count) {
  return files
    .flatMap((file) => read(file)?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ suite: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
