import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { EXIT, Failure } from './failure.ts';

/** What the CLI knows of one store at one deployment. */
export interface Profile {
  baseUrl: string;
  accountId?: string;
  apiKey?: string;
  hmacSecret?: string;
  /** Verifies X-Signature of deliveries. */
  webhookSecret?: string;
  clientId?: string;
  clientSecret?: string;
  companyCode?: string;
}

interface ProfilesFile {
  current: string;
  profiles: Record<string, Profile>;
}

/** The fields of a profile, with the environment variable that sets each. */
export const PROFILE_VARIABLES: Readonly<Record<keyof Profile, string>> = {
  baseUrl: 'QAFILA_BASE_URL',
  accountId: 'QAFILA_ACCOUNT_ID',
  apiKey: 'QAFILA_API_KEY',
  hmacSecret: 'QAFILA_HMAC_SECRET',
  webhookSecret: 'QAFILA_WEBHOOK_SECRET',
  clientId: 'QAFILA_CLIENT_ID',
  clientSecret: 'QAFILA_CLIENT_SECRET',
  companyCode: 'QAFILA_COMPANY_CODE',
};

export function profilesPath(environment: NodeJS.ProcessEnv = process.env): string {
  const base =
    process.platform === 'win32'
      ? (environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : environment.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(environment.QAFILA_CONFIG_DIR || join(base, 'qafila'), 'profiles.json');
}

/** The profile of a command: the named one, QAFILA_PROFILE's, or the current one; variables replace single fields. */
export async function loadProfile(named: string | undefined): Promise<{ name: string; profile: Profile }> {
  const file = await readProfiles();
  const name = named ?? (process.env.QAFILA_PROFILE || file.current);
  const stored = file.profiles[name];
  const set = Object.entries(PROFILE_VARIABLES).flatMap(([field, variable]) =>
    process.env[variable] ? [[field, process.env[variable]]] : [],
  );
  const profile = { ...stored, ...Object.fromEntries(set) } as Partial<Profile>;
  if (profile.baseUrl === undefined)
    throw new Failure(named === undefined ? 'You are not logged in.' : `There is no profile ${JSON.stringify(name)}.`, {
      exit: EXIT.login,
      remedy: 'Run "qafila login", or "qafila login --demo" beside a running "npm start".',
      error: { code: 'not_logged_in', message: `There is no profile ${name}.` },
    });
  return { name, profile: profile as Profile };
}

export async function readProfiles(): Promise<ProfilesFile> {
  const path = profilesPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`${path} cannot be read (${error.code}).`, { exit: EXIT.login });
  });
  if (text === undefined) return { current: 'default', profiles: {} };
  try {
    return JSON.parse(text) as ProfilesFile;
  } catch {
    throw new Failure(`${path} is not JSON.`, { exit: EXIT.login, remedy: 'Delete the file and log in again.' });
  }
}

/** Only the owner may read the file. The new file takes the place of the old one at once. */
export async function writeProfiles(file: ProfilesFile): Promise<void> {
  const path = profilesPath();
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}.tmp`;
  await writeFile(written, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, path);
}
