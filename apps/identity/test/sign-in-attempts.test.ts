import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NETWORK_HEADER } from '@qafila/auth/principal';
import { SESSION_COOKIE } from '@qafila/auth/session-cookie';
import { documentOf } from '@qafila/schema/document';
import { AnswerChecker } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import { PORTAL_API } from '../src/api.ts';
import { GATEWAY, startIdentityForTest } from './harness.ts';
import type { Answer, IdentityUnderTest } from './harness.ts';

let identity: IdentityUnderTest;
let owner: { email: string; password: string };
const checker = AnswerChecker.of(documentOf(PORTAL_API));

beforeAll(async () => {
  identity = await startIdentityForTest();
  owner = identity.demo.portal as typeof owner;
});
afterAll(() => identity?.stop());
beforeEach(async () => {
  await identity.pool.query('DELETE FROM sign_in_attempt');
  await identity.pool.query('DELETE FROM session');
});

let networks = 0;
/** A network without earlier attempts. */
const freshNetwork = (): string => `203.0.${networks >> 8}.${networks++ & 255}`;

async function signIn(network: string, person: Partial<typeof owner> = {}): Promise<Answer> {
  const answer = await httpCall(`${identity.service.url}/portal/api/session`, {
    method: 'POST',
    body: JSON.stringify({ ...owner, ...person }),
    headers: { [NETWORK_HEADER]: network },
  });
  checker.check('POST', '/portal/api/session', answer);
  return answer;
}
const guess = (network: string, email = owner.email): Promise<Answer> => signIn(network, { email, password: 'wrong' });

/** Moves all attempts into the past, as if that time had passed. */
const pass = (seconds: number): Promise<unknown> =>
  identity.pool.query(
    `UPDATE sign_in_attempt SET paused_until = paused_until - $1 * interval '1 s',
      attempted_at = attempted_at - $1 * interval '1 s'`,
    [seconds],
  );
const longestPause = async (): Promise<number> => {
  const { rows } = await identity.pool.query<{ pause: number }>(
    'SELECT round(extract(epoch FROM max(paused_until - attempted_at)))::int AS pause FROM sign_in_attempt',
  );
  return rows[0]?.pause ?? 0;
};

describe('a person from one network', () => {
  test('the fifth failure pauses 1 s, each further one twice as long, to 15 minutes, and is forgotten', async () => {
    const network = freshNetwork();
    // The person signed in from here, so that only the pair is counted beside the network.
    expect((await signIn(network)).status).toBe(200);
    for (let n = 0; n < 4; n++) expect((await guess(network)).status).toBe(401);
    const pauses: number[] = [];
    for (let n = 0; n < 13; n++) {
      expect((await guess(network)).status).toBe(401);
      const pause = await longestPause();
      pauses.push(pause);
      if (pause > 8) {
        const paused = await signIn(network);
        expect([paused.status, paused.body.error.code]).toEqual([429, 'too_many_attempts']);
        expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(pause - 8);
        expect(Number(paused.headers.get('retry-after'))).toBeLessThanOrEqual(pause);
      }
      expect(await longestPause()).toBe(pause);
      await pass(pause + 1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    await pass(3_600);
    await guess(network);
    expect(await longestPause()).toBe(0);
  });

  test('of forty guesses at once each judged one is counted, and the others are refused', async () => {
    const network = freshNetwork();
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess(network)));
    const judged = answers.filter(({ status }) => status === 401);
    const { rows } = await identity.pool.query('SELECT DISTINCT attempts FROM sign_in_attempt');
    expect(rows).toEqual([{ attempts: judged.length }]);
    expect(answers.filter(({ status }) => status === 429).length).toBe(40 - judged.length);
    // More than five only if the hashes of five take longer than the first pause.
    expect(judged.length).toBeLessThan(9);
  });

  test('an unknown person is paused like a known one', async () => {
    const network = freshNetwork();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await guess(network, 'unknown@example.com')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(await longestPause()).toBe(1);
  });

  test('a success forgives earlier failures', async () => {
    const network = freshNetwork();
    for (let n = 0; n < 4; n++) await guess(network);
    expect((await signIn(network)).status).toBe(200);
    for (let n = 0; n < 4; n++) expect((await guess(network)).status).toBe(401);
    expect((await signIn(network)).status).toBe(200);
  });
});

describe('a person from many networks', () => {
  test('is paused for at most a minute, except where the person signed in before', async () => {
    const home = freshNetwork();
    expect((await signIn(home)).status).toBe(200);
    for (let n = 0; n < 19; n++) expect((await guess(freshNetwork())).status).toBe(401);
    expect(await longestPause()).toBe(0);
    for (let n = 0; n < 8; n++) {
      expect((await guess(freshNetwork())).status).toBe(401);
      if (n < 7) await pass((await longestPause()) + 1);
    }
    expect(await longestPause()).toBe(60);
    const elsewhere = await signIn(freshNetwork());
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([429, 'too_many_attempts']);
    expect((await signIn(home)).status).toBe(200);
  });
});

describe('one network', () => {
  test('is paused after 50 failures at different persons, and its own success forgives none of them', async () => {
    const network = freshNetwork();
    for (let n = 0; n < 49; n++) expect((await guess(network, `person${n}@example.com`)).status).toBe(401);
    expect((await signIn(network)).status).toBe(200);
    expect((await guess(network, 'person49@example.com')).status).toBe(401);
    expect(await longestPause()).toBe(1);
    for (let n = 0; n < 5; n++) {
      await pass((await longestPause()) + 1);
      await guess(network, `later${n}@example.com`);
    }
    expect(await longestPause()).toBe(32);
    expect((await signIn(network)).status).toBe(429);
    expect((await signIn(freshNetwork())).status).toBe(200);
  });
});

test('confirming a session counts like signing in', async () => {
  const network = freshNetwork();
  const { headers } = await signIn(network);
  const [cookie = ''] = headers.getSetCookie();
  const confirm = async (password: string): Promise<Answer> => {
    const answer = await httpCall(`${identity.service.url}/portal/api/session/confirm`, {
      method: 'POST',
      body: JSON.stringify({ password }),
      headers: {
        ...(await identity.sealed(GATEWAY)),
        [NETWORK_HEADER]: network,
        cookie: `${SESSION_COOKIE}=${/=([^;]*)/.exec(cookie)?.[1]}`,
      },
    });
    checker.check('POST', '/portal/api/session/confirm', answer);
    return answer;
  };
  expect((await confirm(owner.password)).status).toBe(200);
  for (let n = 0; n < 5; n++) expect((await confirm('wrong')).status).toBe(401);
  await pass(-60);
  const paused = await confirm(owner.password);
  expect([paused.status, paused.body.error.code]).toEqual([429, 'too_many_attempts']);
});

test('new attempts delete forgotten ones', async () => {
  const network = freshNetwork();
  for (let n = 0; n < 6; n++) await guess(network, `old${n}@example.com`);
  await pass(3_700);
  for (let n = 0; n < 6; n++) await guess(freshNetwork(), `new${n}@example.com`);
  const { rows } = await identity.pool.query(
    "SELECT 1 FROM sign_in_attempt WHERE attempted_at < now() - interval '1 h'",
  );
  expect(rows).toEqual([]);
});
