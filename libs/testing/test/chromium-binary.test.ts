import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@qafila/testing/chromium-binary';

describe('the Chromium of the tests', () => {
  const packed = { folder: '/packed', version: '1' };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chromium-'));
    await writeFile(join(folder, 'chromium'), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is the one that CHROMIUM_PATH names', () => {
    expect(findChromium({ CHROMIUM_PATH: '/opt/chromium', PATH: folder }, packed)).toEqual({
      executable: '/opt/chromium',
    });
  });

  test('is otherwise the pinned one from npm, before one on the PATH', () => {
    expect(findChromium({ PATH: folder }, packed)).toEqual({ packed });
  });

  test('is otherwise the one on the PATH, if there is one', () => {
    expect(findChromium({ PATH: `/nowhere:${folder}` }, null)).toEqual({ executable: join(folder, 'chromium') });
    expect(findChromium({ PATH: '/nowhere' }, null)).toBeNull();
  });
});
