import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { anotherStore, startIdentityForTest } from './harness.ts';
import type { IdentityUnderTest } from './harness.ts';
import { EARLIER, FORM, UPDATED, askOf, credentials, error, form, freshNetwork } from './token-client.ts';
import type { Ask } from './token-client.ts';

let identity: IdentityUnderTest;
let good: ReturnType<typeof credentials>;
let ask: Ask;
beforeAll(async () => {
  identity = await startIdentityForTest();
  good = credentials(identity);
  ask = askOf(identity);
});
afterAll(() => identity?.stop());

describe('the login throttle', () => {
  const wrong = (): Record<string, string> => ({ ...good, clientSecret: 'cs_stage_guess' });
  const pausesOf = async (network: string): Promise<{ failures: number; pause: number }> => {
    const {
      rows: [row],
    } = await identity.pool.query<{ failures: number; pause: number }>(
      `SELECT failures, round(extract(epoch FROM paused_until - failed_at))::int AS pause FROM token_guess
      WHERE network = $1`,
      [network],
    );
    return row ?? { failures: 0, pause: 0 };
  };
  /** Moves the failures into the past, as if that time had passed. */
  const pass = (network: string, seconds: number): Promise<unknown> =>
    identity.pool.query(
      `UPDATE token_guess SET paused_until = paused_until - $2 * interval '1 s',
        failed_at = failed_at - $2 * interval '1 s'
      WHERE network = $1`,
      [network, seconds],
    );

  test('after the fifth failure even the right secret is refused, only for this client from this network', async () => {
    const { network } = freshNetwork();
    for (let n = 0; n < 5; n++)
      expect(error(await ask(UPDATED, wrong(), { network }))).toEqual([401, 'invalid_client']);
    // Repeats until the pause is long enough for a slow machine.
    while ((await pausesOf(network)).pause < 16) {
      await pass(network, (await pausesOf(network)).pause + 1);
      await ask(UPDATED, wrong(), { network });
    }
    const paused = await ask(UPDATED, good, { network });
    expect([...error(paused), paused.body.errorCode]).toEqual([429, 'temporarily_unavailable', '429']);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(8);
    expect(Number(paused.headers.get('retry-after'))).toBeLessThanOrEqual(16);
    expect(error(await ask(EARLIER, form(wrong()), { ...FORM, network }))[0]).toBe(429);
    expect((await ask(UPDATED, good, freshNetwork())).status).toBe(200);
    const caller = await anotherStore(identity);
    const {
      body: { data: other },
    } = await identity.call('POST', '/public/v1/service-account', {}, caller);
    expect(
      (await ask(UPDATED, { ...good, clientId: other.client_id, clientSecret: other.client_secret }, { network }))
        .status,
    ).toBe(200);
    // The pause ends, and a success deletes the failures.
    await pass(network, 16);
    expect((await ask(UPDATED, good, { network })).status).toBe(200);
    expect(await pausesOf(network)).toEqual({ failures: 0, pause: 0 });
  });

  test('each failure after a pause doubles it, up to 15 minutes; calls during a pause do not extend it', async () => {
    const { network } = freshNetwork();
    for (let n = 0; n < 4; n++) await ask(UPDATED, wrong(), { network });
    const pauses: number[] = [];
    for (let n = 0; n < 13; n++) {
      expect((await ask(UPDATED, wrong(), { network })).status).toBe(401);
      const { pause } = await pausesOf(network);
      pauses.push(pause);
      if (pause > 8) expect((await ask(UPDATED, wrong(), { network })).status).toBe(429);
      expect((await pausesOf(network)).pause).toBe(pause);
      await pass(network, pause + 1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    await pass(network, 3_600);
    await ask(UPDATED, wrong(), { network });
    expect(await pausesOf(network)).toEqual({ failures: 1, pause: 0 });
  });

  test('an unknown client is paused like a known one', async () => {
    const { network } = freshNetwork();
    const statuses: number[] = [];
    const unknownClient = async (): Promise<number> =>
      (await ask(UPDATED, { ...good, clientId: 'unknown' }, { network })).status;
    for (let n = 0; n < 5; n++) statuses.push(await unknownClient());
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    await eventually(async () => (await unknownClient()) === 429);
  });

  test('of forty concurrent guesses each checked one is counted, and the others are refused', async () => {
    const { network } = freshNetwork();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(UPDATED, wrong(), { network })));
    const checked = answers.filter(({ status }) => status === 401).length;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await pausesOf(network)).failures).toBe(checked);
  });

  test('new failures delete forgotten ones', async () => {
    const { network } = freshNetwork();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(UPDATED, { ...good, clientId: `sweep${n}` }, { network })),
    );
    await pass(network, 3_700);
    for (let n = 0; n < 12; n++) await ask(UPDATED, { ...good, clientId: `later${n}` }, freshNetwork());
    const { rows } = await identity.pool.query('SELECT 1 FROM token_guess WHERE network = $1', [network]);
    expect(rows).toEqual([]);
  });
});
