import { describe } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findChromium, readyChromium } from './chromium-binary.ts';

/** Like describe, with a real Chromium. Without one the tests are skipped with a message; under CI=true they fail. */
export function describeWithChromium(name: string, tests: () => void): void {
  if (findChromium() !== null) return describe(name, tests);
  const why = 'No Chromium: set CHROMIUM_PATH, or install chromium (npm brings one for x64 Linux only)';
  if (process.env['CI'] === 'true') throw new Error(why);
  process.stderr.write(`\n*** ${why}: "${name}" is SKIPPED ***\n`);
  describe.skip(name, tests);
}

export async function launchChromium(): Promise<Browser> {
  const { executable, libraries } = await readyChromium();
  const env = { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) } as Record<
    string,
    string
  >;
  // In containers tests run as root, where Chromium's sandbox does not work. It only loads pages of this project.
  return chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env,
    timeout: 60_000,
  });
}
