import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const folder = fileURLToPath(new URL('..', import.meta.url));

interface Packed {
  filename: string;
  files: { path: string }[];
}

test('the package holds what it should, and runs where nothing else is', () => {
  const target = mkdtempSync(join(tmpdir(), 'qafila-sdk-'));
  try {
    const pack = execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${target}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [{ filename, files }] = JSON.parse(pack) as [Packed];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'package.json',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/webhooks.js',
      ]),
    );
    expect(
      paths.filter((path) => !/^(dist\/.*\.(js|d\.ts|js\.map)|README\.md|LICENSE|package\.json)$/.test(path)),
    ).toEqual([]);
    execFileSync('tar', ['-xzf', join(target, filename), '-C', target]);
    // Sources of the workspace are not in the package, so nothing may refer to them.
    expect(readFileSync(join(target, 'package/dist/index.js'), 'utf8')).not.toMatch(/@qafila\/|\.ts'/);
    writeFileSync(
      join(target, 'try.mjs'),
      `import { verifyWebhook, SequenceGaps } from './package/dist/webhooks.js';
      process.stdout.write([typeof verifyWebhook, new SequenceGaps().missing.length].join(' '));`,
    );
    expect(execFileSync(process.execPath, ['try.mjs'], { cwd: target, encoding: 'utf8' })).toBe('function 0');
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
});
