import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the API document and the SDK are what the code says, and no client of the released document breaks', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/api-document.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([status, stderr]).toEqual([0, '']);
}, 130_000);
