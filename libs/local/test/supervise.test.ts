import { afterEach, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from '../src/deadline.ts';
import { freePort } from '../src/free-port.ts';
import { spawnService, type Service } from '../src/supervise.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.kill();
  service = undefined;
});

const node = (script: string): { name: string; args: string[] } => ({
  name: 'sample',
  args: ['--input-type=module', '-e', script],
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where no process reaps children, an ended process stays listed as Z.
    return process.platform !== 'linux' || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('is ready when it has printed its line and its URL answers', async () => {
  const port = await freePort();
  const script = `import http from 'node:http';
    console.log('serving soon');
    const server = http.createServer((_, answer) => answer.end('ok'));
    setTimeout(() => server.listen(${port}, '127.0.0.1'), 200);`;
  service = await spawnService({ ...node(script), readyLine: 'serving', readyUrl: `http://127.0.0.1:${port}/` });
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(service.logs()).toEqual(['serving soon']);
});

test('a failed start shows the last lines of the log', async () => {
  const failed = spawnService({ ...node("console.error('the disk is full'); process.exit(3)"), readyLine: 'never' });
  await expect(failed).rejects.toThrow(
    /^sample ended at start \(exit code 3\); its last lines:\n {2}the disk is full$/,
  );
});

test('a start that takes too long is stopped and reported', async () => {
  const late = spawnService({
    ...node("console.log('thinking'); setInterval(() => {}, 1000)"),
    readyLine: 'never',
    // A busy machine takes a second or two to start Node.
    deadlineMs: 4_000,
  });
  await expect(late).rejects.toThrow('sample was not ready within 4 s; its last lines:\n  thinking');
});

test('the error names a missing program', async () => {
  await expect(spawnService({ name: 'sample', command: 'no-such-program', args: [] })).rejects.toThrow(
    'sample cannot be started: no-such-program is not installed',
  );
});

test('stop lets it finish, and kills it when it does not', async () => {
  const drains =
    "process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); " +
    "setInterval(() => {}, 1000); console.log('up')";
  service = await spawnService({ ...node(drains), readyLine: 'up' });
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  expect(service.logs()).toContain('drained');

  const refuses = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
  service = await spawnService({ ...node(refuses), readyLine: 'up' });
  expect(await service.stop(200)).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a child does not outlive a parent that is killed', async () => {
  const child = JSON.stringify({ ...node("setInterval(() => {}, 1000); console.log('up')"), readyLine: 'up' });
  const module = new URL('../dist/supervise.js', import.meta.url).href;
  const script =
    `const { spawnService } = await import('${module}');` +
    `process.stdout.write(String((await spawnService(${child})).pid));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  try {
    const pid = Number(
      await new Promise((resolve) => {
        parent.stdout.once('data', resolve);
      }),
    );
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await until(() => !isRunning(pid), 10_000)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});
