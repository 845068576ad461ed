import { Command } from 'commander';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { cliOf, withExamples } from '../cli.ts';
import type { Cli } from '../cli.ts';
import { AuthenticationError, baseUrlOf, MissingCredentialsError } from '@qafila/sdk';
import type { Qafila } from '@qafila/sdk';
import { connect } from '../connection.ts';
import { EXIT, Failure, usageFailure } from '../failure.ts';
import { loadProfile, profilesPath, readProfiles, writeProfiles } from '../profiles.ts';
import type { Profile } from '../profiles.ts';
import { readBytes } from './input.ts';

interface LoginOptions extends Partial<Profile> {
  demo?: string | true;
}

const QUESTIONS: readonly { field: keyof Profile; question: string; isSecret?: true }[] = [
  { field: 'baseUrl', question: 'Address of the API, such as https://api.shop.example' },
  { field: 'accountId', question: 'Account id' },
  { field: 'apiKey', question: 'API key (sk_…)', isSecret: true },
  { field: 'hmacSecret', question: 'HMAC secret, which signs requests', isSecret: true },
  { field: 'webhookSecret', question: 'Webhook secret of the store, for X-Signature (may be empty)', isSecret: true },
  { field: 'clientId', question: 'Client id of a service account, for shipments (may be empty)' },
  { field: 'clientSecret', question: 'Client secret', isSecret: true },
  { field: 'companyCode', question: 'Company code' },
];

export function addLogin(program: Command): void {
  const login = program
    .command('login')
    .description('store the keys of a store as a profile, after a check that they work')
    .option('--demo [file]', 'take the demo merchant that "npm start" wrote (default: .data/demo.json)')
    .option('--base-url <url>', 'address of the API')
    .option('--account-id <id>')
    .option('--api-key <key>', 'secret API key; without it the terminal asks, and shows nothing')
    .option('--hmac-secret <secret>', 'signs requests')
    .option('--webhook-secret <secret>', "the store's webhook secret: verifies X-Signature")
    .option('--client-id <id>', 'service account, for shipments')
    .option('--client-secret <secret>')
    .option('--company-code <code>')
    .action((options: LoginOptions, command: Command) => logIn(cliOf(command), options));
  withExamples(login, ['qafila login --demo', 'qafila login --profile live --base-url https://api.shop.example']);
  const logout = program
    .command('logout')
    .description('delete the keys of a profile from this machine')
    .action((_: object, command: Command) => logOut(cliOf(command)));
  withExamples(logout, ['qafila logout', 'qafila logout --profile live']);
  const whoami = program
    .command('whoami')
    .description('show the profile, and check its keys')
    .action((_: object, command: Command) => whoAmI(cliOf(command)));
  withExamples(whoami, ['qafila whoami', 'qafila whoami --json']);
}

async function logIn(cli: Cli, options: LoginOptions): Promise<void> {
  const name = cli.options.profile ?? 'default';
  const profile = options.demo === undefined ? await askFor(options) : await demoProfile(options.demo);
  const identity = await identityOf(profile);
  const file = await readProfiles();
  await writeProfiles({ current: name, profiles: { ...file.profiles, [name]: profile } });
  const { paint } = cli.out;
  cli.out.result({ profile: name, ...identity, file: profilesPath() }, [
    `${paint.green('✓')} Logged in at ${profile.baseUrl} as account ${profile.accountId ?? profile.companyCode}`,
    `  Profile ${paint.bold(name)} in ${profilesPath()} (only you may read it)`,
    `  Try: ${paint.bold('qafila whoami')}, ${paint.bold('qafila get meter')}, ${paint.bold('qafila --help')}`,
  ]);
}

async function demoProfile(file: string | true): Promise<Profile> {
  const path = file === true ? join(process.env.DATA_DIR || '.data', 'demo.json') : file;
  const bytes = await readBytes(path).catch(() => {
    throw usageFailure(`There is no ${path}.`, 'Run "npm start" first, or give the file: --demo FOLDER/demo.json.');
  });
  const demo = JSON.parse(bytes.toString('utf8')) as Profile & { gatewayUrl: string };
  const { accountId, apiKey, hmacSecret, webhookSecret, clientId, clientSecret, companyCode } = demo;
  return {
    baseUrl: demo.gatewayUrl,
    accountId,
    apiKey,
    hmacSecret,
    webhookSecret,
    clientId,
    clientSecret,
    companyCode,
  };
}

/** Asks for what the options leave out. Without a terminal, the options must be complete. */
async function askFor(given: LoginOptions): Promise<Profile> {
  const profile: Partial<Profile> = Object.fromEntries(
    QUESTIONS.flatMap(({ field }) => (given[field] ? [[field, given[field]]] : [])),
  );
  const isComplete = profile.baseUrl !== undefined && (profile.apiKey !== undefined || profile.clientId !== undefined);
  if (!isComplete && process.stdin.isTTY !== true)
    throw usageFailure(
      'login needs a terminal to ask in, or the keys as options.',
      'Give --base-url, --api-key, --account-id and --hmac-secret; or --demo beside a running "npm start".',
    );
  for (const { field, question, isSecret } of isComplete ? [] : QUESTIONS) {
    if (profile[field] !== undefined) continue;
    const hasNoClient = profile.clientId === undefined && (field === 'clientSecret' || field === 'companyCode');
    const answer = hasNoClient ? '' : await ask(question, isSecret === true);
    if (answer !== '') profile[field] = answer;
  }
  if (profile.baseUrl === undefined) throw usageFailure('The address of the API is required.');
  return { ...profile, baseUrl: addressOf(profile.baseUrl) };
}

