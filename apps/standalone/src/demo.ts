import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemo } from '@qafila/identity/seed-demo';
import type { DemoMerchant } from '@qafila/identity/seed-demo';
import type { Environment } from '@qafila/runtime/env';

export type Demo = Omit<DemoMerchant, 'portal'> & {
  gatewayUrl: string;
  sandboxUrl?: string;
  /** The owner, who signs in at `url`. */
  portal?: { url: string; email: string; password: string };
};

/**
 * The demo merchant of this data folder. The first start creates it and writes demo.json (mode 0600), because keys are
 * shown once. Undefined when the database has accounts already and the file is missing.
 */
export async function demoMerchant(
  dataDir: string,
  urls: Pick<Demo, 'gatewayUrl' | 'sandboxUrl'>,
  identity: Environment,
): Promise<Demo | undefined> {
  const path = join(dataDir, 'demo.json');
  const merchant = (await seedDemo(identity)) ?? (await readDemo(path));
  if (merchant === undefined) return undefined;
  const { portal, ...keys } = merchant;
  const demo: Demo = {
    ...keys,
    ...urls,
    ...(portal !== undefined && { portal: { ...portal, url: `${urls.gatewayUrl}/portal` } }),
  };
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

async function readDemo(path: string): Promise<DemoMerchant | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DemoMerchant;
  } catch {
    return undefined;
  }
}
