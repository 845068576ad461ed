import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSealingKeys } from '@qafila/auth/seal';

/** What a cluster has in its secret store; here a file that only its owner can read. */
export interface Secrets {
  postgresPassword: string;
  rolePassword: string;
  keyPepper: string;
  masterKey: string;
  sealing: { privateKey: string; publicKey: string };
  /** The webhooks service seals its own requests to identity with it. */
  webhooks: { privateKey: string; publicKey: string };
  /** Payment, shipment and the sandbox sign their calls to each other with keys derived from it. */
  sandbox: string;
}

/** Reads this data folder's secrets; the first start creates them. Without them stored secrets cannot be decrypted. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  await mkdir(dataDir, { recursive: true });
  const fresh: Secrets = {
    postgresPassword: randomBytes(24).toString('base64url'),
    rolePassword: randomBytes(24).toString('base64url'),
    keyPepper: randomBytes(32).toString('base64'),
    masterKey: randomBytes(32).toString('base64'),
    sealing: generateSealingKeys(),
    webhooks: generateSealingKeys(),
    sandbox: randomBytes(32).toString('base64url'),
  };
  try {
    // wx: of two first starts at once, one creates the file and the other reads it.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${JSON.stringify(fresh, null, 2)}\n`);
    await file.close();
    return fresh;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return complete(path, JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>, fresh);
  }
}

/** Adds the secrets that an earlier version did not have; existing ones stay. */
async function complete(path: string, existing: Partial<Secrets>, fresh: Secrets): Promise<Secrets> {
  const secrets = { ...fresh, ...existing };
  if (Object.keys(secrets).length > Object.keys(existing).length)
    await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
