import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openPlatform } from '../../../test/harness/platform.ts';
import type { SharedPlatform } from '../../../test/harness/platform.ts';
import { newMachine } from './run-cli.ts';
import type { Json, Machine } from './run-cli.ts';

let platform: SharedPlatform;
let machine: Machine;
beforeAll(async () => {
  platform = await openPlatform('one-process');
}, 180_000);
beforeEach(async () => {
  machine = await newMachine();
});
afterEach(() => machine.remove());

const profiles = async (): Promise<Json> =>
  JSON.parse(await readFile(join(machine.configDir, 'profiles.json'), 'utf8').catch(() => 'null'));

test('login takes each answer, hides the secrets, and stores what works', async () => {
  const { gatewayUrl, accountId, apiKey, hmacSecret, webhookSecret, clientId, clientSecret, companyCode } =
    platform.merchant;
  const login = machine.startAtTerminal('login');
  const dialogue: [RegExp, string][] = [
    [/Address of the API.*: /, `${gatewayUrl}/`],
    [/Account id: /, accountId],
    [/API key \(sk_…\): /, apiKey],
    [/HMAC secret.*: /, hmacSecret],
    [/Webhook secret.*: /, webhookSecret],
    [/Client id.*: /, clientId],
    [/Client secret: /, clientSecret],
    [/Company code: /, companyCode],
  ];
  for (const [question, answer] of dialogue) {
    await login.writes(question);
    login.type(`${answer}\n`);
  }
  expect(await login.end()).toBe(0);
  expect(login.stdout).toContain(`✓ Logged in at ${gatewayUrl} as account ${accountId}`);
  expect(login.stderr).toContain(accountId);
  const written = login.stdout + login.stderr;
  expect([apiKey, hmacSecret, webhookSecret, clientSecret].filter((secret) => written.includes(secret))).toEqual([]);
  expect((await profiles()).profiles.default).toEqual({
    baseUrl: gatewayUrl,
    accountId,
    apiKey,
    hmacSecret,
    webhookSecret,
    clientId,
    clientSecret,
    companyCode,
  });
});

test('login asks only for what the options leave out, and for no account without its id', async () => {
  const { gatewayUrl, accountId, apiKey } = platform.merchant;
  const login = machine.startAtTerminal('login', '--base-url', gatewayUrl, '--account-id', accountId);
  await login.writes(/API key/);
  login.type(`${apiKey}\n`);
  for (const question of [/HMAC secret/, /Webhook secret/, /Client id/]) {
    await login.writes(question);
    login.type('\n');
  }
  expect(await login.end()).toBe(0);
  expect(login.stderr).not.toMatch(/Address|Account id|Client secret|Company code/);
  expect((await profiles()).profiles.default).toEqual({ baseUrl: gatewayUrl, accountId, apiKey });
});

test.each([
  ['Ctrl-C', (login: ReturnType<Machine['start']>) => login.type('\u0003')],
  ['Ctrl-D', (login: ReturnType<Machine['start']>) => login.type('\u0004')],
  ['the end of the input', (login: ReturnType<Machine['start']>) => login.endInput()],
])('%s ends login, and nothing is stored', async (_, end) => {
  const login = machine.startAtTerminal('login');
  await login.writes(/Address of the API/);
  login.type('https://api.shop.example\n');
  await login.writes(/Account id/);
  end(login);
  expect([await login.end(), login.stderr]).toEqual([130, expect.stringContaining('Login ended; nothing was stored.')]);
  expect(await profiles()).toBeNull();
});
