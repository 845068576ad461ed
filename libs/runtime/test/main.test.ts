import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';

const MAIN = new URL('../dist/main.js', import.meta.url).href;

/** Runs a main file whose stop is the given expression, and sends it SIGTERM. */
function stopped(stop: string): { code: number | null; stderr: string } {
  const script = `
    import { runMain } from '${MAIN}';
    const keepsAlive = setInterval(() => {}, 1_000);
    runMain(async () => ({ stop: () => ${stop} }), { stopDeadlineMs: 50 });
    process.kill(process.pid, 'SIGTERM');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return { code: status, stderr };
}

test('a stop that takes longer than its deadline ends with a line and exit code 1', () => {
  expect(stopped('new Promise(() => {})')).toEqual({
    code: 1,
    stderr: 'qafila: the stop took longer than 50 ms and was cut short\n',
  });
});

test('a stop that ends in time is exit code 0 without a line', () => {
  expect(stopped('Promise.resolve()')).toEqual({ code: 0, stderr: '' });
});
