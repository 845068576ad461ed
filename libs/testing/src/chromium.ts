import { describe } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findChromium, readyChromium } from './chromium-binary.ts';

/** Like describe, in a real Chromium; skipped, aloud, on a machine that can have none. Under CI=true that fails. */
export function describeWithChromium(name: string, tests: () => void): void {
  if (findChromium() !== null) return describe(name, tests);
  const why = 'No Chromium: set CHROMIUM_PATH, or install chromium (npm brings one for x64 Linux only)';
  if (process.env['CI'] === 'true') throw new Error(why);
  process.stderr.write(`\n*** ${why}: "${name}" is SKIPPED ***\n`);
  describe.skip(name, tests);
}

export async function launchChromium(): Promise<Browser> {
  const { executable, libraries } = await readyChromium();
  const env = { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) } as Record<string, string>;
  // Tests run as root in containers, where Chromium's own sandbox cannot; it meets only pages of ours.
  return chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], env, timeout: 30_000 });
}
