import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signRequest } from '@qafila/signing/request-signature';
import { BIN, newMachine } from './run-cli.ts';
import type { Machine } from './run-cli.ts';

const exec = promisify(execFile);
const SOURCE = fileURLToPath(new URL('..', import.meta.url));

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine();
});
afterAll(() => machine?.remove());

interface Help {
  path: string;
  code: number;
  text: string;
}

/** The help of a command, and of those that it lists. */
async function helpsOf(path: readonly string[]): Promise<Help[]> {
  const { code, stdout } = await machine.run([...path, '--help']);
  const lists = stdout
    .split('\n\n')
    .filter((part) => /^(Commands|Start|Any|Metering|Webhooks|Help)[^\n]*:\n/.test(part));
  const names = lists.flatMap((part) => [...part.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name));
  const below: Help[] = [];
  for (const name of names.filter((each) => each !== 'help')) below.push(...(await helpsOf([...path, name])));
  return [{ path: path.join(' '), code, text: stdout }, ...below];
}

test('the help of each command has an example, and fits in 80 columns', async () => {
  const helps = await helpsOf([]);
  expect(helps.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'login',
      'get',
      'usage import',
      'listen',
      'events replay',
      'logs tail',
      'doctor signature',
    ]),
  );
  expect(helps.length).toBeGreaterThanOrEqual(28);
  expect(helps.filter(({ code, text }) => code !== 0 || !text.includes('$ qafila'))).toEqual([]);
  const lines = helps.flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line}`));
  expect(lines.filter((line) => line.length - line.indexOf(': ') - 2 > 80)).toEqual([]);
}, 180_000);

test('a wrong command line ends with 2 and the right one', async () => {
  const mistyped = await machine.run(['lisen']);
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('Did you mean listen?')]);
  expect((await machine.run(['usage', 'import', 'x.csv'])).code).toBe(2);
  const noJson = await machine.run(['post', 'meter', '--data', '{id:1}']);
  expect([noJson.code, noJson.stderr]).toEqual([4, expect.stringContaining('not logged in')]);
  const environment = { QAFILA_BASE_URL: 'http://127.0.0.1:9', QAFILA_API_KEY: 'sk', QAFILA_ACCOUNT_ID: 'a' };
  const refused = await machine.run(['post', 'meter', '--data', '{id:1}'], { environment });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('This is not JSON')]);
  expect((await machine.run(['checkout', 'create'], { environment })).code).toBe(2);
  expect((await machine.run(['login'])).stderr).toContain('needs a terminal');
});

test('without a profile each command asks for a login', async () => {
  const { code, stdout, stderr } = await machine.run(['get', 'meter', '--json']);
  expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'not_logged_in']);
  expect(stderr).toBe(
    '✗ You are not logged in.\n  → Run "qafila login", or "qafila login --demo" beside a running "npm start".\n',
  );
});

describe('doctor signature', () => {
  const body = '{"url":"https://shop.example/ok","name":"سريع","amount":100}';
  const secret = 'ab'.repeat(32);
  const explain = (signature: string, ...more: string[]) =>
    machine.run(['doctor', 'signature', '--body', body, '--signature', signature, '--secret', secret, ...more]);

  test.each([
    ['spaces', signRequest(JSON.stringify(JSON.parse(body), null, 2), secret)],
    ['escaped-slashes', signRequest(body.replaceAll('/', '\\/'), secret)],
    ['unicode-escapes', signRequest(body.replace('سريع', '\\u0633\\u0631\\u064a\\u0639'), secret)],
    ['float-text', signRequest(body.replace('100', '100.0'), secret)],
    ['sorted-keys', signRequest('{"amount":100,"name":"سريع","url":"https://shop.example/ok"}', secret)],
    ['wrong-secret', signRequest(body, `${secret}\n`)],
    ['unknown', signRequest(body, 'other')],
  ])('says %s', async (mistake, signature) => {
    const { code, stdout, stderr } = await explain(signature);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(new RegExp(`^✗ ${mistake}: `));
    expect(stdout).toContain('→ ');
    expect(JSON.parse((await explain(signature, '--json')).stdout)).toMatchObject({
      mistake,
      expected: signRequest(body, secret),
    });
  });

  test('says that a right signature is right, of a file too', async () => {
    expect((await explain(signRequest(body, secret))).stdout).toBe('✓ none: The signature is right.\n');
    await writeFile(join(machine.dir, 'body.json'), body);
    const args = ['--body', '@body.json', '--signature', signRequest(body, secret), '--secret', secret];
    expect((await machine.run(['doctor', 'signature', ...args])).code).toBe(0);
  });
});

test('the package holds one file without dependencies, and runs from an empty folder', async () => {
  const folder = join(machine.dir, 'package');
  await exec(process.execPath, [join(SOURCE, 'package.mjs'), folder]);
  const { stdout } = await exec('npm', ['pack', '--json', '--pack-destination', machine.dir], { cwd: folder });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  expect(files.map(({ path }) => path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'dist/qafila.js',
    'package.json',
    'samples/usage.csv',
  ]);
  const empty = await newMachine(join(machine.dir, 'installed/node_modules/.bin/qafila'));
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', join(machine.dir, 'installed')];
  await exec('npm', [...install, join(machine.dir, filename)], { cwd: machine.dir });
  try {
    expect(await empty.run(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
    expect((await empty.run(['--help'])).stdout).toBe((await machine.run(['--help'])).stdout);
    const signature = ['--body', '{}', '--signature', signRequest('{}', 's'), '--secret', 's'];
    expect(await empty.json('doctor', 'signature', ...signature)).toMatchObject({ mistake: 'none' });
  } finally {
    await empty.remove();
  }
}, 60_000);

test('the command runs by its name in the repository', async () => {
  expect((await exec(BIN, ['--version'])).stdout).toBe('0.1.0\n');
});
