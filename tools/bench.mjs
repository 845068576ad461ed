/**
 * `npm run bench`: every bench/*.bench.mjs, or those named (`npm run bench -- 1-single-event`), one after another. Use
 * a quiet machine.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, fail, install, requireNode, root, run } from './workspace.mjs';

requireNode();
await install();
if (!(await build())) fail('Nothing was measured: the build failed, see above');

const SUFFIX = '.bench.mjs';
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const requested = process.argv.slice(2);
const unknown = requested.find((name) => !known.includes(name));
if (unknown) fail(`No benchmark is called ${unknown}; there are: ${known.join(', ') || 'none'}`);

const results = [];
for (const name of requested.length ? requested : known) {
  console.log(`\n── ${name} ──`);
  const began = performance.now();
  // One process each: the heap and the compiled code of one do not affect the next, and a crash ends only one.
  const { code, signal } = await run([process.execPath, join('bench', name + SUFFIX)]);
  const outcome = code === 0 ? 'ok' : `FAILED (${signal ?? `exit code ${code}`})`;
  results.push({ benchmark: name, result: outcome, seconds: Math.round((performance.now() - began) / 1_000) });
}

const width = Math.max(...results.map(({ benchmark }) => benchmark.length), 'benchmark'.length);
console.log(`\n${'benchmark'.padEnd(width)}  seconds  result`);
for (const { benchmark, seconds, result } of results)
  console.log(`${benchmark.padEnd(width)}  ${String(seconds).padStart(7)}  ${result}`);
process.exitCode = results.every(({ result }) => result === 'ok') ? 0 : 1;