function addressOf(text: string): string {
  try {
    return baseUrlOf(text);
  } catch {
    throw usageFailure(`${JSON.stringify(text)} is not an address.`, 'Give one such as https://api.shop.example.');
  }
}

/** Secrets are not echoed. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(`${question}: `);
  const reader = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    const ended = new Failure('Login ended; nothing was stored.', { exit: EXIT.interrupted });
    // Ctrl-C; Ctrl-D closes the reader.
    const stopped = new Promise<never>((_, reject) => {
      for (const event of ['SIGINT', 'close']) reader.once(event, () => reject(ended));
    });
    return (await Promise.race([reader.question(''), stopped])).trim();
  } catch (error) {
    reader.close();
    // After Ctrl-D the input stays open, and would keep the process.
    process.stdin.destroy();
    throw error;
  } finally {
    reader.close();
    if (isSecret) process.stderr.write('\n');
  }
}

interface Identity {
  baseUrl: string;
  accountId: string | null;
  mode: string | null;
  apiKey: string | null;
  scopes: string[] | null;
  signsRequests: boolean;
  serviceAccount: string | null;
}

/** Calls the API with each kind of key, and throws when one is not valid. */
async function identityOf(profile: Profile): Promise<Identity> {
  const qafila = connect(profile);
  const { apiKey } = profile;
  const key = apiKey === undefined ? undefined : await ownKey(qafila, apiKey);
  if (profile.clientId !== undefined) await checkAccount(qafila, profile);
  return {
    baseUrl: profile.baseUrl,
    accountId: profile.accountId ?? null,
    mode: /^s[ka]_([a-z]+)_/.exec(apiKey ?? profile.clientId ?? '')?.[1] ?? null,
    apiKey: apiKey === undefined ? null : `${apiKey.slice(0, 14)}…`,
    scopes: key?.scopes ?? null,
    signsRequests: profile.hmacSecret !== undefined,
    serviceAccount: profile.clientId ?? null,
  };
}

/** Gets an access token. */
async function checkAccount(qafila: Qafila, { clientId, clientSecret, companyCode }: Profile): Promise<void> {
  if (clientId === undefined || clientSecret === undefined || companyCode === undefined)
    throw new MissingCredentialsError('serviceAccount', 'The service account is incomplete.');
  const body = { clientId, clientSecret, companyCode, grantType: 'client_credentials' as const };
  await qafila.api.createAccessToken({ body });
}

/** A key without the scope keys:read is valid too; then its scopes stay unknown. */
async function ownKey(qafila: Qafila, apiKey: string): Promise<{ scopes: string[] } | undefined> {
  try {
    const { items } = await qafila.api.listApiKeys();
    return items.find(({ prefix }) => apiKey.startsWith(prefix));
  } catch (error) {
    if (error instanceof AuthenticationError && error.status === 403) return undefined;
    throw error;
  }
}

async function logOut(cli: Cli): Promise<void> {
  const file = await readProfiles();
  const name = cli.options.profile ?? file.current;
  if (file.profiles[name] === undefined)
    throw new Failure(`There is no profile ${JSON.stringify(name)}.`, {
      exit: EXIT.login,
      remedy: `The profiles are: ${Object.keys(file.profiles).join(', ') || 'none'}.`,
    });
  const { [name]: _, ...profiles } = file.profiles;
  const current = file.current === name ? (Object.keys(profiles)[0] ?? 'default') : file.current;
  await writeProfiles({ current, profiles });
  cli.out.result({ profile: name, deleted: true }, [
    `${cli.out.paint.green('✓')} The keys of profile ${name} are deleted from this machine.`,
    '  They stay valid: revoke a leaked key with "qafila delete key/ID".',
  ]);
}

async function whoAmI(cli: Cli): Promise<void> {
  const { name, profile } = await loadProfile(cli.options.profile);
  const identity = await identityOf(profile);
  const others = Object.keys((await readProfiles()).profiles).filter((each) => each !== name);
  const { paint } = cli.out;
  const rows: [string, string][] = [
    ['profile', `${paint.bold(name)}${others.length === 0 ? '' : paint.dim(` (others: ${others.join(', ')})`)}`],
    ['API', identity.baseUrl],
    ['mode', identity.mode ?? 'unknown'],
    ['account', identity.accountId ?? 'none'],
    ['API key', identity.apiKey === null ? 'none' : `${identity.apiKey} ${paint.green('valid')}`],
    ['scopes', identity.scopes?.join(' ') ?? 'not visible to this key (it has no keys:read)'],
    ['requests are', identity.signsRequests ? 'signed' : 'not signed: the profile has no HMAC secret'],
    [
      'shipments',
      identity.serviceAccount === null ? 'no service account' : `${identity.serviceAccount} ${paint.green('valid')}`,
    ],
  ];
  cli.out.result(
    { profile: name, ...identity },
    rows.map(([label, value]) => `${paint.dim(label.padEnd(14))}${value}`),
  );
}
