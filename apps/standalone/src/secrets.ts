import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSealingKeys } from '@qafila/auth/seal';

/** What a deployment keeps in its secret store; here a file that only its owner may read. */
export interface Secrets {
  postgresPassword: string;
  rolePassword: string;
  keyPepper: string;
  masterKey: string;
  sealing: { privateKey: string; publicKey: string };
  /** With which the webhooks service asks identity for itself. */
  webhooks: { privateKey: string; publicKey: string };
  /** With which payment and the sandbox's gateways sign to each other. */
  sandbox: string;
}

/** Reads the secrets of this data folder, or makes them at its first start. Losing them makes stored secrets unreadable. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  await mkdir(dataDir, { recursive: true });
  const fresh: Secrets = {
    postgresPassword: randomBytes(24).toString('base64url'), rolePassword: randomBytes(24).toString('base64url'),
    keyPepper: randomBytes(32).toString('base64'), masterKey: randomBytes(32).toString('base64'), sealing: generateSealingKeys(), webhooks: generateSealingKeys(),
    sandbox: randomBytes(32).toString('base64url'),
  };
  try {
    // wx: of two first starts one makes the file, the other reads it.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${JSON.stringify(fresh, null, 2)}\n`);
    await file.close();
    return fresh;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return complete(path, JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>, fresh);
  }
}

/** A folder made by an earlier version lacks what came later; what it has stays. */
async function complete(path: string, kept: Partial<Secrets>, fresh: Secrets): Promise<Secrets> {
  const secrets = { ...fresh, ...kept };
  if (Object.keys(secrets).length > Object.keys(kept).length) await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
