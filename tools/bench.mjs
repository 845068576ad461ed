/** `npm run bench`: every bench/*.bench.mjs, or those named (`npm run bench -- ingest`), one after another on a quiet machine. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, fail, install, requireNode, root, run } from './workspace.mjs';

requireNode();
await install();
if (!(await build())) fail('Nothing was measured: the build failed, see above');

const SUFFIX = '.bench.mjs';
const known = readdirSync(join(root, 'bench')).filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown) fail(`No benchmark is called ${unknown}; there are: ${known.join(', ') || 'none'}`);

const results = [];
for (const name of asked.length ? asked : known) {
  console.log(`\n── ${name} ──`);
  const began = performance.now();
  // A process each: one's heap and compiled code must not flatter or burden the next, and a crash ends only itself.
  const { code, signal } = await run([process.execPath, join('bench', name + SUFFIX)]);
  const outcome = code === 0 ? 'ok' : `FAILED (${signal ?? `exit code ${code}`})`;
  results.push({ benchmark: name, result: outcome, seconds: Math.round((performance.now() - began) / 1_000) });
}

const width = Math.max(...results.map(({ benchmark }) => benchmark.length), 'benchmark'.length);
console.log(`\n${'benchmark'.padEnd(width)}  seconds  result`);
for (const { benchmark, seconds, result } of results) console.log(`${benchmark.padEnd(width)}  ${String(seconds).padStart(7)}  ${result}`);
process.exitCode = results.every(({ result }) => result === 'ok') ? 0 : 1;
